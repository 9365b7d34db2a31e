#include "conformance/expressions.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

#include "conformance/expression_parts.h"

namespace upsweep::conformance {
namespace {

class Generator {
  public:
    explicit Generator(uint64_t seed) : state_(seed) {}

    Expression expression(int depth) {
        if (depth == 0) return leaf();
        switch (below(12)) {
            // Compilers evaluate arguments in different orders, so each draw has a statement of its own.
            case 0: {
                const auto type = int(below(11));
                return cast(expression(depth - 1), type);
            }
            case 1:
                return unary(expression(depth - 1));
            case 2:
                return conditional(depth);
            case 3:
                return function(depth);
            default: {
                const Expression right = expression(int(below(uint64_t(depth))));
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
        const auto type = int(below(11));
        return full(fmt::format("{}{}", types[type].short_name, below(3)), type);
    }

    Expression constant() {
        const auto value = int(below(300));
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
