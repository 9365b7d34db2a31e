// Where in a likelihood map, beside the template itself, something looks like it.
#pragma once

#include <optional>

#include "core/array.h"
#include "vision/integral_image.h"

namespace upsweep::vision {

struct LikelyPlace {
    Region window;
    float value = 0;
};

/// The most likely window that shares no pixel with the template, the first of equals; nothing if the
/// template leaves no room for one. `map` is f32, a place each window of the template's size.
std::optional<LikelyPlace> best_elsewhere(const Array& map, const Region& wanted);

}  // namespace upsweep::vision
