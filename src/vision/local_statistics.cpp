#include "vision/local_statistics.h"

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include "core/error.h"
#include "core/parallel.h"
#include "reference/fast.h"
#include "vision/box_filter.h"
#include "vision/operation.h"

namespace upsweep::vision {
namespace {

constexpr int64_t local_statistics_largest_radius = 255;
/// Of so many pixels the sum of squares surely fits 32 bits: 257² · 255² < 2³².
constexpr int64_t squares_in_32_bits = 257 * 257;

IntegralImage table_of(const Array& values, int threads) {
    IntegralImage integral{Array(ScalarType::u32, values.extent()), Convention::inclusive};
    reference::integral_image_fast(values, integral.table, threads);
    return integral;
}

Array squares_of(const Array& grey) {
    Array squares(ScalarType::u32, grey.extent());
    const auto from = grey.view<uint8_t>();
    std::transform(from.begin(), from.end(), squares.view<uint32_t>().begin(),
                   [](uint8_t pixel) { return uint32_t{pixel} * pixel; });
    return squares;
}

/// Calls f(i, window) for every pixel, on all threads.
template <typename F>
void for_each_window(Extent picture, int64_t radius, const std::atomic<bool>* cancel, int threads, F f) {
    parallel_rows(
        picture.height,
        [&](int64_t first, int64_t last) {
            for (int64_t y = first; y < last; ++y) {
                stop_if(cancel);
                for (int64_t x = 0; x < picture.width; ++x)
                    f(size_t(y * picture.width + x), window_around(x, y, radius, picture));
            }
        },
        threads);
}

/// The sums of a row's windows, cut at the border: differences of two rows of the table first, then of two of
/// those a window. Windows whose sum may pass 32 bits are taken in quarters.
class RowSums {
  public:
    RowSums(const IntegralImage& integral, int64_t radius, bool in_quarters)
        : integral_(integral), picture_(integral.picture()), radius_(radius), in_quarters_(in_quarters) {
        for (auto& row : columns_) row.resize(size_t(picture_.width + 1));
    }

    void go_to(int64_t y) {
        const int64_t top = std::max<int64_t>(y - radius_, 0),
                      bottom = std::min(y + radius_ + 1, picture_.height);
        const int64_t middle = in_quarters_ ? (top + bottom) / 2 : bottom;
        subtract(top, middle, columns_[0]);
        if (in_quarters_) subtract(middle, bottom, columns_[1]);
        rows_ = bottom - top;
    }
    int64_t rows() const { return rows_; }

    /// Of the columns x0 ≤ x < x1.
    uint64_t sum(int64_t x0, int64_t x1) const {
        if (!in_quarters_) return between(columns_[0], x0, x1);
        const int64_t x = (x0 + x1) / 2;
        return uint64_t{between(columns_[0], x0, x)} + between(columns_[0], x, x1) +
               between(columns_[1], x0, x) + between(columns_[1], x, x1);
    }

  private:
    using Columns = std::vector<uint32_t>;

    static uint32_t between(const Columns& columns, int64_t x0, int64_t x1) {
        return columns[x1] - columns[x0];
    }
    /// Entry (1, y) of the table as a padded one has it; the row above the first is all zeros.
    const uint32_t* row(int64_t y) const {
        const uint32_t* sums = integral_.table.view<uint32_t>().data();
        if (integral_.convention == Convention::padded) return sums + y * (picture_.width + 1) + 1;
        return y == 0 ? zeros_.data() : sums + (y - 1) * picture_.width;
    }
    /// columns[x]: everything left of x in the rows y0 ≤ y < y1.
    void subtract(int64_t y0, int64_t y1, Columns& columns) {
        const uint32_t *upper = row(y0), *lower = row(y1);
        uint32_t* to = columns.data() + 1;
        for (int64_t x = 0; x < picture_.width; ++x) to[x] = lower[x] - upper[x];
    }

