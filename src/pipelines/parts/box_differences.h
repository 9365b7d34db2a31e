// Differences of boxes: their sizes, and the plan.
#pragma once

#include <array>
#include <cstdint>

#include "pipelines/algorithm.h"

namespace upsweep {

/// The sizes that SURF's first four octaves take, and 3, where boxes are pixels: each three times an odd
/// number. The option "size" of "difference_of_boxes" is a place in this list.
inline constexpr std::array box_sizes = {3, 9, 15, 21, 27, 39, 51, 75, 99, 147, 195};

}  // namespace upsweep
