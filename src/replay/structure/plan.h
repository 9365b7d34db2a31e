// The operations of a plan as a film strip: what each moves, how far it has come, what it leaves behind; and
// when each would run on a clock that is declared, not measured.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "emulator/trace/player.h"
#include "replay/trace.h"

namespace upsweep::replay {

enum class PlanKind : uint8_t { launch, upload, download, copy, clear, wait, host };

/// One operation of the plan in a trace.
struct PlanOperation {
    size_t operation = 0;  ///< position in Plan::operations
    PlanKind kind = PlanKind::launch;
    std::string name;  ///< "scan rows", "upload", "clear"
    std::string of;    ///< the array that the host's operation is about: "flags"; empty of a launch
    int stream = 0;    ///< position among the plan's streams
    int launch = -1;   ///< position in Trace::launches; -1: no launch, or it never ran
    StepRange steps;   ///< empty where the run ended before it
    int64_t bytes_in = 0, bytes_out = 0;
    int64_t lane_statements = 0;  ///< statements times lanes that took part
    int from = -1, to = -1;       ///< the data that it takes and leaves, ArrayIds; -1: none, or zeros
    double begin = 0, end = 0;    ///< on the modelled clock, ticks

    bool ran() const { return steps.end > steps.first; }
    bool done(int64_t position) const { return ran() && steps.end <= position; }
};

/// The rates of the modelled clock. A stream keeps its order; streams run side by side, but one transfer up
/// and one down at a time on each device. A launch takes as many multiprocessors as it has blocks, if there
/// are so many, and runs beside launches of other streams on those that it leaves.
struct PlanRates {
    double bytes = 2;             ///< that a transfer, a copy or a clear moves in a tick
    double lane_statements = 32;  ///< that all multiprocessors together run in a tick
    friend bool operator==(const PlanRates&, const PlanRates&) = default;
};

/// What an array held at a moment.
struct ArrayMoment {
    ScalarType type = ScalarType::u32;
    Extent extent;
    std::vector<uint64_t> bits;
    std::vector<bool> defined;
};

/// Reads a trace once, O(its steps).
class PlanOperations {
  public:
    explicit PlanOperations(std::shared_ptr<const Trace> trace);

    const std::vector<PlanOperation>& all() const { return operations_; }
    int streams() const { return streams_; }
    const PlanRates& rates() const { return rates_; }
    /// Throws UsageError where a rate is not above zero.
    void set_rates(PlanRates rates);
    /// When the last operation ends, ticks.
    double ticks() const;
    /// The same if nothing ran beside anything else.
    double ticks_one_by_one() const;

    /// The operation that a step belongs to; that of the first step where none exists.
    size_t operation_at(int64_t step) const;
    /// How many launches there are, and which of them, from 1, an operation is; 0: it is not one.
    int launches() const;
    int number_of_launch(size_t operation) const;

    /// Elements that a block of some launch takes of an array of one row: where a small picture wraps it; 0:
    /// not said.
    int64_t part_width(int array) const;

    /// What an operation left in `array`, or what it found there: read once and kept. Null for an array of
    /// more than `most_kept` elements, and where the operation never ran.
    const ArrayMoment* left(size_t operation, int array) const { return moment(operation, array, true); }
    const ArrayMoment* found(size_t operation, int array) const { return moment(operation, array, false); }
    static constexpr int64_t most_kept = 1 << 16;

  private:
    const ArrayMoment* moment(size_t operation, int array, bool after) const;
    void schedule();
    void find_arrays(PlanOperation& one);

    std::shared_ptr<const Trace> trace_;
    std::vector<PlanOperation> operations_;
    int streams_ = 1;
    PlanRates rates_;
    std::map<int, int64_t> part_widths_;
    mutable std::unique_ptr<emulator::Player> player_;                // made when a moment is first asked for
    mutable std::map<std::pair<int64_t, int>, ArrayMoment> moments_;  // by position and array
};

/// Whether a launch runs beside another one on the modelled clock.
bool launches_overlap(const PlanOperations& plan);

}  // namespace upsweep::replay
