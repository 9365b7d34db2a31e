#include "vision/box_filter.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "core/error.h"
#include "core/parallel.h"
#include "core/ranges.h"
#include "reference/fast.h"
#include "vision/operation.h"

namespace upsweep::vision {
namespace {

uint8_t rounded_mean(uint64_t sum, int64_t count) {
    auto n = uint64_t(count);
    return uint8_t((sum + n / 2) / n);
}

/// The table as the fast loop reads it: from the first pixel's sum on.
reference::SumTable sum_table(const IntegralImage& integral) {
    const int64_t stride = integral.table.extent().width;
    const int64_t first = integral.convention == Convention::padded ? stride + 1 : 0;
    return {integral.table.view<uint32_t>().data() + first, stride, integral.picture()};
}

/// Windows whose sums may pass 32 bits: strip by strip, in 64.
void filter_row_widely(const IntegralImage& integral, int64_t y, int64_t radius, uint8_t* out) {
    Extent picture = integral.picture();
    for (int64_t x = 0; x < picture.width; ++x) {
        Region window = window_around(x, y, radius, picture);
        out[x] = rounded_mean(region_sum(integral, window), window.count());
    }
}

}  // namespace

Region window_around(int64_t x, int64_t y, int64_t radius, Extent picture) {
    return clipped({x - radius, y - radius, x + radius + 1, y + radius + 1}, picture);
}

Array box_filter(const IntegralImage& integral, int64_t radius, const std::atomic<bool>* cancel,
                 int threads) {
    assert(radius >= 0 && integral.convention != Convention::exclusive);
    Extent picture = integral.picture();
    // A larger window holds nothing more.
    radius = std::min(radius, std::max(picture.width, picture.height));
    int64_t window = std::min(2 * radius + 1, picture.width) * std::min(2 * radius + 1, picture.height);
    Array result(ScalarType::u8, picture);
    uint8_t* out = result.view<uint8_t>().data();
    auto band = [&](int64_t first, int64_t last) {
        std::optional<reference::BoxRows> rows;
        if (window <= reference::pixels_in_32_bits) rows.emplace(sum_table(integral), radius);
        for (int64_t y = first; y < last; ++y) {
            stop_if(cancel);
            if (rows)
                rows->filter(y, out + y * picture.width);
            else
                filter_row_widely(integral, y, radius, out + y * picture.width);
        }
    };
    parallel_rows(picture.height, band, threads);
    return result;
}

Array box_filter_direct(const Array& grey, int64_t radius, const std::atomic<bool>* cancel) {
    Extent picture = grey.extent();
    Array result(ScalarType::u8, picture);
    const uint8_t* from = grey.view<uint8_t>().data();
    auto out = result.view<uint8_t>();
    for (int64_t y = 0; y < picture.height; ++y) {
        stop_if(cancel);
        for (int64_t x = 0; x < picture.width; ++x) {
            Region window = window_around(x, y, radius, picture);
            uint64_t sum = 0;
            for (int64_t row = window.y0; row < window.y1; ++row) {
                const uint8_t* first = from + row * picture.width + window.x0;
                // A row's sum fits 32 bits, which vector units add faster.
                uint32_t row_sum = 0;
                for (int64_t column = 0; column < window.width(); ++column) row_sum += first[column];
                sum += row_sum;
            }
            out[y * picture.width + x] = rounded_mean(sum, window.count());
        }
    }
    return result;
}

EdgeSum sum_up_to(int64_t edge, int64_t size, Border border) {
    if (edge >= 0 && edge <= size) return {.count = edge};
    if (border == Border::cut) return {.count = std::clamp<int64_t>(edge, 0, size)};
    // The first or the last element, once for each place that the edge lies outside.
    if (border == Border::replicate && edge < 0) return {.count = 1, .times = edge};
    if (border == Border::replicate) return {size, 1 + edge - size, size - 1, size - edge};
    // Rounds there and back hold everything twice; of the last round, the way there or the way back.
    const int64_t turn = (edge % (2 * size) + 2 * size) % (2 * size), rounds = (edge - turn) / (2 * size);
    if (turn > size) return {size, 2 * (rounds + 1), 2 * size - turn, -1};
    return {size, 2 * rounds, turn, 1};
}

namespace {

/// A window of 4095² white pixels is the last whose sum fits the table's 32 bits.
constexpr int64_t bordered_box_filter_largest_radius = 2047;

uint32_t factor(int64_t times) { return uint32_t(times); }

/// Filters rows: first the table's rows that bound the windows become one row of sums down the columns, then
/// each pixel takes the difference of two places of that.
class BorderedRows {
  public:
    BorderedRows(const IntegralImage& integral, int64_t radius, Border border)
        : integral_(integral), picture_(integral.picture()), radius_(radius), border_(border) {
        for (int64_t x = 0; x < picture_.width; ++x) {
            left_.push_back(sum_up_to(x - radius, picture_.width, border));
            right_.push_back(sum_up_to(x + radius + 1, picture_.width, border));
        }
        sums_.resize(size_t(picture_.width + 1));
    }

