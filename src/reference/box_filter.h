// Box filters, local statistics and thresholds by the simplest code: every window is added up again, along
// one axis and then along the other.
#pragma once

#include <cstdint>

#include "core/array.h"

namespace upsweep::reference {

/// What lies beyond the picture: nothing (the window is cut), the border's pixels, the mirror image (the
/// border's pixels twice).
enum class Border : std::uint8_t { cut, replicate, reflect };

/// Where `place` of an axis of `size` lies within it; -1 for nothing.
std::int64_t pixel_at(std::int64_t place, std::int64_t size, Border border);

/// The mean of the (2 radius + 1)² window. u8 is rounded to the nearest, halves up; f32 is summed in double.
Array box_filter(const Array& input, std::int64_t radius, Border border);

/// w x 2h of f32: the means, and below them the variances, of the window cut at the border. `input` is u8.
Array local_statistics(const Array& input, std::int64_t radius);

/// 0 where a u8 pixel is more than `percent` darker than the mean of its window, else 255.
Array adaptive_threshold(const Array& input, std::int64_t radius, std::int64_t percent);

}  // namespace upsweep::reference
