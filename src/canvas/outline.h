// Outlines of what is drawn as polygons: boxes with round corners, circles, lines with a width.
#pragma once

#include <span>
#include <vector>

#include "canvas/canvas.h"

namespace upsweep::canvas {

Box bounds(std::span<const Point> points);
std::vector<Point> circle(Point centre, float radius);
std::vector<Point> round_box(const Box& box, float radius, Corners corners);
/// A line's pieces, its corners and its dashes, each convex. Ends are cut straight; a corner is sharp where
/// its point lies within twice the width, else cut off, as in SVG.
std::vector<std::vector<Point>> stroked(std::span<const Point> points, const Pen& pen, bool closed);

}  // namespace upsweep::canvas
