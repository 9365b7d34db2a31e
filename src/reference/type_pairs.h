// The pairs of element types that the CPU computes, as C++ types.
#pragma once

#include <cstdint>
#include <string>

#include "core/array.h"
#include "core/error.h"

namespace upsweep::reference {

template <typename In, typename Out>
struct TypePair {
    using Input = In;
    using Output = Out;
};

/// Calls f(TypePair<Input, Output>{}) for one of u8→u32, u32→u32, f32→f32, f64→f64. Throws UsageError for
/// others.
template <typename F>
void visit_types(ElementTypes types, F&& f) {
    if (types == ElementTypes{ScalarType::u8, ScalarType::u32}) return f(TypePair<uint8_t, uint32_t>{});
    if (types == ElementTypes{ScalarType::u32, ScalarType::u32}) return f(TypePair<uint32_t, uint32_t>{});
    if (types == ElementTypes{ScalarType::f32, ScalarType::f32}) return f(TypePair<float, float>{});
    if (types == ElementTypes{ScalarType::f64, ScalarType::f64}) return f(TypePair<double, double>{});
    throw UsageError("The CPU does not compute {}; use u8->u32, u32, f32 or f64.", to_string(types));
}

}  // namespace upsweep::reference
