// The integral image and the box filter on the CPU, in vectors and on all cores.
#include "reference/fast.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>
#include <type_traits>
#include <utility>

#include "core/parallel.h"
#include "core/row_sums.h"
#include "core/vectors.h"
#include "reference/type_pairs.h"

namespace upsweep::reference {
namespace {

/// Rows that are summed side by side, so that their chains of additions overlap; also how many are handed on
/// at once.
constexpr int64_t group = 4;
/// Narrower strips would wait more than they work.
constexpr int64_t narrowest_strip = 256;

/// What a strip hands to the strip on its right: the sum of each row so far.
template <typename Sum>
struct FastIntegralImageBorder {
    explicit FastIntegralImageBorder(int64_t rows) : sums(rows) {}

    void publish(int64_t rows) { done.store(rows, std::memory_order_release); }
    void wait_for(int64_t rows) const {
        for (int tries = 0; done.load(std::memory_order_acquire) < rows; ++tries)
            if (tries > 64) std::this_thread::yield();
    }

    std::vector<Sum> sums;
    std::atomic<int64_t> done{0};
};

template <typename Input, typename Output>
struct Strip {
    const Input* from;  ///< the strip's first element of the first row
    Output* to;
    int64_t columns, stride, rows;
    FastIntegralImageBorder<Output>* left;   ///< null for the first strip
    FastIntegralImageBorder<Output>* right;  ///< null for the last
    bool streams;
};

/// Whole numbers, row after row: `kept` holds the row above, near, when the result itself is streamed; null
/// if not.
template <typename Input>
void add_rows(const Strip<Input, uint32_t>& strip, int64_t y, int64_t rows, uint32_t* sums,
              const uint32_t* above, uint32_t* kept) {
    for (int64_t i = 0; i < rows; ++i) {
        const Input* from = strip.from + (y + i) * strip.stride;
        uint32_t* to = strip.to + (y + i) * strip.stride;
        uint32_t* here = kept != nullptr ? kept : to;
        sums[i] = add_row(from, above, here, kept != nullptr ? to : nullptr, strip.columns, sums[i]);
        above = here;
    }
}

/// Floats, four rows at once: each row's sum is a chain of additions, and four chains fill a core's adders.
template <typename Output>
void add_rows(const Strip<Output, Output>& strip, int64_t y, int64_t rows, Output* sums, const Output* above,
              Output*) requires std::is_floating_point_v<Output> {
    const Output* from = strip.from + y * strip.stride;
    Output* to = strip.to + y * strip.stride;
    const int64_t stride = strip.stride;
    if (rows < group) {
        for (int64_t i = 0; i < rows; ++i, above = to + (i - 1) * stride)
            for (int64_t x = 0; x < strip.columns; ++x)
                to[i * stride + x] = (sums[i] += from[i * stride + x]) + above[x];
        return;
    }
    Output a = sums[0], b = sums[1], c = sums[2], d = sums[3];
    for (int64_t x = 0; x < strip.columns; ++x) {
        const Output first = (a += from[x]) + above[x];
        const Output second = (b += from[stride + x]) + first;
        const Output third = (c += from[2 * stride + x]) + second;
        to[x] = first;
        to[stride + x] = second;
        to[2 * stride + x] = third;
        to[3 * stride + x] = (d += from[3 * stride + x]) + third;
    }
    sums[0] = a, sums[1] = b, sums[2] = c, sums[3] = d;
}

/// `start` is the row above the first.
template <typename Input, typename Output>
void sum_strip(const Strip<Input, Output>& strip, std::vector<Output> start) {
    Output* kept = strip.streams ? start.data() : nullptr;
    const Output* above = start.data();
    for (int64_t y = 0; y < strip.rows; y += group) {
        const int64_t rows = std::min(group, strip.rows - y);
        std::array<Output, group> sums{};
        if (strip.left != nullptr) {
            strip.left->wait_for(y + rows);
            std::copy_n(strip.left->sums.begin() + y, rows, sums.begin());
        }
        add_rows(strip, y, rows, sums.data(), above, kept);
        if (strip.right != nullptr) {
            std::copy_n(sums.begin(), rows, strip.right->sums.begin() + y);
            strip.right->publish(y + rows);
        }
        if (!strip.streams) above = strip.to + (y + rows - 1) * strip.stride;
    }
    if (strip.streams) finish_streaming();
}

/// Whole numbers in bands of rows: the columns of all bands but the last are added up first, so that every
/// band knows the row above it and none waits for another. The picture is read twice, and bytes are a fifth
/// of what is moved.
template <typename Input>
void sum_bands(const Array& input, Array& output, int threads) {
    using Output = uint32_t;
    const Extent extent = input.extent();
    const Input* from = input.view<Input>().data();
    Output* to = output.view<Output>().data();
    const size_t width = extent.width;
    const int64_t bands = std::min<int64_t>(threads, extent.height);
    const auto top = [&](int64_t band) { return extent.height * band / bands; };
    std::vector<std::vector<Output>> above(bands, std::vector<Output>(width));
    const auto add_columns = [&](int64_t first, int64_t last) {
        for (int64_t y = 0; y < top(bands - 1); ++y) {
            // The band that row y lies in; its sums are wanted by the next one.
            const int64_t band = ((y + 1) * bands - 1) / extent.height;
            add_to_columns(from + y * extent.width + first, above[band + 1].data() + first,
                           size_t(last - first));
        }
    };
    if (bands > 1) parallel_rows(extent.width, add_columns, threads);
    for (size_t band = 2; band < above.size(); ++band)
        for (size_t x = 0; x < width; ++x) above[band][x] += above[band - 1][x];
    const auto work = [&](int64_t first, int64_t last) {
        for (int64_t band = first; band < last; ++band) {
            std::vector<Output>& start = above[band];
            for (size_t x = 1; x < width; ++x) start[x] += start[x - 1];
            sum_strip(Strip<Input, Output>{from + top(band) * extent.width, to + top(band) * extent.width,
                                           extent.width, extent.width, top(band + 1) - top(band), nullptr,
                                           nullptr, output.bytes().size() >= streamed_bytes},
                      std::move(start));
        }
    };
    parallel_rows(bands, work, bands);
}

/// Floats in strips of columns, handed from left to right, for the order of additions must stay.
template <typename Input, typename Output>
void sum_strips(const Array& input, Array& output, int threads) {
    const Extent extent = input.extent();
    const int64_t strips = std::clamp<int64_t>(extent.width / narrowest_strip, 1, threads);
    std::vector<std::unique_ptr<FastIntegralImageBorder<Output>>> borders;
    for (int64_t i = 1; i < strips; ++i)
        borders.push_back(std::make_unique<FastIntegralImageBorder<Output>>(extent.height));
    const auto border = [&](int64_t i) { return i > 0 && i < strips ? borders[i - 1].get() : nullptr; };
    const auto edge = [&](int64_t i) { return extent.width * i / strips; };
    const auto work = [&](int64_t first, int64_t last) {
        for (int64_t i = first; i < last; ++i)
            sum_strip(Strip<Input, Output>{input.view<Input>().data() + edge(i),
                                           output.view<Output>().data() + edge(i), edge(i + 1) - edge(i),
                                           extent.width, extent.height, border(i), border(i + 1), false},
                      std::vector<Output>(edge(i + 1) - edge(i)));
    };
    // One strip a thread: a strip that waits for its neighbour must not keep that neighbour from running.
    parallel_rows(strips, work, strips);
}

}  // namespace

void integral_image_fast(const Array& input, Array& output, int threads) {
    if (threads <= 0) threads = threads_for(input.count(), elements_a_thread);
    visit_types({input.type(), output.type()}, [&](auto types) {
        using Types = decltype(types);
        if constexpr (std::is_same_v<typename Types::Output, uint32_t>)
            sum_bands<typename Types::Input>(input, output, threads);
        else
            sum_strips<typename Types::Input, typename Types::Output>(input, output, threads);
    });
}

namespace {

/// Sums below this convert to double as signed 32-bit integers, which every x86-64 vector unit does.
constexpr int64_t pixels_in_31_bits = 0x7FFFFFFFLL / 255;

/// What a thread has to have to do before it is worth waking it (docs/cpu-forms.md).
constexpr int64_t pixels_a_thread = int64_t{1} << 17;

/// A row of differences as means: `left` and `right` are one window apart.
struct Means {
    const uint32_t* left;
    const uint32_t* right;
    const double* bias;
    const double* inverse;
    uint8_t* out;
    int64_t count;
};

template <typename Sum>
UPSWEEP_INLINE void divide(const Means& means) {
    const uint32_t* __restrict left = means.left;
    const uint32_t* __restrict right = means.right;
    const double* __restrict bias = means.bias;
    const double* __restrict inverse = means.inverse;
    uint8_t* __restrict out = means.out;
    for (int64_t x = 0, count = means.count; x < count; ++x) {
        const auto sum = Sum(right[x] - left[x]);
        // (sum + count / 2 + 0.5) / count is never nearer than 0.5 / count to a whole number, so the product
        // with the rounded inverse cuts to the exact quotient.
        out[x] = uint8_t(int32_t((sum + bias[x]) * inverse[x]));
    }
}

int64_t pixels_of_window(int64_t radius, Extent picture) {
    return std::min(2 * radius + 1, picture.width) * std::min(2 * radius + 1, picture.height);
}

}  // namespace

BoxRows::BoxRows(const SumTable& table, int64_t radius)
    : table_(table),
      // A larger window holds nothing more.
      radius_(std::min(radius, std::max(table.picture.width, table.picture.height))),
      sums_fit_31_bits_(pixels_of_window(radius_, table.picture) <= pixels_in_31_bits),
      difference_(table.picture.width + 2 * radius_ + 1),
      bias_(table.picture.width),
      inverse_(table.picture.width) {
    assert(radius >= 0 && pixels_of_window(radius_, table.picture) <= pixels_in_32_bits);
}

void BoxRows::filter(int64_t y, uint8_t* out) {
    const int64_t top = std::max<int64_t>(y - radius_, 0);
    const int64_t bottom = std::min(y + radius_ + 1, table_.picture.height);
    subtract_rows(top, bottom);
    if (bottom - top != rows_) prepare(bottom - top);
    static const auto divide_signed = form_for_this_processor<divide<int32_t>>(),
                      divide_unsigned = form_for_this_processor<divide<uint32_t>>();
    const uint32_t* left = difference_.data();
    const Means means{left, left + 2 * radius_ + 1, bias_.data(), inverse_.data(), out, table_.picture.width};
    (sums_fit_31_bits_ ? divide_signed : divide_unsigned)(means);
}

/// difference_[radius + x] = sum of columns left of x between two rows; the ends repeat, which cuts windows
/// at the border without a branch.
void BoxRows::subtract_rows(int64_t top, int64_t bottom) {
    const int64_t w = table_.picture.width;
    const uint32_t* lower = table_.sums + (bottom - 1) * table_.stride;
    uint32_t* to = difference_.data() + radius_;
    to[0] = 0;
    if (top == 0) {
        std::copy(lower, lower + w, to + 1);
    } else {
        const uint32_t* upper = table_.sums + (top - 1) * table_.stride;
        for (int64_t x = 0; x < w; ++x) to[x + 1] = lower[x] - upper[x];
    }
    std::fill(difference_.data(), to, 0U);
    std::fill(to + w + 1, to + w + 1 + radius_, to[w]);
}

/// Counts change only with the number of rows in the window: constant over most of the picture.
void BoxRows::prepare(int64_t rows) {
    rows_ = rows;
    const int64_t w = table_.picture.width;
    for (int64_t x = 0; x < w; ++x) {
        const int64_t first = std::max<int64_t>(x - radius_, 0);
        const int64_t count = (std::min(x + radius_ + 1, w) - first) * rows;
        bias_[x] = double(count / 2) + 0.5;
        inverse_[x] = 1.0 / double(count);
    }
}

void box_filter_fast(const Array& image, Array& output, int64_t radius, int threads) {
    const Extent picture = image.extent();
    Array table(ScalarType::u32, picture);
    integral_image_fast(image, table, threads);
    if (threads <= 0) threads = threads_for(picture.count(), pixels_a_thread);
    const SumTable sums{table.view<uint32_t>().data(), picture.width, picture};
    uint8_t* out = output.view<uint8_t>().data();
    parallel_rows(
        picture.height,
        [&](int64_t first, int64_t last) {
            BoxRows rows(sums, radius);
            for (int64_t y = first; y < last; ++y) rows.filter(y, out + y * picture.width);
        },
        threads);
}

}  // namespace upsweep::reference
