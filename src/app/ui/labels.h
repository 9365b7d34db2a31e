// Labels that keep off each other and off what is drawn.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/ui/geometry.h"
#include "core/ranges.h"

namespace upsweep::app {

inline bool meet(const Rect& a, const Rect& b) {
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

/// The first of `places` that lies inside `field` and meets nothing of `taken`.
inline std::optional<Rect> first_free(std::span<const Rect> places, std::span<const Rect> taken,
                                      const Rect& field) {
    for (const Rect& place : places) {
        const bool inside = place.min.x >= field.min.x && place.max.x <= field.max.x &&
                            place.min.y >= field.min.y && place.max.y <= field.max.y;
        if (!inside) continue;
        if (none_of(taken, [&](const Rect& other) { return meet(place, other); })) return place;
    }
    return std::nullopt;
}

/// Boxes of `size` along a polyline, close enough to cover it: what a label must not lie on.
inline std::vector<Rect> boxes_along(std::span<const ImVec2> points, float size) {
    std::vector<Rect> boxes;
    for (size_t i = 0; i < points.size(); ++i) {
        boxes.push_back(Rect::around(points[i], size));
        if (i == 0) continue;
        const ImVec2 step = points[i] - points[i - 1];
        const int pieces = int(std::hypot(step.x, step.y) / size);
        for (int piece = 1; piece <= pieces; ++piece) {
            const float share = float(piece) / float(pieces + 1);
            boxes.push_back(Rect::around(points[i - 1] + step * share, size));
        }
    }
    return boxes;
}

}  // namespace upsweep::app
