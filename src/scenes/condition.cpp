// Reads conditions, and works them out.
#include "scenes/condition.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/error.h"
#include "core/numbers.h"
#include "core/quotes.h"

namespace upsweep::scenes {
namespace {

using Kind = Condition::Kind;
using Sign = Condition::Sign;

constexpr int deepest = 48;
constexpr std::size_t longest = 400;

struct SignWord {
    std::string_view word;
    Sign sign;
    int strength;  ///< the higher binds first
};
// The longer words first.
constexpr std::array<SignWord, 13> signs = {{{"||", Sign::either, 1},
                                             {"&&", Sign::both, 2},
                                             {"==", Sign::equal, 3},
                                             {"!=", Sign::unequal, 3},
                                             {"<=", Sign::less_equal, 4},
                                             {">=", Sign::greater_equal, 4},
                                             {"<", Sign::less, 4},
                                             {">", Sign::greater, 4},
                                             {"+", Sign::plus, 5},
                                             {"-", Sign::minus, 5},
                                             {"*", Sign::times, 6},
                                             {"/", Sign::over, 6},
                                             {"%", Sign::rest, 6}}};

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Reader {
  public:
    explicit Reader(std::string_view text) : text_(text) {}

    Condition read() {
        expression(1);
        skip();
        if (at_ < text_.size()) fail();
        return std::move(condition_);
    }

  private:
    [[noreturn]] void fail() const {
        const std::string where =
            at_ < text_.size() ? "cannot continue at " + in_ticks(text_.substr(at_, 12)) : "ends too early";
        throw UsageError(fmt::format("The condition {} {}; write one such as `stride == 4 && lane == 2`.",
                                     in_ticks(text_), where));
    }
    void skip() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    }
    bool take(char c) {
        skip();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void expect(char c) {
        if (!take(c)) fail();
    }
    int add(Condition::Node node) {
        condition_.nodes.push_back(node);
        return static_cast<int>(condition_.nodes.size()) - 1;
    }
    const SignWord* sign_here() {
        skip();
        for (const SignWord& one : signs)
            if (text_.substr(at_).starts_with(one.word)) return &one;
        return nullptr;
    }

    int expression(int least) {
        int left = unary();
        for (const SignWord* sign = sign_here(); sign != nullptr && sign->strength >= least;
             sign = sign_here()) {
            at_ += sign->word.size();
            const int right = expression(sign->strength + 1);
            left = add({.kind = Kind::binary, .sign = sign->sign, .left = left, .right = right});
        }
        return left;
    }

    int unary() {
        if (++depth_ > deepest) fail();
        int made = -1;
        if (take('-')) {
            const int of = unary();
            made = add({.kind = Kind::negative, .left = of});
        } else if (take('!')) {
            const int of = unary();
            made = add({.kind = Kind::inverse, .left = of});
        } else {
            made = primary();
        }
        --depth_;
        return made;
    }

    int primary() {
        skip();
        if (at_ >= text_.size()) fail();
        if (take('(')) {
            const int inner = expression(1);
            expect(')');
            return inner;
        }
        if (is_digit(text_[at_])) return number();
        if (!begins_name(text_[at_])) fail();
        std::size_t end = at_;
        while (end < text_.size() && (begins_name(text_[end]) || is_digit(text_[end]) || text_[end] == '.'))
            ++end;
        const std::size_t name = name_of(text_.substr(at_, end - at_));
        at_ = end;
        if (!take('[')) return add({.kind = Kind::variable, .name = name});
        const int index = expression(1);
        expect(']');
        return add({.kind = Kind::element, .name = name, .left = index});
    }

    int number() {
        double value = 0;
        const char* const first = text_.data() + at_;
        const auto [end, error] = read_number(first, text_.data() + text_.size(), value);
        if (error != std::errc() || !std::isfinite(value)) fail();
        at_ += static_cast<std::size_t>(end - first);
        // As C writes what type it has.
        while (at_ < text_.size() && std::string_view("uUlLfF").find(text_[at_]) != std::string_view::npos)
            ++at_;
        return add({.kind = Kind::number, .number = value});
    }

    std::size_t name_of(std::string_view text) {
        const auto known = std::find(condition_.names.begin(), condition_.names.end(), text);
        if (known != condition_.names.end())
            return static_cast<std::size_t>(known - condition_.names.begin());
        condition_.names.emplace_back(text);
        return condition_.names.size() - 1;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    Condition condition_;
};

bool is_whole(double value) { return std::floor(value) == value && std::abs(value) < 9e15; }

/// Whole numbers are divided as in C.
std::optional<double> quotient(double left, double right) {
    if (right == 0) return std::nullopt;
    const double value = left / right;
    return is_whole(left) && is_whole(right) ? std::trunc(value) : value;
}

std::optional<double> combined(Sign sign, double left, double right) {
    switch (sign) {
        case Sign::times:
            return left * right;
        case Sign::over:
            return quotient(left, right);
        case Sign::rest:
            return right == 0 ? std::nullopt : std::optional(std::fmod(left, right));
        case Sign::plus:
            return left + right;
        case Sign::minus:
            return left - right;
        case Sign::less:
            return left < right ? 1 : 0;
        case Sign::less_equal:
            return left <= right ? 1 : 0;
        case Sign::greater:
            return left > right ? 1 : 0;
        case Sign::greater_equal:
            return left >= right ? 1 : 0;
        case Sign::equal:
            return left == right ? 1 : 0;
        case Sign::unequal:
            return left != right ? 1 : 0;
        case Sign::both:
            return left != 0 && right != 0 ? 1 : 0;
        case Sign::either:
            return left != 0 || right != 0 ? 1 : 0;
    }
    return std::nullopt;
}

std::optional<double> worked_out(const Condition& condition, int at, const ConditionValues& values) {
    const Condition::Node& node = condition.nodes[static_cast<std::size_t>(at)];
    switch (node.kind) {
        case Kind::number:
            return node.number;
        case Kind::variable:
            return values.variable(node.name);
        case Kind::element: {
            const std::optional<double> index = worked_out(condition, node.left, values);
            if (!index || !is_whole(*index)) return std::nullopt;
            return values.element(node.name, static_cast<std::int64_t>(*index));
        }
        case Kind::negative:
        case Kind::inverse: {
            const std::optional<double> of = worked_out(condition, node.left, values);
            if (!of) return std::nullopt;
            return node.kind == Kind::negative ? -*of : *of == 0 ? 1 : 0;
        }
        case Kind::binary:
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
    return worked_out(*this, static_cast<int>(nodes.size()) - 1, values);
}

bool Condition::has_elements() const {
    return std::any_of(nodes.begin(), nodes.end(),
                       [](const Node& node) { return node.kind == Kind::element; });
}

Condition parse_condition(std::string_view text) {
    if (text.size() > longest)
        throw UsageError(fmt::format("A condition has at most {} characters.", longest));
    return Reader(text).read();
}

}  // namespace upsweep::scenes
