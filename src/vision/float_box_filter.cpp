#include "vision/float_box_filter.h"

#include <algorithm>
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

}  // namespace

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
