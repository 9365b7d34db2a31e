// The emulator's interface: a Plan and its input in, a Trace out.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "core/array.h"
#include "core/error.h"
#include "core/plan.h"
#include "emulator/source/diagnostic.h"
#include "emulator/source/source_text.h"
#include "emulator/trace/toy_gpu.h"

namespace upsweep::emulator {

struct Trace;  // emulator/trace/trace.h

struct RunOptions {
    ToyGpu gpu;
    Limits limits;
    bool record =
        true;  ///< false: only the result, counts and findings (steps, accesses and origins stay empty)
    bool races = true;                          ///< false: do not look for races (a fifth quicker)
    std::vector<Array> further_inputs = {};     ///< host arrays from slot 1 on, for plans that upload several
    const std::atomic<bool>* cancel = nullptr;  ///< set from another thread: the run throws Cancelled
    std::function<void(double)> progress;       ///< 0 … 1 if it is known, from the calling thread
};

/// Runs `plan` with `input` as host slot 0. Throws CompileError for text it refuses, UsageError for a plan
/// that does not fit the machine. What goes wrong inside a kernel is a finding, never an exception.
Trace run(const Plan& plan, const Array& input, const SourceProvider& sources, const RunOptions& options);

}  // namespace upsweep::emulator
