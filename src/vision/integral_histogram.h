// The integral histogram of a picture: histograms of rectangles in O(bins), and the search for a template by
// them.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "reference/likelihood.h"
#include "vision/integral_image.h"

namespace upsweep::vision {

using reference::Measure;
using Histogram = std::vector<std::uint32_t>;

/// One inclusive table of counts for each bin, one below the other: picture.width x (picture.height · bins)
/// of u32.
struct IntegralHistogram {
    Array tensor;
    Extent picture;
    int bins = 0;

    /// How often each bin occurs in the rectangle, from four corners of each table: O(bins) for any size.
    Histogram histogram(Region region) const;
};

/// Of a u8 picture; `bins` from 1 to 256 share the 256 values out evenly. 4 · bins bytes a pixel. Runs on
/// `threads` cores (0: all, at most 8).
IntegralHistogram integral_histogram(const Array& grey, int bins, int threads = 0);

/// How much every window of `window` pixels looks like `wanted`, the histogram of a template of as many
/// pixels: 1 where they are equal. f32, (w − window.width + 1) x (h − window.height + 1). Throws UsageError
/// for a window larger than the picture.
Array likelihood_map(const IntegralHistogram& integral, const Histogram& wanted, Extent window,
                     Measure measure, int threads = 0);

/// The map's best place: the upper left corner of the most likely window, the first of equals.
struct Place {
    std::int64_t x = 0, y = 0;
    float likelihood = 0;
};
Place most_likely(const Array& map);

}  // namespace upsweep::vision
