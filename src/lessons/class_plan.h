// The plan of a class: what to show in which minute, what to say and to ask, which keys to press. It is
// read from lessons/class-plan.toml.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lessons/course.h"

namespace upsweep::lessons {

struct PlanItem {
    enum class Kind : uint8_t { talk, vote, show, make, guess };
    Kind kind = Kind::talk;
    int minutes = 0;
    std::string title;
    scenes::Destination target;
    std::string say, ask, keys;  ///< sentences; `keys` as people read them: "Space, then Right"
};
/// "talk", "vote", "show", "do", "guess first".
std::string_view name_of(PlanItem::Kind kind);

struct ClassPlan {
    int minutes = 0;       ///< the sum of its items
    std::string audience;  ///< one sentence
    std::vector<PlanItem> items;
    /// Minute at which an item begins.
    int start_of(size_t item) const;
};

/// Reads the file's text; `file` is what messages call it. With `lessons` every target has to be there.
/// Throws Error with one sentence: file, line, what is wrong.
std::vector<ClassPlan> parse_class_plans(const std::string& file, std::string_view text,
                                         std::optional<std::span<const Lesson>> lessons = {});

/// The text of lessons/class-plan.toml in the binary, and its plans, the shortest first. Throws what
/// parse_class_plans throws.
std::string_view class_plan_text();
const std::vector<ClassPlan>& class_plans();

/// The plan to read in a terminal or to print.
std::string to_text(const ClassPlan& plan, std::span<const Lesson> lessons);

}  // namespace upsweep::lessons
