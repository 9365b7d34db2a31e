// Reads conditions and stops.
#include "scenes/stop.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "core/error.h"
#include "core/numbers.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/words.h"

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

namespace {

using StopKind = Stop::Kind;

constexpr size_t longest_stop = 400;

/// A word, and the blanks behind it; false if something else is there.
bool take_word(std::string_view& text, std::string_view word) {
    if (!text.starts_with(word)) return false;
    std::string_view rest = text.substr(word.size());
    if (!rest.empty() && std::isspace(uint8_t(rest.front())) == 0) return false;
    text = trimmed(rest);
    return true;
}

std::optional<int64_t> take_number(std::string_view& text) {
    int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || number < 0) return std::nullopt;
    text = trimmed(text.substr(size_t(end - text.data())));
    return number;
}

bool begins_number(std::string_view text) {
    return !text.empty() && std::isdigit(uint8_t(text.front())) != 0;
}

/// No operator: `phase == 2` is a condition.
bool begins_name(std::string_view text) {
    return !text.empty() && std::string_view("=!<>+-*/%&|[.").find(text.front()) == std::string_view::npos;
}

bool is_number(std::string_view text) {
    double value = 0;
    const auto [end, error] = read_number(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

bool is_printable(std::string_view text) {
    return none_of(text, [](char c) { return uint8_t(c) < 0x20 || uint8_t(c) == 0x7F; });
}

[[noreturn]] void refuse_stop(std::string_view text, std::string_view how) {
    throw UsageError("The run cannot stop at {}; {}.", in_ticks(text), how);
}

Stop line_of(std::string_view text, std::string_view rest) {
    const std::optional<int64_t> number = take_number(rest);
    if (!number || *number < 1) refuse_stop(text, "write a line as `line 16` or `line 4 of order.cuh`");
    Stop stop{.kind = StopKind::line, .number = *number};
    if (take_word(rest, "of")) {
        const size_t end = std::min(rest.find(" if "), rest.size());
        stop.name = trimmed(rest.substr(0, end));
        rest = trimmed(rest.substr(end));
        if (stop.name.empty()) refuse_stop(text, "name the file after `of`");
    }
    if (take_word(rest, "if")) {
        parse_condition(rest);
        stop.condition = rest;
        rest = {};
    }
    if (!rest.empty()) refuse_stop(text, "write a condition on a line as `line 16 if stride == 4`");
    return stop;
}

Stop block_of(std::string_view text, std::string_view rest) {
    const std::optional<int64_t> number = take_number(rest);
    if (number && rest == "starts") return {.kind = StopKind::block_starts, .number = *number};
    if (number && rest == "ends") return {.kind = StopKind::block_ends, .number = *number};
    refuse_stop(text, "write a block as `block 2 starts` or `block 2 ends`");
}

/// "[3]" or "[2][5]"; what follows stays in `rest`.
bool take_place(std::string_view& rest, Stop& stop) {
    for (int64_t* const part : {&stop.number, &stop.column}) {
        if (rest.empty() || rest.front() != '[') return part == &stop.column;
        rest = trimmed(rest.substr(1));
        const std::optional<int64_t> number = take_number(rest);
        if (!number || rest.empty() || rest.front() != ']') return false;
        *part = *number;
        rest = trimmed(rest.substr(1));
    }
    return true;
}

/// A cell, if the text is one: another thing that begins with a name and a bracket is a condition.
std::optional<Stop> cell_of(std::string_view text) {
    const size_t bracket = text.find('[');
    if (bracket == std::string_view::npos || !is_name(trimmed(text.substr(0, bracket)))) return std::nullopt;
    Stop stop{.kind = StopKind::cell, .name = std::string(trimmed(text.substr(0, bracket)))};
    std::string_view rest = text.substr(bracket);
    if (!take_place(rest, stop)) return std::nullopt;
    if (take_word(rest, "of")) {
        if (!take_word(rest, "block")) return std::nullopt;
        const std::optional<int64_t> block = take_number(rest);
        if (!block) return std::nullopt;
        stop.block = *block;
    }
    if (rest.empty() || rest == "changes") return stop;
    if (rest.front() != '=') return std::nullopt;
    rest.remove_prefix(rest.starts_with("==") ? 2 : 1);
    rest = trimmed(rest);
    if (!is_number(rest)) return std::nullopt;
    stop.value = rest;
    return stop;
}

}  // namespace

Stop parse_stop(std::string_view whole) {
    const std::string_view text = trimmed(whole);
    if (text.size() > longest_stop || !is_printable(text))
        throw UsageError("What to stop at is one line of at most {} characters.", longest_stop);
    if (text.empty())
        throw UsageError("Say what to stop at: `line 16`, `sums[3] = 14`, `finding`, `stride == 4`.");
    std::string_view rest = text;
    if (rest == "barrier") return {.kind = StopKind::barrier};
    if (rest == "finding") return {.kind = StopKind::finding};
    // `line == 16` is a condition.
    if (take_word(rest, "line") && begins_number(rest)) return line_of(text, rest);
    rest = text;
    if (take_word(rest, "block") && begins_number(rest)) return block_of(text, rest);
    rest = text;
    if (take_word(rest, "lane") && begins_number(rest)) {
        const std::optional<int64_t> lane = take_number(rest);
        if (!lane || !rest.empty()) refuse_stop(text, "write a lane as `lane 3`");
        return {.kind = StopKind::lane, .number = *lane};
    }
    rest = text;
    if (take_word(rest, "phase") && (rest.empty() || begins_name(rest))) {
        if (rest.empty()) refuse_stop(text, "name the phase, as in `phase Up-sweep`");
        return {.kind = StopKind::phase, .name = std::string(rest)};
    }
    if (const std::optional<Stop> cell = cell_of(text)) return *cell;
    rest = text;
    take_word(rest, "if");
    parse_condition(rest);
    return {.kind = StopKind::condition, .condition = std::string(rest)};
}

std::string to_text(const Stop& stop) {
    switch (stop.kind) {
        using enum Stop::Kind;
        case line:
            return fmt::format("line {}{}{}", stop.number, stop.name.empty() ? "" : " of " + stop.name,
                               stop.condition.empty() ? "" : " if " + stop.condition);
        case barrier:
            return "barrier";
        case finding:
            return "finding";
        case cell:
            return fmt::format("{}[{}]{}{}{}", stop.name, stop.number,
                               stop.column >= 0 ? fmt::format("[{}]", stop.column) : "",
                               stop.block >= 0 ? fmt::format(" of block {}", stop.block) : "",
                               stop.value.empty() ? "" : " = " + stop.value);
        case block_starts:
            return fmt::format("block {} starts", stop.number);
        case block_ends:
            return fmt::format("block {} ends", stop.number);
        case lane:
            return fmt::format("lane {}", stop.number);
        case phase:
            return "phase " + stop.name;
        case condition:
            return stop.condition;
    }
    return {};
}

}  // namespace upsweep::scenes