    const IntegralImage& integral_;
    Extent picture_;
    int64_t radius_ = 0, rows_ = 0;
    bool in_quarters_ = false;
    std::array<Columns, 2> columns_;
    const Columns zeros_ = Columns(size_t(picture_.width));
};

/// Calls f(i, count, x0, x1) for every pixel of the rows first … last − 1, whose windows have `count` pixels;
/// go_to(y) before each row, which gives the windows' rows.
template <typename GoTo, typename F>
void for_each_pixel(Extent picture, int64_t radius, int64_t first, int64_t last,
                    const std::atomic<bool>* cancel, GoTo go_to, F f) {
    for (int64_t y = first; y < last; ++y) {
        stop_if(cancel);
        const int64_t rows = go_to(y);
        for (int64_t x = 0; x < picture.width; ++x) {
            const int64_t x0 = std::max<int64_t>(x - radius, 0), x1 = std::min(x + radius + 1, picture.width);
            f(size_t(y * picture.width + x), uint64_t((x1 - x0) * rows), x0, x1);
        }
    }
}

}  // namespace

IntegralImage table_of_bytes(const Array& grey, int threads) { return table_of(grey, threads); }

IntegralImage table_of_squares(const Array& grey, int threads) { return table_of(squares_of(grey), threads); }

uint64_t sum_of_squares(const IntegralImage& squares, const Region& window) {
    if (window.count() <= squares_in_32_bits) return corners(squares, window).sum();
    // The quarters of a window of 511 x 511 are at most 256 x 256.
    const int64_t x = (window.x0 + window.x1) / 2, y = (window.y0 + window.y1) / 2;
    uint64_t sum = 0;
    for (const Region& quarter : {Region{window.x0, window.y0, x, y}, Region{x, window.y0, window.x1, y},
                                  Region{window.x0, y, x, window.y1}, Region{x, y, window.x1, window.y1}})
        sum += sum_of_squares(squares, quarter);
    return sum;
}

LocalStatistics local_statistics(const IntegralImage& sums, const IntegralImage& squares, int64_t radius,
                                 const std::atomic<bool>* cancel, int threads) {
    if (radius < 0 || radius > local_statistics_largest_radius)
        throw UsageError("Local statistics take a radius from 0 to {}, not {}.",
                         local_statistics_largest_radius, radius);
    const Extent picture = sums.picture();
    LocalStatistics result{Array(ScalarType::f32, picture), Array(ScalarType::f32, picture)};
    const auto mean = result.mean.view<float>(), variance = result.variance.view<float>();
    const bool in_quarters = (2 * radius + 1) * (2 * radius + 1) > squares_in_32_bits;
    const auto rows = [&](int64_t first, int64_t last) {
        RowSums of_pixels(sums, radius, false), of_squares(squares, radius, in_quarters);
        const auto go_to = [&](int64_t y) {
            of_pixels.go_to(y);
            of_squares.go_to(y);
            return of_pixels.rows();
        };
        for_each_pixel(picture, radius, first, last, cancel, go_to,
                       [&](size_t i, uint64_t count, int64_t x0, int64_t x1) {
                           const uint64_t sum = of_pixels.sum(x0, x1);
                           const auto n = double(count);
                           mean[i] = float(double(sum) / n);
                           // n² · variance, in whole numbers.
                           const uint64_t scaled = count * of_squares.sum(x0, x1) - sum * sum;
                           variance[i] = float(double(scaled) / (n * n));
                       });
    };
    parallel_rows(picture.height, rows, threads);
    return result;
}

LocalStatistics local_statistics(const Array& grey, int64_t radius, const std::atomic<bool>* cancel,
                                 int threads) {
    return local_statistics(table_of_bytes(grey, threads), table_of_squares(grey, threads), radius, cancel,
                            threads);
}

Array adaptive_threshold(const IntegralImage& integral, const Array& grey, int64_t radius, int64_t percent,
                         const std::atomic<bool>* cancel, int threads) {
    const Extent picture = grey.extent();
    Array result(ScalarType::u8, picture);
    const auto pixels = grey.view<uint8_t>();
    const auto out = result.view<uint8_t>();
    const auto lighter = uint64_t(100 - percent);
    const auto compare = [&](size_t i, uint64_t count, uint64_t sum) {
        out[i] = pixels[i] * count * 100 < sum * lighter ? 0 : 255;
    };
    const int64_t side = 2 * std::min(radius, std::max(picture.width, picture.height)) + 1;
    if (std::min(side, picture.width) * std::min(side, picture.height) > reference::pixels_in_32_bits) {
        for_each_window(picture, radius, cancel, threads, [&](size_t i, const Region& window) {
            compare(i, uint64_t(window.count()), region_sum(integral, window));
        });
        return result;
    }
    const auto rows = [&](int64_t first, int64_t last) {
        RowSums sums(integral, radius, false);
        const auto go_to = [&](int64_t y) {
            sums.go_to(y);
            return sums.rows();
        };
        for_each_pixel(
            picture, radius, first, last, cancel, go_to,
            [&](size_t i, uint64_t count, int64_t x0, int64_t x1) { compare(i, count, sums.sum(x0, x1)); });
    };
    parallel_rows(picture.height, rows, threads);
    return result;
}

}  // namespace upsweep::vision
