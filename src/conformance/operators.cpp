#include "conformance/operators.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "conformance/expression_parts.h"
#include "conformance/expressions.h"

namespace upsweep::conformance {
namespace {

/// A type by its name; `long` counts as `long long` of the same bits.
struct Kind {
    const char* name;
    const char* variable;  ///< its variables are called variable0 and variable1
    int type;
};

constexpr std::array<Kind, 14> kinds = {{
    {"bool", "b", boolean},
    {"char", "ch", i8},
    {"signed char", "c", i8},
    {"unsigned char", "uc", u8},
    {"short", "s", i16},
    {"unsigned short", "us", u16},
    {"int", "i", i32},
    {"unsigned", "u", u32},
    {"long", "lo", i64},
    {"unsigned long", "lu", u64},
    {"long long", "l", i64},
    {"unsigned long long", "ul", u64},
    {"float", "f", f32},
    {"double", "d", f64},
}};

/// A value, and what has to be declared before it; `@` stands for its number.
struct Line {
    std::string before;
    Expression value;
};

Expression value_of(const Kind& kind, int which) {
    return full(fmt::format("{}{}", kind.variable, which), kind.type);
}

/// Between two numbers of any types: arithmetic, comparisons, logic, the comma and the choice.
void add_operators(std::vector<Line>& lines, const Expression& x, const Expression& y) {
    const auto add = [&](const char* sign, int type) {
        lines.push_back({"", full(fmt::format("({} {} {})", x.text, sign, y.text), type)});
    };
    for (const char* sign : {"<", ">", "<=", ">=", "==", "!=", "&&", "||"}) add(sign, boolean);
    add(",", y.type);
    lines.push_back({"", full(fmt::format("((t & 1) != 0 ? {} : {})", x.text, y.text),
                              x.type == y.type ? x.type : common(x.type, y.type))});
    if (floating(x.type) || floating(y.type)) {
        for (const char* sign : {"+", "-", "*", "/"}) add(sign, common(x.type, y.type));
        return;
    }
    for (char sign : {'+', '-', '*'}) lines.push_back({"", arithmetic(x, y, sign)});
    for (char sign : {'/', '%'}) lines.push_back({"", division(x, y, sign)});
    for (char sign : {'&', '|', '^'}) lines.push_back({"", bits(x, y, sign)});
    for (bool left : {true, false}) lines.push_back({"", shift(x, y, left)});
}

/// Into a variable of `to`: numbers so small that every result fits every type.
void add_assignments(std::vector<Line>& lines, const Kind& to, const Kind& from) {
    const std::string before = fmt::format("    {0} v@ = ({0})(8 + (t & 7));\n", to.name);
    const auto add = [&](const char* sign, const char* value) {
        lines.push_back(
            {before, full(fmt::format("(v@ {} ({})({} + (t >> 2)))", sign, from.name, value), to.type)});
    };
    add("=", "1.75");
    for (const char* sign : {"+=", "-=", "*=", "/="}) add(sign, "1");
    if (floating(to.type) || floating(from.type)) return;
    for (const char* sign : {"%=", "&=", "|=", "^=", "<<=", ">>="}) add(sign, "1");
}

/// Of half a value, which has a successor and a negative.
void add_unary(std::vector<Line>& lines, const Kind& kind) {
    const std::string half = fmt::format("({} / 2)", value_of(kind, 0).text);
    const int type = promoted(kind.type);
    lines.push_back({"", full("(!" + half + ")", boolean)});
    for (const char* sign : {"-", "+"})
        lines.push_back({"", full("(" + std::string(sign) + half + ")", type)});
    if (!floating(kind.type)) lines.push_back({"", full("(~" + value_of(kind, 0).text + ")", type)});
    if (kind.type == boolean) return;
    const std::string before = fmt::format("    {0} v@ = ({0}){1};\n", kind.name, half);
    for (const char* text : {"(v@++)", "(++v@)", "(v@--)", "(--v@)", "(v@++, v@)", "(v@--, v@)"})
        lines.push_back({before, full(text, kind.type)});
}

std::vector<Line> make_lines() {
    std::vector<Line> lines;
    for (const Kind& kind : kinds) add_unary(lines, kind);
    for (const Kind& a : kinds)
        for (const Kind& b : kinds) {
            lines.push_back({"", cast(value_of(a, 0), b.type, b.name)});
            add_operators(lines, value_of(a, 0), value_of(b, 1));
            add_assignments(lines, a, b);
        }
    return lines;
}

const std::vector<Line>& all_lines() {
    static const std::vector<Line> lines = make_lines();
    return lines;
}

std::string numbered(std::string text, int number) {
    for (size_t at = text.find('@'); at != std::string::npos; at = text.find('@'))
        text.replace(at, 1, std::to_string(number));
    return text;
}

std::string variables() {
    std::string text;
    for (size_t k = 0; k < kinds.size(); ++k)
        for (size_t v = 0; v < 2; ++v)
            text += fmt::format("    {0} {1}{2} = ({0}){3}[(t * {4} + {5}) & 31];\n", kinds[k].name,
                                kinds[k].variable, v, floating(kinds[k].type) ? "reals" : "wholes", 2 * k + 1,
                                11 * v + 5 * k);
    return text;
}

}  // namespace

int operator_count() { return int(all_lines().size()); }

std::string operator_statements(int kernel) {
    std::string text = variables();
    const int first = kernel * expressions_a_kernel;
    for (int i = 0; i < std::min(expressions_a_kernel, operator_count() - first); ++i) {
        const Line& line = all_lines()[first + i];
        text += numbered(line.before + store(line.value, i), i);
    }
    return text;
}

}  // namespace upsweep::conformance
