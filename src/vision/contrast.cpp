#include "vision/contrast.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/parallel.h"
#include "core/words.h"
#include "vision/box_filter.h"
#include "vision/local_statistics.h"

namespace upsweep::vision {
namespace {

constexpr int64_t contrast_largest_radius = 255;

uint8_t rounded(float value) { return uint8_t(std::clamp(value + 0.5F, 0.0F, 255.0F)); }

/// From f32 on every backend, so that the pictures are the same.
uint8_t shown(ContrastPicture picture, uint8_t pixel, float mean, float variance) {
    switch (picture) {
        case ContrastPicture::mean:
            return rounded(mean);
        case ContrastPicture::normalised:
            return rounded(128 + 48 * (float(pixel) - mean) / (std::sqrt(variance) + 1));
        case ContrastPicture::deviation:
            break;
    }
    return rounded(2 * std::sqrt(variance));
}

Array picture_of(const Array& grey, const std::vector<Array>& statistics, ContrastPicture picture) {
    Array result(ScalarType::u8, grey.extent());
    const auto pixels = grey.view<uint8_t>();
    const auto mean = statistics[0].view<float>(), variance = statistics[1].view<float>();
    const auto to = result.view<uint8_t>();
    const int64_t width = grey.extent().width;
    parallel_rows(grey.extent().height, [&](int64_t first, int64_t last) {
        const auto end = size_t(last * width);
        for (auto i = size_t(first * width); i < end; ++i)
            to[i] = shown(picture, pixels[i], mean[i], variance[i]);
    });
    return result;
}

/// The upper and the lower half of what the kernel gives.
std::vector<Array> halves_of(const Array& both, Extent picture) {
    std::vector<Array> halves(2, Array(ScalarType::f32, picture));
    const auto bytes = halves[0].bytes().size();
    for (size_t i = 0; i < 2; ++i)
        std::memcpy(halves[i].bytes().data(), both.bytes().data() + i * bytes, bytes);
    return halves;
}

constexpr std::array<std::string_view, 3> picture_words = {"deviation", "mean", "normalised"};

ContrastRequest contrast_request(const Values& values) { return {values[0], ContrastPicture(values[1])}; }

NumberSection table_section(std::string_view title, std::string_view total, const Region& window,
                            const Corners& corners, uint64_t sum) {
    return {.title = std::string(title),
            .note = "4 reads",
            .corners = {{window, corners, std::string(total) + (sum == corners.sum() ? "" : ", in parts"),
                         grouped(sum)}}};
}

PixelNumbers contrast_numbers(const PixelInput& at, const Values& values) {
    const ContrastNumbers n = look_at_contrast(*at.picture.integral, *at.further, at.picture.grey,
                                               contrast_request(values), at.x, at.y);
    return {.beside = {{"pixel", std::to_string(n.pixel), true},
                       {"mean", fmt::format("{:.2f}", n.mean), true},
                       {"σ", fmt::format("{:.2f}", n.deviation), true},
                       {"shown as", std::to_string(n.shown)}},
            .sections = {table_section("Pixels", "Σx", n.window, n.sums, n.sum),
                         table_section("Their squares", "Σx²", n.window, n.squares, n.of_squares),
                         {.title = "Variance",
                          .note = "n = " + grouped(n.count),
                          .code = true,
                          .rows = {{"n Σx² − (Σx)²", grouped(n.count * n.of_squares - n.sum * n.sum)},
                                   {fmt::format("over n², σ²: its root is {:.2f}", n.deviation),
                                    fmt::format("{:.1f}", n.variance), true}}}}};
}

}  // namespace

OperationRun contrast_of(const Array& grey, const ContrastRequest& request, const backends::Backend& on,
                         const std::atomic<bool>* cancel) {
    check_bytes(grey, "Local contrast");
    if (request.radius < 0 || request.radius > contrast_largest_radius)
        throw UsageError("Local contrast takes a radius from 0 to {}, not {}.", contrast_largest_radius,
                         request.radius);
    OperationRun run;
    if (&on == &backends::cpu()) {
        double start = steady_seconds();
        const IntegralImage sums = table_of_bytes(grey), squares = table_of_squares(grey);
        run.tables_ms = milliseconds_since(start);
        start = steady_seconds();
        LocalStatistics statistics = local_statistics(sums, squares, request.radius, cancel);
        run.filter_ms = milliseconds_since(start);
        run.values = {std::move(statistics.mean), std::move(statistics.variance)};
    } else {
        run = run_entry("local_statistics", grey, {{"radius", request.radius}}, on, cancel);
        run.values = halves_of(run.picture(), grey.extent());
    }
    run.channels = {picture_of(grey, run.values, request.picture)};
    return run;
}

ContrastNumbers look_at_contrast(const IntegralImage& sums, const IntegralImage& squares, const Array& grey,
                                 const ContrastRequest& request, int64_t x, int64_t y) {
    ContrastNumbers numbers;
    numbers.window = window_around(x, y, request.radius, grey.extent());
    numbers.count = uint64_t(numbers.window.count());
    numbers.sums = corners(sums, numbers.window);
    numbers.squares = corners(squares, numbers.window);
    numbers.sum = numbers.sums.sum();
    numbers.of_squares = sum_of_squares(squares, numbers.window);
    const auto n = double(numbers.count);
    numbers.mean = double(numbers.sum) / n;
    numbers.variance = double(numbers.count * numbers.of_squares - numbers.sum * numbers.sum) / (n * n);
    numbers.deviation = std::sqrt(numbers.variance);
    numbers.pixel = grey.view<uint8_t>()[y * grey.extent().width + x];
    numbers.shown = shown(request.picture, numbers.pixel, float(numbers.mean), float(numbers.variance));
    return numbers;
}

const Operation contrast_operation = {
    .slug = "local_contrast",
    .title = "Local contrast",
    .parameters = {radius_parameter("playground.contrast_radius", 12),
                   {.name = "shows",
                    .setting = "playground.contrast_shows",
                    .most = 2,
                    .control = Parameter::Control::menu,
                    .label = "Result shows",
                    .words = {"deviation σ", "mean", "normalised"},
                    .keys = {{"P", "Deviation, mean, normalised"}},
                    .option = {"--show",
                               "deviation (twice as large), mean, or normalised (the pixel against both)",
                               0,
                               {picture_words.begin(), picture_words.end()},
                               "Unknown picture {}; local contrast is shown as deviation, mean or "
                               "normalised."}}},
    .working = "Local contrast",
    .run =
        [](const OperationInput& picture, const Values& values, const std::atomic<bool>* cancel) {
            return contrast_of(picture.grey, contrast_request(values), picture.on, cancel);
        },
    .further_table = [](const Array& grey) { return table_of_squares(grey); },
    .making_further = "Summing the squares",
    .numbers = contrast_numbers,
    .marks = window_marks,
    .step =
        [](const Values& values, Extent) {
            return SteppedEntry{.slug = "local_statistics",
                                .options = {{"radius", step_radius(values[0])}},
                                .two_halves = true};
        },
    .label =
        [](const Values& values) { return fmt::format("{}, r = {}", picture_words[values[1]], values[0]); },
    .file_tag =
        [](const Values& values) {
            return fmt::format("{}-r{}", values[1] == 2 ? "even" : picture_words[values[1]], values[0]);
        },
    .subject = [](const Values& values) { return fmt::format("Local contrast, radius {}", values[0]); },
    .sentence =
        [](const Values&) {
            return std::string(
                "Mean and deviation of every window from **two tables**: of the pixels and of their "
                "**squares**.");
        },
    .tables = "Two integral images",
    .filter = "mean and deviation",
    .command = {"contrast", "Local contrast: mean and deviation of each window, from two integral images",
                "the .png or .pgm picture to write, or .npy: means, and below them variances, f32",
                [](const Values& values, const OperationRun&) {
                    const int64_t side = 2 * values[0] + 1;
                    return fmt::format("{} of each window of {} × {}", picture_words[values[1]], side, side);
                },
                "two tables", "statistics"},
};

}  // namespace upsweep::vision
