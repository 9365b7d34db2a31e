// The CPU loops of kernels/*.h, compiled once for each pair of element types. Throws UsageError for other
// pairs.
#pragma once

#include "core/array.h"

namespace upsweep::reference {

/// Each row's sums, one after another; `output` has `input`'s extent.
void run_scan_loop(const Array& input, Array& output, bool inclusive);

/// Exclusive integral image of the input's size (Bilgic et al. 2010).
void run_bilgic_loop(const Array& input, Array& output);

/// Inclusive integral image (Bugetti 2025, algorithm 1).
void run_bugetti_loop(const Array& input, Array& output);

}  // namespace upsweep::reference
