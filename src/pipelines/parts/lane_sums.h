// How often the sums across a warp's lanes (kernels/lanes.cuh) add data.
#pragma once

#include <cstdint>

namespace upsweep {

/// Additions of scan_lanes where the first `busy` of `lanes` hold data and the others zeros: step s adds in
/// lanes s and up that data has reached. With all busy, n log2 n - (n - 1).
std::int64_t scan_lanes_additions(std::int64_t busy, std::int64_t lanes);

/// Additions of sum_lanes: step s adds in all groups of 2 s lanes that hold data. With all busy, n log2 n.
std::int64_t sum_lanes_additions(std::int64_t busy, std::int64_t lanes);

}  // namespace upsweep
