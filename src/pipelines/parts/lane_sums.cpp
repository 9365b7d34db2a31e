// Additions across lanes.
#include "pipelines/parts/lane_sums.h"

#include <algorithm>

namespace upsweep {

std::int64_t scan_lanes_additions(std::int64_t busy, std::int64_t lanes) {
    if (busy == 0) return 0;
    std::int64_t additions = 0;
    // After the steps before, data has gone stride - 1 lanes on, and this step takes it stride lanes further.
    for (std::int64_t stride = 1; stride < lanes; stride *= 2)
        additions += std::min(lanes, busy + 2 * stride - 1) - stride;
    return additions;
}

std::int64_t sum_lanes_additions(std::int64_t busy, std::int64_t lanes) {
    std::int64_t additions = 0;
    for (std::int64_t group = 2; group <= lanes; group *= 2) additions += (busy + group - 1) / group * group;
    return additions;
}

}  // namespace upsweep
