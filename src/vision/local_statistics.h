// Mean and variance around every pixel, and what follows from them: from integral images, at the same
// cost for every radius.
#pragma once

#include <atomic>
#include <cstdint>

#include "vision/integral_image.h"

namespace upsweep::vision {

struct LocalStatistics {
    Array mean, variance;  ///< f32, the picture's extent
};

/// Over the (2 radius + 1)² window around each pixel, cut at the border. Two tables are made, of the pixels
/// and of their squares. `grey` is u8, radius 0 to 255: UsageError beyond. Runs on `threads` cores (0: all,
/// at most 8). Throws Cancelled soon after *cancel becomes true.
LocalStatistics local_statistics(const Array& grey, int64_t radius, const std::atomic<bool>* cancel = nullptr,
                                 int threads = 0);

/// The same from both tables.
LocalStatistics local_statistics(const IntegralImage& sums, const IntegralImage& squares, int64_t radius,
                                 const std::atomic<bool>* cancel = nullptr, int threads = 0);

/// The inclusive table of a picture. `grey` is u8.
IntegralImage table_of_bytes(const Array& grey, int threads = 0);
/// The table of a picture's squares, modulo 2^32. `grey` is u8.
IntegralImage table_of_squares(const Array& grey, int threads = 0);

/// The exact sum of a window's squares from that table: windows whose sum may pass 32 bits are taken in
/// quarters.
uint64_t sum_of_squares(const IntegralImage& squares, const Region& window);

/// 0 where a pixel is more than `percent` darker than the mean of its window, else 255 (Bradley and Roth
/// 2007). `integral` is the table of `grey`.
Array adaptive_threshold(const IntegralImage& integral, const Array& grey, int64_t radius, int64_t percent,
                         const std::atomic<bool>* cancel = nullptr, int threads = 0);

}  // namespace upsweep::vision