    void filter(int64_t y, uint8_t* out) {
        std::fill(sums_.begin(), sums_.end(), 0U);
        add(sum_up_to(y + radius_ + 1, picture_.height, border_), 1);
        add(sum_up_to(y - radius_, picture_.height, border_), -1);
        const auto count = factor((2 * radius_ + 1) * (2 * radius_ + 1));
        for (size_t x = 0; x < left_.size(); ++x)
            out[x] = uint8_t((at(right_[x]) - at(left_[x]) + count / 2) / count);
    }

  private:
    void add(const EdgeSum& rows, int64_t sign) {
        add_row(rows.count, sign * rows.times);
        add_row(rows.more, sign * rows.more_times);
    }
    void add_row(int64_t y, int64_t times) {
        if (times == 0 || y == 0) return;
        for (int64_t x = 1; x <= picture_.width; ++x) sums_[x] += factor(times) * integral_.at(x, y);
    }
    uint32_t at(const EdgeSum& edge) const {
        return factor(edge.times) * sums_[edge.count] + factor(edge.more_times) * sums_[edge.more];
    }

    const IntegralImage& integral_;
    Extent picture_;
    int64_t radius_;
    Border border_;
    std::vector<EdgeSum> left_, right_;
    std::vector<uint32_t> sums_;
};

}  // namespace

void check_bordered_radius(int64_t radius) {
    if (radius > bordered_box_filter_largest_radius)
        throw UsageError(
            "A radius of {} is too large for the borders replicate and reflect; take at most {}.", radius,
            bordered_box_filter_largest_radius);
}

Array box_filter(const IntegralImage& integral, int64_t radius, Border border,
                 const std::atomic<bool>* cancel, int threads) {
    if (border == Border::cut) return box_filter(integral, radius, cancel, threads);
    assert(radius >= 0 && integral.convention != Convention::exclusive);
    check_bordered_radius(radius);
    const Extent picture = integral.picture();
    Array result(ScalarType::u8, picture);
    uint8_t* out = result.view<uint8_t>().data();
    const auto band = [&](int64_t first, int64_t last) {
        BorderedRows rows(integral, radius, border);
        for (int64_t y = first; y < last; ++y) {
            stop_if(cancel);
            rows.filter(y, out + y * picture.width);
        }
    };
    parallel_rows(picture.height, band, threads);
    return result;
}

namespace {

/// Both edges of a window along an axis, and how many elements it has.
struct Span {
    EdgeSum from, to;
    int64_t count = 0;
};

std::vector<Span> spans_along(int64_t size, int64_t radius, Border border) {
    std::vector<Span> spans;
    for (int64_t i = 0; i < size; ++i) {
        Span span{sum_up_to(i - radius, size, border), sum_up_to(i + radius + 1, size, border),
                  2 * radius + 1};
        if (border == Border::cut) span.count = span.to.count - span.from.count;
        spans.push_back(span);
    }
    return spans;
}

class FloatBoxFilterTable {
  public:
    explicit FloatBoxFilterTable(const Array& padded)
        : sums_(padded.view<double>().data()), stride_(padded.extent().width) {}

