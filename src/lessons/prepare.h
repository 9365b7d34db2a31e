// A lesson made ready to be shown: its scenes run, its terms filled in, its answers read from the traces.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "emulator/trace/trace.h"
#include "lessons/lesson.h"
#include "scenes/scene.h"

namespace upsweep::lessons {

using RunTrace = std::function<std::shared_ptr<const emulator::Trace>(const scenes::Scene&)>;
/// Runs a scene on the emulator with the kernels in the binary.
std::shared_ptr<const emulator::Trace> run_trace(const scenes::Scene& scene);

struct Choice {
    std::string value;
    bool right = false;
    std::vector<Inline> reason;
};

struct PreparedQuestion {
    std::vector<Inline> ask, why;
    std::string array;
    std::int64_t cell = 0;
    std::int64_t after = 0;  ///< steps done when the answer stands in the cell
    std::string answer;
    std::vector<Choice> choices;  ///< by value, all different, exactly one right
};

struct PreparedPage {
    std::string title;
    scenes::Scene scene;
    int scene_number = 0;  ///< pages with the same number show the same run
    std::int64_t step = 0;
    std::vector<Block> blocks;
    std::optional<PreparedQuestion> question;
};

struct PreparedLesson {
    std::string slug, title, chapter;
    std::vector<PreparedPage> pages;
    std::vector<scenes::Scene> scenes;                           ///< by scene_number
    std::vector<std::shared_ptr<const emulator::Trace>> traces;  ///< likewise
};

/// Runs what the lesson needs (each scene once). Throws Error: file, line, what.
PreparedLesson prepare(const Lesson& lesson, const RunTrace& run = run_trace);

}  // namespace upsweep::lessons
