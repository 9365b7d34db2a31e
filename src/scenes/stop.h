// Where a run stops: a breakpoint, or what it runs until. A text of one line, kept with a scene.
//
//     line 16                            a line runs; "line 4 of order.cuh" of another file
//     line 16 if stride == 4             …by a lane for which the condition holds
//     barrier   finding                  a barrier completes; something is found
//     sums[3]   sums[3] = 14             a cell is written; it takes a value; "table[2][5]" in a matrix
//     sums[3] of block 1                 …that of one block
//     block 2 starts   block 2 ends      its first or last step, by blockIdx as it is counted row by row
//     lane 3                             a lane takes part, by its number in the warp
//     phase Up-sweep                     a phase begins
//     stride == 4 && lane == 2           a condition over what lanes keep becomes true
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace upsweep::scenes {

struct Stop {
    enum class Kind : uint8_t {
        line,
        barrier,
        finding,
        cell,
        block_starts,
        block_ends,
        lane,
        phase,
        condition,
    };
    Kind kind = Kind::barrier;
    int64_t number = 0;          ///< line, element or row, block, lane
    int64_t column = -1;         ///< of a cell of a matrix; -1: `number` is the element
    int64_t block = -1;          ///< of a cell: only that of this block; -1: any
    std::string name = {};       ///< a line's file (empty: the kernel's), a cell's array, a phase
    std::string value = {};      ///< that a cell takes, as a number is written; empty: any
    std::string condition = {};  ///< of a line, or alone
    friend bool operator==(const Stop&, const Stop&) = default;
};

/// Throws UsageError: what is wrong, and how it is written.
Stop parse_stop(std::string_view text);
/// What parse_stop reads back.
std::string to_text(const Stop& stop);

}  // namespace upsweep::scenes
