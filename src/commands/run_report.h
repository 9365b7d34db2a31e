// What `upsweep run` prints about a run of a kernel.
#pragma once

#include "emulator/trace/trace.h"
#include "programs/launch.h"

namespace upsweep::commands {

struct RunReport {
    const programs::Signature& signature;
    const programs::Prepared& prepared;
    const emulator::Trace& trace;
};

/// For people: what was printed, buffers before and after, counts, findings with their lines.
void print_text(const RunReport& report);

/// For scripts: {"buffers", "counts", "findings", "steps", "printed", "complete"}; buffers by parameter, in
/// the order of the parameters, structs and vectors as their numbers one after another.
void print_json(const RunReport& report);

}  // namespace upsweep::commands
