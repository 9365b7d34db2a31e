// Points and boxes in pixels, y downwards.
#pragma once

#include <algorithm>
#include <cmath>

namespace upsweep::canvas {

struct Point {
    float x = 0, y = 0;
    friend constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Point operator*(Point a, float s) { return {a.x * s, a.y * s}; }
    friend constexpr bool operator==(Point, Point) = default;
};

/// Whole pixels: straight lines, rectangles and text lie on them.
inline float snap(float v) { return std::floor(v + 0.5F); }
inline Point snap(Point p) { return {snap(p.x), snap(p.y)}; }
inline float distance(Point a, Point b) { return std::hypot(b.x - a.x, b.y - a.y); }

/// `max` is one past the last pixel.
struct Box {
    Point min, max;

    static constexpr Box edges(float left, float top, float right, float bottom) {
        return {{left, top}, {right, bottom}};
    }
    static constexpr Box sized(Point at, float width, float height) {
        return {at, {at.x + width, at.y + height}};
    }
    static constexpr Box around(Point centre, float width, float height) {
        return sized({centre.x - width / 2, centre.y - height / 2}, width, height);
    }
    constexpr float width() const { return max.x - min.x; }
    constexpr float height() const { return max.y - min.y; }
    constexpr Point centre() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
    /// The middle of one side.
    constexpr Point top() const { return {(min.x + max.x) / 2, min.y}; }
    constexpr Point bottom() const { return {(min.x + max.x) / 2, max.y}; }
    constexpr Point left() const { return {min.x, (min.y + max.y) / 2}; }
    constexpr Point right() const { return {max.x, (min.y + max.y) / 2}; }
    constexpr bool empty() const { return max.x <= min.x || max.y <= min.y; }
    constexpr bool contains(Point p) const {
        return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y;
    }
    /// All of `other` lies in it, give or take `slack` pixels.
    constexpr bool covers(const Box& other, float slack = 0) const {
        return other.min.x >= min.x - slack && other.min.y >= min.y - slack && other.max.x <= max.x + slack &&
               other.max.y <= max.y + slack;
    }
    constexpr bool meets(const Box& other) const {
        return min.x < other.max.x && other.min.x < max.x && min.y < other.max.y && other.min.y < max.y;
    }
    constexpr Box inset(float x, float y) const { return {{min.x + x, min.y + y}, {max.x - x, max.y - y}}; }
    constexpr Box inset(float by) const { return inset(by, by); }
    Box snapped() const { return {snap(min), snap(max)}; }
    constexpr Box within(const Box& other) const {
        return {{std::max(min.x, other.min.x), std::max(min.y, other.min.y)},
                {std::min(max.x, other.max.x), std::min(max.y, other.max.y)}};
    }
    constexpr Box moved(Point by) const { return {min + by, max + by}; }
    constexpr Box with(const Box& other) const {
        return {{std::min(min.x, other.min.x), std::min(min.y, other.min.y)},
                {std::max(max.x, other.max.x), std::max(max.y, other.max.y)}};
    }

    /// Cuts a strip off one side: the strip is returned, this keeps the rest.
    constexpr Box cut_top(float height_px) {
        const Box strip{min, {max.x, std::min(min.y + height_px, max.y)}};
        min.y = strip.max.y;
        return strip;
    }
    constexpr Box cut_bottom(float height_px) {
        const Box strip{{min.x, std::max(max.y - height_px, min.y)}, max};
        max.y = strip.min.y;
        return strip;
    }
    constexpr Box cut_left(float width_px) {
        const Box strip{min, {std::min(min.x + width_px, max.x), max.y}};
        min.x = strip.max.x;
        return strip;
    }
    constexpr Box cut_right(float width_px) {
        const Box strip{{std::max(max.x - width_px, min.x), min.y}, max};
        max.x = strip.min.x;
        return strip;
    }
    friend constexpr bool operator==(const Box&, const Box&) = default;
};

}  // namespace upsweep::canvas
