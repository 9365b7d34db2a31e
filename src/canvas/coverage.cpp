// Areas under edges, summed along each row (as in font-rs by Raph Levien).
#include "canvas/coverage.h"

#include <algorithm>
#include <cmath>

namespace upsweep::canvas {
namespace {

/// Twice the area, positive where it goes clockwise (y downwards).
float turning(std::span<const Point> polygon) {
    float sum = 0;
    for (size_t i = 0; i < polygon.size(); ++i) {
        const Point a = polygon[i], b = polygon[(i + 1) % polygon.size()];
        sum += a.x * b.y - b.x * a.y;
    }
    return sum;
}

}  // namespace

PixelBox PixelBox::within(const PixelBox& other) const {
    return {std::max(left, other.left), std::max(top, other.top), std::min(right, other.right),
            std::min(bottom, other.bottom)};
}

void Coverage::begin(PixelBox box) {
    if (box.empty()) box = {};
    box_ = box;
    stride_ = size_t(box.right - box.left) + 2;
    sums_.assign(stride_ * size_t(box.bottom - box.top), 0.0F);
}

void Coverage::add(std::span<const Point> polygon) { edges(polygon, turning(polygon) > 0 ? -1.0F : 1.0F); }
void Coverage::cut(std::span<const Point> polygon) { edges(polygon, turning(polygon) > 0 ? 1.0F : -1.0F); }

void Coverage::edges(std::span<const Point> polygon, float sign) {
    for (size_t i = 0; i < polygon.size(); ++i) edge(polygon[i], polygon[(i + 1) % polygon.size()], sign);
}

void Coverage::edge(Point from, Point to, float sign) {
    const Point corner{static_cast<float>(box_.left), float(box_.top)};
    Point a = from - corner, b = to - corner;
    if (a.y == b.y) return;
    if (a.y > b.y) {
        std::swap(a, b);
        sign = -sign;
    }
    const float slope = (b.x - a.x) / (b.y - a.y);
    const float most = float(box_.right - box_.left);
    const int first = std::max(0, int(std::floor(a.y)));
    const int end = std::min(box_.bottom - box_.top, int(std::ceil(b.y)));
    for (int y = first; y < end; ++y) {
        const float upper = std::max(a.y, float(y));
        const float lower = std::min(b.y, float(y + 1));
        // What lies left of the box covers its rows from their first pixel on, what lies right of it nothing.
        const float x0 = std::clamp(a.x + slope * (upper - a.y), 0.0F, most);
        const float x1 = std::clamp(a.x + slope * (lower - a.y), 0.0F, most);
        part(sums_.data() + size_t(y) * stride_, std::min(x0, x1), std::max(x0, x1), sign * (lower - upper));
    }
}

/// An edge's part in one row, from the left `from` to the right `to`.
void Coverage::part(float* row, float from, float to, float height) const {
    const int first = int(from), last = int(std::ceil(to));
    if (last <= first + 1) {
        const float share = (from + to) / 2 - float(first);
        row[first] += height * (1 - share);
        row[first + 1] += height * share;
        return;
    }
    // The area right of the edge up to each pixel's right side, one by one.
    const float slope = 1 / (to - from);
    float before = 0, area_before = 0;
    for (int x = first; x < last; ++x) {
        const float left = std::max(from, float(x));
        const float right = std::min(to, float(x + 1));
        const float reached = (right - from) * slope;
        // The pixel's own share: what the edge has reached on average, over what lies right of it.
        const float area = (before + reached) / 2 * (right - left) + reached * (float(x + 1) - right);
        row[x] += height * (area - area_before);
        area_before = area;
        before = reached;
    }
    row[last] += height * (1 - area_before);
}

}  // namespace upsweep::canvas
