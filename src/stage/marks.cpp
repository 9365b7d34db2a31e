// Marks in fractions of the box they are given.
#include "stage/marks.h"

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "canvas/mark_shapes.h"

namespace upsweep::stage::marks {
namespace {

using namespace canvas;

/// Points at fractions of the box.
std::vector<Point> placed(Box box, std::span<const Point> points) {
    std::vector<Point> out;
    for (const Point point : points)
        out.push_back({box.min.x + point.x * box.width(), box.min.y + point.y * box.height()});
    return out;
}

void fill(Canvas& canvas, Box box, Ink ink, std::span<const Point> points) {
    canvas.polygon(placed(box, points), ink);
}

/// The pen suits a mark of this size.
void stroke(Canvas& canvas, Box box, Ink ink, float factor, bool closed, std::span<const Point> points) {
    const float width = factor * std::max(canvas.px(), box.width() * 0.13F);
    canvas.lines(placed(box, points), {ink, width}, closed);
}

void shape(Canvas& canvas, Box box, Ink ink, std::span<const MarkPart> parts) {
    for (const MarkPart& part : parts)
        if (part.pen > 0)
            stroke(canvas, box, ink, part.pen, false, part.outline());
        else
            fill(canvas, box, ink, part.outline());
}

}  // namespace

void triangle_up_hollow(Canvas& canvas, Box box, Ink ink) {
    stroke(canvas, box, ink, 1, true, std::array<Point, 3>{{{0.5F, 0.1F}, {0.95F, 0.9F}, {0.05F, 0.9F}}});
}

void triangle_down(Canvas& canvas, Box box, Ink ink) {
    fill(canvas, box, ink, std::array<Point, 3>{{{0, 0.05F}, {1, 0.05F}, {0.5F, 0.95F}}});
}

void hourglass(Canvas& canvas, Box box, Ink ink) { shape(canvas, box, ink, hourglass_shape); }
void cross(Canvas& canvas, Box box, Ink ink) { shape(canvas, box, ink, cross_shape); }
void tick(Canvas& canvas, Box box, Ink ink) { shape(canvas, box, ink, tick_shape); }

void ring(Canvas& canvas, Box box, Ink ink) {
    const float width = std::max(canvas.px(), box.width() * 0.13F);
    canvas.disc(box.centre(), box.width() / 2, no_ink, {ink, width});
}

void half_disc(Canvas& canvas, Box box, Ink ink) {
    canvas.push_clip({box.min, {box.centre().x, box.max.y}});
    canvas.disc(box.centre(), box.width() / 2, ink);
    canvas.pop_clip();
    ring(canvas, box, ink);
}

void tick_disc(Canvas& canvas, Box box, Ink ink, Ink on) {
    canvas.disc(box.centre(), box.width() / 2, ink);
    tick(canvas, box.inset(box.width() * 0.25F), on);
}

void play(Canvas& canvas, Box box, Ink ink) {
    fill(canvas, box, ink, std::array<Point, 3>{{{0.12F, 0.05F}, {0.95F, 0.5F}, {0.12F, 0.95F}}});
}

}  // namespace upsweep::stage::marks
