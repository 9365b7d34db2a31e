// A class in its room: drawn heads, which a cascade trained on photographs of faces takes for faces.
#pragma once

#include <vector>

#include "core/array.h"

namespace upsweep::media {

/// u8 grey of any size; four points a pixel. Nine people, laid out for three by two.
Array draw_class(Extent extent);
/// Red, green and blue, whose luma is that grey.
std::vector<Array> draw_coloured_class(Extent extent);

}  // namespace upsweep::media
