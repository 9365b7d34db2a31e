// Writes the trace: steps, accesses, phases, counts, where values come from, intervals of waiting. Without
// recording it only counts.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/ranges.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/trace_fwd.h"
#include "emulator/trace/waiting.h"

namespace upsweep::emulator {

/// What kernels print beyond this is left out.
inline constexpr size_t most_printed_lines = 100'000, most_printed_characters = 64 << 20;

class WaitLog {
  public:
    explicit WaitLog(std::vector<WaitInterval>& ended) : ended_(ended) {}

    /// A warp begins to wait: gives the number by which it is ended.
    int32_t open(const WaitInterval& wait);
    const WaitInterval& operator[](int32_t number) const { return nth(open_, number); }
    /// A step of this warp changed a cell: another warp that waits for it may continue soon.
    void changed(ArrayId array, int64_t element, uint32_t block, uint32_t warp, int64_t step) {
        if (!watchers_.empty()) note_change({array, element}, block, warp, step);
    }
    /// The wait is over: `step` is where the warp saw what it waited for. The cell's last change by another
    /// has ended it, if there was one. No one has waited if the step is that in which the wait began.
    void end(int32_t number, int64_t step);
    /// The launch is over: those that wait still are kept without an end.
    void end_launch();

    int64_t bytes() const { return (ended_.size() + open_.size()) * sizeof(WaitInterval); }

  private:
    struct Cell {
        ArrayId array = 0;
        int64_t element = 0;
        friend bool operator==(const Cell&, const Cell&) = default;
    };
    struct Hash {
        size_t operator()(const Cell& cell) const {
            return size_t(cell.element) * 0x9e3779b97f4a7c15ull ^ cell.array;
        }
    };
    void note_change(const Cell& cell, uint32_t block, uint32_t warp, int64_t step);

    std::vector<WaitInterval>& ended_;
    std::vector<WaitInterval> open_;  ///< those that ended leave a place, kept in `free_`
    std::vector<int32_t> free_;
    std::unordered_map<Cell, std::vector<int32_t>, Hash> watchers_;  ///< who waits for a cell
};

/// Makes origins. A cell is its read in the trace and needs no node of its own. Without a trace an id holds
/// its own tag: whether data was involved, and of a cell which array; so counts are the same with and
/// without a trace.
class Origins {
  public:
    /// `recorded` is the trace that keeps them, or null when nothing is recorded.
    explicit Origins(Trace* recorded) : trace_(recorded) {
        if (trace_ != nullptr) trace_->operations.assign(1, OperationNode{});
    }

    /// The value of a cell; `access` is the read in the trace.
    OriginId cell(ArrayId array, bool data, int64_t access) {
        if (trace_ != nullptr) {
            if (!data && trace_->arrays[array].space == Space::shared) control_reads_.insert(access);
            return cell_origin(access);
        }
        return ((array + 1) << 1) | uint32_t(data);
    }

    /// An operation on two values; 0 if neither came from a cell.
    OriginId operation(char symbol, OriginId left, OriginId right) {
        if ((left | right) == 0) return 0;
        bool data = is_data(left) || is_data(right);
        if (trace_ == nullptr) return data ? computed_data : computed_control;
        trace_->operations.push_back({left, right, symbol, data});
        return trace_->operations.size() - 1;
    }

    /// A data buffer or shared array was involved (not only flags and counters).
    bool is_data(OriginId id) const {
        if (trace_ == nullptr) return (id & 1) != 0;
        if ((id & cell_bit) == 0) return trace_->operations[id].data;
        const ArrayInfo& array = trace_->arrays[read_of(id).array];
        if (array.role != BufferRole::data || array.space == Space::local) return false;
        return control_reads_.empty() || !control_reads_.contains(id & ~cell_bit);
    }
    /// 1 + the array whose cell this value is, unchanged; 0 if it was computed.
    uint32_t cell_array(OriginId id) const {
        if (trace_ == nullptr) return id == computed_control ? 0 : id >> 1;
        return (id & cell_bit) == 0 ? 0 : read_of(id).array + 1;
    }

    /// Bytes that are kept beside the trace, about.
    int64_t bytes() const { return 40 * control_reads_.size(); }

  private:
    // Tags of values that no single cell holds.
    static constexpr OriginId computed_data = 1, computed_control = ~OriginId{1};

    const Access& read_of(OriginId id) const { return trace_->accesses[id & ~cell_bit]; }

    Trace* trace_;
    std::unordered_set<int64_t> control_reads_;  ///< of shared arrays that hold no data
};

class Recorder {
  public:
    Recorder(Trace& trace, bool recording) : waits(trace.waits), trace_(trace), recording_(recording) {}

    bool recording() const { return recording_; }
    /// Steps so far, the current one included.
    int64_t steps() const { return steps_; }
    /// The step being recorded, as findings name it.
    int64_t current_step() const { return steps_ - 1; }

    /// Opens an operation of the plan: the next steps are its, and their `phase` is a position in `phases`.
    void begin_operation(uint32_t operation, std::vector<std::string> phases);
    /// The operation is launch `launch` of the trace.
    void begin_launch(uint32_t launch);
    uint32_t operation() const { return operation_; }
    void end_launch();
    void end_operation();

    /// The counts of an earlier operation that did the same, added without its steps.
    void repeat(const Counts& all) {
        counts = all;
        steps_ += all.steps;
    }

    /// `step.operation` and `step.first_access` are filled in.
    void begin_step(const Step& step) {
        count_step();
        if (recording_) record_step(step);
    }
    /// The two halves of begin_step(). The second one only when recording.
    void count_step() {
        ++steps_;
        ++counts.steps;
    }
    void record_step(const Step& step);
    void end_step() {
        if (recording_) record_counts();
    }
    /// A value with so many additions behind it was written to global memory.
    void deepen(uint32_t depth) { counts.depth = std::max(counts.depth, int64_t{depth}); }
    /// An addition was made, the last of a chain of so many. The chain may never reach global memory.
    void reach(uint32_t depth) { reached_ = std::max(reached_, int64_t{depth}); }
    /// Ends the trace: no step shows a longer chain than the run's depth.
    void end_run();
    void set_kind(StepKind kind) {
        if (recording_) trace_.steps.back().kind = kind;
    }

    /// An access of the trace, to be filled in there: one that is put together first takes longer to copy
    /// than to make. Only when recording.
    Access& add_access() { return trace_.accesses.emplace_back(); }
    int64_t last_access() const { return length(trace_.accesses) - 1; }

    /// Bytes that the growing parts of the trace hold.
    int64_t bytes() const;

    Counts counts;  ///< of the operation that runs
    WaitLog waits;  ///< only when recording

  private:
    void record_counts();
    StepCounts added_counts() const;
    /// Where a step's counts are in the trace: those of an earlier step where they are the same.
    uint32_t position_of(const StepCounts& step);

    Trace& trace_;
    bool recording_;
    int64_t steps_ = 0;
    Counts before_;                             ///< counts when the current step began
    int64_t reached_ = 0, reached_before_ = 0;  ///< the longest chain so far; when the step began
    std::vector<std::string> phase_names_;
    std::vector<int32_t> phases_;  ///< position in Trace::phases, −1 until a step is in it
    uint32_t operation_ = 0, launch_ = 0;
    std::array<uint32_t, 256> known_counts_{};  ///< positions in Trace::step_counts, by slot
    int64_t no_counts_ = -1;                    ///< likewise, of a step that costs nothing
};

}  // namespace upsweep::emulator
