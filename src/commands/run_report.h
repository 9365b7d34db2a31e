// What `upsweep run` prints about a run of a kernel.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "commands/run_gpu.h"
#include "programs/expected.h"
#include "programs/launch.h"
#include "scenes/run_scene.h"

namespace upsweep::emulator {
struct Trace;
}

namespace upsweep::commands {

struct RunReport {
    const programs::Signature& signature;
    const programs::Prepared& prepared;
    const emulator::Trace& trace;
    std::vector<std::string> never_set = {};                ///< see programs::never_set
    std::vector<programs::Comparison> comparisons = {};     ///< one for each --expect
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

/// For scripts: {"buffers", "counts", "findings", "steps", "printed", "complete", "never_set", "expected"},
/// after a run on a GPU "gpu" too, and without the emulator "buffers", "gpu" and "expected" alone; buffers by
/// parameter, in the order of the parameters, structs and vectors as their numbers one after another.
void print_json(const RunReport& report);

/// Throws Error if there are findings that are more than notes, or constants that were never set.
void be_strict(const RunReport& report);

}  // namespace upsweep::commands
