#include "conformance/expressions.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace upsweep::conformance {

namespace {

using Wide = __int128;

struct Type {
    const char* name;        ///< in CUDA C++
    const char* short_name;  ///< its variables are called short_name0 …
    int bits;
    bool is_signed, floating;
};

enum : int { boolean, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };
constexpr std::array<Type, 11> types = {{
    {"bool", "b", 1, false, false},
    {"signed char", "c", 8, true, false},
    {"unsigned char", "uc", 8, false, false},
    {"short", "s", 16, true, false},
    {"unsigned short", "us", 16, false, false},
    {"int", "i", 32, true, false},
    {"unsigned", "u", 32, false, false},
    {"long long", "l", 64, true, false},
    {"unsigned long long", "ul", 64, false, false},
    {"float", "f", 32, true, true},
    {"double", "d", 64, true, true},
}};

bool floating(int type) { return type >= f32; }
const char* name(int type) { return types[type].name; }
/// Of int and long long.
int unsigned_of(int type) { return type + 1; }
int promoted(int type) { return type < i32 ? i32 : type; }
int common(int a, int b) { return std::max(promoted(a), promoted(b)); }

/// An expression with its type and, for whole numbers, bounds of its value.
struct Expression {
    std::string text;
    int type = i32;
    Wide low = 0, high = 0;
};

Wide lowest(int type) { return types[type].is_signed ? -(Wide{1} << (types[type].bits - 1)) : 0; }
Wide highest(int type) {
    const Type& t = types[type];
    return (Wide{1} << (t.bits - (t.is_signed ? 1 : 0))) - 1;
}

/// An expression that may have any value of its type.
Expression full(std::string text, int type) {
    if (floating(type)) return {std::move(text), type, 0, 0};
    return {std::move(text), type, lowest(type), highest(type)};
}

/// The bounds after a conversion to `type`.
void convert(Expression& e, int type) {
    if (floating(type)) return;
    if (e.low < lowest(type) || e.high > highest(type)) {
        e.low = lowest(type);
        e.high = highest(type);
    }
    e.type = type;
}

/// Floats become whole numbers only inside the type's range. `spelled` is another name of the type.
Expression cast(const Expression& e, int to, std::string_view spelled = {}) {
    if (spelled.empty()) spelled = name(to);
    if (floating(to) || to == boolean || !floating(e.type)) {
        Expression made = full(fmt::format("({}){}", spelled, e.text), to);
        if (floating(to) || floating(e.type) || to == boolean) return made;
        Expression bounds = e;
        convert(bounds, to);
        return {made.text, to, bounds.low, bounds.high};
    }
    static constexpr std::array<std::pair<const char*, const char*>, 9> limits = {{
        {"", ""},
        {"-128", "127"},
        {"0", "255"},
        {"-32768", "32767"},
        {"0", "65535"},
        {"-2147483648.0", "2147483520.0"},
        {"0", "4294967040.0"},
        {"-9.2e18", "9.2e18"},
        {"0", "1.8e19"},
    }};
    const auto& [low, high] = limits[to];
    return full(fmt::format("({})fmin(fmax((double){}, (double){}), (double){})", spelled, e.text, low, high),
                to);
}

/// + - * of whole numbers: where it might overflow as unsigned numbers, which wrap.
Expression arithmetic(Expression x, Expression y, char sign) {
    const int type = common(x.type, y.type);
    convert(x, type);
    convert(y, type);
    const Wide most = Wide{1} << 62;
    const bool small = x.low > -most && y.low > -most && x.high < most && y.high < most;
    Wide low = lowest(type) - 1, high = highest(type) + 1;
    if (sign == '+') low = x.low + y.low, high = x.high + y.high;
    if (sign == '-') low = x.low - y.high, high = x.high - y.low;
    if (sign == '*' && small) {
        const Wide corners[] = {x.low * y.low, x.low * y.high, x.high * y.low, x.high * y.high};
        low = *std::min_element(corners, corners + 4);
        high = *std::max_element(corners, corners + 4);
    }
    const bool fits = low >= lowest(type) && high <= highest(type);
    if (fits || !types[type].is_signed) {
        Expression made = full(fmt::format("({} {} {})", x.text, sign, y.text), type);
        if (fits) made.low = low, made.high = high;
        return made;
    }
    // Signed overflow is undefined: add as unsigned, which wraps.
    const char* wrapping = name(unsigned_of(type));
    return full(fmt::format("({})(({}){} {} ({}){})", name(type), wrapping, x.text, sign, wrapping, y.text),
                type);
}

/// / and % of whole numbers, never by zero.
Expression division(Expression x, Expression y, char sign) {
    const int type = common(x.type, y.type);
    const bool is_signed = types[type].is_signed;
    convert(x, type);
    convert(y, type);
    // Never by zero, and never the lowest by −1.
    const bool may_overflow = is_signed && x.low == lowest(type) && y.low < 0;
    if (!may_overflow) return full(fmt::format("({} {} ({} | 1))", x.text, sign, y.text), type);
    const char* wrapping = name(unsigned_of(type));
    return full(
        fmt::format("({})(({}){} {} ({})({} | 1))", name(type), wrapping, x.text, sign, wrapping, y.text),
        type);
}

/// & | ^
Expression bits(const Expression& x, const Expression& y, char sign) {
    return full(fmt::format("({} {} {})", x.text, sign, y.text), common(x.type, y.type));
}

/// << and >> by less than the type's bits.
Expression shift(const Expression& x, const Expression& y, bool left) {
    const int type = promoted(x.type);
    const Type& t = types[type];
    const std::string amount = fmt::format("({} & {})", y.text, t.bits - 1);
    if (!left) return full(fmt::format("({} >> {})", x.text, amount), type);
    if (!t.is_signed) return full(fmt::format("({} << {})", x.text, amount), type);
    return full(fmt::format("({})(({}){} << {})", t.name, name(unsigned_of(type)), x.text, amount), type);
}

/// Stores a value's 64 bits; a NaN's are all ones but the sign.
std::string store(const Expression& e, int index) {
    const char* how = e.type == f32   ? "bits_of_float"
                      : e.type == f64 ? "bits_of_double"
                                      : "(unsigned long long)";
    return fmt::format("    out[{}] = {}({});\n", index, how, e.text);
}

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

int operator_count() { return all_lines().size(); }

std::string operator_statements(int kernel) {
    std::string text = variables();
    const int first = kernel * expressions_a_kernel;
    for (int i = 0; i < std::min(expressions_a_kernel, operator_count() - first); ++i) {
        const Line& line = all_lines()[first + i];
        text += numbered(line.before + store(line.value, i), i);
    }
    return text;
}

namespace {

class Generator {
  public:
    explicit Generator(uint64_t seed) : state_(seed) {}

