// Marks and icons as shapes, in fractions of the box they are given.
#include "app/ui/marks.h"

#include "canvas/mark_shapes.h"

namespace upsweep::app::marks {
namespace {

// A point at fractions of the box.
ImVec2 at(Rect box, float x, float y) { return {box.min.x + x * box.width(), box.min.y + y * box.height()}; }

void fill(Frame& frame, Rect box, const Colour& colour, std::initializer_list<ImVec2> points) {
    for (ImVec2 point : points) frame.list()->PathLineTo(at(box, point.x, point.y));
    frame.list()->PathFillConvex(frame.colour(colour));
}

void stroke(Frame& frame, Rect box, const Colour& colour, float width, bool closed,
            std::initializer_list<ImVec2> points) {
    for (ImVec2 point : points) frame.list()->PathLineTo(at(box, point.x, point.y));
    frame.list()->PathStroke(frame.colour(colour), closed ? ImDrawFlags_Closed : 0, width);
}

// Stroke width that suits a mark of this size.
float pen(const Frame& frame, Rect box) { return std::max(frame.px(), box.width() * 0.13F); }

void bar(Frame& frame, Rect box, const Colour& colour, float x0, float y0, float x1, float y1) {
    frame.fill({at(box, x0, y0), at(box, x1, y1)}, colour);
}

/// What the stage draws as well.
void shape(Frame& frame, Rect box, const Colour& colour, std::span<const canvas::MarkPart> parts) {
    for (const canvas::MarkPart& part : parts) {
        for (const canvas::Point point : part.outline()) frame.list()->PathLineTo(at(box, point.x, point.y));
        if (part.pen > 0)
            frame.list()->PathStroke(frame.colour(colour), 0, part.pen * pen(frame, box));
        else
            frame.list()->PathFillConvex(frame.colour(colour));
    }
}

}  // namespace

void triangle_up(Frame& frame, Rect box, const Colour& colour) {
    fill(frame, box, colour, {{0.5F, 0.05F}, {1, 0.95F}, {0, 0.95F}});
}

void hourglass(Frame& frame, Rect box, const Colour& colour) {
    shape(frame, box, colour, canvas::hourglass_shape);
}
void cross(Frame& frame, Rect box, const Colour& colour) { shape(frame, box, colour, canvas::cross_shape); }
void tick(Frame& frame, Rect box, const Colour& colour) { shape(frame, box, colour, canvas::tick_shape); }

void verdict(Frame& frame, Rect box, bool right) {
    if (right)
        tick(frame, box, Role::right);
    else
        cross(frame, box, Role::trouble);
}

void chevron_down(Frame& frame, Rect box, const Colour& colour) {
    stroke(frame, box, colour, pen(frame, box), false, {{0.1F, 0.32F}, {0.5F, 0.7F}, {0.9F, 0.32F}});
}

void chevron_right(Frame& frame, Rect box, const Colour& colour) {
    stroke(frame, box, colour, pen(frame, box), false, {{0.32F, 0.1F}, {0.7F, 0.5F}, {0.32F, 0.9F}});
}

void barrier(Frame& frame, Rect box, const Colour& colour) {
    bar(frame, box, colour, 0.18F, 0, 0.38F, 1);
    bar(frame, box, colour, 0.62F, 0, 0.82F, 1);
}

void finding(Frame& frame, Rect box, const Colour& colour) {
    fill(frame, box, colour, {{0.5F, 0.02F}, {1.04F, 0.96F}, {-0.04F, 0.96F}});
    const Role on = Role::bg0;
    bar(frame, box, on, 0.44F, 0.36F, 0.56F, 0.66F);
    bar(frame, box, on, 0.44F, 0.74F, 0.56F, 0.86F);
}

void fault(Frame& frame, Rect box, const Colour& colour) {
    fill(frame, box, colour,
         {{0.3F, 0}, {0.7F, 0}, {1, 0.3F}, {1, 0.7F}, {0.7F, 1}, {0.3F, 1}, {0, 0.7F}, {0, 0.3F}});
    bar(frame, box, Role::bg0, 0.2F, 0.41F, 0.8F, 0.59F);
}

void play(Frame& frame, Rect box, const Colour& colour) {
    fill(frame, box, colour, {{0.2F, 0.08F}, {0.95F, 0.5F}, {0.2F, 0.92F}});
}

void pause(Frame& frame, Rect box, const Colour& colour) {
    bar(frame, box, colour, 0.18F, 0.1F, 0.4F, 0.9F);
    bar(frame, box, colour, 0.6F, 0.1F, 0.82F, 0.9F);
}

void step_on(Frame& frame, Rect box, const Colour& colour) {
    fill(frame, box, colour, {{0.1F, 0.12F}, {0.7F, 0.5F}, {0.1F, 0.88F}});
    bar(frame, box, colour, 0.76F, 0.12F, 0.92F, 0.88F);
}

void step_back(Frame& frame, Rect box, const Colour& colour) {
    fill(frame, box, colour, {{0.9F, 0.12F}, {0.9F, 0.88F}, {0.3F, 0.5F}});
    bar(frame, box, colour, 0.08F, 0.12F, 0.24F, 0.88F);
}

void to_start(Frame& frame, Rect box, const Colour& colour) {
    stroke(frame, box, colour, pen(frame, box), false, {{0.85F, 0.15F}, {0.42F, 0.5F}, {0.85F, 0.85F}});
    bar(frame, box, colour, 0.1F, 0.12F, 0.24F, 0.88F);
}

void to_end(Frame& frame, Rect box, const Colour& colour) {
    stroke(frame, box, colour, pen(frame, box), false, {{0.15F, 0.15F}, {0.58F, 0.5F}, {0.15F, 0.85F}});
    bar(frame, box, colour, 0.76F, 0.12F, 0.9F, 0.88F);
}

void half_disc(Frame& frame, Rect box, const Colour& colour) {
    const ImVec2 centre = box.centre();
    const float radius = box.width() * 0.45F, quarter = 1.5707963F;
    frame.list()->AddCircle(centre, radius, frame.colour(colour), 0, pen(frame, box));
    frame.list()->PathArcTo(centre, radius, -quarter, quarter);
    frame.list()->PathFillConvex(frame.colour(colour));
}

void question(Frame& frame, Rect box, const Colour& colour) {
    const ImVec2 centre = box.centre();
    const float size = box.width(), width = pen(frame, box);
    frame.list()->AddCircle(centre, size * 0.45F, frame.colour(colour), 0, width);
    frame.list()->PathArcTo(at(box, 0.5F, 0.4F), size * 0.14F, -3.0F, 1.2F);
    frame.list()->PathLineTo(at(box, 0.5F, 0.6F));
    frame.list()->PathStroke(frame.colour(colour), 0, width);
    frame.disc(at(box, 0.5F, 0.73F), size * 0.07F, colour);
}

void screen(Frame& frame, Rect box, const Colour& colour) {
    const float line = frame.px(1.5F), side = box.width();
    const Rect panel =
        Rect(box.min.x, box.min.y + side * 0.08F, box.max.x, box.min.y + side * 0.7F).snapped();
    frame.outline(panel, colour, side * 0.12F, line);
    const float x = snap(box.centre().x), foot = panel.max.y + side * 0.22F;
    frame.line({x, panel.max.y}, {x, foot}, colour, line);
    frame.line({x - side * 0.28F, foot}, {x + side * 0.28F, foot}, colour, line);
}

void menu(Frame& frame, Rect box, const Colour& colour) {
    for (float y : {0.2F, 0.5F, 0.8F}) bar(frame, box, colour, 0.08F, y - 0.06F, 0.92F, y + 0.06F);
}

void stop(Frame& frame, Rect box, const Colour& colour) {
    bar(frame, box, colour, 0.12F, 0.12F, 0.88F, 0.88F);
}

void lock(Frame& frame, Rect box, const Colour& colour) {
    bar(frame, box, colour, 0.14F, 0.45F, 0.86F, 0.95F);
    const float width = box.width(), line = pen(frame, box);
    frame.list()->PathArcTo(at(box, 0.5F, 0.34F), 0.24F * width, 3.1416F, 6.2832F, 12);
    frame.list()->PathStroke(frame.colour(colour), 0, line);
    for (const float x : {0.26F, 0.74F}) stroke(frame, box, colour, line, false, {{x, 0.34F}, {x, 0.5F}});
}

void back_to(Frame& frame, Rect box, const Colour& colour) {
    const float width = box.width(), line = pen(frame, box);
    frame.list()->PathArcTo(at(box, 0.54F, 0.54F), 0.36F * width, -2.4F, 2.2F, 20);
    frame.list()->PathStroke(frame.colour(colour), 0, line);
    stroke(frame, box, colour, line, false, {{0.24F, 0.04F}, {0.26F, 0.31F}, {0.53F, 0.33F}});
}

void link(Frame& frame, Rect box, const Colour& colour) {
    // Two rings of a chain that overlap, from the lower left to the upper right.
    for (const float at : {0.0F, 0.38F})
        stroke(frame, box, colour, pen(frame, box), true,
               {{0.08F + at, 0.72F - at},
                {0.3F + at, 0.5F - at},
                {0.42F + at, 0.5F - at},
                {0.54F + at, 0.62F - at},
                {0.54F + at, 0.74F - at},
                {0.32F + at, 0.96F - at},
                {0.2F + at, 0.96F - at},
                {0.08F + at, 0.84F - at}});
}

void file(Frame& frame, Rect box, const Colour& colour) {
    stroke(frame, box, colour, pen(frame, box), true,
           {{0.18F, 0.05F}, {0.6F, 0.05F}, {0.85F, 0.3F}, {0.85F, 0.95F}, {0.18F, 0.95F}});
    stroke(frame, box, colour, pen(frame, box), false, {{0.6F, 0.05F}, {0.6F, 0.3F}, {0.85F, 0.3F}});
}

}  // namespace upsweep::app::marks
