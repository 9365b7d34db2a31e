// A student's program as it is, host code and all: it runs once, with all detectors on and without a record,
// and what it asked of the device is a Plan that can be run again, recorded or with other schedules.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/array.h"
#include "core/plan.h"
#include "emulator/compiler.h"
#include "emulator/host/host_machine.h"
#include "emulator/trace/toy_gpu.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {

struct WholeProgramOptions {
    ToyGpu gpu;
    Limits limits;
    std::vector<std::string> arguments;  ///< of main, behind the program's name
    int64_t host_instructions = HostOptions().instructions;
    const std::atomic<bool>* cancel = nullptr;
    std::function<void(double)> progress = {};  ///< how much of the host's limit has run, now and then
};

struct WholeProgramRun {
    HostResult host;
    std::vector<SourceText> files;  ///< which the ranges of `host.findings` name
    /// What the program did with the device, in order: run() of it with `hosts` repeats the launches. Arrays
    /// have the same ids there, so pointers in memory lead to the same cells.
    Plan plan;
    std::vector<Array> hosts;         ///< host arrays by slot, at least one (perhaps empty)
    std::vector<SourceRange> places;  ///< of each operation of the plan
    std::vector<size_t> printed;      ///< bytes of `host.output` that were there before each
    std::vector<int64_t> steps;       ///< that the launch took; 0 of other operations
    /// The variables in scope behind each, shared by those of one call; null where nothing was noted.
    std::vector<std::shared_ptr<const std::vector<HostValue>>> values;
    std::vector<AllocationKind> kinds;  ///< of each buffer of the plan
    /// Uploads that stand for a cudaMemset before anything was launched: the buffer begins like that.
    std::vector<size_t> fills;
    Trace trace;           ///< what the run has left, without a record; `plan` is the same
    std::string left_out;  ///< a sentence where the plan does not hold all that the program did
};

/// Whether the file has a main, with a body.
bool has_main(Compiler& compiler, const std::string& file, const Definitions& definitions);

/// Throws CompileError for host code or a kernel that the emulator refuses, Cancelled.
WholeProgramRun run_whole_program(Compiler& compiler, const std::string& file, const Definitions& definitions,
                                  const WholeProgramOptions& options);

}  // namespace upsweep::emulator