    double window(const Span& x, const Span& y) const {
        return up_to(x.to, y.to) - up_to(x.from, y.to) - up_to(x.to, y.from) + up_to(x.from, y.from);
    }

  private:
    double up_to(const EdgeSum& x, const EdgeSum& y) const {
        const double rows = double(y.times) * in_row(x, y.count);
        return y.more_times == 0 ? rows : rows + double(y.more_times) * in_row(x, y.more);
    }
    double in_row(const EdgeSum& x, int64_t y) const {
        const double* row = sums_ + y * stride_;
        return double(x.times) * row[x.count] + double(x.more_times) * row[x.more];
    }

    const double* sums_;
    int64_t stride_;
};

/// The padded table of how many elements are infinite with this sign, or NaN, which counts as both.
Array counts_of_infinite(const Array& input, float sign) {
    const Extent picture = input.extent();
    Array padded(ScalarType::f64, {picture.width + 1, picture.height + 1});
    const float* from = input.view<float>().data();
    double* to = padded.view<double>().data() + picture.width + 1;
    for (int64_t y = 0; y < picture.height; ++y, to += picture.width + 1) {
        double row = 0;
        for (int64_t x = 0; x < picture.width; ++x, ++from) {
            // NaN is not below anything.
            row += *from * sign < std::numeric_limits<float>::infinity() ? 0 : 1;
            to[x + 1] = to[x - picture.width] + row;
        }
    }
    return padded;
}

}  // namespace

bool all_finite(const Array& input) {
    const auto values = input.view<float>();
    return all_of(values, [](float value) { return std::isfinite(value); });
}

Array only_finite(const Array& input) {
    Array finite = input;
    for (float& value : finite.view<float>())
        if (!std::isfinite(value)) value = 0;
    return finite;
}

void mark_not_finite(Array& means, const Array& input, int64_t radius, Border border,
                     const std::atomic<bool>* cancel) {
    constexpr float infinity = std::numeric_limits<float>::infinity(),
                    nan = std::numeric_limits<float>::quiet_NaN();
    const Array plus = box_filter_floats(counts_of_infinite(input, 1), radius, border, cancel),
                minus = box_filter_floats(counts_of_infinite(input, -1), radius, border, cancel);
    const auto to = means.view<float>();
    const auto ups = plus.view<float>(), downs = minus.view<float>();
    for (size_t i = 0; i < to.size(); ++i) {
        const bool up = ups[i] > 0, down = downs[i] > 0;
        if (up || down) to[i] = up && down ? nan : up ? infinity : -infinity;
    }
}

Array box_filter_floats(const Array& padded, int64_t radius, Border border, const std::atomic<bool>* cancel,
                        int threads) {
    const Extent picture{padded.extent().width - 1, padded.extent().height - 1};
    if (border == Border::cut) radius = std::min(radius, std::max(picture.width, picture.height));
    const std::vector<Span> columns = spans_along(picture.width, radius, border),
                            rows = spans_along(picture.height, radius, border);
    const FloatBoxFilterTable table(padded);
    Array result(ScalarType::f32, picture);
    float* out = result.view<float>().data();
    const auto band = [&](int64_t first, int64_t last) {
        for (int64_t y = first; y < last; ++y) {
            stop_if(cancel);
            const Span& row = rows[y];
            for (size_t x = 0; x < columns.size(); ++x) {
                const auto count = double(columns[x].count * row.count);
                out[y * picture.width + int64_t(x)] = float(table.window(columns[x], row) / count);
            }
        }
    };
    parallel_rows(picture.height, band, threads);
    return result;
}

}  // namespace upsweep::vision
