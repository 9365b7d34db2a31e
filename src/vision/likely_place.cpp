#include "vision/likely_place.h"

#include <algorithm>
#include <cstdlib>

namespace upsweep::vision {

std::optional<LikelyPlace> best_elsewhere(const Array& map, const Region& wanted) {
    const float* values = map.view<float>().data();
    const Extent places = map.extent();
    std::optional<LikelyPlace> best;
    const auto look = [&](std::int64_t y, std::int64_t from, std::int64_t to) {
        for (std::int64_t x = std::max<std::int64_t>(0, from); x < std::min(to, places.width); ++x)
            if (const float value = values[y * places.width + x]; !best || value > best->value)
                best = {{x, y, x + wanted.width(), y + wanted.height()}, value};
    };
    for (std::int64_t y = 0; y < places.height; ++y) {
        const bool beside = std::abs(y - wanted.y0) < wanted.height();
        // Level with the template only what ends before it or begins behind it.
        look(y, 0, beside ? wanted.x0 - wanted.width() + 1 : places.width);
        if (beside) look(y, wanted.x1, places.width);
    }
    return best;
}

}  // namespace upsweep::vision
