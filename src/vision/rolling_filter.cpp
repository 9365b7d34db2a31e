// The box filter without a table: one row of running sums of the columns rolls down the picture and stays in
// the nearest cache, where a table of a large picture leaves all of them.
#include <algorithm>
#include <cassert>
#include <vector>

#include "core/error.h"
#include "core/parallel.h"
#include "core/row_sums.h"
#include "core/vectors.h"
#include "reference/fast.h"
#include "vision/box_filter.h"
#include "vision/operation.h"

namespace upsweep::vision {
namespace {

constexpr int rolled_lanes = 16;
using Bytes16 = Vector<uint8_t, rolled_lanes>;
using Pairs16 = Vector<uint16_t, rolled_lanes>;
using Shorts16 = Vector<int16_t, rolled_lanes>;
using Words16 = Vector<uint32_t, rolled_lanes>;
using Ints16 = Vector<int32_t, rolled_lanes>;
using Floats16 = Vector<float, rolled_lanes>;

/// sums[x] += (entering − leaving)[0] + … + (entering − leaving)[x], each channel by itself.
struct RolledRow {
    const uint8_t* entering;
    const uint8_t* leaving;
    uint32_t* sums;
    int64_t samples;
};

using Quads4 = Vector<uint64_t, rolled_lanes / 4>;

/// Sums of 1, 2, 3 and 4 neighbours in each group of four lanes.
UPSWEEP_INLINE void add_up_fours(Shorts16& sums) {
    // Moved within 64 bits at once, which costs no shuffle.
    sums += Shorts16(Quads4(sums) << 16);
    sums += Shorts16(Quads4(sums) << 32);
}

constexpr Shorts16 second_four{0, 0, 0, 0, -1, -1, -1, -1, 0, 0, 0, 0, -1, -1, -1, -1},
    second_eight{0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1};

UPSWEEP_INLINE void add_to_sums(const Ints16& more, uint32_t* sums) {
    Words16 here;
    load(sums, here);
    here += Words16(more);
    std::memcpy(sums, &here, sizeof here);
}

/// What is left of a row behind its whole vectors.
UPSWEEP_INLINE void roll_rest(const RolledRow& row, int64_t x, int channels, int32_t* carries) {
    for (; x < row.samples; ++x) {
        int32_t& carry = carries[x % channels];
        carry += row.entering[x] - row.leaving[x];
        row.sums[x] += uint32_t(carry);
    }
}

/// 32 pixels at a time, as 16 pairs: the sums up to each pair, and less its second pixel those up to its
/// first.
UPSWEEP_INLINE void roll_grey(const RolledRow& of) {
    const RolledRow row = of;
    const Shorts16 four = second_four, eight = second_eight;
    Ints16 before{};
    int64_t x = 0;
    for (; x + 2 * rolled_lanes <= row.samples; x += 2 * rolled_lanes) {
        Pairs16 in, out;
        load(row.entering + x, in);
        load(row.leaving + x, out);
        const Shorts16 first = Shorts16(in & 0xFF) - Shorts16(out & 0xFF),
                       second = Shorts16(in >> 8) - Shorts16(out >> 8);
        // Thirty-two differences of bytes add up to 8160 at most.
        Shorts16 sums = first + second;
        add_up_fours(sums);
        sums += __builtin_shufflevector(sums, sums, 3, 3, 3, 3, 3, 3, 3, 3, 11, 11, 11, 11, 11, 11, 11, 11) &
                four;
        sums += __builtin_shufflevector(sums, sums, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7) & eight;
        const Ints16 total = __builtin_convertvector(sums, Ints16), odd = total + before,
                     even = __builtin_convertvector(Shorts16(sums - second), Ints16) + before;
        add_to_sums(
            __builtin_shufflevector(even, odd, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23),
            row.sums + x);
        add_to_sums(
            __builtin_shufflevector(even, odd, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31),
            row.sums + x + rolled_lanes);
        before += __builtin_shufflevector(total, total, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15,
                                          15, 15, 15);
    }
    int32_t carry = before[0];
    roll_rest(row, x, 1, &carry);
}

/// Four pixels of four channels at a time.
UPSWEEP_INLINE void roll_colours(const RolledRow& of) {
    const RolledRow row = of;
    const Shorts16 four = second_four, eight = second_eight;
    Ints16 before{};
    int64_t x = 0;
    for (; x + rolled_lanes <= row.samples; x += rolled_lanes) {
        Bytes16 in, out;
        load(row.entering + x, in);
        load(row.leaving + x, out);
        Shorts16 sums = __builtin_convertvector(in, Shorts16) - __builtin_convertvector(out, Shorts16);
        sums +=
            __builtin_shufflevector(sums, sums, 0, 1, 2, 3, 0, 1, 2, 3, 8, 9, 10, 11, 8, 9, 10, 11) & four;
        sums += __builtin_shufflevector(sums, sums, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7, 4, 5, 6, 7) & eight;
        const Ints16 wide = __builtin_convertvector(sums, Ints16);
        add_to_sums(wide + before, row.sums + x);
        before += __builtin_shufflevector(wide, wide, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13,
                                          14, 15);
    }
    int32_t carries[] = {before[0], before[1], before[2], before[3]};
    roll_rest(row, x, 4, carries);
}

/// Means of windows that have the same number of pixels: (sum + count / 2) / count.
struct MeansOfRow {
    const uint32_t* left;
    const uint32_t* right;  ///< one window further
    uint8_t* out;
    int64_t samples;
    uint32_t count;
};

/// (sum + count / 2 + 0.5) / count is never nearer than 0.5 / count to a whole number. Floats are off by less
/// than 2⁻¹⁵ there, so that up to 2¹⁴ pixels the product with the rounded inverse cuts to the exact quotient;
/// doubles are for larger windows.
constexpr uint32_t most_by_floats = 1U << 14;

UPSWEEP_INLINE void divide_by_floats(const MeansOfRow& row) {
    const float bias = float(row.count / 2) + 0.5F, inverse = 1 / float(row.count);
    int64_t x = 0;
    for (; x + rolled_lanes <= row.samples; x += rolled_lanes) {
        Words16 left, right;
        load(row.left + x, left);
        load(row.right + x, right);
        const Floats16 means = (__builtin_convertvector(Ints16(right - left), Floats16) + bias) * inverse;
        const Bytes16 bytes = __builtin_convertvector(__builtin_convertvector(means, Ints16), Bytes16);
        std::memcpy(row.out + x, &bytes, sizeof bytes);
    }
    for (; x < row.samples; ++x)
        row.out[x] = uint8_t(int32_t((float(int32_t(row.right[x] - row.left[x])) + bias) * inverse));
}

template <typename Sum>
UPSWEEP_INLINE void divide_by_doubles(const MeansOfRow& row) {
    const double bias = double(row.count / 2) + 0.5, inverse = 1 / double(row.count);
    const uint32_t* __restrict left = row.left;
    const uint32_t* __restrict right = row.right;
    uint8_t* __restrict out = row.out;
    for (int64_t x = 0, samples = row.samples; x < samples; ++x)
        out[x] = uint8_t(int32_t((double(Sum(right[x] - left[x])) + bias) * inverse));
}

/// Means of windows that differ in their number of pixels.
struct MeansNearBorder {
    const uint32_t* left;
    const uint32_t* right;
    uint8_t* out;
    int64_t samples;
    const double *bias, *inverse;
};

UPSWEEP_INLINE void divide_near_border(const MeansNearBorder& row) {
    const uint32_t* __restrict left = row.left;
    const uint32_t* __restrict right = row.right;
    const double* __restrict bias = row.bias;
    const double* __restrict inverse = row.inverse;
    uint8_t* __restrict out = row.out;
    for (int64_t x = 0, samples = row.samples; x < samples; ++x)
        out[x] = uint8_t(int32_t((double(right[x] - left[x]) + bias[x]) * inverse[x]));
}

void divide(const MeansOfRow& row) {
    static const auto floats = form_for_this_processor<divide_by_floats>(),
                      doubles = form_for_this_processor<divide_by_doubles<int32_t>>(),
                      wide_doubles = form_for_this_processor<divide_by_doubles<uint32_t>>();
    if (row.count <= most_by_floats) return floats(row);
    (row.count <= 0x7FFFFFFFU / 255 ? doubles : wide_doubles)(row);
}

/// The rows of one thread, from the first one down.
class RollingRows {
  public:
    RollingRows(const Array& pixels, int channels, int64_t radius, Border border)
        : from_(pixels.view<uint8_t>().data()),
          channels_(channels),
          samples_(pixels.extent().width),
          width_(samples_ / channels),
          height_(pixels.extent().height),
          radius_(radius),
          border_(border),
          nothing_(size_t(samples_)),
          row_(size_t((width_ + 2 * radius + 1) * channels)) {
        for (int64_t x = -radius; x < 0; ++x) edges_.push_back(sum_up_to(x, width_, border));
        for (int64_t x = width_ + 1; x <= width_ + radius; ++x)
            edges_.push_back(sum_up_to(x, width_, border));
    }

