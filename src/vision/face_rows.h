// Rows of a pyramid's level, and of its tables of sums, made one after the other as a cascade needs them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/array.h"
#include "reference/pyramid.h"

namespace upsweep::vision {

/// The rows of one level's picture, in ascending order: as reference::resized makes them.
class LevelRows {
  public:
    /// All four must outlive it.
    LevelRows(const Array& picture, Extent extent, const std::vector<reference::ResizeTap>& across,
              const std::vector<reference::ResizeTap>& down);

    /// Row y, which holds until the next call.
    const std::uint8_t* row(std::int64_t y);

  private:
    const std::uint16_t* shrunk(std::int64_t y);

    const std::uint8_t* pixels_;
    Extent before_, after_;
    const std::vector<reference::ResizeTap>& across_;
    const std::vector<reference::ResizeTap>& down_;
    /// Two rows of the picture, shrunk across, in 256ths; which they are (-1: none).
    std::vector<std::uint16_t> shrunk_[2];
    std::int64_t which_[2] = {-1, -1};
    std::vector<std::uint8_t> row_;
};

/// A window of rows of two padded tables, of pixels and of their squares, modulo 2^32. With a step of 2 each
/// row has its even columns first and then its odd ones, so that windows two pixels apart read neighbours.
class TableRows {
  public:
    TableRows(std::int64_t width, std::int64_t step);

    std::int64_t stride() const { return stride_; }
    /// Where the corner (x, y) of a window is from the window's own element.
    std::int32_t offset(int x, int y) const {
        const std::int64_t column = step_ == 2 ? x / 2 + (x % 2) * half_ : x;
        return static_cast<std::int32_t>(y * stride_ + column);
    }

    /// Room for so many rows of pixels at once.
    void reserve(std::int64_t rows);
    /// One row of zeros, as above the first row of pixels.
    void begin();
    void append(const std::uint8_t* pixels);
    /// Drops the rows above `first`, which becomes row 0.
    void keep_from(std::int64_t first);

    const std::int32_t* sums(std::int64_t row) const {
        return reinterpret_cast<const std::int32_t*>(sums_.data() + row * stride_);
    }
    const std::uint32_t* squares(std::int64_t row) const { return squares_.data() + row * stride_; }

  private:
    std::int64_t width_, step_, half_, stride_, rows_ = 0;
    std::vector<std::uint32_t> sums_, squares_;
};

}  // namespace upsweep::vision