    Expression expression(int depth) {
        if (depth == 0) return leaf();
        switch (below(12)) {
            // Compilers evaluate arguments in different orders, so each draw has a statement of its own.
            case 0: {
                const int type = below(11);
                return cast(expression(depth - 1), type);
            }
            case 1:
                return unary(expression(depth - 1));
            case 2:
                return conditional(depth);
            case 3:
                return function(depth);
            default: {
                const Expression right = expression(below(depth));
                return binary(expression(depth - 1), right);
            }
        }
    }

  private:
    uint64_t next() {
        // splitmix64, so that the texts are the same everywhere.
        uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
    }
    uint64_t below(uint64_t bound) { return next() % bound; }

    Expression leaf() {
        if (below(5) == 0) return constant();
        const int type = below(11);
        return full(fmt::format("{}{}", types[type].short_name, below(3)), type);
    }

    Expression constant() {
        const int value = below(300);
        switch (below(5)) {
            case 0:
                return {fmt::format("{}u", value), u32, value, value};
            case 1:
                return {fmt::format("{}ll", value * 1000003ll), i64, value * 1000003ll, value * 1000003ll};
            case 2:
                return {fmt::format("{}.25f", value), f32, 0, 0};
            case 3:
                return {fmt::format("{}.1", value), f64, 0, 0};
            default:
                return {fmt::format("{}", value), i32, value, value};
        }
    }

    Expression whole(const Expression& e) {
        return floating(e.type) ? cast(e, below(2) == 0 ? i32 : u64) : e;
    }

    Expression unary(const Expression& e) {
        switch (below(3)) {
            case 0:
                return {fmt::format("(!{})", e.text), boolean, 0, 1};
            case 1: {
                const Expression w = whole(e);
                return full(fmt::format("(~{})", w.text), promoted(w.type));
            }
            default:
                break;
        }
        if (floating(e.type)) return {fmt::format("(-{})", e.text), e.type, 0, 0};
        const int type = promoted(e.type);
        const bool is_signed = types[type].is_signed;
        if (is_signed && e.low == lowest(type))
            return full(fmt::format("({})(0 - ({}){})", name(type), name(unsigned_of(type)), e.text), type);
        if (is_signed) return {fmt::format("(-{})", e.text), type, -e.high, -e.low};
        return full(fmt::format("(-{})", e.text), type);
    }

    Expression conditional(int depth) {
        const Expression c = expression(depth - 1);
        const Expression a = expression(depth - 1), b = leaf();
        const int type = a.type == b.type ? a.type : common(a.type, b.type);
        Expression made{fmt::format("({} ? {} : {})", c.text, a.text, b.text), type, 0, 0};
        if (floating(type)) return made;
        Expression x = a, y = b;
        convert(x, type);
        convert(y, type);
        made.low = std::min(x.low, y.low);
        made.high = std::max(x.high, y.high);
        return made;
    }

