// The history of a cell in words: names, values, who wrote what. The picture of it is stage/history.h.
#pragma once

#include <string>
#include <vector>

#include "replay/data/cell_history.h"
#include "replay/position/position.h"

namespace upsweep::replay {

/// What is shown of one cell, and from where in its tree.
struct CellHistoryView {
    std::vector<CellWrite> writes;
    CellHistory tree;
    int root = 0;       ///< the node that the tree begins with
    bool wide = false;  ///< all values that the root was made of are in the picture, however many
};

/// A cell's writes, and the tree of its value after `step` steps. O(accesses).
CellHistoryView cell_history(const Trace& trace, CellPlace cell, int64_t step);

/// "sums[11]", "table[2][5]", "sums[11] of block 1" where other blocks have one of that name.
std::string cell_title(const StepPosition& at, CellPlace cell);
/// What the value is, in one sentence: "`sums[11]` is 14 since step 25: made of 4 inputs, written in 3
/// steps."
std::string history_sentence(const StepPosition& at, const CellHistoryView& view);
/// All of it, a line a value, indented under what it was put into.
std::string history_text(const StepPosition& at, const CellHistoryView& view);

class HistoryWords {
  public:
    HistoryWords(const StepPosition& at, const CellHistoryView& view);

    /// "sums[11]".
    std::string name(CellPlace cell) const;
    /// "14"; "?" of what no one had written.
    std::string value(const HistoryNode& node) const;
    /// "7 → 14".
    std::string change(const CellWrite& write) const;
    /// "step 25, line 16, lane 1", with block and warp where there are several.
    std::string who(const CellWrite& write) const;
    /// The same in short, for a value of the tree; of an input where it comes from.
    std::string about(const HistoryNode& node, bool roomy) const;
    /// Characters of the longest value.
    size_t longest() const { return longest_; }

  private:
    std::string text_of(CellPlace cell, uint64_t bits) const;
    std::string block_of(const CellWrite& write) const;

    const StepPosition& at_;
    bool blocks_ = false, warps_ = false;
    size_t longest_ = 1;
};

}  // namespace upsweep::replay
