// The names of types that CUDA C++ has without a declaration: words, fixed widths, vectors.
#pragma once

#include <optional>
#include <string_view>

#include "core/element_type.h"

namespace upsweep::emulator {

/// unsigned, long, float, void, auto …
bool is_type_word(std::string_view word);
/// Words that are before or among those of a type: const, static, __shared__, struct …
bool is_specifier(std::string_view word);
/// if, class, operator …: words that C++ keeps for itself, so that nothing can be called so.
bool is_keyword(std::string_view word);
/// size_t, uint8_t, uint …
std::optional<ScalarType> fixed_type_named(std::string_view name);

struct VectorName {
    ScalarType component = ScalarType::f32;
    int lanes = 1;
};
/// float4, uint2, longlong1 … and dim3, whose components are those of uint3.
std::optional<VectorName> vector_named(std::string_view name);

}  // namespace upsweep::emulator
