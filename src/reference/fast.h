// As fast as the CPU can: the integral image (vectors, all cores, one read and one write an element), and the
// box filter from it, at the same cost for every radius.
#pragma once

#include <cstdint>
#include <vector>

#include "core/array.h"

namespace upsweep::reference {

/// Inclusive integral image of `input` into `output` (same extent; types as reference.h) on `threads` cores
/// (0: as many as the size is worth, at most 8). Bytes and words go in bands of rows, after a quick sum of
/// the columns above each; large results of theirs are written past the caches. Floats go in strips of
/// columns: row sums in order, each added to the sum above, so that floats are equal to the bit to
/// kernels/integral_image_fast_loop.h on any number of threads. A strip's row sums are handed to the strip on
/// its right, which runs a few rows behind: a chained scan, as on the GPU.
void integral_image_fast(const Array& input, Array& output, int threads = 0);

/// What a thread has to have to do before it is worth waking it (docs/cpu-forms.md).
constexpr int64_t elements_a_thread = int64_t{1} << 20;

/// An inclusive integral image of u8 pixels as the filter reads it: `sums` is the sum of the first pixel,
/// rows of sums are `stride` apart. (A padded one is the same from its second row and column on.)
struct SumTable {
    const uint32_t* sums = nullptr;
    int64_t stride = 0;
    Extent picture;
};

/// Windows of at most this many pixels have sums that fit 32 bits.
constexpr int64_t pixels_in_32_bits = 0xFFFFFFFFLL / 255;

/// The means of one row after another, with what a row needs kept between them.
class BoxRows {
  public:
    /// Windows of (2 radius + 1)², cut at the picture's border, of at most pixels_in_32_bits there.
    BoxRows(const SumTable& table, int64_t radius);

    /// The means around the pixels of row y, rounded to the nearest, halves up: (sum + count / 2) / count.
    void filter(int64_t y, uint8_t* out);

  private:
    void subtract_rows(int64_t top, int64_t bottom);
    void prepare(int64_t rows);

    SumTable table_;
    int64_t radius_, rows_ = -1;
    bool sums_fit_31_bits_;
    std::vector<uint32_t> difference_;
    std::vector<double> bias_, inverse_;
};

/// Integral image and means in one call: `image` u8, `output` u8 of its extent. The window is cut at the
/// border; radius 0 to 2047. Runs on `threads` cores (0: all, at most 8; one for small pictures).
void box_filter_fast(const Array& image, Array& output, int64_t radius, int threads = 0);

}  // namespace upsweep::reference
