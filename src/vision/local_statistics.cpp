#include "vision/local_statistics.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/error.h"
#include "core/parallel.h"
#include "reference/fast_integral_image.h"
#include "vision/box_filter.h"

namespace upsweep::vision {
namespace {

constexpr std::int64_t largest_radius = 255;
/// Of so many pixels the sum of squares surely fits 32 bits: 257² · 255² < 2³².
constexpr std::int64_t squares_in_32_bits = 257 * 257;

void stop_if(const std::atomic<bool>* cancel) {
    if (cancel && cancel->load(std::memory_order_relaxed)) throw Cancelled();
}

IntegralImage table_of(const Array& values, int threads) {
    IntegralImage integral{Array(ScalarType::u32, values.extent()), Convention::inclusive};
    reference::integral_image_fast(values, integral.table, threads);
    return integral;
}

Array squares_of(const Array& grey) {
    Array squares(ScalarType::u32, grey.extent());
    const auto from = grey.view<std::uint8_t>();
    std::transform(from.begin(), from.end(), squares.view<std::uint32_t>().begin(),
                   [](std::uint8_t pixel) { return std::uint32_t{pixel} * pixel; });
    return squares;
}

/// Calls f(i, window) for every pixel, on all threads.
template <typename F>
void for_each_window(Extent picture, std::int64_t radius, const std::atomic<bool>* cancel, int threads, F f) {
    parallel_rows(
        picture.height,
        [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t y = first; y < last; ++y) {
                stop_if(cancel);
                for (std::int64_t x = 0; x < picture.width; ++x)
                    f(static_cast<std::size_t>(y * picture.width + x), window_around(x, y, radius, picture));
            }
        },
        threads);
}

}  // namespace

IntegralImage table_of_bytes(const Array& grey, int threads) { return table_of(grey, threads); }

IntegralImage table_of_squares(const Array& grey, int threads) { return table_of(squares_of(grey), threads); }

std::uint64_t sum_of_squares(const IntegralImage& squares, const Region& window) {
    if (window.count() <= squares_in_32_bits) return corners(squares, window).sum();
    // The quarters of a window of 511 x 511 are at most 256 x 256.
    const std::int64_t x = (window.x0 + window.x1) / 2, y = (window.y0 + window.y1) / 2;
    std::uint64_t sum = 0;
    for (const Region& quarter : {Region{window.x0, window.y0, x, y}, Region{x, window.y0, window.x1, y},
                                  Region{window.x0, y, x, window.y1}, Region{x, y, window.x1, window.y1}})
        sum += sum_of_squares(squares, quarter);
    return sum;
}

LocalStatistics local_statistics(const IntegralImage& sums, const IntegralImage& squares, std::int64_t radius,
                                 const std::atomic<bool>* cancel, int threads) {
    if (radius < 0 || radius > largest_radius)
        throw UsageError(
            fmt::format("Local statistics take a radius from 0 to {}, not {}.", largest_radius, radius));
    const Extent picture = sums.picture();
    LocalStatistics result{Array(ScalarType::f32, picture), Array(ScalarType::f32, picture)};
    const auto mean = result.mean.view<float>(), variance = result.variance.view<float>();
    for_each_window(picture, radius, cancel, threads, [&](std::size_t i, const Region& window) {
        const std::uint64_t count = static_cast<std::uint64_t>(window.count()),
                            sum = corners(sums, window).sum();
        const auto n = static_cast<double>(count);
        mean[i] = static_cast<float>(static_cast<double>(sum) / n);
        // n² · variance, in whole numbers.
        const std::uint64_t scaled = count * sum_of_squares(squares, window) - sum * sum;
        variance[i] = static_cast<float>(static_cast<double>(scaled) / (n * n));
    });
    return result;
}

LocalStatistics local_statistics(const Array& grey, std::int64_t radius, const std::atomic<bool>* cancel,
                                 int threads) {
    return local_statistics(table_of_bytes(grey, threads), table_of_squares(grey, threads), radius, cancel,
                            threads);
}

Array adaptive_threshold(const IntegralImage& integral, const Array& grey, std::int64_t radius,
                         std::int64_t percent, const std::atomic<bool>* cancel, int threads) {
    const Extent picture = grey.extent();
    Array result(ScalarType::u8, picture);
    const auto pixels = grey.view<std::uint8_t>();
    const auto out = result.view<std::uint8_t>();
    const auto lighter = static_cast<std::uint64_t>(100 - percent);
    for_each_window(picture, radius, cancel, threads, [&](std::size_t i, const Region& window) {
        const std::uint64_t scaled = pixels[i] * static_cast<std::uint64_t>(window.count()) * 100;
        out[i] = scaled < region_sum(integral, window) * lighter ? 0 : 255;
    });
    return result;
}

}  // namespace upsweep::vision
