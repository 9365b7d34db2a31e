// Sums beyond a picture's border in terms of sums inside it.
#pragma once

#include <cstdint>

#include "reference/box_filter.h"

namespace upsweep::vision {

using reference::Border;

/// The sum of the first `edge` elements of an axis that continues beyond `size` elements as the border says:
/// `times` the sum of the first `count` elements, and `more_times` that of the first `more`. Negative before
/// the axis. With Border::cut nothing lies outside. kernels/borders.cuh has the same.
struct EdgeSum {
    std::int64_t count = 0, times = 1, more = 0, more_times = 0;
};
EdgeSum sum_up_to(std::int64_t edge, std::int64_t size, Border border);

}  // namespace upsweep::vision
