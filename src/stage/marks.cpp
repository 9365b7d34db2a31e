// Marks in fractions of the box they are given.
#include "stage/marks.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace upsweep::stage::marks {
namespace {

using namespace canvas;

/// Points at fractions of the box.
std::vector<Point> placed(Box box, std::initializer_list<Point> points) {
    std::vector<Point> out;
    for (const Point point : points)
        out.push_back({box.min.x + point.x * box.width(), box.min.y + point.y * box.height()});
    return out;
}

void fill(Canvas& canvas, Box box, Ink ink, std::initializer_list<Point> points) {
    canvas.polygon(placed(box, points), ink);
}

/// The pen suits a mark of this size.
void stroke(Canvas& canvas, Box box, Ink ink, float factor, bool closed,
            std::initializer_list<Point> points) {
    const float width = factor * std::max(canvas.px(), box.width() * 0.13F);
    canvas.lines(placed(box, points), {ink, width}, closed);
}

void bar(Canvas& canvas, Box box, Ink ink, float x0, float y0, float x1, float y1) {
    const auto ends = placed(box, {{x0, y0}, {x1, y1}});
    canvas.rectangle({ends[0], ends[1]}, ink);
}

}  // namespace

void triangle_up_hollow(Canvas& canvas, Box box, Ink ink) {
    stroke(canvas, box, ink, 1, true, {{0.5F, 0.1F}, {0.95F, 0.9F}, {0.05F, 0.9F}});
}

void triangle_down(Canvas& canvas, Box box, Ink ink) {
    fill(canvas, box, ink, {{0, 0.05F}, {1, 0.05F}, {0.5F, 0.95F}});
}

void hourglass(Canvas& canvas, Box box, Ink ink) {
    fill(canvas, box, ink, {{0.15F, 0.1F}, {0.85F, 0.1F}, {0.5F, 0.55F}});
    fill(canvas, box, ink, {{0.5F, 0.45F}, {0.85F, 0.9F}, {0.15F, 0.9F}});
    bar(canvas, box, ink, 0.08F, 0, 0.92F, 0.14F);
    bar(canvas, box, ink, 0.08F, 0.86F, 0.92F, 1);
}

void cross(Canvas& canvas, Box box, Ink ink) {
    stroke(canvas, box, ink, 1.2F, false, {{0.12F, 0.12F}, {0.88F, 0.88F}});
    stroke(canvas, box, ink, 1.2F, false, {{0.88F, 0.12F}, {0.12F, 0.88F}});
}

void tick(Canvas& canvas, Box box, Ink ink) {
    stroke(canvas, box, ink, 1.2F, false, {{0.06F, 0.55F}, {0.36F, 0.85F}, {0.94F, 0.18F}});
}

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
    fill(canvas, box, ink, {{0.12F, 0.05F}, {0.95F, 0.5F}, {0.12F, 0.95F}});
}

}  // namespace upsweep::stage::marks
