// Where values come from while a kernel runs: nodes of the trace, or, untraced, just enough to count.
#pragma once

#include <cstdint>
#include <unordered_set>

#include "emulator/trace/trace.h"

namespace upsweep::emulator {

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
        return static_cast<OriginId>(trace_->operations.size() - 1);
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
    int64_t bytes() const { return int64_t(40 * control_reads_.size()); }

  private:
    // Tags of values that no single cell holds.
    static constexpr OriginId computed_data = 1, computed_control = ~OriginId{1};

    const Access& read_of(OriginId id) const { return trace_->accesses[id & ~cell_bit]; }

    Trace* trace_;
    std::unordered_set<int64_t> control_reads_;  ///< of shared arrays that hold no data
};

}  // namespace upsweep::emulator
