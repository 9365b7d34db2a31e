// Cubic Bézier curves: points on them, their length, and their beginnings.
#pragma once

#include <array>

#include "canvas/canvas.h"

namespace upsweep::canvas {

/// Straight pieces that stand for a curve wherever it is measured or drawn with lines.
inline constexpr int curve_pieces = 28;

/// `share` 0 is the beginning, 1 the end.
Point point_at(const Curve& curve, float share);
/// The pieces' ends, first to last.
std::array<Point, curve_pieces + 1> points_of(const Curve& curve);
/// Pixels.
float length_of(const Curve& curve);
/// The first `length` pixels of it; all of it where it is shorter.
Curve first_part(const Curve& curve, float length);

}  // namespace upsweep::canvas
