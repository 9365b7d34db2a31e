#include "vision/box_filter.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "core/error.h"
#include "core/parallel.h"
#include "reference/fast.h"

namespace upsweep::vision {
namespace {

void box_filter_stop_if(const std::atomic<bool>* cancel) {
    if (cancel && cancel->load(std::memory_order_relaxed)) throw Cancelled();
}

std::uint8_t rounded_mean(std::uint64_t sum, std::int64_t count) {
    auto n = static_cast<std::uint64_t>(count);
    return static_cast<std::uint8_t>((sum + n / 2) / n);
}

/// The table as the fast loop reads it: from the first pixel's sum on.
reference::SumTable sum_table(const IntegralImage& integral) {
    const std::int64_t stride = integral.table.extent().width;
    const std::int64_t first = integral.convention == Convention::padded ? stride + 1 : 0;
    return {integral.table.view<std::uint32_t>().data() + first, stride, integral.picture()};
}

/// Windows whose sums may pass 32 bits: strip by strip, in 64.
void filter_row_widely(const IntegralImage& integral, std::int64_t y, std::int64_t radius,
                       std::uint8_t* out) {
    Extent picture = integral.picture();
    for (std::int64_t x = 0; x < picture.width; ++x) {
        Region window = window_around(x, y, radius, picture);
        out[x] = rounded_mean(region_sum(integral, window), window.count());
    }
}

}  // namespace

Region window_around(std::int64_t x, std::int64_t y, std::int64_t radius, Extent picture) {
    return clipped({x - radius, y - radius, x + radius + 1, y + radius + 1}, picture);
}

Array box_filter(const IntegralImage& integral, std::int64_t radius, const std::atomic<bool>* cancel,
                 int threads) {
    assert(radius >= 0 && integral.convention != Convention::exclusive);
    Extent picture = integral.picture();
    // A larger window holds nothing more.
    radius = std::min(radius, std::max(picture.width, picture.height));
    std::int64_t window = std::min(2 * radius + 1, picture.width) * std::min(2 * radius + 1, picture.height);
    Array result(ScalarType::u8, picture);
    std::uint8_t* out = result.view<std::uint8_t>().data();
    auto band = [&](std::int64_t first, std::int64_t last) {
        std::optional<reference::BoxRows> rows;
        if (window <= reference::pixels_in_32_bits) rows.emplace(sum_table(integral), radius);
        for (std::int64_t y = first; y < last; ++y) {
            box_filter_stop_if(cancel);
            if (rows)
                rows->filter(y, out + y * picture.width);
            else
                filter_row_widely(integral, y, radius, out + y * picture.width);
        }
    };
    parallel_rows(picture.height, band, threads);
    return result;
}

Array box_filter_direct(const Array& grey, std::int64_t radius, const std::atomic<bool>* cancel) {
    Extent picture = grey.extent();
    Array result(ScalarType::u8, picture);
    const std::uint8_t* from = grey.view<std::uint8_t>().data();
    auto out = result.view<std::uint8_t>();
    for (std::int64_t y = 0; y < picture.height; ++y) {
        box_filter_stop_if(cancel);
        for (std::int64_t x = 0; x < picture.width; ++x) {
            Region window = window_around(x, y, radius, picture);
            std::uint64_t sum = 0;
            for (std::int64_t row = window.y0; row < window.y1; ++row) {
                const std::uint8_t* first = from + row * picture.width + window.x0;
                // A row's sum fits 32 bits, which vector units add faster.
                std::uint32_t row_sum = 0;
                for (std::int64_t column = 0; column < window.width(); ++column) row_sum += first[column];
                sum += row_sum;
            }
            out[static_cast<std::size_t>(y * picture.width + x)] = rounded_mean(sum, window.count());
        }
    }
    return result;
}

}  // namespace upsweep::vision
