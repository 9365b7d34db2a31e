// What `upsweep step` prints about a run: each phase's arrays, counts beside their formulas, findings, the
// result.
#pragma once

#include <memory>

#include "emulator/trace.h"
#include "pipelines/algorithm.h"

namespace upsweep::commands {

struct StepReport {
    const Algorithm& algorithm;
    const Parameters& parameters;
    const Array& input;
    std::shared_ptr<const emulator::Trace> trace;
};

/// For people. Cells that nothing has been written to are dots.
void print_text(const StepReport& report);

/// For scripts: {"algorithm", "parameters", "phases", "counts", "findings", "result"}; unwritten cells are
/// null.
void print_json(const StepReport& report);

/// One array at the end of one phase.
struct PhaseArray {
    std::string name;  ///< "sums", or "sums[1]" for block 1 of several
    emulator::ArrayId id = 0;
};

/// The plan's buffers and, of a launch's phases, its blocks' shared arrays.
std::vector<PhaseArray> arrays_of_phase(const emulator::Trace& trace, const emulator::Phase& phase);

/// A count by its name in the catalog and in the JSON; shared_wavefronts and global_sectors are loads and
/// stores together.
std::int64_t count_of(const emulator::Counts& counts, std::string_view name);

}  // namespace upsweep::commands
