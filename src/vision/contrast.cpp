#include "vision/contrast.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>

#include "core/clock.h"
#include "core/error.h"
#include "core/parallel.h"
#include "core/quotes.h"
#include "vision/box_filter.h"
#include "vision/picture_plan.h"

namespace upsweep::vision {
namespace {

constexpr std::int64_t contrast_largest_radius = 255;

std::uint8_t rounded(float value) {
    return static_cast<std::uint8_t>(std::clamp(value + 0.5F, 0.0F, 255.0F));
}

/// From f32 on every backend, so that the pictures are the same.
std::uint8_t shown(ContrastPicture picture, std::uint8_t pixel, float mean, float variance) {
    switch (picture) {
        case ContrastPicture::mean:
            return rounded(mean);
        case ContrastPicture::normalised:
            return rounded(128 + 48 * (static_cast<float>(pixel) - mean) / (std::sqrt(variance) + 1));
        case ContrastPicture::deviation:
            break;
    }
    return rounded(2 * std::sqrt(variance));
}

Array picture_of(const Array& grey, const LocalStatistics& statistics, ContrastPicture picture) {
    Array result(ScalarType::u8, grey.extent());
    const auto pixels = grey.view<std::uint8_t>();
    const auto mean = statistics.mean.view<float>(), variance = statistics.variance.view<float>();
    const auto to = result.view<std::uint8_t>();
    const std::int64_t width = grey.extent().width;
    parallel_rows(grey.extent().height, [&](std::int64_t first, std::int64_t last) {
        const auto end = static_cast<std::size_t>(last * width);
        for (auto i = static_cast<std::size_t>(first * width); i < end; ++i)
            to[i] = shown(picture, pixels[i], mean[i], variance[i]);
    });
    return result;
}

/// The upper and the lower half of what the kernel gives.
LocalStatistics halves_of(const Array& both, Extent picture) {
    LocalStatistics statistics{Array(ScalarType::f32, picture), Array(ScalarType::f32, picture)};
    const auto bytes = statistics.mean.bytes().size();
    std::memcpy(statistics.mean.bytes().data(), both.bytes().data(), bytes);
    std::memcpy(statistics.variance.bytes().data(), both.bytes().data() + bytes, bytes);
    return statistics;
}

}  // namespace

ContrastRun contrast_of(const Array& grey, const ContrastRequest& request, const backends::Backend& on,
                        const std::atomic<bool>* cancel) {
    check_bytes(grey, "Local contrast");
    if (request.radius < 0 || request.radius > contrast_largest_radius)
        throw UsageError(fmt::format("Local contrast takes a radius from 0 to {}, not {}.",
                                     contrast_largest_radius, request.radius));
    ContrastRun run;
    if (&on == &backends::cpu()) {
        double start = steady_seconds();
        const IntegralImage sums = table_of_bytes(grey), squares = table_of_squares(grey);
        run.tables_ms = milliseconds_since(start);
        start = steady_seconds();
        run.statistics = local_statistics(sums, squares, request.radius, cancel);
        run.filter_ms = milliseconds_since(start);
    } else {
        const PictureRun made = run_entry("local_statistics", grey, {{"radius", request.radius}}, on, cancel);
        run = {{}, halves_of(made.output, grey.extent()), made.before_ms, made.last_ms, made.transfer_ms};
    }
    run.picture = picture_of(grey, run.statistics, request.picture);
    return run;
}

ContrastNumbers look_at_contrast(const IntegralImage& sums, const IntegralImage& squares, const Array& grey,
                                 const ContrastRequest& request, std::int64_t x, std::int64_t y) {
    ContrastNumbers numbers;
    numbers.window = window_around(x, y, request.radius, grey.extent());
    numbers.count = static_cast<std::uint64_t>(numbers.window.count());
    numbers.sums = corners(sums, numbers.window);
    numbers.squares = corners(squares, numbers.window);
    numbers.sum = numbers.sums.sum();
    numbers.of_squares = sum_of_squares(squares, numbers.window);
    const auto n = static_cast<double>(numbers.count);
    numbers.mean = static_cast<double>(numbers.sum) / n;
    numbers.variance =
        static_cast<double>(numbers.count * numbers.of_squares - numbers.sum * numbers.sum) / (n * n);
    numbers.deviation = std::sqrt(numbers.variance);
    numbers.pixel = grey.view<std::uint8_t>()[static_cast<std::size_t>(y * grey.extent().width + x)];
    numbers.shown = shown(request.picture, numbers.pixel, static_cast<float>(numbers.mean),
                          static_cast<float>(numbers.variance));
    return numbers;
}

ContrastPicture parse_contrast(std::string_view text) {
    if (text == "deviation") return ContrastPicture::deviation;
    if (text == "mean") return ContrastPicture::mean;
    if (text == "normalised") return ContrastPicture::normalised;
    throw UsageError(fmt::format(
        "Unknown picture {}; local contrast is shown as deviation, mean or normalised.", in_quotes(text)));
}

}  // namespace upsweep::vision
