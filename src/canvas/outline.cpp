// Makes polygons of shapes, and adds up the areas under their edges.
#include "canvas/outline.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace upsweep::canvas {

namespace {

constexpr float pi = std::numbers::pi_v<float>;
constexpr float sharpest = 4;  // SVG's miter limit: a corner's point over half the width

/// Corners that a part of a circle needs to look round.
int pieces_of(float radius, float turn) {
    return std::max(2, int(std::ceil(turn * std::sqrt(std::max(radius, 1.0F)) * 2)));
}

void add_arc(std::vector<Point>& points, Point centre, float radius, float from, float turn) {
    const int pieces = pieces_of(radius, turn);
    for (int i = 0; i <= pieces; ++i) {
        const float angle = from + turn * i / pieces;
        points.push_back({centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)});
    }
}

Point across(Point from, Point to, float half) {
    const float length = std::max(distance(from, to), 1e-6F);
    return {-(to.y - from.y) / length * half, (to.x - from.x) / length * half};
}

void add_piece(std::vector<std::vector<Point>>& parts, Point from, Point to, float half) {
    if (from == to) return;
    const Point side = across(from, to, half);
    parts.push_back({from + side, to + side, to - side, from - side});
}

/// The wedge that two pieces leave open on the outer side of their corner.
void add_corner(std::vector<std::vector<Point>>& parts, Point before, Point at, Point after, float half) {
    if (before == at || at == after) return;
    Point a = across(before, at, half), b = across(at, after, half);
    const float turn = a.x * b.y - a.y * b.x;
    if (std::abs(turn) < 1e-4F * half * half) return;
    if (turn > 0) a = Point{} - a, b = Point{} - b;
    const Point middle = a + b;
    const float square = middle.x * middle.x + middle.y * middle.y;
    // The sharp point lies on the middle of both sides, half² over the middle's length away.
    const float reach = 2 * half * half / std::max(square, 1e-6F);
    if (reach * std::sqrt(square) <= sharpest * half)
        parts.push_back({at, at + a, at + middle * reach, at + b});
    else
        parts.push_back({at, at + a, at + b});
}

void add_line(std::vector<std::vector<Point>>& parts, std::span<const Point> points, float half,
              bool closed) {
    const size_t count = points.size(), pieces = closed ? count : count - 1;
    for (size_t i = 0; i < pieces; ++i) add_piece(parts, points[i], points[(i + 1) % count], half);
    for (size_t i = closed ? 0 : 1; i < (closed ? count : count - 1); ++i)
        add_corner(parts, points[(i + count - 1) % count], points[i], points[(i + 1) % count], half);
}

/// On for a dash and off for a gap, around corners too.
std::vector<std::vector<Point>> dashes(std::span<const Point> points, const Pen& pen, bool closed) {
    std::vector<std::vector<Point>> lines;
    const float gap = std::max(pen.gap, 0.01F);
    float left = pen.dash;
    bool on = true;
    lines.push_back({points.front()});
    for (size_t i = 0; i + (closed ? 0 : 1) < points.size(); ++i) {
        const Point from = points[i], to = points[(i + 1) % points.size()];
        const float length = distance(from, to);
        float done = 0;
        while (length - done > left) {
            done += left;
            const Point at = from + (to - from) * (done / length);
            if (on)
                lines.back().push_back(at);
            else
                lines.push_back({at});
            on = !on;
            left = on ? pen.dash : gap;
        }
        left -= length - done;
        if (on) lines.back().push_back(to);
    }
    return lines;
}

}  // namespace

Box bounds(std::span<const Point> points) {
    Box box{points.front(), points.front()};
    for (const Point point : points) box = box.with({point, point});
    return box;
}

std::vector<Point> circle(Point centre, float radius) {
    std::vector<Point> points;
    add_arc(points, centre, radius, 0, 2 * pi);
    return points;
}

std::vector<Point> round_box(const Box& box, float radius, Corners corners) {
    const float r = std::clamp(std::min(box.width(), box.height()) / 2, 0.0F, std::max(radius, 0.0F));
    const float top = corners == Corners::bottom ? 0 : r, bottom = corners == Corners::top ? 0 : r;
    std::vector<Point> points;
    const auto corner = [&](Point at, float round, float inward_x, float inward_y, float from) {
        if (round <= 0) return points.push_back(at);
        add_arc(points, {at.x + inward_x * round, at.y + inward_y * round}, round, from, pi / 2);
    };
    corner(box.min, top, 1, 1, pi);
    corner({box.max.x, box.min.y}, top, -1, 1, 1.5F * pi);
    corner(box.max, bottom, -1, -1, 0);
    corner({box.min.x, box.max.y}, bottom, 1, -1, pi / 2);
    return points;
}

std::vector<std::vector<Point>> stroked(std::span<const Point> points, const Pen& pen, bool closed) {
    std::vector<std::vector<Point>> parts;
    if (points.size() < 2) return parts;
    if (pen.dash <= 0) {
        add_line(parts, points, pen.width / 2, closed);
        return parts;
    }
    for (const std::vector<Point>& dash : dashes(points, pen, closed))
        if (dash.size() > 1) add_line(parts, dash, pen.width / 2, false);
    return parts;
}

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
    const Point corner{float(box_.left), float(box_.top)};
    Point a = from - corner, b = to - corner;
    if (a.y == b.y) return;
    if (a.y > b.y) {
        std::swap(a, b);
        sign = -sign;
    }
    const float slope = (b.x - a.x) / (b.y - a.y);
    const float most = box_.right - box_.left;
    const int first = std::max(0, int(std::floor(a.y)));
    const int end = std::min(box_.bottom - box_.top, int(std::ceil(b.y)));
    for (int y = first; y < end; ++y) {
        const float upper = std::max(a.y, float(y));
        const float lower = std::min(b.y, float(y + 1));
        // What lies left of the box covers its rows from their first pixel on, what lies right of it nothing.
        const float x0 = std::clamp(a.x + slope * (upper - a.y), 0.0F, most);
        const float x1 = std::clamp(a.x + slope * (lower - a.y), 0.0F, most);
        part(sums_.data() + y * stride_, std::min(x0, x1), std::max(x0, x1), sign * (lower - upper));
    }
}

/// An edge's part in one row, from the left `from` to the right `to`.
void Coverage::part(float* row, float from, float to, float height) const {
    const int first = int(from), last = int(std::ceil(to));
    if (last <= first + 1) {
        const float share = (from + to) / 2 - first;
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
