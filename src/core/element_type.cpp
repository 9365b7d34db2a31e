#include "core/element_type.h"

#include <array>

#include "core/error.h"
#include "core/quotes.h"

namespace upsweep {
namespace {

struct Names {
    std::string_view name, cuda;
};

/// By ScalarType.
constexpr std::array<Names, 11> names = {{
    {"bool", "bool"},
    {"i8", "signed char"},
    {"u8", "unsigned char"},
    {"i16", "short"},
    {"u16", "unsigned short"},
    {"i32", "int"},
    {"u32", "unsigned int"},
    {"i64", "long long"},
    {"u64", "unsigned long long"},
    {"f32", "float"},
    {"f64", "double"},
}};

ScalarType parse_scalar(std::string_view text, std::string_view whole) {
    for (size_t i = 0; i < names.size(); ++i)
        if (names[i].name == text) return ScalarType(i);
    throw UsageError("Unknown element type {}; write it as u8->u32, u32, f32 or f64.", in_quotes(whole));
}

}  // namespace

std::string_view name_of(ScalarType type) { return names[size_t(type)].name; }

std::string_view cuda_name_of(ScalarType type) { return names[size_t(type)].cuda; }

std::string to_string(ElementTypes types) {
    const std::string ending = types.components == 1 ? "" : "x" + std::to_string(types.components);
    return std::string(name_of(types.input)) + ending + "→" + std::string(name_of(types.output)) + ending;
}

ElementTypes parse_element_types(std::string_view text) {
    std::string_view input = text, output = text;
    for (std::string_view arrow : {"→", "->", ":"}) {
        const size_t at = text.find(arrow);
        if (at == std::string_view::npos) continue;
        input = text.substr(0, at);
        output = text.substr(at + arrow.size());
        break;
    }
    const bool fours = input.ends_with("x4") && output.ends_with("x4");
    if (fours) {
        input.remove_suffix(2);
        output.remove_suffix(2);
    }
    return {parse_scalar(input, text), parse_scalar(output, text), fours ? 4 : 1};
}

}  // namespace upsweep
