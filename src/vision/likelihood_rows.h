// Likelihood maps on the CPU without a tensor: bins are counted along columns while the window goes down.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/array.h"
#include "reference/likelihood.h"
#include "vision/integral_histogram.h"

namespace upsweep::vision {

/// The likelihood_map of a picture whose pixels are bins already (`binned`, u8), equal to it to the bit. Each
/// row of places takes the counts of columns from the row before; a bin's count in every window is then a
/// running sum along the row. Bins that the template has not cost nothing: width · bins steps a row, 2 bytes
/// of memory a column and bin for each thread. Windows are up to 65 535 pixels high. Runs on `threads` cores
/// (0: all, at most 8); throws Cancelled soon after *cancel becomes true.
Array likelihood_map_by_columns(const Array& binned, const Histogram& wanted, Extent window, Measure measure,
                                const std::atomic<bool>* cancel = nullptr, int threads = 0);

}  // namespace upsweep::vision
