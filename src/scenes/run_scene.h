// Running a scene: plan, input, emulator, check. The window, the lessons and the command line run scenes
// here.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/array.h"
#include "emulator/emulator.h"
#include "emulator/source/source_text.h"
#include "pipelines/algorithm.h"
#include "scenes/input.h"
#include "scenes/run_program.h"
#include "scenes/scene.h"

namespace upsweep::scenes {

/// The kernels' texts by name, edited ones in the place of their files; `edits` is Scene::edits.
emulator::SourceProvider edited_sources(std::map<std::string, std::string> edits);

/// True if the file can be read and begins like a trace, of whatever version. Never throws.
bool is_trace_file(const std::string& path);

/// The whole trace. Throws Error with one sentence if the file cannot be read, is not one, is cut short or
/// damaged, or needs more memory than there is.
emulator::Trace read_trace(const std::string& path);

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
