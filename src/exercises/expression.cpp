#include "exercises/expression.h"

#include <bit>
#include <vector>

#include <fmt/format.h>

#include "core/bits.h"
#include "core/error.h"
#include "core/expression.h"
#include "core/quotes.h"

namespace upsweep::exercises {
namespace {

constexpr Grammar sums = {.whole = true, .names = true, .log2 = true};

class Sum {
  public:
    Sum(std::string_view text, const Values& values) : text_(text), values_(values) {}

    int64_t run() const {
        const Expression read = parsed();
        std::vector<int64_t> made;
        for (const Expression::Node& node : read.nodes) made.push_back(value_of(read, node, made));
        return made.back();
    }

  private:
    [[noreturn]] void fail(std::string_view what) const {
        throw Error(fmt::format("{} {}; write whole numbers, names, + - * /, brackets and log2(x).",
                                in_ticks(text_), what));
    }

    Expression parsed() const {
        try {
            return parse_expression(text_, sums);
        } catch (const NoExpression& none) {
            fail(none.what());
        }
    }

    int64_t value_of(const Expression& read, const Expression::Node& node,
                     const std::vector<int64_t>& made) const {
        if (node.kind == Expression::Kind::number) return int64_t(node.number);
        if (node.kind == Expression::Kind::name) {
            const std::string& name = read.names[node.name];
            const auto found = values_.find(name);
            if (found == values_.end())
                fail(fmt::format("names {}, which the case does not have", in_ticks(name)));
            return found->second;
        }
        const int64_t left = made[node.left];
        if (node.kind != Expression::Kind::log2) return combined(node.sign, left, made[node.right]);
        if (left < 1) fail("takes the logarithm of less than 1");
        return std::bit_width(uint64_t(left)) - 1;
    }

    int64_t combined(Expression::Sign sign, int64_t left, int64_t right) const {
        int64_t value = 0;
        bool overflows = false;
        if (sign == Expression::Sign::over) {
            if (right == 0) fail("divides by zero");
            if (right == -1) fail("divides by -1");
            return left / right;
        }
        if (sign == Expression::Sign::times) overflows = multiply_overflows(left, right, value);
        if (sign == Expression::Sign::plus) overflows = add_overflows(left, right, value);
        if (sign == Expression::Sign::minus) overflows = subtract_overflows(left, right, value);
        if (overflows) fail("is too large");
        return value;
    }

    std::string_view text_;
    const Values& values_;
};

}  // namespace

int64_t evaluate(std::string_view expression, const Values& values) { return Sum(expression, values).run(); }

std::string fill_in(std::string_view text, const Values& values) {
    std::string filled;
    for (;;) {
        const size_t open = text.find('{');
        filled += text.substr(0, open);
        if (open == std::string_view::npos) return filled;
        const size_t close = text.find('}', open);
        if (close == std::string_view::npos)
            throw Error(fmt::format("{} opens a brace that it does not close.", in_ticks(text)));
        filled += std::to_string(evaluate(text.substr(open + 1, close - open - 1), values));
        text.remove_prefix(close + 1);
    }
}

}  // namespace upsweep::exercises
