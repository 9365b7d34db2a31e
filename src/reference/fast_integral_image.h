// The integral image as fast as the CPU can: vectors, all cores, one read and one write per element.
#pragma once

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
constexpr std::int64_t elements_a_thread = std::int64_t{1} << 20;

}  // namespace upsweep::reference
