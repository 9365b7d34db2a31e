// The box filter of grey and colour pictures, once or several times: three passes are close to a Gaussian.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include "vision/filter_run.h"

namespace upsweep::vision {

struct SmoothingRequest {
    FilterRequest filter;
    int passes = 1;  ///< 1 to 3; each rounds as one filter does
};

/// Each channel by itself, the passes one after another; times over all of them. Throws as filter_picture
/// does, and UsageError for passes out of range.
OperationRun smooth_picture(std::span<const Array> channels, const SmoothingRequest& request,
                            const backends::Backend& on, const std::atomic<bool>* cancel = nullptr);

/// The deviation of the Gaussian that `passes` of this radius come close to: √(passes ((2 r + 1)² − 1) / 12).
double smoothing_deviation(std::int64_t radius, int passes);

}  // namespace upsweep::vision
