#include "reference/fast_box_filter.h"

#include <algorithm>
#include <cassert>

#include "core/parallel.h"
#include "core/vectors.h"
#include "reference/fast_integral_image.h"

namespace upsweep::reference {
namespace {

/// Sums below this convert to double as signed 32-bit integers, which every x86-64 vector unit does.
constexpr std::int64_t pixels_in_31_bits = 0x7FFFFFFFLL / 255;

/// What a thread has to have to do before it is worth waking it (docs/cpu-forms.md).
constexpr std::int64_t pixels_a_thread = std::int64_t{1} << 17;

/// A row of differences as means: `left` and `right` are one window apart.
struct Means {
    const std::uint32_t* left;
    const std::uint32_t* right;
    const double* bias;
    const double* inverse;
    std::uint8_t* out;
    std::int64_t count;
};

template <typename Sum>
UPSWEEP_INLINE void divide(const Means& means) {
    const std::uint32_t* __restrict left = means.left;
    const std::uint32_t* __restrict right = means.right;
    const double* __restrict bias = means.bias;
    const double* __restrict inverse = means.inverse;
    std::uint8_t* __restrict out = means.out;
    for (std::int64_t x = 0, count = means.count; x < count; ++x) {
        const auto sum = static_cast<Sum>(right[x] - left[x]);
        // (sum + count / 2 + 0.5) / count is never nearer than 0.5 / count to a whole number, so the product
        // with the rounded inverse cuts to the exact quotient.
        out[x] = static_cast<std::uint8_t>(static_cast<std::int32_t>((sum + bias[x]) * inverse[x]));
    }
}

std::int64_t pixels_of_window(std::int64_t radius, Extent picture) {
    return std::min(2 * radius + 1, picture.width) * std::min(2 * radius + 1, picture.height);
}

}  // namespace

BoxRows::BoxRows(const SumTable& table, std::int64_t radius)
    : table_(table),
      // A larger window holds nothing more.
      radius_(std::min(radius, std::max(table.picture.width, table.picture.height))),
      sums_fit_31_bits_(pixels_of_window(radius_, table.picture) <= pixels_in_31_bits),
      difference_(static_cast<std::size_t>(table.picture.width + 2 * radius_ + 1)),
      bias_(static_cast<std::size_t>(table.picture.width)),
      inverse_(static_cast<std::size_t>(table.picture.width)) {
    assert(radius >= 0 && pixels_of_window(radius_, table.picture) <= pixels_in_32_bits);
}

void BoxRows::filter(std::int64_t y, std::uint8_t* out) {
    const std::int64_t top = std::max<std::int64_t>(y - radius_, 0);
    const std::int64_t bottom = std::min(y + radius_ + 1, table_.picture.height);
    subtract_rows(top, bottom);
    if (bottom - top != rows_) prepare(bottom - top);
    static const auto divide_signed = form_for_this_processor<divide<std::int32_t>>(),
                      divide_unsigned = form_for_this_processor<divide<std::uint32_t>>();
    const std::uint32_t* left = difference_.data();
    const Means means{left, left + 2 * radius_ + 1, bias_.data(), inverse_.data(), out, table_.picture.width};
    (sums_fit_31_bits_ ? divide_signed : divide_unsigned)(means);
}

/// difference_[radius + x] = sum of columns left of x between two rows; the ends repeat, which cuts windows
/// at the border without a branch.
void BoxRows::subtract_rows(std::int64_t top, std::int64_t bottom) {
    const std::int64_t w = table_.picture.width;
    const std::uint32_t* lower = table_.sums + (bottom - 1) * table_.stride;
    std::uint32_t* to = difference_.data() + radius_;
    to[0] = 0;
    if (top == 0) {
        std::copy(lower, lower + w, to + 1);
    } else {
        const std::uint32_t* upper = table_.sums + (top - 1) * table_.stride;
        for (std::int64_t x = 0; x < w; ++x) to[x + 1] = lower[x] - upper[x];
    }
    std::fill(difference_.data(), to, 0U);
    std::fill(to + w + 1, to + w + 1 + radius_, to[w]);
}

/// Counts change only with the number of rows in the window: constant over most of the picture.
void BoxRows::prepare(std::int64_t rows) {
    rows_ = rows;
    const std::int64_t w = table_.picture.width;
    for (std::int64_t x = 0; x < w; ++x) {
        const std::int64_t first = std::max<std::int64_t>(x - radius_, 0);
        const std::int64_t count = (std::min(x + radius_ + 1, w) - first) * rows;
        bias_[static_cast<std::size_t>(x)] = static_cast<double>(count / 2) + 0.5;
        inverse_[static_cast<std::size_t>(x)] = 1.0 / static_cast<double>(count);
    }
}

void box_filter_fast(const Array& image, Array& output, std::int64_t radius, int threads) {
    const Extent picture = image.extent();
    Array table(ScalarType::u32, picture);
    integral_image_fast(image, table, threads);
    if (threads <= 0) threads = threads_for(picture.count(), pixels_a_thread);
    const SumTable sums{table.view<std::uint32_t>().data(), picture.width, picture};
    std::uint8_t* out = output.view<std::uint8_t>().data();
    parallel_rows(
        picture.height,
        [&](std::int64_t first, std::int64_t last) {
            BoxRows rows(sums, radius);
            for (std::int64_t y = first; y < last; ++y) rows.filter(y, out + y * picture.width);
        },
        threads);
}

}  // namespace upsweep::reference
