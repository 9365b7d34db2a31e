// Integral histograms: one inclusive or exclusive integral image of counts for each bin, one plane below the
// other in a w x (h · bins) array of u32.
#pragma once

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

}  // namespace upsweep::reference
