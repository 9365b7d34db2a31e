#include "core/element_type.h"

#include <array>

#include "core/error.h"
#include "core/quotes.h"

namespace upsweep {
namespace {

struct Names {
    ScalarType type;
    std::string_view name;
    std::string_view cuda;
};

constexpr std::array<Names, 11> names = {{
    {ScalarType::boolean, "bool", "bool"},
    {ScalarType::i8, "i8", "signed char"},
    {ScalarType::u8, "u8", "unsigned char"},
    {ScalarType::i16, "i16", "short"},
    {ScalarType::u16, "u16", "unsigned short"},
    {ScalarType::i32, "i32", "int"},
    {ScalarType::u32, "u32", "unsigned int"},
    {ScalarType::i64, "i64", "long long"},
    {ScalarType::u64, "u64", "unsigned long long"},
    {ScalarType::f32, "f32", "float"},
    {ScalarType::f64, "f64", "double"},
}};

ScalarType parse_scalar(std::string_view text, std::string_view whole) {
    for (const Names& row : names)
        if (row.name == text) return row.type;
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
