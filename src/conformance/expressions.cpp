#include "conformance/expressions.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

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
Wide lowest(int type) {
    return types[static_cast<std::size_t>(type)].is_signed
               ? -(Wide{1} << (types[static_cast<std::size_t>(type)].bits - 1))
               : 0;
}
Wide highest(int type) {
    const Type& t = types[static_cast<std::size_t>(type)];
    return (Wide{1} << (t.bits - (t.is_signed ? 1 : 0))) - 1;
}
const char* name(int type) { return types[static_cast<std::size_t>(type)].name; }
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

class Generator {
  public:
    explicit Generator(std::uint64_t seed) : state_(seed) {}

    Expression expression(int depth) {
        if (depth == 0) return leaf();
        switch (below(12)) {
            case 0:
                return cast(expression(depth - 1), static_cast<int>(below(11)));
            case 1:
                return unary(expression(depth - 1));
            case 2:
                return conditional(depth);
            case 3:
                return function(depth);
            default:
                return binary(expression(depth - 1),
                              expression(static_cast<int>(below(static_cast<std::uint64_t>(depth)))));
        }
    }

  private:
    std::uint64_t next() {
        // splitmix64, so that the texts are the same everywhere.
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
    }
    std::uint64_t below(std::uint64_t bound) { return next() % bound; }

    static Expression full(std::string text, int type) {
        if (floating(type)) return {std::move(text), type, 0, 0};
        return {std::move(text), type, lowest(type), highest(type)};
    }

    Expression leaf() {
        if (below(5) == 0) return constant();
        const auto type = static_cast<int>(below(11));
        return full(fmt::format("{}{}", types[static_cast<std::size_t>(type)].short_name, below(3)), type);
    }

    Expression constant() {
        const auto value = static_cast<int>(below(300));
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

    /// The bounds after a conversion to `type`.
    static void convert(Expression& e, int type) {
        if (floating(type)) return;
        if (e.low < lowest(type) || e.high > highest(type)) {
            e.low = lowest(type);
            e.high = highest(type);
        }
        e.type = type;
    }

    /// Floats become whole numbers only inside the type's range.
    Expression cast(const Expression& e, int to) {
        if (floating(to) || to == boolean || !floating(e.type)) {
            Expression made = full(fmt::format("({}){}", name(to), e.text), to);
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
        const auto& [low, high] = limits[static_cast<std::size_t>(to)];
        return full(
            fmt::format("({})fmin(fmax((double){}, (double){}), (double){})", name(to), e.text, low, high),
            to);
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
        const bool is_signed = types[static_cast<std::size_t>(type)].is_signed;
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
        const std::uint64_t which = below(16);
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

    static Expression arithmetic(Expression x, Expression y, char sign) {
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
        if (fits || !types[static_cast<std::size_t>(type)].is_signed) {
            Expression made = full(fmt::format("({} {} {})", x.text, sign, y.text), type);
            if (fits) made.low = low, made.high = high;
            return made;
        }
        // Signed overflow is undefined: add as unsigned, which wraps.
        const char* wrapping = name(unsigned_of(type));
        return full(
            fmt::format("({})(({}){} {} ({}){})", name(type), wrapping, x.text, sign, wrapping, y.text),
            type);
    }

    static Expression division(Expression x, Expression y, char sign) {
        const int type = common(x.type, y.type);
        const bool is_signed = types[static_cast<std::size_t>(type)].is_signed;
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

    static Expression bits(const Expression& x, const Expression& y, char sign) {
        return full(fmt::format("({} {} {})", x.text, sign, y.text), common(x.type, y.type));
    }

    static Expression shift(const Expression& x, const Expression& y, bool left) {
        const int type = promoted(x.type);
        const Type& t = types[static_cast<std::size_t>(type)];
        const std::string amount = fmt::format("({} & {})", y.text, t.bits - 1);
        if (!left) return full(fmt::format("({} >> {})", x.text, amount), type);
        if (!t.is_signed) return full(fmt::format("({} << {})", x.text, amount), type);
        return full(fmt::format("({})(({}){} << {})", t.name, name(unsigned_of(type)), x.text, amount), type);
    }

    std::uint64_t state_;
};

/// Stores a value's 64 bits.
std::string store(const Expression& e, int index) {
    const char* how = e.type == f32   ? "bits_of_float"
                      : e.type == f64 ? "bits_of_double"
                                      : "(unsigned long long)";
    return fmt::format("    out[{}] = {}({});\n", index, how, e.text);
}

std::string declarations() {
    std::string text = "    int t = threadIdx.x;\n";
    for (std::size_t type = 0; type < types.size(); ++type)
        for (std::size_t v = 0; v < 3; ++v) {
            const std::size_t stride = 2 * type + 1, start = 11 * v + 5 * type;
            text += fmt::format("    {} {}{} = ({}){}[(t * {} + {}) & 31];\n", types[type].name,
                                types[type].short_name, v, types[type].name, type >= f32 ? "reals" : "wholes",
                                stride, start);
        }
    return text + fmt::format("    out += t * {};\n", expressions_a_kernel);
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

std::string expression_kernel_name(int kernel) { return fmt::format("expressions_{}", kernel); }

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
    Generator generator(static_cast<std::uint64_t>(kernel) + 1);
    std::string text = head + fmt::format(kernel_head, expression_kernel_name(kernel)) + declarations();
    for (int i = 0; i < expressions_a_kernel; ++i) text += store(generator.expression(2 + i % 3), i);
    return text + "}\n";
}

std::string expression_text(int kernel, int expression) {
    const std::string text = expressions_text(kernel);
    const std::size_t line = text.find(fmt::format("    out[{}] = ", expression));
    if (line == std::string::npos) return "";
    return text.substr(line + 4, text.find('\n', line) - line - 4);
}

}  // namespace upsweep::conformance
