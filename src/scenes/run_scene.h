// Running a scene: plan, input, emulator, check. The window, the lessons and the command line run scenes
// here.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "core/array.h"
#include "emulator/emulator.h"
#include "pipelines/algorithm.h"
#include "scenes/input.h"
#include "scenes/run_program.h"
#include "scenes/scene.h"

namespace upsweep::scenes {

/// A scene that has run. Shared read-only between threads.
struct RunScene {
    Scene scene;  ///< parameters complete, input there
    const Algorithm* algorithm =
        nullptr;  ///< null: of a trace file or an own program, with no expectations and no check
    std::shared_ptr<const emulator::Trace> trace;
    std::shared_ptr<const ProgramRun> program = {};  ///< null: not of an own program
    std::vector<Expectation> expectations;
    CheckResult check;  ///< of the result against the reference; right where the trace is not complete
};

/// Plans, runs and checks, or reads a trace file, or opens and runs an own program. Slow: call it off the
/// window's thread. Throws what the catalog, the emulator and read_trace throw; of an own program whose text
/// is there ProgramFailed.
RunScene run_scene(Scene scene, const std::atomic<bool>* cancel = nullptr,
                   const std::function<void(double)>& progress = nullptr,
                   const emulator::Limits& limits = {});

/// The part of run_scene for own programs.
RunScene run_program(Scene scene, const emulator::RunOptions& options);

}  // namespace upsweep::scenes
