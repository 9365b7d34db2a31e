#include "vision/threshold.h"

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "vision/box_filter.h"
#include "vision/local_statistics.h"
#include "vision/picture_plan.h"

namespace upsweep::vision {
namespace {

constexpr std::int64_t threshold_largest_radius = 2047;  // of the catalog's entry

void check(const Array& grey, const ThresholdRequest& request) {
    check_bytes(grey, "The adaptive threshold");
    if (request.radius < 0 || request.radius > threshold_largest_radius)
        throw UsageError(fmt::format("The adaptive threshold takes a radius from 0 to {}, not {}.",
                                     threshold_largest_radius, request.radius));
    if (request.percent < 0 || request.percent > 100)
        throw UsageError(fmt::format("A pixel is 0 to 100 percent darker than its surroundings, not {}.",
                                     request.percent));
}

}  // namespace

ThresholdRun threshold_picture(const Array& grey, const ThresholdRequest& request,
                               const backends::Backend& on, const std::atomic<bool>* cancel) {
    check(grey, request);
    if (&on != &backends::cpu()) {
        PictureRun run = run_entry("adaptive_threshold", grey,
                                   {{"radius", request.radius}, {"percent", request.percent}}, on, cancel);
        return {std::move(run.output), run.before_ms, run.last_ms, run.transfer_ms};
    }
    const Algorithm& algorithm = request.table == nullptr ? usual_table_algorithm(on) : *request.table;
    TableRun table = make_table(grey, algorithm, on, Convention::none, cancel);
    const double start = steady_seconds();
    Array picture = adaptive_threshold({std::move(table.table), table.convention}, grey, request.radius,
                                       request.percent, cancel);
    return {std::move(picture), table.milliseconds, milliseconds_since(start)};
}

ThresholdNumbers look_at_threshold(const IntegralImage& integral, const Array& grey,
                                   const ThresholdRequest& request, std::int64_t x, std::int64_t y) {
    ThresholdNumbers numbers;
    numbers.window = window_around(x, y, request.radius, grey.extent());
    numbers.corners = corners(integral, numbers.window);
    numbers.count = static_cast<std::uint64_t>(numbers.window.count());
    numbers.sum = region_sum(integral, numbers.window);
    numbers.pixel = grey.view<std::uint8_t>()[static_cast<std::size_t>(y * grey.extent().width + x)];
    const auto lighter = static_cast<std::uint64_t>(100 - request.percent);
    numbers.left = numbers.pixel * numbers.count * 100;
    numbers.right = numbers.sum * lighter;
    numbers.mean = static_cast<double>(numbers.sum) / static_cast<double>(numbers.count);
    numbers.limit = numbers.mean * static_cast<double>(lighter) / 100;
    numbers.black = numbers.left < numbers.right;
    return numbers;
}

}  // namespace upsweep::vision
