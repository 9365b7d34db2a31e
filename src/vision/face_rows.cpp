#include "vision/face_rows.h"

#include <algorithm>

#include "vision/face_stages.h"

namespace upsweep::vision {
namespace {

std::int64_t rounded_up(std::int64_t value, std::int64_t to) { return (value + to - 1) / to * to; }

}  // namespace

LevelRows::LevelRows(const Array& picture, Extent extent, const std::vector<reference::ResizeTap>& across,
                     const std::vector<reference::ResizeTap>& down)
    : pixels_(picture.view<std::uint8_t>().data()),
      before_(picture.extent()),
      after_(extent),
      across_(across),
      down_(down),
      row_(static_cast<std::size_t>(extent.width)) {
    for (auto& row : shrunk_) row.resize(static_cast<std::size_t>(extent.width));
}

const std::uint16_t* LevelRows::shrunk(std::int64_t y) {
    for (std::size_t k = 0; k < 2; ++k)
        if (which_[k] == y) return shrunk_[k].data();
    // The older of the two goes.
    const std::size_t k = which_[0] <= which_[1] ? 0 : 1;
    which_[k] = y;
    const std::uint8_t* __restrict from = pixels_ + y * before_.width;
    const reference::ResizeTap* __restrict taps = across_.data();
    std::uint16_t* __restrict to = shrunk_[k].data();
    const std::int32_t last = static_cast<std::int32_t>(before_.width) - 1;
    for (std::int64_t x = 0; x < after_.width; ++x) {
        const std::int32_t first = taps[x].first, weight = taps[x].second_weight;
        // Beyond the last pixel the weight is 0.
        to[x] = static_cast<std::uint16_t>((256 - weight) * from[first] +
                                           weight * from[std::min(first + 1, last)]);
    }
    return to;
}

const std::uint8_t* LevelRows::row(std::int64_t y) {
    if (before_ == after_) return pixels_ + y * before_.width;
    const auto [first, weight] = down_[static_cast<std::size_t>(y)];
    const std::uint16_t* __restrict upper = shrunk(first);
    const std::uint16_t* __restrict lower = weight ? shrunk(first + 1) : upper;
    std::uint8_t* __restrict to = row_.data();
    const auto above = static_cast<std::uint32_t>(256 - weight), below = static_cast<std::uint32_t>(weight);
    for (std::int64_t x = 0; x < after_.width; ++x)
        to[x] = static_cast<std::uint8_t>((above * upper[x] + below * lower[x] + 32768) >> 16);
    return to;
}

TableRows::TableRows(std::int64_t width, std::int64_t step)
    : width_(width),
      step_(step),
      half_(rounded_up(width / 2 + 1, windows_at_once)),
      stride_(step == 2 ? 2 * half_ : rounded_up(width + 1, windows_at_once)) {}

void TableRows::reserve(std::int64_t rows) {
    // A row of windows may read some elements past the last.
    const auto count = static_cast<std::size_t>((rows + 1) * stride_ + 2 * windows_at_once);
    sums_.assign(count, 0);
    squares_.assign(count, 0);
}

void TableRows::begin() {
    rows_ = 1;
    std::fill_n(sums_.begin(), stride_, 0);
    std::fill_n(squares_.begin(), stride_, 0);
}

void TableRows::append(const std::uint8_t* pixels) {
    const std::uint32_t* __restrict above = sums_.data() + (rows_ - 1) * stride_;
    const std::uint32_t* __restrict above_squares = squares_.data() + (rows_ - 1) * stride_;
    std::uint32_t* __restrict sums = sums_.data() + rows_ * stride_;
    std::uint32_t* __restrict squares = squares_.data() + rows_ * stride_;
    ++rows_;
    std::uint32_t sum = 0, square = 0;
    sums[0] = squares[0] = 0;
    const auto put = [&](std::uint32_t pixel, std::int64_t at) {
        sum += pixel;
        square += pixel * pixel;
        sums[at] = above[at] + sum;
        squares[at] = above_squares[at] + square;
    };
    if (step_ == 1) {
        for (std::int64_t x = 0; x < width_; ++x) put(pixels[x], x + 1);
        return;
    }
    // Pixel x ends in column x + 1: even pixels in odd columns.
    std::int64_t x = 0;
    for (; x + 1 < width_; x += 2) {
        put(pixels[x], half_ + x / 2);
        put(pixels[x + 1], x / 2 + 1);
    }
    if (x < width_) put(pixels[x], half_ + x / 2);
}

void TableRows::keep_from(std::int64_t first) {
    const auto move = [&](std::vector<std::uint32_t>& table) {
        std::copy(table.begin() + first * stride_, table.begin() + rows_ * stride_, table.begin());
    };
    move(sums_);
    move(squares_);
    rows_ -= first;
}

}  // namespace upsweep::vision
