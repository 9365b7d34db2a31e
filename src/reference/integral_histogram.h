// Integral histograms: one inclusive or exclusive integral image of counts for each bin, one plane below the
// other in a w x (h · bins) array of u32. Histograms of rectangles, and how alike two of them are.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/array.h"

namespace upsweep::reference {

/// How values become bins: those below `levels` are shared out evenly over `bins` (at most 256), larger ones
/// go to the last.
struct Binning {
    int bins = 16;
    int levels = 256;
    int bin_of(int64_t value) const {
        const int64_t bin = value * bins / levels;
        return int(bin < bins ? bin : bins - 1);
    }
};

/// Each pixel's bin. `image` is u8.
std::vector<uint8_t> bins_of(const Array& image, Binning binning);

/// By the simplest code: plane b, entry (x, y) counts the pixels of bin b left of and above x and y, those of
/// column x and row y included or not.
Array integral_histogram(const Array& image, Binning binning, bool inclusive);

/// The inclusive one into `output`, with vectors and on all cores (0) or so many: the bins are shared out.
void integral_histogram_fast(const Array& image, Array& output, Binning binning, int threads = 0);

/// Planes of `width` x `height` of `tensor`, each transposed: h x (w · planes).
Array transpose_planes(const Array& tensor, int64_t height);

/// Columns x0 ≤ x < x1, rows y0 ≤ y < y1.
struct Rectangle {
    int64_t x0 = 0, y0 = 0, x1 = 0, y1 = 0;
};

/// How often each bin occurs in the rectangle, counted pixel by pixel.
std::vector<uint32_t> count_bins(const Array& image, Binning binning, Rectangle rectangle);

/// The same from four corners of each plane of an inclusive integral histogram of a picture of `height` rows.
std::vector<uint32_t> region_histogram(const Array& tensor, int64_t height, Rectangle rectangle);

enum class Measure : uint8_t { intersection, bhattacharyya };

/// How the 256 values are shared out over bins: each bin as many values, or as near as can be each as many of
/// the picture's pixels.
enum class BinWidths : uint8_t { equal_width, equal_share };

/// The bin of each value, never falling: by `widths` of equal share, value v goes to bin ⌊bins · b / n⌋,
/// where b of the image's n pixels are below v. `image` is u8.
std::array<uint8_t, 256> bin_table(const Array& image, Binning binning, BinWidths widths);

/// Of two histograms of `pixels` each; 1 if they are equal. f32, summed from bin 0 on.
float likeness(const std::vector<uint32_t>& a, const std::vector<uint32_t>& b, Measure measure,
               int64_t pixels);

/// likeness of every window of `window` pixels with `wanted`: (w − window.width + 1) x (h − window.height +
/// 1) of f32. `tensor` is the picture's inclusive integral histogram, `height` the picture's rows.
Array likelihood_map(const Array& tensor, int64_t height, const std::vector<uint32_t>& wanted, Extent window,
                     Measure measure, int threads = 1);

}  // namespace upsweep::reference
