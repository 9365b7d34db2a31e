// What `upsweep run` prints about a run of a kernel.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "commands/run_gpu.h"
#include "scenes/run_scene.h"

namespace upsweep::emulator {
struct Trace;
}

namespace upsweep::commands {

struct RunReport {
    const scenes::ProgramRun& program;
    const emulator::Trace& trace;
    const GpuReport* gpu = nullptr;                         ///< if it ran there
    bool emulated = true;                                   ///< false: there are buffers, and nothing else
    std::shared_ptr<const scenes::RunScene> run = nullptr;  ///< if there is one: its scene's moment is shown
    bool brief = false;  ///< findings first, of each buffer the first and last numbers
};

/// What the buffer of parameter `parameter` holds after the run, from where the parameter points to on.
Array contents_after(const RunReport& report, std::size_t parameter);

/// For people: what was printed, buffers before and after, counts, findings with their lines, how it
/// compares.
void print_text(const RunReport& report);

/// For scripts: report::program_json, after a run on a GPU with "gpu" too; without the emulator "buffers",
/// "gpu" and "expected" alone.
void print_json(const RunReport& report);

/// Throws Error if there are findings that are more than notes, or constants that were never set.
void be_strict(const RunReport& report);

}  // namespace upsweep::commands
