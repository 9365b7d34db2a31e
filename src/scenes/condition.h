// Conditions over a kernel's variables, as breakpoints have them: `stride == 4 && lane == 2`.
#pragma once

#include <cstdint>
#include <optional>
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
    /// Whether it asks for the element of an array.
    bool has_elements() const;
};

/// Throws UsageError: what, where, and how a condition is written.
Condition parse_condition(std::string_view text);

}  // namespace upsweep::scenes
