// A reader by descent: sums of products of factors.
#include "lessons/calc.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/error.h"
#include "core/numbers.h"
#include "core/quotes.h"

namespace upsweep::lessons {
namespace {

constexpr int deepest = 64;

class Calculator {
  public:
    Calculator(std::string_view whole, const TermText& term) : whole_(whole), rest_(whole), term_(term) {}

    double run() {
        const double value = sum();
        skip();
        if (!rest_.empty()) refuse("an operator is missing before " + in_quotes(rest_));
        if (!std::isfinite(value)) refuse("it has no value: something is divided by 0");
        return value;
    }

  private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw Error(in_quotes(whole_) + " cannot be computed: " + why +
                    "; write numbers, [TERMS], + - * /, brackets and log2(…).");
    }
    void skip() {
        while (!rest_.empty() && rest_.front() == ' ') rest_.remove_prefix(1);
    }
    bool take(std::string_view sign) {
        skip();
        if (rest_.substr(0, sign.size()) != sign) return false;
        rest_.remove_prefix(sign.size());
        return true;
    }

    double sum() {
        if (++depth_ > deepest) refuse("its brackets are too deep");
        double value = product();
        for (;;) {
            if (take("+"))
                value += product();
            else if (take("-"))
                value -= product();
            else
                break;
        }
        --depth_;
        return value;
    }

    double product() {
        double value = factor();
        for (;;) {
            if (take("*"))
                value *= factor();
            else if (take("/"))
                value /= factor();
            else
                return value;
        }
    }

    double in_brackets() {
        const double value = sum();
        if (!take(")")) refuse("a ) is missing");
        return value;
    }

    double factor() {
        int signs = 0;
        while (take("-")) ++signs;
        const double value = plain();
        return signs % 2 == 1 ? -value : value;
    }

    double plain() {
        if (take("log2(")) {
            const double value = in_brackets();
            if (!(value > 0)) refuse("log2 takes a number above 0");
            return std::log2(value);
        }
        if (take("(")) return in_brackets();
        if (take("[")) {
            const std::size_t end = rest_.find(']');
            if (end == std::string_view::npos) refuse("a ] is missing");
            const std::string text = term_(rest_.substr(0, end));
            rest_.remove_prefix(end + 1);
            return number_of(text);
        }
        skip();
        double value = 0;
        const auto [end, error] = read_number(rest_.data(), rest_.data() + rest_.size(), value, false);
        if (error != std::errc())
            refuse(rest_.empty() ? "its end is missing" : "no number begins at " + in_quotes(rest_));
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return value;
    }

    std::string_view whole_, rest_;
    const TermText& term_;
    int depth_ = 0;
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
        throw Error(in_quotes(whole) + " is not a number.");
    return negative ? -value : value;
}

bool holds(std::string_view condition, const TermText& term) {
    std::size_t depth = 0;
    for (std::size_t at = 0; at < condition.size(); ++at) {
        // A term may hold the text of a kernel line.
        if (condition[at] == '[') ++depth;
        if (condition[at] == ']' && depth > 0) --depth;
        if (depth > 0) continue;
        for (const Relation& relation : relations)
            if (condition.substr(at, relation.sign.size()) == relation.sign)
                return relation.holds(calculate(condition.substr(0, at), term),
                                      calculate(condition.substr(at + relation.sign.size()), term));
    }
    throw Error(in_quotes(condition) + " has no comparison; write =, <, >, <=, >= or != between two sides.");
}

}  // namespace upsweep::lessons
