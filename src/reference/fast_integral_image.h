// The integral image as fast as the CPU can: vectors, all cores, one read and one write an element.
#pragma once

#include "core/array.h"

namespace upsweep::reference {

/// Inclusive integral image of `input` into `output` (same extent; types as reference.h): row sums in order,
/// each added to the sum above, so that floats are equal to the bit to kernels/integral_image_fast_loop.h,
/// on any number of threads (0: one a core, at most 8). The picture is cut into strips from top to bottom, a
/// strip a thread; a strip's row sums are handed to the strip on its right, which runs a few rows behind: a
/// chained scan, as on the GPU. Large results of bytes are written past the
/// caches.
void integral_image_fast(const Array& input, Array& output, int threads = 0);

}  // namespace upsweep::reference
