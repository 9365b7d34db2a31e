#include "scenes/condition.h"

#include <cmath>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"

namespace upsweep::scenes {
namespace {

using Kind = Condition::Kind;
using Sign = Condition::Sign;

constexpr size_t longest_condition = 400;

bool is_whole(double value) { return std::floor(value) == value && std::abs(value) < 9e15; }

/// Whole numbers are divided as in C.
std::optional<double> quotient(double left, double right) {
    if (right == 0) return std::nullopt;
    const double value = left / right;
    return is_whole(left) && is_whole(right) ? std::trunc(value) : value;
}

std::optional<double> combined(Sign sign, double left, double right) {
    switch (sign) {
        using enum Condition::Sign;
        case times:
            return left * right;
        case over:
            return quotient(left, right);
        case rest:
            return right == 0 ? std::nullopt : std::optional(std::fmod(left, right));
        case plus:
            return left + right;
        case minus:
            return left - right;
        case less:
            return left < right ? 1 : 0;
        case less_equal:
            return left <= right ? 1 : 0;
        case greater:
            return left > right ? 1 : 0;
        case greater_equal:
            return left >= right ? 1 : 0;
        case equal:
            return left == right ? 1 : 0;
        case unequal:
            return left != right ? 1 : 0;
        case both:
            return left != 0 && right != 0 ? 1 : 0;
        case either:
            return left != 0 || right != 0 ? 1 : 0;
    }
    return std::nullopt;
}

std::optional<double> worked_out(const Condition& condition, int at, const ConditionValues& values) {
    const Condition::Node& node = nth(condition.nodes, at);
    switch (node.kind) {
        using enum Condition::Kind;
        case number:
            return node.number;
        case name:
            return values.variable(node.name);
        case element: {
            const std::optional<double> index = worked_out(condition, node.left, values);
            if (!index || !is_whole(*index)) return std::nullopt;
            return values.element(node.name, int64_t(*index));
        }
        case negative:
        case inverse: {
            const std::optional<double> of = worked_out(condition, node.left, values);
            if (!of) return std::nullopt;
            return node.kind == negative ? -*of : *of == 0 ? 1 : 0;
        }
        case log2:
            return std::nullopt;  // C has no such operator
        case binary:
            break;
    }
    const std::optional<double> left = worked_out(condition, node.left, values);
    if (!left) return std::nullopt;
    // As in C the right side counts only where the left one leaves it open.
    if (node.sign == Sign::both && *left == 0) return 0;
    if (node.sign == Sign::either && *left != 0) return 1;
    const std::optional<double> right = worked_out(condition, node.right, values);
    return right ? combined(node.sign, *left, *right) : std::nullopt;
}

}  // namespace

std::optional<double> Condition::value(const ConditionValues& values) const {
    if (nodes.empty()) return std::nullopt;
    return worked_out(*this, int(nodes.size()) - 1, values);
}

bool Condition::has_elements() const { return find_by(nodes, &Node::kind, Kind::element) != nullptr; }

Condition parse_condition(std::string_view text) {
    if (text.size() > longest_condition)
        throw UsageError("A condition has at most {} characters.", longest_condition);
    try {
        return {parse_expression(text, {.names = true, .negative = true, .like_c = true})};
    } catch (const NoExpression& none) {
        throw UsageError("The condition {} {}; write one such as `stride == 4 && lane == 2`.", in_ticks(text),
                         none.what());
    }
}

}  // namespace upsweep::scenes
