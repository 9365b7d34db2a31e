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
#include <optional>
#include <string>
#include <string_view>

#include "core/expression.h"

namespace upsweep::scenes {

/// What names in a condition stand for; nothing where there is no such value now.
class ConditionValues {
  public:
    virtual ~ConditionValues() = default;
    /// The value of Condition::names[name].
    virtual std::optional<double> variable(size_t name) const = 0;
    /// Its element at a linear index.
    virtual std::optional<double> element(size_t name, int64_t index) const = 0;
};

/// C's operators on numbers: ! - * / % + - < <= > >= == != && || and brackets. A name may be followed by
/// [index], and hold dots: `threadIdx.x`.
struct Condition : Expression {
    /// Nothing where a value that counts is missing, or where it divides by zero.
    std::optional<double> value(const ConditionValues& values) const;
    bool holds(const ConditionValues& values) const { return value(values).value_or(0) != 0; }
};

/// Throws UsageError: what, where, and how a condition is written.
Condition parse_condition(std::string_view text);

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
