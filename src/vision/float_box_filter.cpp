#include "vision/float_box_filter.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "core/error.h"
#include "core/parallel.h"
#include "vision/edge_sum.h"

namespace upsweep::vision {
namespace {

/// Both edges of a window along an axis, and how many elements it has.
struct Span {
    EdgeSum from, to;
    std::int64_t count = 0;
};

std::vector<Span> spans_along(std::int64_t size, std::int64_t radius, Border border) {
    std::vector<Span> spans;
    for (std::int64_t i = 0; i < size; ++i) {
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
        const double rows = static_cast<double>(y.times) * in_row(x, y.count);
        return y.more_times == 0 ? rows : rows + static_cast<double>(y.more_times) * in_row(x, y.more);
    }
    double in_row(const EdgeSum& x, std::int64_t y) const {
        const double* row = sums_ + y * stride_;
        return static_cast<double>(x.times) * row[x.count] + static_cast<double>(x.more_times) * row[x.more];
    }

    const double* sums_;
    std::int64_t stride_;
};

/// The padded table of how many elements are infinite with this sign, or NaN, which counts as both.
Array counts_of_infinite(const Array& input, float sign) {
    const Extent picture = input.extent();
    Array padded(ScalarType::f64, {picture.width + 1, picture.height + 1});
    const float* from = input.view<float>().data();
    double* to = padded.view<double>().data() + picture.width + 1;
    for (std::int64_t y = 0; y < picture.height; ++y, to += picture.width + 1) {
        double row = 0;
        for (std::int64_t x = 0; x < picture.width; ++x, ++from) {
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
    return std::all_of(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
}

Array only_finite(const Array& input) {
    Array finite = input;
    for (float& value : finite.view<float>())
        if (!std::isfinite(value)) value = 0;
    return finite;
}

void mark_not_finite(Array& means, const Array& input, std::int64_t radius, Border border,
                     const std::atomic<bool>* cancel) {
    constexpr float infinity = std::numeric_limits<float>::infinity(),
                    nan = std::numeric_limits<float>::quiet_NaN();
    const Array plus = box_filter_floats(counts_of_infinite(input, 1), radius, border, cancel),
                minus = box_filter_floats(counts_of_infinite(input, -1), radius, border, cancel);
    const auto to = means.view<float>();
    const auto ups = plus.view<float>(), downs = minus.view<float>();
    for (std::size_t i = 0; i < to.size(); ++i) {
        const bool up = ups[i] > 0, down = downs[i] > 0;
        if (up || down) to[i] = up && down ? nan : up ? infinity : -infinity;
    }
}

Array box_filter_floats(const Array& padded, std::int64_t radius, Border border,
                        const std::atomic<bool>* cancel, int threads) {
    const Extent picture{padded.extent().width - 1, padded.extent().height - 1};
    if (border == Border::cut) radius = std::min(radius, std::max(picture.width, picture.height));
    const std::vector<Span> columns = spans_along(picture.width, radius, border),
                            rows = spans_along(picture.height, radius, border);
    const FloatBoxFilterTable table(padded);
    Array result(ScalarType::f32, picture);
    float* out = result.view<float>().data();
    const auto band = [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t y = first; y < last; ++y) {
            if (cancel && cancel->load(std::memory_order_relaxed)) throw Cancelled();
            const Span& row = rows[static_cast<std::size_t>(y)];
            for (std::size_t x = 0; x < columns.size(); ++x) {
                const auto count = static_cast<double>(columns[x].count * row.count);
                out[y * picture.width + static_cast<std::int64_t>(x)] =
                    static_cast<float>(table.window(columns[x], row) / count);
            }
        }
    };
    parallel_rows(picture.height, band, threads);
    return result;
}

}  // namespace upsweep::vision
