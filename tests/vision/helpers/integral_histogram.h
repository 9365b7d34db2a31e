// Likelihood maps through the integral histogram of a whole picture, for comparison.
#pragma once

#include <algorithm>
#include <vector>

#include "reference/fast.h"
#include "reference/integral_histogram.h"
#include "vision/likelihood.h"

namespace upsweep::vision {

/// One inclusive table of counts for each bin, one below the other: picture.width x (picture.height · bins)
/// of u32.
struct IntegralHistogram {
    Array tensor;
    Extent picture;
    int bins = 0;

    /// How often each bin occurs in the rectangle, from four corners of each table.
    Histogram histogram(Region region) const {
        return reference::region_histogram(tensor, picture.height,
                                           {region.x0, region.y0, region.x1, region.y1});
    }
};

/// Of a u8 picture; `bins` from 1 to 256 share the 256 values out evenly.
inline IntegralHistogram integral_histogram(const Array& grey, int bins, int threads = 0) {
    const Extent picture = grey.extent();
    IntegralHistogram result{Array(ScalarType::u32, {picture.width, picture.height * bins}), picture, bins};
    reference::integral_histogram_fast(grey, result.tensor, {bins, 256}, threads);
    return result;
}

inline Array likelihood_map(const IntegralHistogram& integral, const Histogram& wanted, Extent window,
                            Measure measure, int threads = 0) {
    return reference::likelihood_map(integral.tensor, integral.picture.height, wanted, window, measure,
                                     threads);
}

/// The map's best place: the upper left corner of the most likely window, the first of equals.
struct Place {
    int64_t x = 0, y = 0;
    float likelihood = 0;
};
inline Place most_likely(const Array& map) {
    const auto values = map.view<float>();
    const auto best = std::max_element(values.begin(), values.end()) - values.begin();
    return {best % map.extent().width, best / map.extent().width, values[best]};
}

}  // namespace upsweep::vision
