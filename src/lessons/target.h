// Where a link of the class plan leads: a page of a lesson, an exercise, a scene in Step, the Race, the
// Playground.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lessons/lesson.h"
#include "scenes/scene.h"

namespace upsweep::lessons {

struct Target {
    enum class Kind : std::uint8_t { lesson, exercise, step, race, playground };
    Kind kind = Kind::lesson;
    std::string name = {};  ///< slug of a lesson or an exercise; heading of what is raced, task of the
                            ///< Playground, or empty
    int page = 0;           ///< of a lesson, from 1; 0: where the reader left it
    int radius = 0;         ///< of the Playground's box filter; 0: as it is
    std::optional<scenes::Scene> scene = {};  ///< of step
};

/// Reads "lesson:SLUG", "lesson:SLUG#3", "exercise:SLUG", "race", "race:HEADING", "playground" or
/// "playground:12" (its radius), "playground:faces" (its task). A scene in Step is a table of its own. Throws
/// Error saying how targets are written.
Target parse_target(std::string_view text);

/// A page of the course; lesson and page from 0.
struct LessonPlace {
    std::size_t lesson = 0;
    int page = 0;
    friend bool operator==(const LessonPlace&, const LessonPlace&) = default;
};
/// Where a lesson's or an exercise's target is; none for the others, and for what is missing.
std::optional<LessonPlace> place_of(const Target& target, std::span<const Lesson> lessons);

/// Why the target leads nowhere, as a sentence; empty if it leads somewhere. What is raced, and the
/// Playground's tasks, are not looked at.
std::string why_missing(const Target& target, std::span<const Lesson> lessons);

/// "A loop has to wait, page 2", "Step: Work-efficient scan, n = 16", "Race: …": what the link says.
std::string words_of(const Target& target, std::span<const Lesson> lessons);

}  // namespace upsweep::lessons
