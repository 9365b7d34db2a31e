// Rectangles in window pixels, and cutting them up: what our own layout is made of.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace upsweep::app {

inline ImVec2 operator+(ImVec2 a, ImVec2 b) { return {a.x + b.x, a.y + b.y}; }
inline ImVec2 operator-(ImVec2 a, ImVec2 b) { return {a.x - b.x, a.y - b.y}; }
inline ImVec2 operator*(ImVec2 a, float s) { return {a.x * s, a.y * s}; }

/// Whole pixels: straight lines, rectangles and text lie on them.
inline float snap(float v) { return std::floor(v + 0.5F); }
inline ImVec2 snap(ImVec2 p) { return {snap(p.x), snap(p.y)}; }

/// Pixels, y downwards; max is one past the last pixel.
struct Rect {
    ImVec2 min, max;

    Rect() = default;
    Rect(ImVec2 from, ImVec2 to) : min(from), max(to) {}
    Rect(float x0, float y0, float x1, float y1) : min(x0, y0), max(x1, y1) {}
    static Rect sized(ImVec2 at, float width, float height) { return {at, {at.x + width, at.y + height}}; }
    static Rect around(ImVec2 centre, float width, float height) {
        return sized({centre.x - width / 2, centre.y - height / 2}, width, height);
    }

    static Rect around(ImVec2 centre, float side) { return around(centre, side, side); }

    float width() const { return max.x - min.x; }
    float height() const { return max.y - min.y; }
    ImVec2 size() const { return {width(), height()}; }
    ImVec2 centre() const { return {(min.x + max.x) / 2, (min.y + max.y) / 2}; }
    bool contains(ImVec2 p) const { return p.x >= min.x && p.x < max.x && p.y >= min.y && p.y < max.y; }
    bool empty() const { return max.x <= min.x || max.y <= min.y; }
    Rect inset(float by) const { return inset(by, by); }
    Rect inset(float x, float y) const { return {min.x + x, min.y + y, max.x - x, max.y - y}; }
    /// A strip along one side.
    Rect top(float height_px) const { return {min.x, min.y, max.x, min.y + height_px}; }
    Rect bottom(float height_px) const { return {min.x, max.y - height_px, max.x, max.y}; }
    Rect left(float width_px) const { return {min.x, min.y, min.x + width_px, max.y}; }
    Rect moved(ImVec2 by) const { return {min + by, max + by}; }
    Rect snapped() const { return {snap(min), snap(max)}; }

    /// Cut a strip off one side: the strip is returned, this keeps the rest.
    Rect cut_left(float width_px) {
        Rect strip(min.x, min.y, std::min(min.x + width_px, max.x), max.y);
        min.x = strip.max.x;
        return strip;
    }
    Rect cut_right(float width_px) {
        Rect strip(std::max(max.x - width_px, min.x), min.y, max.x, max.y);
        max.x = strip.min.x;
        return strip;
    }
    Rect cut_top(float height_px) {
        Rect strip(min.x, min.y, max.x, std::min(min.y + height_px, max.y));
        min.y = strip.max.y;
        return strip;
    }
    Rect cut_bottom(float height_px) {
        Rect strip(min.x, std::max(max.y - height_px, min.y), max.x, max.y);
        max.y = strip.min.y;
        return strip;
    }
};

}  // namespace upsweep::app
