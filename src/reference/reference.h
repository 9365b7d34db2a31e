// The reference: scans, transposes and integral images by the simplest code, floats in a wider type than they
// have. Element types are u8→u32, u32→u32 (modulo 2^32), f32→f32 and f64→f64; others throw UsageError.
#pragma once

#include "core/array.h"

namespace upsweep::reference {

/// Each row's exclusive or inclusive sums; extent as `input`.
Array scan_rows(const Array& input, ScalarType output, bool inclusive);

/// Element (x, y) of `input` at (y, x); height x width.
Array transpose(const Array& input, ScalarType output);

/// Inclusive (w x h): element (x, y) is the sum of all input up to and including column x and row y.
Array integral_image_inclusive(const Array& input, ScalarType output);

/// Exclusive (w x h): the sum of all input left of x and above y; first row and column are zero.
Array integral_image_exclusive(const Array& input, ScalarType output);

/// Padded ((w + 1) x (h + 1)): the inclusive one with a zero row above and a zero column to the left.
Array integral_image_padded(const Array& input, ScalarType output);

}  // namespace upsweep::reference
