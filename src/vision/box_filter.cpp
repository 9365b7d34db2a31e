#include "vision/box_filter.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "core/error.h"
#include "core/parallel.h"

namespace upsweep::vision {
namespace {

/// Window sums below this convert to double as signed 32-bit integers, which every x86-64 vector unit does.
constexpr std::int64_t pixels_in_31_bits = 0x7FFFFFFFLL / 255;

void stop_if(const std::atomic<bool>* cancel) {
    if (cancel && cancel->load(std::memory_order_relaxed)) throw Cancelled();
}

std::uint8_t rounded_mean(std::uint64_t sum, std::int64_t count) {
    auto n = static_cast<std::uint64_t>(count);
    return static_cast<std::uint8_t>((sum + n / 2) / n);
}

/// Filters rows one after another, with what a row needs kept between them.
class RowFilter {
  public:
    RowFilter(const IntegralImage& integral, std::int64_t radius)
        : integral_(integral),
          picture_(integral.picture()),
          radius_(radius),
          difference_(static_cast<std::size_t>(picture_.width + 2 * radius + 1)),
          bias_(static_cast<std::size_t>(picture_.width)),
          inverse_(static_cast<std::size_t>(picture_.width)) {}

    void filter(std::int64_t y, std::uint8_t* out) {
        std::int64_t top = std::max<std::int64_t>(y - radius_, 0);
        std::int64_t bottom = std::min(y + radius_ + 1, picture_.height);
        subtract_rows(top, bottom);
        if (bottom - top != rows_) prepare(bottom - top);
        const std::uint32_t* left = difference_.data();
        const std::uint32_t* right = left + 2 * radius_ + 1;
        for (std::int64_t x = 0; x < picture_.width; ++x) {
            auto sum = static_cast<std::int32_t>(right[x] - left[x]);
            // (sum + count / 2 + 0.5) / count is never nearer than 0.5 / count to a whole number, so the
            // product with the rounded inverse cuts to the exact quotient.
            out[x] = static_cast<std::uint8_t>(static_cast<std::int32_t>((sum + bias_[x]) * inverse_[x]));
        }
    }

  private:
    /// difference_[radius + x] = sum of columns left of x between two rows; the ends repeat, which cuts
    /// windows at the border without a branch.
    void subtract_rows(std::int64_t top, std::int64_t bottom) {
        std::int64_t w = picture_.width, stride = integral_.table.extent().width;
        bool padded = integral_.convention == Convention::padded;
        const std::uint32_t* table = integral_.table.view<std::uint32_t>().data();
        const std::uint32_t* lower = table + (padded ? bottom * stride + 1 : (bottom - 1) * stride);
        std::uint32_t* to = difference_.data() + radius_;
        to[0] = 0;
        if (top == 0) {
            std::copy(lower, lower + w, to + 1);
        } else {
            const std::uint32_t* upper = table + (padded ? top * stride + 1 : (top - 1) * stride);
            for (std::int64_t x = 0; x < w; ++x) to[x + 1] = lower[x] - upper[x];
        }
        std::fill(difference_.data(), to, 0U);
        std::fill(to + w + 1, to + w + 1 + radius_, to[w]);
    }

    /// Counts change only with the number of rows in the window: constant over most of the picture.
    void prepare(std::int64_t rows) {
        rows_ = rows;
        for (std::int64_t x = 0; x < picture_.width; ++x) {
            std::int64_t first = std::max<std::int64_t>(x - radius_, 0);
            std::int64_t count = (std::min(x + radius_ + 1, picture_.width) - first) * rows;
            bias_[static_cast<std::size_t>(x)] = static_cast<double>(count / 2) + 0.5;
            inverse_[static_cast<std::size_t>(x)] = 1.0 / static_cast<double>(count);
        }
    }

    const IntegralImage& integral_;
    Extent picture_;
    std::int64_t radius_;
    std::int64_t rows_ = -1;
    std::vector<std::uint32_t> difference_;
    std::vector<double> bias_, inverse_;
};

/// Windows whose sums may pass 31 bits: strip by strip, in 64.
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
        RowFilter rows(integral, radius);
        for (std::int64_t y = first; y < last; ++y) {
            stop_if(cancel);
            if (window <= pixels_in_31_bits)
                rows.filter(y, out + y * picture.width);
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
        stop_if(cancel);
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