    void begin(int64_t y) {
        std::vector<uint32_t> columns(static_cast<size_t>(samples_));
        for (int64_t at = y - radius_; at <= y + radius_; ++at)
            if (const int64_t row = row_at(at); row >= 0)
                add_to_columns(from_ + row * samples_, columns.data(), size_t(samples_));
        uint32_t* sums = first_sum();
        for (int64_t x = 0; x < samples_; ++x)
            sums[x] = columns[size_t(x)] + (x < channels_ ? 0 : sums[x - channels_]);
    }

    void go_down(int64_t y) {
        static const auto roll_1 = form_for_this_processor<roll_grey>(),
                          roll_4 = form_for_this_processor<roll_colours>();
        const int64_t entering = row_at(y + radius_), leaving = row_at(y - 1 - radius_);
        const auto pixels = [&](int64_t row) { return row < 0 ? nothing_.data() : from_ + row * samples_; };
        if (entering == leaving) return;
        (channels_ == 1 ? roll_1 : roll_4)({pixels(entering), pixels(leaving), first_sum(), samples_});
    }

    void filter(int64_t y, uint8_t* out) {
        continue_beyond();
        const int64_t rows = border_ == Border::cut
                                 ? std::min(y + radius_ + 1, height_) - std::max<int64_t>(y - radius_, 0)
                                 : 2 * radius_ + 1;
        const auto means = [&](int64_t first, int64_t last, int64_t columns) {
            const uint32_t* left = row_.data() + first * channels_;
            divide({left, left + (2 * radius_ + 1) * channels_, out + first * channels_,
                    (last - first) * channels_, uint32_t(rows * columns)});
        };
        if (border_ != Border::cut) return means(0, width_, 2 * radius_ + 1);
        // Near the border each pixel has a window of its own size.
        const int64_t inner = std::min(radius_, width_), outer = std::max(inner, width_ - radius_);
        if (rows != rows_) prepare(rows, inner, outer);
        const auto near_border = [&](int64_t first, int64_t last) {
            static const auto by_place = form_for_this_processor<divide_near_border>();
            const uint32_t* left = row_.data() + first * channels_;
            by_place({left, left + (2 * radius_ + 1) * channels_, out + first * channels_,
                      (last - first) * channels_, bias_.data() + first * channels_,
                      inverse_.data() + first * channels_});
        };
        near_border(0, inner);
        if (outer > inner) means(inner, outer, 2 * radius_ + 1);
        near_border(outer, width_);
    }

