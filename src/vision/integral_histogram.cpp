#include "vision/integral_histogram.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.h"

namespace upsweep::vision {

Histogram IntegralHistogram::histogram(Region region) const {
    return reference::region_histogram(tensor, picture.height, {region.x0, region.y0, region.x1, region.y1});
}

IntegralHistogram integral_histogram(const Array& grey, int bins, int threads) {
    const Extent picture = grey.extent();
    IntegralHistogram result{Array(ScalarType::u32, {picture.width, picture.height * bins}), picture, bins};
    reference::integral_histogram_fast(grey, result.tensor, {bins, 256}, threads);
    return result;
}

Array likelihood_map(const IntegralHistogram& integral, const Histogram& wanted, Extent window,
                     Measure measure, int threads) {
    const Extent picture = integral.picture;
    if (window.width < 1 || window.height < 1 || window.width > picture.width ||
        window.height > picture.height)
        throw UsageError(fmt::format("A window of {} × {} does not fit a picture of {} × {}.", window.width,
                                     window.height, picture.width, picture.height));
    return reference::likelihood_map(integral.tensor, picture.height, wanted, window, measure, threads);
}

Place most_likely(const Array& map) {
    const auto values = map.view<float>();
    const auto best = std::max_element(values.begin(), values.end()) - values.begin();
    return {best % map.extent().width, best / map.extent().width, values[static_cast<std::size_t>(best)]};
}

}  // namespace upsweep::vision
