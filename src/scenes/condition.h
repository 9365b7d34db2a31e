// Conditions over a kernel's variables, as breakpoints have them: `stride == 4 && lane == 2`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace upsweep::scenes {

/// What names in a condition stand for; nothing where there is no such value now.
class ConditionValues {
  public:
    virtual ~ConditionValues() = default;
    /// The value of Condition::names[name].
    virtual std::optional<double> variable(std::size_t name) const = 0;
    /// Its element at a linear index.
    virtual std::optional<double> element(std::size_t name, std::int64_t index) const = 0;
};

/// C's operators on numbers: ! - * / % + - < <= > >= == != && || and brackets. A name may be followed by
/// [index], and hold dots: `threadIdx.x`.
struct Condition {
    enum class Kind : std::uint8_t { number, variable, element, negative, inverse, binary };
    enum class Sign : std::uint8_t {
        times,
        over,
        rest,
        plus,
        minus,
        less,
        less_equal,
        greater,
        greater_equal,
        equal,
        unequal,
        both,
        either,
    };
    struct Node {
        Kind kind = Kind::number;
        Sign sign = Sign::plus;
        double number = 0;
        std::size_t name = 0;
        int left = -1, right = -1;  ///< positions in `nodes`; of an element `left` is the index
    };
    std::vector<Node> nodes;  ///< the last one is the whole
    std::vector<std::string> names;

    /// Nothing where a value that counts is missing, or where it divides by zero.
    std::optional<double> value(const ConditionValues& values) const;
    bool holds(const ConditionValues& values) const { return value(values).value_or(0) != 0; }
    /// Whether it asks for the element of an array.
    bool has_elements() const;
};

/// Throws UsageError: what, where, and how a condition is written.
Condition parse_condition(std::string_view text);

}  // namespace upsweep::scenes