  private:
    int64_t row_at(int64_t y) const { return reference::pixel_at(y, height_, border_); }
    /// Of the first pixel; before it are the sum of nothing and those beyond the left border.
    uint32_t* first_sum() { return row_.data() + (radius_ + 1) * channels_; }

    /// Counts near the border change with the number of rows in the window.
    void prepare(int64_t rows, int64_t inner, int64_t outer) {
        rows_ = rows;
        bias_.resize(size_t(samples_));
        inverse_.resize(size_t(samples_));
        for (int64_t x = 0; x < width_; x = x + 1 == inner ? std::max(outer, inner) : x + 1) {
            const int64_t columns = std::min(x + radius_ + 1, width_) - std::max<int64_t>(x - radius_, 0);
            for (int64_t at = x * channels_; at < (x + 1) * channels_; ++at) {
                bias_[size_t(at)] = double(rows * columns / 2) + 0.5;
                inverse_[size_t(at)] = 1 / double(rows * columns);
            }
        }
    }

    /// The sums up to the edges beyond the left and the right border.
    void continue_beyond() {
        uint32_t* zero = row_.data() + radius_ * channels_;
        if (border_ == Border::cut) {
            // Nothing lies before the picture; behind it the sum is that of the row.
            for (int64_t at = samples_ + channels_; at < samples_ + (radius_ + 1) * channels_; ++at)
                zero[at] = zero[at - channels_];
            return;
        }
        const auto set = [&](int64_t edge, const EdgeSum& sum) {
            for (int64_t channel = 0; channel < channels_; ++channel)
                zero[edge * channels_ + channel] =
                    uint32_t(sum.times) * zero[sum.count * channels_ + channel] +
                    uint32_t(sum.more_times) * zero[sum.more * channels_ + channel];
        };
        size_t next = 0;
        for (int64_t edge = -radius_; edge < 0; ++edge) set(edge, edges_[next++]);
        for (int64_t edge = width_ + 1; edge <= width_ + radius_; ++edge) set(edge, edges_[next++]);
    }

