// A lesson made ready to be shown: its scenes run, its terms filled in, its answers read from the traces.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/array.h"
#include "emulator/trace/toy_gpu.h"
#include "emulator/trace/trace.h"
#include "lessons/lesson.h"
#include "pipelines/algorithm.h"

namespace upsweep::lessons {

/// A scene as the catalog and the emulator take it.
struct RunnableScene {
    std::string algorithm;
    Parameters parameters;
    Array input;
    emulator::ToyGpu gpu;
};
/// Throws UsageError where the catalog does.
RunnableScene runnable(const SceneSpec& spec);

using RunTrace = std::function<std::shared_ptr<const emulator::Trace>(const RunnableScene&)>;
/// Runs a scene on the emulator with the kernels in the binary.
std::shared_ptr<const emulator::Trace> run_trace(const RunnableScene& scene);

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
    RunnableScene scene;
    int scene_number = 0;  ///< pages with the same number show the same run
    std::int64_t step = 0;
    std::vector<Block> blocks;
    std::optional<PreparedQuestion> question;
};

struct PreparedLesson {
    std::string slug, title, chapter;
    std::vector<PreparedPage> pages;
    std::vector<RunnableScene> scenes;                           ///< by scene_number
    std::vector<std::shared_ptr<const emulator::Trace>> traces;  ///< likewise
};

/// Runs what the lesson needs (each scene once). Throws Error: file, line, what.
PreparedLesson prepare(const Lesson& lesson, const RunTrace& run = run_trace);

}  // namespace upsweep::lessons
