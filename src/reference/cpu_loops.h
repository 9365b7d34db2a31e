// The CPU loops of kernels/*.h, compiled once for each pair of element types. Throws UsageError for other
// pairs.
#pragma once

#include "core/array.h"
#include "reference/integral_histogram.h"
#include "reference/operators.h"

namespace upsweep::reference {

/// Each row's sums, one after another; `output` has `input`'s extent. Another operator takes u32 alone.
void run_scan_loop(const Array& input, Array& output, bool inclusive, Operator operation = Operator::sum);

/// Exclusive integral image of the input's size (Bilgic et al. 2010).
void run_bilgic_loop(const Array& input, Array& output);

/// Inclusive integral image (Bugetti 2025, algorithm 1).
void run_bugetti_loop(const Array& input, Array& output);

/// Inclusive integral histogram, bin by bin (Poostchi et al. 2012, algorithm 1): u8 to w x (h · bins) of u32.
void run_integral_histogram_loop(const Array& image, Array& output, Binning binning);

/// Each row's inclusive sums, each read back from the place of the one before (Oro et al. 2011).
void run_scan_oro_loop(const Array& input, Array& output);

/// Inclusive integral image with a running row sum (Oro et al. 2011).
void run_integral_image_oro_loop(const Array& input, Array& output);

}  // namespace upsweep::reference
