#include "vision/threshold.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/words.h"
#include "vision/box_filter.h"
#include "vision/local_statistics.h"

namespace upsweep::vision {
namespace {

constexpr int64_t threshold_largest_radius = 2047;  // of the catalog's entry

void check(const Array& grey, const ThresholdRequest& request) {
    check_bytes(grey, "The adaptive threshold");
    if (request.radius < 0 || request.radius > threshold_largest_radius)
        throw UsageError("The adaptive threshold takes a radius from 0 to {}, not {}.",
                         threshold_largest_radius, request.radius);
    if (request.percent < 0 || request.percent > 100)
        throw UsageError("A pixel is 0 to 100 percent darker than its surroundings, not {}.",
                         request.percent);
}

OperationRun run_threshold(const Array& grey, const ThresholdRequest& request, const backends::Backend& on,
                           const std::atomic<bool>* cancel) {
    if (&on != &backends::cpu())
        return run_entry("adaptive_threshold", grey,
                         {{"radius", request.radius}, {"percent", request.percent}}, on, cancel);
    const Algorithm& algorithm = request.table == nullptr ? usual_table_algorithm(on) : *request.table;
    TableRun table = make_table(grey, algorithm, on, Convention::none, cancel);
    const double start = steady_seconds();
    Array picture = adaptive_threshold({std::move(table.table), table.convention}, grey, request.radius,
                                       request.percent, cancel);
    return {.channels = {std::move(picture)},
            .tables_ms = table.milliseconds,
            .filter_ms = milliseconds_since(start)};
}

ThresholdRequest threshold_request(const Values& values) { return {values[0], values[1]}; }

PixelNumbers threshold_numbers(const PixelInput& at, const Values& values) {
    const ThresholdNumbers n =
        look_at_threshold(*at.picture.integral, at.picture.grey, threshold_request(values), at.x, at.y);
    return {
        .beside = {{"pixel", std::to_string(n.pixel), true},
                   {"mean", fmt::format("{:.2f}", n.mean), true},
                   {"black below", fmt::format("{:.2f}", n.limit)},
                   {"so it is", n.black ? "black" : "white", true}},
        .sections = {
            {.title = "Sum of its window",
             .note = "4 reads, any size",
             .corners = {{n.window, n.corners, n.sum == n.corners.sum() ? "Σ" : "Σ, in two or more strips",
                          grouped(n.sum)}}},
            {.title = "The comparison",
             .note = "whole numbers, no division",
             .rows = {{fmt::format("pixel · n · 100 = {} · {} · 100", n.pixel, grouped(n.count)),
                       grouped(n.left)},
                      {fmt::format("Σ · (100 − {}) = Σ · {}", values[1], 100 - values[1]), grouped(n.right)}},
             .words = n.black ? "The first is less: **black**." : "The first is not less: **white**."}}};
}

}  // namespace

OperationRun threshold_picture(const Array& grey, const ThresholdRequest& request,
                               const backends::Backend& on, const std::atomic<bool>* cancel) {
    check(grey, request);
    OperationRun run = run_threshold(grey, request, on, cancel);
    const auto pixels = run.picture().view<uint8_t>();
    run.whole = double(std::count(pixels.begin(), pixels.end(), uint8_t{0}));
    return run;
}

ThresholdNumbers look_at_threshold(const IntegralImage& integral, const Array& grey,
                                   const ThresholdRequest& request, int64_t x, int64_t y) {
    ThresholdNumbers numbers;
    numbers.window = window_around(x, y, request.radius, grey.extent());
    numbers.corners = corners(integral, numbers.window);
    numbers.count = uint64_t(numbers.window.count());
    numbers.sum = region_sum(integral, numbers.window);
    numbers.pixel = grey.view<uint8_t>()[y * grey.extent().width + x];
    const auto lighter = uint64_t(100 - request.percent);
    numbers.left = numbers.pixel * numbers.count * 100;
    numbers.right = numbers.sum * lighter;
    numbers.mean = double(numbers.sum) / double(numbers.count);
    numbers.limit = numbers.mean * double(lighter) / 100;
    numbers.black = numbers.left < numbers.right;
    return numbers;
}

const Operation threshold_operation = {
    .slug = "adaptive_threshold",
    .title = "Adaptive threshold",
    .parameters = {radius_parameter("playground.threshold_radius", 31),
                   {.name = "percent",
                    .setting = "playground.threshold_percent",
                    .most = 100,
                    .initial = 15,
                    .control = Parameter::Control::slider,
                    .label = "Darker by",
                    .suffix = " %",
                    .keys = {{"Up", "One percent more"}, {"Down", "One percent less", -1}},
                    .option = {"--percent", "how much darker than its surroundings black is", 15}}},
    .working = "Comparing with the surroundings",
    .run =
        [](const OperationInput& picture, const Values& values, const std::atomic<bool>* cancel) {
            return threshold_picture(picture.grey, {values[0], values[1], picture.table}, picture.on, cancel);
        },
    .numbers = threshold_numbers,
    .marks = window_marks,
    .step =
        [](const Values& values, Extent) {
            return SteppedEntry{.slug = "adaptive_threshold",
                                .options = {{"radius", step_radius(values[0])}, {"percent", values[1]}}};
        },
    .label =
        [](const Values& values) { return fmt::format("threshold, r = {}, {} %", values[0], values[1]); },
    .file_tag = [](const Values& values) { return fmt::format("threshold-r{}-{}", values[0], values[1]); },
    .subject =
        [](const Values& values) {
            return fmt::format("Adaptive threshold, radius {}, {} %", values[0], values[1]);
        },
    .sentence =
        [](const Values& values) {
            return fmt::format(
                "A pixel is black if it is more than **{} %** darker than the mean of its window.",
                values[1]);
        },
    .tables = "Integral image",
    .filter = "comparison",
    .result =
        [](const OperationRun& run, int64_t pixels) {
            return fmt::format("`{:.1f} %` of the pixels are black.", 100 * run.whole / double(pixels));
        },
    .command = {"threshold", "Adaptive threshold: black and white by each pixel's surroundings",
                "the .png, .pgm or .npy file to write",
                [](const Values& values, const OperationRun&) {
                    const int64_t side = 2 * values[0] + 1;
                    return fmt::format("window {} × {}, black where {} % darker than its mean", side, side,
                                       values[1]);
                },
                "integral image", "threshold"},
};

}  // namespace upsweep::vision
