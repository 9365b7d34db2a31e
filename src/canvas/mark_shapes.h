// Marks that stage and window share, as points at fractions of their square.
#pragma once

#include <array>
#include <span>

#include "canvas/geometry.h"

namespace upsweep::canvas {

/// A filled polygon, or a line along its points.
struct MarkPart {
    float pen = 0;  ///< times the width that suits a mark of this size; 0: filled
    std::array<Point, 4> points = {};
    size_t count = 0;
    std::span<const Point> outline() const { return {points.data(), count}; }
};

inline constexpr std::array<MarkPart, 4> hourglass_shape = {{
    {0, {{{0.15F, 0.1F}, {0.85F, 0.1F}, {0.5F, 0.55F}}}, 3},
    {0, {{{0.5F, 0.45F}, {0.85F, 0.9F}, {0.15F, 0.9F}}}, 3},
    {0, {{{0.08F, 0}, {0.92F, 0}, {0.92F, 0.14F}, {0.08F, 0.14F}}}, 4},
    {0, {{{0.08F, 0.86F}, {0.92F, 0.86F}, {0.92F, 1}, {0.08F, 1}}}, 4},
}};
inline constexpr std::array<MarkPart, 2> cross_shape = {{
    {1.2F, {{{0.12F, 0.12F}, {0.88F, 0.88F}}}, 2},
    {1.2F, {{{0.88F, 0.12F}, {0.12F, 0.88F}}}, 2},
}};
inline constexpr std::array<MarkPart, 1> tick_shape = {{
    {1.2F, {{{0.06F, 0.55F}, {0.36F, 0.85F}, {0.94F, 0.18F}}}, 3},
}};

}  // namespace upsweep::canvas
