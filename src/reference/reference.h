// The reference: scans, transposes and integral images by the simplest code, floats in a wider type than they
// have. Element types are u8→u32, u32→u32 (modulo 2^32), f32→f32 and f64→f64; others throw UsageError. And
// what scans are for: elements of u32 that move to where a scan of flags says.
#pragma once

#include <cstdint>

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

/// What a compaction keeps, numbered as the kernel's argument is.
enum class Keep : uint8_t { even, odd, not_zero };

/// Each row's elements that are kept, in order, and zeros behind them; extent as `input`.
Array compact_rows(const Array& input, Keep keep);

/// Each row sorted by `bits` bits from `shift` on, elements with the same ones in the order in which they
/// was.
Array radix_pass(const Array& input, int bits, int shift);

}  // namespace upsweep::reference
