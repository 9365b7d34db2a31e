// How far apart two numbers are, in units in the last place.
#pragma once

#include <cstdint>

#include "core/array.h"
#include "core/element_type.h"

namespace upsweep {

/// The bits of element `index`, zero-extended.
uint64_t bits_at(const Array& array, int64_t index);

/// How many floating-point numbers lie between two of one type, the farther one counted; 0 for equal values
/// (-0 is 0) and for two NaNs, the largest number for a NaN and a number. Of integers 0 if they are equal,
/// else the largest number.
int64_t ulps_apart(ScalarType type, uint64_t a, uint64_t b);

}  // namespace upsweep
