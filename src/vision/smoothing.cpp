#include "vision/smoothing.h"

#include <cmath>

#include <fmt/format.h>

#include "core/error.h"

namespace upsweep::vision {

SmoothingRun smooth_picture(std::span<const Array> channels, const SmoothingRequest& request,
                            const backends::Backend& on, const std::atomic<bool>* cancel) {
    if (request.passes < 1 || request.passes > 3)
        throw UsageError(fmt::format("The box filter is applied 1 to 3 times, not {}.", request.passes));
    SmoothingRun run;
    for (const Array& channel : channels)
        for (int pass = 0; pass < request.passes; ++pass) {
            FilterRun once =
                filter_picture(pass == 0 ? channel : run.channels.back(), request.filter, on, cancel);
            if (pass == 0) run.channels.emplace_back();
            run.channels.back() = std::move(once.picture);
            run.table = once.table;
            run.table_ms += once.table_ms;
            run.filter_ms += once.filter_ms;
            run.transfer_ms += once.transfer_ms;
        }
    return run;
}

double smoothing_deviation(std::int64_t radius, int passes) {
    const auto side = static_cast<double>(2 * radius + 1);
    return std::sqrt(passes * (side * side - 1) / 12);
}

}  // namespace upsweep::vision
