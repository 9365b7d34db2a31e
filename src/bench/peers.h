// Other people's kernels that ours are held against, where the build found them. C++17: nvcc compiles one
// side of it.
#pragma once

#include <cstdint>

namespace upsweep::bench {

/// Median seconds of `runs` runs of cub::DeviceScan::InclusiveSum over `n` u32, by device events. Negative
/// where this program was built without CUB or it cannot run here.
double cub_scan_seconds(std::int64_t n, int runs);

}  // namespace upsweep::bench