    const uint8_t* from_;
    int64_t channels_, samples_, width_, height_, radius_;
    Border border_;
    std::vector<uint8_t> nothing_;  ///< a row of zeros
    std::vector<uint32_t> row_;
    std::vector<EdgeSum> edges_;
    int64_t rows_ = -1;
    std::vector<double> bias_, inverse_;
};

/// A thread adds up a whole window's rows before its first; this many rows are worth that.
int threads_for_rows(Extent samples, int64_t radius) {
    const int64_t rows = std::max<int64_t>(samples.height / (radius + 1), 1);
    return int(std::min<int64_t>(threads_for(samples.count(), int64_t{1} << 18), rows));
}

}  // namespace

Array box_filter_rolling(const Array& pixels, int channels, int64_t radius, Border border,
                         const std::atomic<bool>* cancel, int threads) {
    assert(radius >= 0 && (channels == 1 || channels == 4) && pixels.extent().width % channels == 0);
    const Extent samples = pixels.extent(), picture{samples.width / channels, samples.height};
    if (border == Border::cut)
        radius = std::min(radius, std::max(picture.width, picture.height));
    else
        check_bordered_radius(radius);
    [[maybe_unused]] const int64_t side = 2 * radius + 1;
    assert(std::min(side, picture.width) * std::min(side, picture.height) <= reference::pixels_in_32_bits);
    Array result(ScalarType::u8, samples);
    uint8_t* out = result.view<uint8_t>().data();
    parallel_rows(
        picture.height,
        [&](int64_t first, int64_t last) {
            RollingRows rows(pixels, channels, radius, border);
            for (int64_t y = first; y < last; ++y) {
                stop_if(cancel);
                y == first ? rows.begin(y) : rows.go_down(y);
                rows.filter(y, out + y * samples.width);
            }
        },
        threads == 0 ? threads_for_rows(samples, radius) : threads);
    return result;
}

}  // namespace upsweep::vision
