// The box filter: every pixel becomes the mean of the window around it.
#pragma once

#include <atomic>
#include <cstdint>

#include "reference/box_filter.h"
#include "vision/integral_image.h"

namespace upsweep::vision {

/// The mean of the (2 radius + 1)² window around each pixel, of the part that is inside the picture; rounded
/// to the nearest whole number, halves up: (sum + count / 2) / count in integers. Four reads of the table a
/// pixel whatever the radius. u8, the picture's extent. Radius ≥ 0, any size; exact also where the table has
/// wrapped. Runs on `threads` cores (0: all, at most 8). Throws Cancelled soon after *cancel becomes true.
Array box_filter(const IntegralImage& integral, int64_t radius, const std::atomic<bool>* cancel = nullptr,
                 int threads = 0);

using reference::Border;

/// The same with a border to choose. With replicate and reflect every window has (2 radius + 1)² pixels;
/// radius up to 2047 (whose sums fit 32 bits), UsageError beyond.
Array box_filter(const IntegralImage& integral, int64_t radius, Border border,
                 const std::atomic<bool>* cancel = nullptr, int threads = 0);

/// The same result without a table, to the bit: of `pixels`, u8, `channels` (1 or 4) samples a pixel side by
/// side. The running sums of the columns that are within a row's windows roll down the picture: each row adds
/// one row and takes one away, 2 reads and 1 write a sample, whatever the radius. With Border::cut the
/// largest window has at most reference::pixels_in_32_bits; with the others throws as box_filter does.
Array box_filter_rolling(const Array& pixels, int channels, int64_t radius, Border border = Border::cut,
                         const std::atomic<bool>* cancel = nullptr, int threads = 0);
/// Throws UsageError for a radius whose windows' sums may pass 32 bits with replicate and reflect.
void check_bordered_radius(int64_t radius);

/// The same result by adding up every window from scratch: (2 radius + 1)² reads a pixel, one thread. What
/// the integral image saves, and the reference that it is tested against. `grey` is u8.
Array box_filter_direct(const Array& grey, int64_t radius, const std::atomic<bool>* cancel = nullptr);

/// The window around pixel (x, y), cut at the picture's border.
Region window_around(int64_t x, int64_t y, int64_t radius, Extent picture);

/// The sum of the first `edge` elements of an axis that continues beyond `size` elements as the border says:
/// `times` the sum of the first `count` elements, and `more_times` that of the first `more`. Negative before
/// the axis. With Border::cut nothing lies outside. kernels/borders.cuh has the same.
struct EdgeSum {
    int64_t count = 0, times = 1, more = 0, more_times = 0;
};
EdgeSum sum_up_to(int64_t edge, int64_t size, Border border);

/// f32 means of all windows from a padded table of f64, on `threads` cores (0: all, at most 8). Radius ≥ 0.
/// Throws Cancelled soon after *cancel becomes true.
Array box_filter_floats(const Array& padded, int64_t radius, Border border,
                        const std::atomic<bool>* cancel = nullptr, int threads = 0);

/// True if no element of an f32 array is NaN or infinite.
bool all_finite(const Array& input);
/// The same array with 0 for each NaN and infinity, which would spoil every sum of a table right of it and
/// below.
Array only_finite(const Array& input);
/// Gives the means of windows that hold NaN or infinity what adding up such a window gives: an infinity, or
/// NaN for a NaN or for infinities of both signs. `means` are those of only_finite(input). Costs two tables
/// of counts and two filters more.
void mark_not_finite(Array& means, const Array& input, int64_t radius, Border border,
                     const std::atomic<bool>* cancel = nullptr);

}  // namespace upsweep::vision
