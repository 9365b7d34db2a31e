// The box filter of numbers with fractions.
#pragma once

#include <atomic>

#include "vision/box_filter.h"

namespace upsweep::vision {

/// f32 means of all windows from a padded table of f64, on `threads` cores (0: all, at most 8). Radius ≥ 0.
/// Throws Cancelled soon after *cancel becomes true.
Array box_filter_floats(const Array& padded, std::int64_t radius, Border border,
                        const std::atomic<bool>* cancel = nullptr, int threads = 0);

}  // namespace upsweep::vision
