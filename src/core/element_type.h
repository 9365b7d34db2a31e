// Element types of buffers, and how they are written: "u8→u32".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/extent.h"

namespace upsweep {

enum class ScalarType : uint8_t { boolean, i8, u8, i16, u16, i32, u32, i64, u64, f32, f64 };

/// Bytes an element.
constexpr int size_of(ScalarType type) {
    switch (type) {
        case ScalarType::boolean:
        case ScalarType::i8:
        case ScalarType::u8:
            return 1;
        case ScalarType::i16:
        case ScalarType::u16:
            return 2;
        case ScalarType::i32:
        case ScalarType::u32:
        case ScalarType::f32:
            return 4;
        case ScalarType::i64:
        case ScalarType::u64:
        case ScalarType::f64:
            return 8;
    }
    return 0;
}

constexpr bool is_floating(ScalarType type) { return type == ScalarType::f32 || type == ScalarType::f64; }

constexpr bool is_signed(ScalarType type) {
    return type == ScalarType::i8 || type == ScalarType::i16 || type == ScalarType::i32 ||
           type == ScalarType::i64 || is_floating(type);
}

/// The short name: "u8", "f32", "bool".
std::string_view name_of(ScalarType type);

/// The name in CUDA C++: "unsigned char", "float".
std::string_view cuda_name_of(ScalarType type);

/// Input and output element of an algorithm: a scalar, or several side by side.
struct ElementTypes {
    ScalarType input = ScalarType::u32;
    ScalarType output = ScalarType::u32;
    int components = 1;  ///< scalars an element: 4 for f32x4, four images at once
    friend constexpr bool operator==(const ElementTypes&, const ElementTypes&) = default;
};

/// The extent in scalars of width x height elements: components lie side by side in a row.
constexpr Extent stored_extent(Extent extent, ElementTypes types) {
    return {extent.width * types.components, extent.height};
}

/// "u8→u32", "f32x4→f32x4".
std::string to_string(ElementTypes types);

/// Reads "u8→u32", "u8->u32", "u8:u32", or one name for both ("f32", "f32x4"). Throws UsageError with the
/// names it knows.
ElementTypes parse_element_types(std::string_view text);

}  // namespace upsweep
