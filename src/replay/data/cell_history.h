// The history of a cell: every write of it, and the tree of what its value was made of, back to what was
// there before the run, over blocks and launches.
#pragma once

#include <atomic>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "replay/trace.h"

namespace upsweep::replay {

using CellPlace = std::pair<ArrayId, int64_t>;  ///< array and element

/// One write of the cell.
struct CellWrite {
    int64_t access = -1, step = -1;    ///< positions in the trace
    int lane = 0, warp = 0, line = 0;  ///< of the host's steps line 0
    uint32_t block = 0;                ///< linear
    uint64_t was = 0, value = 0;       ///< raw bits
    bool had_value = false;
    bool host = false;  ///< an upload, a clear, a copy
};

/// All of them, in the trace's order. O(accesses).
std::vector<CellWrite> writes_of(const Trace& trace, CellPlace cell);

/// A value on the way to the one that is requested.
struct HistoryNode {
    CellPlace cell;
    int parent = -1;
    std::vector<int> children;  ///< the cells that it was made of, left to right
    int64_t read = -1;          ///< the access with which the parent read it; of the root -1
    bool written = false;       ///< `write` is the one that made it; else it was there before any write
    CellWrite write;
    uint64_t bits = 0;  ///< its value
    bool known = true;  ///< false: nothing had been written there
    char symbol = ' ';  ///< of the operation that put the children together, as Origin::symbol; ' ': a copy
    bool cut = false;   ///< what it was made of is not followed: there would be too much
    int inputs = 0;     ///< at the ends of its branches, as many times as they are taken; constants are not
};

struct CellHistory {
    CellPlace cell;
    int64_t step = 0;                ///< steps done at which the cell is looked at
    std::vector<HistoryNode> nodes;  ///< [0] is the cell's value; parents come before their children
    bool complete = true;            ///< false where a node was cut
};

/// The tree of the cell's value after `step` steps. Stops at `most` nodes. Reads each access at most once,
/// backwards. Throws Cancelled.
CellHistory history_of(const Trace& trace, CellPlace cell, int64_t step, size_t most = 1500,
                       const std::atomic<bool>* cancel = nullptr);

/// The step of an access.
int64_t step_of_access(const Trace& trace, int64_t access);

/// The cell of a text: "sums[3]", "sums:3", "table[2][5]", "sums[3] of block 1". Of a shared array without a
/// block that of `block` in `launch`, where it has one, else the first. Throws UsageError.
CellPlace parse_cell(const Trace& trace, std::string_view text, uint32_t launch, uint32_t block);

}  // namespace upsweep::replay
