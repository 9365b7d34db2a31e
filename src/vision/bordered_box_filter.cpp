// The box filter where the border's pixels are repeated or mirrored.
#include <algorithm>
#include <cassert>
#include <vector>

#include <fmt/format.h>

#include "core/error.h"
#include "core/parallel.h"
#include "vision/box_filter.h"
#include "vision/edge_sum.h"

namespace upsweep::vision {
namespace {

/// A window of 4095² white pixels is the last whose sum fits the table's 32 bits.
constexpr std::int64_t bordered_box_filter_largest_radius = 2047;

std::uint32_t factor(std::int64_t times) { return static_cast<std::uint32_t>(times); }

/// Filters rows: first the table's rows that bound the windows become one row of sums down the columns, then
/// each pixel takes the difference of two places of that.
class BorderedRows {
  public:
    BorderedRows(const IntegralImage& integral, std::int64_t radius, Border border)
        : integral_(integral), picture_(integral.picture()), radius_(radius), border_(border) {
        for (std::int64_t x = 0; x < picture_.width; ++x) {
            left_.push_back(sum_up_to(x - radius, picture_.width, border));
            right_.push_back(sum_up_to(x + radius + 1, picture_.width, border));
        }
        sums_.resize(static_cast<std::size_t>(picture_.width + 1));
    }

    void filter(std::int64_t y, std::uint8_t* out) {
        std::fill(sums_.begin(), sums_.end(), 0U);
        add(sum_up_to(y + radius_ + 1, picture_.height, border_), 1);
        add(sum_up_to(y - radius_, picture_.height, border_), -1);
        const auto count = factor((2 * radius_ + 1) * (2 * radius_ + 1));
        for (std::size_t x = 0; x < left_.size(); ++x)
            out[x] = static_cast<std::uint8_t>((at(right_[x]) - at(left_[x]) + count / 2) / count);
    }

  private:
    void add(const EdgeSum& rows, std::int64_t sign) {
        add_row(rows.count, sign * rows.times);
        add_row(rows.more, sign * rows.more_times);
    }
    void add_row(std::int64_t y, std::int64_t times) {
        if (times == 0 || y == 0) return;
        for (std::int64_t x = 1; x <= picture_.width; ++x)
            sums_[static_cast<std::size_t>(x)] += factor(times) * integral_.at(x, y);
    }
    std::uint32_t at(const EdgeSum& edge) const {
        return factor(edge.times) * sums_[static_cast<std::size_t>(edge.count)] +
               factor(edge.more_times) * sums_[static_cast<std::size_t>(edge.more)];
    }

    const IntegralImage& integral_;
    Extent picture_;
    std::int64_t radius_;
    Border border_;
    std::vector<EdgeSum> left_, right_;
    std::vector<std::uint32_t> sums_;
};

}  // namespace

Array box_filter(const IntegralImage& integral, std::int64_t radius, Border border,
                 const std::atomic<bool>* cancel, int threads) {
    if (border == Border::cut) return box_filter(integral, radius, cancel, threads);
    assert(radius >= 0 && integral.convention != Convention::exclusive);
    if (radius > bordered_box_filter_largest_radius)
        throw UsageError(
            fmt::format("A radius of {} is too large for the borders replicate and reflect; take at most {}.",
                        radius, bordered_box_filter_largest_radius));
    const Extent picture = integral.picture();
    Array result(ScalarType::u8, picture);
    std::uint8_t* out = result.view<std::uint8_t>().data();
    const auto band = [&](std::int64_t first, std::int64_t last) {
        BorderedRows rows(integral, radius, border);
        for (std::int64_t y = first; y < last; ++y) {
            if (cancel && cancel->load(std::memory_order_relaxed)) throw Cancelled();
            rows.filter(y, out + y * picture.width);
        }
    };
    parallel_rows(picture.height, band, threads);
    return result;
}

}  // namespace upsweep::vision
