// Where values come from while a kernel runs: nodes of the trace, or, untraced, just enough to count.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/trace.h"

namespace upsweep::emulator {

/// Makes origin nodes. Without a trace an id holds its own tag: whether data was involved, and of a cell
/// which array; so counts are the same with and without a trace.
class Origins {
  public:
    /// `nodes` is where the trace keeps them, or null when nothing is recorded.
    explicit Origins(std::vector<Origin>* nodes) : nodes_(nodes) {
        if (nodes_ == nullptr) return;
        nodes_->assign(1, Origin{});
        tags_.assign(1, 0);
    }

    /// The value of a cell; `access` is the read in the trace.
    OriginId cell(ArrayId array, bool data, std::int64_t access) {
        std::uint32_t tag = ((array + 1) << 1) | static_cast<std::uint32_t>(data);
        if (nodes_ == nullptr) return tag;
        nodes_->push_back({Origin::Kind::cell, ' ', 0, 0, access});
        tags_.push_back(tag);
        return static_cast<OriginId>(nodes_->size() - 1);
    }

    /// An operation on two values; 0 if neither came from a cell.
    OriginId operation(char symbol, OriginId left, OriginId right) {
        if ((left | right) == 0) return 0;
        std::uint32_t tag = static_cast<std::uint32_t>(is_data(left) || is_data(right));
        if (nodes_ == nullptr) return tag;
        nodes_->push_back({Origin::Kind::operation, symbol, left, right, -1});
        tags_.push_back(tag);
        return static_cast<OriginId>(nodes_->size() - 1);
    }

    /// A data buffer or shared array was involved (not only flags and counters).
    bool is_data(OriginId id) const { return (tag(id) & 1) != 0; }
    /// 1 + the array whose cell this value is, unchanged; 0 if it was computed.
    std::uint32_t cell_array(OriginId id) const { return tag(id) >> 1; }

  private:
    std::uint32_t tag(OriginId id) const { return nodes_ == nullptr ? id : tags_[id]; }

    std::vector<Origin>* nodes_;
    std::vector<std::uint32_t> tags_;
};

}  // namespace upsweep::emulator