    Expression function(int depth) {
        const Expression a = expression(depth - 1), b = leaf();
        const auto as = [&](const Expression& e, int type) { return cast(e, type).text; };
        switch (below(10)) {
            case 0:
                return {fmt::format("__popc({})", as(a, u32)), i32, 0, 32};
            case 1:
                return {fmt::format("__clz({})", as(a, i32)), i32, 0, 32};
            case 2:
                return full(fmt::format("__brevll({})", as(a, u64)), u64);
            case 3:
                return full(fmt::format("min({}, {})", as(a, i32), as(b, i32)), i32);
            case 4:
                return full(fmt::format("max({}, {})", as(a, u64), as(b, u64)), u64);
            case 5:
                return full(fmt::format("__umulhi({}, {})", as(a, u32), as(b, u32)), u32);
            case 6:
                return {fmt::format("sqrtf(fabsf({}))", as(a, f32)), f32, 0, 0};
            case 7:
                return {fmt::format("fma({}, {}, 1.5)", as(a, f64), as(b, f64)), f64, 0, 0};
            case 8:
                return {fmt::format("fmaxf({}, 0.5f)", as(a, f32)), f32, 0, 0};
            default:
                return {fmt::format("truncf({})", as(a, f32)), f32, 0, 0};
        }
    }

    Expression binary(const Expression& a, const Expression& b) {
        const uint64_t which = below(16);
        if (which >= 14)
            return {fmt::format("({} {} {})", a.text, which == 14 ? "&&" : "||", b.text), boolean, 0, 1};
        if (which >= 10) {
            static constexpr std::array<const char*, 4> comparisons = {"<", ">=", "==", "!="};
            return {fmt::format("({} {} {})", a.text, comparisons[which - 10], b.text), boolean, 0, 1};
        }
        if (floating(a.type) || floating(b.type)) {
            if (which < 8) {
                const int type = common(a.type, b.type);
                return {fmt::format("({} {} {})", a.text, std::string(1, "+-*/"[which % 4]), b.text), type, 0,
                        0};
            }
        }
        const Expression x = whole(a), y = whole(b);
        if (which < 3) return arithmetic(x, y, "+-*"[which]);
        if (which < 5) return division(x, y, "/%"[which - 3]);
        if (which < 8) return bits(x, y, "&|^"[which - 5]);
        return shift(x, y, which == 8);
    }

    uint64_t state_;
};

std::string declarations() {
    std::string text;
    for (size_t type = 0; type < types.size(); ++type)
        for (size_t v = 0; v < 3; ++v) {
            const size_t stride = 2 * type + 1, start = 11 * v + 5 * type;
            text += fmt::format("    {} {}{} = ({}){}[(t * {} + {}) & 31];\n", types[type].name,
                                types[type].short_name, v, types[type].name, type >= f32 ? "reals" : "wholes",
                                stride, start);
        }
    return text;
}

std::string random_statements(int kernel) {
    Generator generator(uint64_t(kernel) + 1);
    std::string text = declarations();
    for (int i = 0; i < expressions_a_kernel; ++i) text += store(generator.expression(2 + i % 3), i);
    return text;
}

constexpr const char* head = R"(// Random expressions.
__device__ unsigned long long bits_of_float(float x) { return x != x ? 0x7fffffffull : __float_as_uint(x); }
__device__ unsigned long long bits_of_double(double x) {
    return x != x ? 0x7fffffffffffffffull : (unsigned long long)__double_as_longlong(x);
}
)";

constexpr const char* kernel_head =
    "extern \"C\" __global__ void {}(const long long* wholes, const double* reals, unsigned long long* out) "
    "{{\n";

}  // namespace

std::string expression_kernel_name(int kernel) {
    if (kernel < random_kernels) return fmt::format("expressions_{}", kernel);
    return fmt::format("operators_{}", kernel - random_kernels);
}

std::vector<std::string> expression_arguments() {
    return {
        "values:0,1,-1,2,-2,3,7,-8,127,128,-128,-129,255,256,32767,32768,-32768,65535,65536,1000003,-"
        "77777777,"
        "2147483647,2147483648,-2147483648,4294967295,4294967296,9223372036854775807,-9223372036854775808,"
        "1234567890123456789,-987654321987654321,6148914691236517205,-1000000007",
        "values:0,-0.0,1,-1,0.5,-0.5,0.1,-0.3,2.5,3.5,-7.25,100.125,1e-3,1e6,-1e6,16777217,2147483648,-"
        "2147483649,"
        "1e10,-1e15,9.3e18,1e20,1e30,-1e38,3.5e38,1e-40,-1e-300,1e300,inf,-inf,nan,123456.789",
        fmt::format("zeros:{}", expression_operands * expressions_a_kernel)};
}

std::string expressions_text(int kernel) {
    return head + fmt::format(kernel_head, expression_kernel_name(kernel)) +
           fmt::format("    int t = threadIdx.x;\n    out += t * {};\n", expressions_a_kernel) +
           (kernel < random_kernels ? random_statements(kernel)
                                    : operator_statements(kernel - random_kernels)) +
           "}\n";
}

std::string expression_text(int kernel, int expression) {
    const std::string text = expressions_text(kernel);
    const size_t line = text.find(fmt::format("    out[{}] = ", expression));
    if (line == std::string::npos) return "";
    return text.substr(line + 4, text.find('\n', line) - line - 4);
}

}  // namespace upsweep::conformance
