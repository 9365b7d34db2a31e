// Box filters, local statistics, thresholds and differences of boxes by the simplest code: every window is
// added up by itself, along one axis and then along the other.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/array.h"

namespace upsweep::reference {

/// What lies beyond the picture: nothing (the window is cut), the border's pixels, the mirror image (the
/// border's pixels twice).
enum class Border : uint8_t { cut, replicate, reflect };

/// Where `place` of an axis of `size` lies within it; -1 for nothing.
int64_t pixel_at(int64_t place, int64_t size, Border border);

/// The mean of the (2 radius + 1)² window. u8 is rounded to the nearest, halves up; f32 is summed in double.
Array box_filter(const Array& input, int64_t radius, Border border);

/// w x 2h of f32: the means, and below them the variances, of the window cut at the border. `input` is u8.
Array local_statistics(const Array& input, int64_t radius);

/// 0 where a u8 pixel is more than `percent` darker than the mean of its window, else 255.
Array adaptive_threshold(const Array& input, int64_t radius, int64_t percent);

/// What the boxes around a pixel are combined to.
enum class BoxResponse : uint8_t {
    xx,               ///< second derivative along the rows: SURF's Dxx
    yy,               ///< down the columns: Dyy
    xy,               ///< across: Dxy
    determinant,      ///< of the Hessian: Dxx Dyy − (0.9 Dxy)²
    centre_surround,  ///< mean of the middle third less the mean of what is around it
};
inline constexpr int box_response_count = 5;

/// A box relative to the pixel: columns x0 ≤ x < x1, rows y0 ≤ y < y1, and how often it is added.
struct WeightedBox {
    int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    int64_t weight = 1;
};

/// The boxes of xx, yy, xy, or of centre_surround (the whole, then its middle third); none of determinant.
/// `size` is three times an odd number: a lobe is size / 3 wide (Bay et al. 2006, section 3).
std::vector<WeightedBox> boxes_of(BoxResponse response, int64_t size);

/// f32, the picture's extent: xx, yy and xy are divided by size², determinant is made of those. 0 where the
/// size x size pixels around a pixel are not all in the picture. `grey` is u8; every box is added up again.
Array difference_of_boxes(const Array& grey, BoxResponse response, int64_t size);

/// What the sums of centre_surround's boxes give: of the whole size x size window and its middle third.
float centre_less_surround(int64_t whole, int64_t centre, int64_t size);

/// xx · yy − (0.9 xy)²: 0.9 makes up for the boxes' coarseness (Bay et al. 2006).
float hessian_determinant(float xx, float yy, float xy);

/// "xx", "yy", "xy", "determinant", "centre_surround".
std::string_view name_of(BoxResponse response);

}  // namespace upsweep::reference
