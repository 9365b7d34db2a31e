// What `upsweep step` prints about a run: each phase's arrays, counts beside their formulas, findings, the
// result.
#pragma once

#include <map>
#include <memory>
#include <utility>

#include <nlohmann/json_fwd.hpp>

#include "emulator/trace/trace_fwd.h"
#include "pipelines/algorithm.h"
#include "replay/position/position.h"

namespace upsweep::commands {

struct StepReport {
    const Algorithm& algorithm;
    const Parameters& parameters;
    const Array& input;
    std::shared_ptr<const emulator::Trace> trace;
    bool launches = false;  ///< the JSON ends with {"launches": [{"name", "kernel", "counts"}]}
    /// At its scene's step, unless that is 0, the report shows the moment too: {"moment": {"step", "of",
    /// "sentence", "buffers"}}.
    std::shared_ptr<const scenes::RunScene> run;
};

/// For people. Cells that nothing has been written to are dots.
void print_text(const StepReport& report);

/// For scripts: {"algorithm", "parameters", "phases", "counts", "findings", "result"}; unwritten
/// cells are null.
void print_json(const StepReport& report);

/// The step of the run's scene, unless that is 0, and the arrays there.
void print_moment(const std::shared_ptr<const scenes::RunScene>& run);
/// {"step", "of", "sentence", "buffers"}.
nlohmann::ordered_json moment_json(const std::shared_ptr<const scenes::RunScene>& run);

/// One array at the end of one phase.
struct PhaseArray {
    std::string name;  ///< "sums", or "sums[1]" for block 1 of several
    emulator::ArrayId id = 0;
};

/// The plan's buffers and, of a launch's phases, its blocks' shared arrays.
std::vector<PhaseArray> arrays_of_phase(const emulator::Trace& trace, const emulator::Phase& phase);

/// Of an operation that changed nothing on the device: there is nothing to show.
bool is_quiet(const emulator::Trace& trace, const emulator::Phase& phase);

/// The arrays that the position's launch and block use, most used first.
std::vector<PhaseArray> arrays_of_moment(const replay::StepPosition& position);

/// When to look at an array to see what a phase left in it. Blocks may run one after another, and then the
/// first is long done with the next phases when the last comes out of this one: so a block's own shared array
/// is looked at when that block leaves the phase, and what all blocks share when the last of them does.
class PhaseEnds {
  public:
    explicit PhaseEnds(const emulator::Trace& trace);
    /// A step to seek to. `phase` is a position in the trace's phases.
    std::int64_t end_of(std::size_t phase, emulator::ArrayId array) const;

  private:
    const emulator::Trace& trace_;
    std::map<std::pair<std::size_t, std::int32_t>, std::int64_t> ends_;  ///< by phase and block
};

}  // namespace upsweep::commands
