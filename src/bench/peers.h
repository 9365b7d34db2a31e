// Other people's kernels that ours are held against, where the build found them. C++17: nvcc compiles one
// side of it.
#pragma once

#include <cstdint>

namespace upsweep::bench {

/// Median seconds of `runs` runs of cub::DeviceScan::InclusiveSum over `n` u32, by device events. Negative
/// where this program was built without CUB or it cannot run here.
double cub_scan_seconds(std::int64_t n, int runs);

/// Median seconds of `runs` runs of NPP's integral image u8→i32 (nppiIntegral_8u32s_C1R_Ctx), by device
/// events. The library is looked for when this is called. Negative where it is missing or cannot run here.
double npp_integral_seconds(std::int64_t width, std::int64_t height, int runs);

}  // namespace upsweep::bench
