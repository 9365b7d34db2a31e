// What `upsweep run` prints about a run of a kernel.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "emulator/trace/trace.h"
#include "programs/fill.h"
#include "programs/launch.h"

namespace upsweep::commands {

/// How a buffer compares with what is expected, number by number.
struct Comparison {
    std::string parameter;
    std::int64_t count = 0, different = 0;
    std::int64_t first = -1;  ///< that differs
    programs::Cell is = {}, should_be = {};
};

struct RunReport {
    const programs::Signature& signature;
    const programs::Prepared& prepared;
    const emulator::Trace& trace;
    std::vector<std::string> never_set = {};   ///< see programs::never_set
    std::vector<Comparison> comparisons = {};  ///< one for each --expect
    bool brief = false;                        ///< findings first, of each buffer the first and last numbers
};

/// What the buffer of parameter `parameter` holds after the run, from where the parameter points to on.
Array contents_after(const RunReport& report, std::size_t parameter);

/// For people: what was printed, buffers before and after, counts, findings with their lines, how it
/// compares.
void print_text(const RunReport& report);

/// For scripts: {"buffers", "counts", "findings", "steps", "printed", "complete", "never_set", "expected"};
/// buffers by parameter, in the order of the parameters, structs and vectors as their numbers one after
/// another.
void print_json(const RunReport& report);

/// Throws Error if there are findings that are more than notes, or constants that were never set.
void be_strict(const RunReport& report);

}  // namespace upsweep::commands
