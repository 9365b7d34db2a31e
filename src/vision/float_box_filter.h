// The box filter of numbers with fractions.
#pragma once

#include <atomic>

#include "vision/box_filter.h"

namespace upsweep::vision {

/// f32 means of all windows from a padded table of f64, on `threads` cores (0: all, at most 8). Radius ≥ 0.
/// Throws Cancelled soon after *cancel becomes true.
Array box_filter_floats(const Array& padded, std::int64_t radius, Border border,
                        const std::atomic<bool>* cancel = nullptr, int threads = 0);

/// True if no element of an f32 array is NaN or infinite.
bool all_finite(const Array& input);
/// The same array with 0 for each NaN and infinity, which would spoil every sum of a table right of it and
/// below.
Array only_finite(const Array& input);
/// Gives the means of windows that hold NaN or infinity what adding up such a window gives: an infinity, or
/// NaN for a NaN or for infinities of both signs. `means` are those of only_finite(input). Costs two tables
/// of counts and two filters more.
void mark_not_finite(Array& means, const Array& input, std::int64_t radius, Border border,
                     const std::atomic<bool>* cancel = nullptr);

}  // namespace upsweep::vision
