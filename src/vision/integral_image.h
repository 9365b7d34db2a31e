// Integral images in their three conventions, and what four of their corners tell about a rectangle.
#pragma once

#include <array>
#include <cstdint>

#include "core/array.h"
#include "pipelines/algorithm.h"

namespace upsweep::vision {

/// Pixels x0 ≤ x < x1, y0 ≤ y < y1. As positions in a padded table the bounds are the corners themselves.
struct Region {
    int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    int64_t width() const { return x1 - x0; }
    int64_t height() const { return y1 - y0; }
    int64_t count() const { return width() * height(); }
    friend constexpr bool operator==(const Region&, const Region&) = default;
};

/// The part of `region` inside a picture; the corners may be given in any order.
Region clipped(Region region, Extent picture);

/// The table that answers every rectangle: u32 modulo 2^32, `inclusive` (w x h) or `padded` (w+1 x h+1).
struct IntegralImage {
    Array table;
    Convention convention = Convention::inclusive;

    Extent picture() const;
    /// Sum of all pixels left of x and above y, 0 ≤ x ≤ w, 0 ≤ y ≤ h.
    uint32_t at(int64_t x, int64_t y) const;
};

/// A = (x0, y0), B = (x1, y0), C = (x0, y1), D = (x1, y1), as padded-table positions.
struct Corners {
    uint32_t a = 0, b = 0, c = 0, d = 0;
    /// D − B − C + A modulo 2^32: exact while the rectangle's own sum is below that, whatever wrapped before.
    uint32_t sum() const { return d - b - c + a; }
};
Corners corners(const IntegralImage& integral, Region region);

/// The rectangle's sum, exact for any size: strips whose sums fit 32 bits are added in 64.
uint64_t region_sum(const IntegralImage& integral, Region region);

/// How often each grey occurs in the rectangle, counted pixel by pixel. `grey` is u8.
std::array<int64_t, 256> region_histogram(const Array& grey, Region region);

/// The same sums in another convention. `input` is the picture they were made of (its last row and column are
/// needed when leaving `exclusive`); arithmetic is the table's own type. Costs one pass.
Array convert(const Array& table, Convention from, Convention to, const Array& input);

/// Rows to columns.
Array transposed(const Array& array);

}  // namespace upsweep::vision
