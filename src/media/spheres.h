// A ray-traced still life: patterned spheres on a chequered floor under an evening sky.
#pragma once

#include <vector>

#include "core/array.h"

namespace upsweep::media {

/// u8 grey of any size; four rays a pixel.
Array draw_spheres(Extent extent);
/// Red, green and blue, whose luma is that grey.
std::vector<Array> draw_coloured_spheres(Extent extent);

}  // namespace upsweep::media
