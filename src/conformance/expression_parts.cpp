// What C++ leaves undefined is written another way: signed overflow, division by zero, long shifts, floats
// out of range.
#include "conformance/expression_parts.h"

#include <utility>

#include <fmt/format.h>

namespace upsweep::conformance {

Wide lowest(int type) { return types[type].is_signed ? -(Wide{1} << (types[type].bits - 1)) : 0; }
Wide highest(int type) {
    const Type& t = types[type];
    return (Wide{1} << (t.bits - (t.is_signed ? 1 : 0))) - 1;
}
Expression full(std::string text, int type) {
    if (floating(type)) return {std::move(text), type, 0, 0};
    return {std::move(text), type, lowest(type), highest(type)};
}

void convert(Expression& e, int type) {
    if (floating(type)) return;
    if (e.low < lowest(type) || e.high > highest(type)) {
        e.low = lowest(type);
        e.high = highest(type);
    }
    e.type = type;
}

Expression cast(const Expression& e, int to, std::string_view spelled) {
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

Expression bits(const Expression& x, const Expression& y, char sign) {
    return full(fmt::format("({} {} {})", x.text, sign, y.text), common(x.type, y.type));
}

Expression shift(const Expression& x, const Expression& y, bool left) {
    const int type = promoted(x.type);
    const Type& t = types[type];
    const std::string amount = fmt::format("({} & {})", y.text, t.bits - 1);
    if (!left) return full(fmt::format("({} >> {})", x.text, amount), type);
    if (!t.is_signed) return full(fmt::format("({} << {})", x.text, amount), type);
    return full(fmt::format("({})(({}){} << {})", t.name, name(unsigned_of(type)), x.text, amount), type);
}

std::string store(const Expression& e, int index) {
    const char* how = e.type == f32   ? "bits_of_float"
                      : e.type == f64 ? "bits_of_double"
                                      : "(unsigned long long)";
    return fmt::format("    out[{}] = {}({});\n", index, how, e.text);
}

}  // namespace upsweep::conformance
