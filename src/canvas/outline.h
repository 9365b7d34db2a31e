// Outlines of what is drawn as polygons: boxes with round corners, circles, lines with a width. And which
// share of each pixel a shape covers, by the areas under its edges: exact for what does not overlap itself.
#pragma once

#include <span>
#include <vector>

#include "canvas/canvas.h"
#include "canvas/geometry.h"

namespace upsweep::canvas {

Box bounds(std::span<const Point> points);
std::vector<Point> circle(Point centre, float radius);
std::vector<Point> round_box(const Box& box, float radius, Corners corners);
/// A line's pieces, its corners and its dashes, each convex. Ends are cut straight; a corner is sharp where
/// its point lies within twice the width, else cut off, as in SVG.
std::vector<std::vector<Point>> stroked(std::span<const Point> points, const Pen& pen, bool closed);

/// Whole pixels; `right` and `bottom` are one past the last.
struct PixelBox {
    int left = 0, top = 0, right = 0, bottom = 0;
    bool empty() const { return right <= left || bottom <= top; }
    PixelBox within(const PixelBox& other) const;
};

class Coverage {
  public:
    /// Begins a shape; only pixels inside `box` are kept.
    void begin(PixelBox box);
    /// Adds a polygon, whichever way round it goes. Where polygons meet or overlap, a pixel is covered once.
    void add(std::span<const Point> polygon);
    /// Takes a polygon away that lies inside what was added.
    void cut(std::span<const Point> polygon);
    /// Calls `paint(x, y, share)` for every pixel that is covered; share 0 … 1.
    template <typename Paint>
    void each(Paint paint) const {
        for (int y = box_.top; y < box_.bottom; ++y) {
            const float* const row = sums_.data() + size_t(y - box_.top) * stride_;
            float sum = 0;
            for (int x = box_.left; x < box_.right; ++x) {
                sum += row[x - box_.left];
                if (sum > 0.002F) paint(x, y, std::min(sum, 1.0F));
            }
        }
    }

  private:
    void edges(std::span<const Point> polygon, float sign);
    void edge(Point from, Point to, float sign);
    void part(float* row, float from, float to, float height) const;

    PixelBox box_;
    size_t stride_ = 0;
    std::vector<float> sums_;  ///< of a row's pixels each adds to those right of it
};

}  // namespace upsweep::canvas
