// Histograms of rectangles, and how alike two of them are, by the simplest code.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/array.h"
#include "reference/integral_histogram.h"

namespace upsweep::reference {

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
