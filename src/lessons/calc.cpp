#include "lessons/calc.h"

#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "core/error.h"
#include "core/expression.h"
#include "core/numbers.h"
#include "core/quotes.h"

namespace upsweep::lessons {
namespace {

constexpr Grammar arithmetic = {.terms = true, .log2 = true, .negative = true};

double combined(Expression::Sign sign, double left, double right) {
    switch (sign) {
        case Expression::Sign::plus:
            return left + right;
        case Expression::Sign::minus:
            return left - right;
        case Expression::Sign::times:
            return left * right;
        default:
            return left / right;
    }
}

class Calculator {
  public:
    Calculator(std::string_view text, const TermText& term) : text_(text), term_(term) {}

    double run() const {
        const Expression read = parsed();
        std::vector<double> made;
        for (const Expression::Node& node : read.nodes) made.push_back(value_of(read, node, made));
        if (!std::isfinite(made.back())) refuse("has no value: something is divided by 0");
        return made.back();
    }

  private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw Error("{} cannot be computed: it {}; write numbers, [TERMS], + - * /, brackets and log2(…).",
                    in_quotes(text_), why);
    }

    Expression parsed() const {
        try {
            return parse_expression(text_, arithmetic);
        } catch (const NoExpression& none) {
            refuse(none.what());
        }
    }

    double value_of(const Expression& read, const Expression::Node& node,
                    const std::vector<double>& made) const {
        if (node.kind == Expression::Kind::number) return node.number;
        if (node.kind == Expression::Kind::name) return number_of(term_(read.names[node.name]));
        const double left = made[node.left];
        if (node.kind == Expression::Kind::negative) return -left;
        if (node.kind == Expression::Kind::binary) return combined(node.sign, left, made[node.right]);
        if (!(left > 0)) refuse("takes the logarithm of a number that is not above 0");
        return std::log2(left);
    }

    std::string_view text_;
    const TermText& term_;
};

struct Relation {
    std::string_view sign;
    bool (*holds)(double, double);
};
// Longer ones first.
constexpr Relation relations[] = {
    {"<=", [](double a, double b) { return a <= b; }}, {">=", [](double a, double b) { return a >= b; }},
    {"!=", [](double a, double b) { return a != b; }}, {"<", [](double a, double b) { return a < b; }},
    {">", [](double a, double b) { return a > b; }},   {"=", [](double a, double b) { return a == b; }},
};

}  // namespace

double calculate(std::string_view expression, const TermText& term) {
    return Calculator(expression, term).run();
}

std::string number_text(double number) {
    if (std::abs(number - std::round(number)) < 1e-9) return fmt::format("{:.0f}", std::round(number) + 0.0);
    std::string text = fmt::format("{:.2f}", number);
    while (text.back() == '0') text.pop_back();
    if (text.back() == '.') text.pop_back();
    return text;
}

double number_of(std::string_view text) {
    constexpr std::string_view minus = "−";
    const std::string_view whole = text;
    const bool negative = text.substr(0, minus.size()) == minus;
    if (negative) text.remove_prefix(minus.size());
    double value = 0;
    const auto [end, error] = read_number(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        throw Error("{} is not a number.", in_quotes(whole));
    return negative ? -value : value;
}

bool holds(std::string_view condition, const TermText& term) {
    size_t depth = 0;
    for (size_t at = 0; at < condition.size(); ++at) {
        // A term may hold the text of a kernel line.
        if (condition[at] == '[') ++depth;
        if (condition[at] == ']' && depth > 0) --depth;
        if (depth > 0) continue;
        for (const Relation& relation : relations)
            if (condition.substr(at, relation.sign.size()) == relation.sign)
                return relation.holds(calculate(condition.substr(0, at), term),
                                      calculate(condition.substr(at + relation.sign.size()), term));
    }
    throw Error("{} has no comparison; write =, <, >, <=, >= or != between two sides.", in_quotes(condition));
}

}  // namespace upsweep::lessons
