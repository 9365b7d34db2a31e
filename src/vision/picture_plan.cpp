#include "vision/picture_plan.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/error.h"

namespace upsweep::vision {

void check_bytes(const Array& grey, std::string_view what) {
    if (grey.type() != ScalarType::u8)
        throw UsageError(
            fmt::format("{} takes u8, not {}; convert the array first.", what, name_of(grey.type())));
    if (grey.count() == 0) throw UsageError(fmt::format("{} needs a picture with pixels.", what));
}

void check_emulated(Extent picture, std::int64_t elements, const backends::Backend& on) {
    if (!on.is_slow() || elements <= most_emulated_elements) return;
    throw UsageError(
        fmt::format("{} × {} is too large for the {}: {} elements would be worked out there, and it takes up "
                    "to {}; run it on the CPU, or make the picture smaller.",
                    picture.width, picture.height, on.title(), elements, most_emulated_elements));
}

OperationRun run_plan(Plan plan, const Array& grey, const backends::Backend& on,
                      const std::atomic<bool>* cancel) {
    backends::Result result = run_rightly({.input = &grey, .plan = std::move(plan)}, on, cancel);
    return {.channels = {std::move(result.output)},
            .tables_ms = std::max(0.0, result.milliseconds - result.last_launch_ms),
            .filter_ms = result.last_launch_ms,
            .transfer_ms = result.transfer_ms};
}

OperationRun run_entry(std::string_view slug, const Array& grey, std::vector<OptionValue> options,
                       const backends::Backend& on, const std::atomic<bool>* cancel) {
    const Algorithm& algorithm = find_algorithm(slug);
    check_emulated(grey.extent(), grey.count(), on);
    Parameters parameters{.extent = grey.extent(),
                          .types = algorithm.types.front(),
                          .machine = {},
                          .options = std::move(options)};
    return run_plan(algorithm.make_plan(with_defaults(algorithm, std::move(parameters))), grey, on, cancel);
}

void stop_if(const std::atomic<bool>* cancel) {
    if (cancel && cancel->load(std::memory_order_relaxed)) throw Cancelled();
}

}  // namespace upsweep::vision
