#include "reference/fast_integral_image.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "core/parallel.h"
#include "reference/row_sums.h"
#include "reference/type_pairs.h"

namespace upsweep::reference {
namespace {

/// Rows that are summed side by side, so that their chains of additions overlap; also how many are handed on
/// at once.
constexpr std::int64_t group = 4;
/// Narrower strips would wait more than they work.
constexpr std::int64_t narrowest_strip = 256;

/// What a strip hands to the strip on its right: the sum of each row so far.
template <typename Sum>
struct Border {
    explicit Border(std::int64_t rows) : sums(static_cast<std::size_t>(rows)) {}

    void publish(std::int64_t rows) { done.store(rows, std::memory_order_release); }
    void wait_for(std::int64_t rows) const {
        for (int tries = 0; done.load(std::memory_order_acquire) < rows; ++tries)
            if (tries > 64) std::this_thread::yield();
    }

    std::vector<Sum> sums;
    std::atomic<std::int64_t> done{0};
};

template <typename Input, typename Output>
struct Strip {
    const Input* from;  ///< the strip's first element of the first row
    Output* to;
    std::int64_t columns, stride, rows;
    Border<Output>* left;   ///< null for the first strip
    Border<Output>* right;  ///< null for the last
    bool streams;
};

/// Four rows at once: each row's sum is a chain of additions, and four chains fill a core's adders.
template <typename Input, typename Output>
void add_rows(const Strip<Input, Output>& strip, std::int64_t y, std::int64_t rows, Output* sums,
              const Output* above, const std::array<Output*, group>& here) {
    const Input* from = strip.from + y * strip.stride;
    if constexpr (std::is_same_v<Input, std::uint8_t>) {
        for (std::int64_t i = 0; i < rows; ++i) {
            sums[i] = add_row(from + i * strip.stride, i == 0 ? above : here[i - 1], here[i],
                              static_cast<std::size_t>(strip.columns), sums[i]);
        }
    } else if (rows == group) {
        const Input *a = from, *b = a + strip.stride, *c = b + strip.stride, *d = c + strip.stride;
        Output sum_a = sums[0], sum_b = sums[1], sum_c = sums[2], sum_d = sums[3];
        for (std::int64_t x = 0; x < strip.columns; ++x) {
            const Output first = (sum_a += a[x]) + above[x];
            const Output second = (sum_b += b[x]) + first;
            const Output third = (sum_c += c[x]) + second;
            here[0][x] = first;
            here[1][x] = second;
            here[2][x] = third;
            here[3][x] = (sum_d += d[x]) + third;
        }
        sums[0] = sum_a, sums[1] = sum_b, sums[2] = sum_c, sums[3] = sum_d;
    } else {
        for (std::int64_t i = 0; i < rows; ++i)
            for (std::int64_t x = 0; x < strip.columns; ++x)
                here[i][x] = (sums[i] += from[i * strip.stride + x]) + (i == 0 ? above[x] : here[i - 1][x]);
    }
}

template <typename Input, typename Output>
void sum_strip(const Strip<Input, Output>& strip) {
    const auto columns = static_cast<std::size_t>(strip.columns);
    // The last row of each group stays here, in the nearest cache, when the result itself is streamed.
    std::vector<Output> kept(columns * (strip.streams ? group : 1));
    const Output* above = kept.data();  // zeros
    for (std::int64_t y = 0; y < strip.rows; y += group) {
        const std::int64_t rows = std::min(group, strip.rows - y);
        std::array<Output, group> sums{};
        if (strip.left != nullptr) {
            strip.left->wait_for(y + rows);
            std::copy_n(strip.left->sums.begin() + y, rows, sums.begin());
        }
        std::array<Output*, group> here{};
        for (std::int64_t i = 0; i < rows; ++i)
            here[static_cast<std::size_t>(i)] = strip.streams
                                                    ? kept.data() + static_cast<std::size_t>(i) * columns
                                                    : strip.to + (y + i) * strip.stride;
        if (strip.streams && y > 0) above = kept.data() + (group - 1) * columns;
        add_rows(strip, y, rows, sums.data(), above, here);
        if (strip.right != nullptr) {
            std::copy_n(sums.begin(), rows, strip.right->sums.begin() + y);
            strip.right->publish(y + rows);
        }
        for (std::int64_t i = 0; strip.streams && i < rows; ++i)
            stream(strip.to + (y + i) * strip.stride, here[static_cast<std::size_t>(i)],
                   columns * sizeof(Output));
        above = here[static_cast<std::size_t>(rows - 1)];
    }
    if (strip.streams) finish_streaming();
}

template <typename Types>
void sum_all(const Array& input, Array& output, int threads) {
    using Input = typename Types::Input;
    using Output = typename Types::Output;
    const Extent extent = input.extent();
    if (threads <= 0) threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1U, 8U));
    const std::int64_t strips = std::clamp<std::int64_t>(extent.width / narrowest_strip, 1, threads);
    std::vector<std::unique_ptr<Border<Output>>> borders;
    for (std::int64_t i = 1; i < strips; ++i)
        borders.push_back(std::make_unique<Border<Output>>(extent.height));
    const auto border = [&](std::int64_t i) {
        return i > 0 && i < strips ? borders[static_cast<std::size_t>(i - 1)].get() : nullptr;
    };
    const auto edge = [&](std::int64_t i) {
        return i == strips ? extent.width : extent.width * i / strips / 16 * 16;
    };
    const auto work = [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i)
            sum_strip(Strip<Input, Output>{input.view<Input>().data() + edge(i),
                                           output.view<Output>().data() + edge(i), edge(i + 1) - edge(i),
                                           extent.width, extent.height, border(i), border(i + 1),
                                           output.bytes().size() >= streamed_bytes});
    };
    // One strip a thread: a strip that waits for its neighbour must not keep that neighbour from running.
    parallel_rows(strips, work, static_cast<int>(strips));
}

}  // namespace

void integral_image_fast(const Array& input, Array& output, int threads) {
    visit_types({input.type(), output.type()},
                [&](auto types) { sum_all<decltype(types)>(input, output, threads); });
}

}  // namespace upsweep::reference
