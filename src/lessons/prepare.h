// A lesson made ready to be shown: its scenes run, its terms filled in, its answers read from the traces.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lessons/lesson.h"
#include "questions/question.h"
#include "scenes/run_scene.h"
#include "scenes/scene.h"

namespace upsweep::lessons {

using Run = std::function<std::shared_ptr<const scenes::RunScene>(const scenes::Scene&)>;
/// Runs a scene on the emulator with the kernels in the binary.
std::shared_ptr<const scenes::RunScene> run(const scenes::Scene& scene);

/// An answer that is known beforehand: to choose, or of a typed one the right and the likely wrong ones.
struct Choice {
    std::string value = {};
    bool right = false;
    std::vector<Inline> reason = {};
};

struct PreparedQuestion {
    Question::Kind kind = Question::Kind::value;
    std::vector<Inline> ask = {}, why = {};
    /// Of value and choice all answers to choose, in the order in which they are shown, all different,
    /// exactly one right. Of number and quiz the right one, then the likely wrong ones. Of sort none.
    std::vector<Choice> choices = {};
    std::string answer = {};  ///< the right one, as people write it

    std::string array = {};  ///< of value
    int64_t cell = 0;        ///< likewise
    int64_t before = 0;      ///< steps done when the question comes
    int64_t after = 0;       ///< the same when the scene has shown the answer; `before` where it never does

    std::optional<questions::Question> asked = {};  ///< of quiz
    std::string unit = {};                          ///< of number
    std::vector<std::vector<Inline>> items = {};    ///< of sort, in the right order
    std::vector<size_t> shown = {};                 ///< of sort: positions in items as they are shown first

    /// It asks what the next steps do: these answer it.
    bool asks_what_comes() const {
        return after > before && (kind == Question::Kind::value || kind == Question::Kind::quiz);
    }
    /// The reason of the right answer, and of a wrong one that was foreseen; null if it was not.
    const Choice& right() const;
    const Choice* foreseen(const std::string& value) const;
};

/// What a typed answer to a question of kind number or quiz is worth. Throws UsageError: how it is written.
bool is_right(const PreparedQuestion& question, const std::string& text);

struct PreparedCompare {
    replay::Clock clock = replay::Clock::phase;
    std::string left = {}, right = {};
    int scene_number = 0;  ///< the right side's
};

struct PreparedPage {
    std::string title = {};
    scenes::Scene scene = {};
    Look look = {};
    int scene_number = 0;  ///< pages with the same number show the same run
    int64_t step = 0;
    std::optional<PreparedCompare> compare = {};
    std::optional<scenes::RacePlace> race = {};
    std::optional<scenes::PlaygroundPlace> playground = {};
    std::optional<std::string> exercise = {};
    std::vector<Block> blocks = {};
    std::optional<PreparedQuestion> question = {};
    std::vector<Term> terms = {};
    std::vector<Block> notes = {};  ///< for the teacher
};

struct PreparedLesson {
    std::string slug = {}, title = {}, chapter = {}, aim = {};
    int minutes = 0, picture = 1;
    std::vector<PreparedPage> pages = {};
    std::vector<std::shared_ptr<const scenes::RunScene>> runs = {};  ///< by scene number
};

/// Runs what the lesson needs (each scene once). Throws Error: file, line, what.
PreparedLesson prepare(const Lesson& lesson, const Run& run = lessons::run);

/// Prepares a lesson, and checks what only a whole one has: an aim, its minutes, a question. Gives what was
/// computed: "8 pages, 4 questions, every number computed." Throws Error: file, line, what.
std::string check_lesson(const Lesson& lesson);

}  // namespace upsweep::lessons
