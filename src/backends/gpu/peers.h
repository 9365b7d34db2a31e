// Other people's kernels that ours are held against: a program of its own, upsweep-peers, where the build
// made it.
#pragma once

#include <cstdint>
#include <filesystem>

#include "backends/backend.h"

namespace upsweep::backends {

/// Beside this program.
std::filesystem::path peers_program();

/// cub::DeviceScan::InclusiveSum over `n` u32.
PeerTime time_cub_scan(std::int64_t n, int runs, const std::filesystem::path& program);

/// NPP's integral image u8→i32 (nppiIntegral_8u32s_C1R_Ctx).
PeerTime time_npp_integral(std::int64_t width, std::int64_t height, int runs,
                           const std::filesystem::path& program);

}  // namespace upsweep::backends
