// Arrows: drawn as far as they have grown, with heads where they have come far enough.
#include "stage/arrows.h"

#include <algorithm>

namespace upsweep::stage {
namespace {

struct Style {
    Ink ink;
    float width, head;  ///< pixels
    bool dashed = false;
};

Style style_of(const Canvas& canvas, ArrowKind kind) {
    switch (kind) {
        case ArrowKind::read:
            return {{Role::read}, canvas.px(2.6F), canvas.em(0.66F)};
        case ArrowKind::written:
            return {{Role::written}, canvas.px(2.6F), canvas.em(0.66F)};
        case ArrowKind::before:
            return {{Role::earlier, 0.75F}, canvas.px(1.4F), canvas.em(0.42F)};
        case ArrowKind::raised:
            return {{Role::trouble}, canvas.px(3.2F), canvas.em(0.85F), true};
        case ArrowKind::spins:
            return {{Role::waiting}, canvas.px(2.2F), canvas.em(0.66F)};
        case ArrowKind::waits:
            break;
    }
    return {{Role::trouble}, canvas.px(3.2F), canvas.em(0.85F)};
}

Pen pen_of(const Canvas& canvas, const Style& style) {
    return style.dashed ? Pen{style.ink, style.width, canvas.px(9), canvas.px(6)}
                        : Pen{style.ink, style.width};
}

/// A head whose tip is at `tip`, coming from `from`.
void draw_head(Canvas& canvas, Point from, Point tip, const Style& style) {
    const float length = distance(from, tip);
    if (length <= 0) return;
    const Point unit = (tip - from) * (1 / length), across{-unit.y, unit.x};
    const Point base = tip - unit * style.head, side = across * (style.head * 0.42F);
    const Point corners[] = {tip, base + side, base - side};
    canvas.polygon(corners, style.ink);
}

/// `part(length)` are the first pixels of the arrow's line, `stroke(part)` draws them, `end(part)` is where
/// they end.
template <class Part, class Stroke, class End>
void draw_grown(Canvas& canvas, float whole, const Style& style, const ArrowOptions& options,
                const Part& part, const Stroke& stroke, const End& end) {
    const float grown = whole * std::min(1.0F, options.grown);
    if (grown <= 0) return;
    if (!options.head || grown <= style.head) {
        stroke(part(grown));
        return;
    }
    // The line ends inside the head, so that its blunt end does not show.
    stroke(part(grown - style.head * 0.8F));
    draw_head(canvas, end(part(grown - style.head)), end(part(grown)), style);
}

Curve arc(Point from, Point to, float height) {
    // The control points are above the ends: a curve's top is at three quarters of their height.
    const float top = std::min(from.y, to.y) - height / 0.75F;
    return {from, {from.x, top}, {to.x, top}, to, {}};
}

}  // namespace

void draw_curve(Canvas& canvas, const Curve& curve, ArrowKind kind, const ArrowOptions& options) {
    const Style style = style_of(canvas, kind);
    Curve line = curve;
    line.pen = pen_of(canvas, style);
    draw_grown(
        canvas, length_of(line), style, options, [&](float length) { return first_part(line, length); },
        [&](const Curve& part) { canvas.curve(part); }, [](const Curve& part) { return part.to; });
}

void draw_arc(Canvas& canvas, Point from, Point to, float height, ArrowKind kind,
              const ArrowOptions& options) {
    draw_curve(canvas, arc(from, to, height), kind, options);
}

void draw_flow(Canvas& canvas, Point from, Point to, ArrowKind kind, const ArrowOptions& options) {
    const float bend = (to.y - from.y) * 0.55F;
    draw_curve(canvas, {from, {from.x, from.y + bend}, {to.x, to.y - bend}, to, {}}, kind, options);
}

void draw_straight(Canvas& canvas, Point from, Point to, ArrowKind kind, const ArrowOptions& options) {
    const Style style = style_of(canvas, kind);
    const float whole = distance(from, to);
    draw_grown(
        canvas, whole, style, options, [&](float length) { return from + (to - from) * (length / whole); },
        [&](Point end) {
            const Point ends[] = {from, end};
            canvas.lines(ends, pen_of(canvas, style));
        },
        [](Point end) { return end; });
}

void draw_route(Canvas& canvas, std::span<const Point> points, ArrowKind kind, float radius, bool head) {
    if (points.size() < 2) return;
    const Style style = style_of(canvas, kind);
    const Pen pen = pen_of(canvas, style);
    const auto towards = [](Point from, Point to, float length) {
        const float whole = distance(from, to);
        return whole <= 0 ? from : from + (to - from) * (std::min(length, whole) / whole);
    };
    Point at = points.front();
    for (size_t i = 1; i + 1 < points.size(); ++i) {
        const Point corner = points[i];
        const float round = std::min({radius, distance(at, corner), distance(corner, points[i + 1]) / 2});
        const Point in = towards(corner, at, round), out = towards(corner, points[i + 1], round);
        if (distance(at, in) > 0.5F) canvas.line(at, in, pen);
        canvas.curve({in, in + (corner - in) * 0.55F, out + (corner - out) * 0.55F, out, pen});
        at = out;
    }
    const Point tip = points.back();
    if (!head) return canvas.line(at, tip, pen);
    canvas.line(at, towards(tip, at, style.head * 0.8F), pen);
    draw_head(canvas, at, tip, style);
}

void draw_operation_node(Canvas& canvas, Point centre, std::string_view symbol) {
    const float radius = canvas.em(0.62F);
    canvas.disc(centre, radius, {Role::written_fill}, {{Role::written}, canvas.px(1.2F)});
    const Ink ink{Role::written_text};
    if (symbol == "+" || symbol == "-") {
        const float arm = canvas.em(0.3F);
        const Pen pen{ink, canvas.px(2.2F)};
        canvas.line({centre.x - arm, centre.y}, {centre.x + arm, centre.y}, pen);
        if (symbol == "+") canvas.line({centre.x, centre.y - arm}, {centre.x, centre.y + arm}, pen);
        return;
    }
    canvas.text(centre, {Face::mono_bold, symbol.size() > 1 ? 0.6F : 0.9F}, ink, symbol, Align::centre);
}

void draw_operation(Canvas& canvas, Point source, Point target, float height, std::string_view symbol,
                    std::string_view label, float grown) {
    const float top = std::min(source.y, target.y) - height;
    const Point node{(source.x + target.x) / 2, top};
    // Two quarter turns meet in the node: up from the source, down into the target.
    const float reach = (node.x - source.x) * 0.75F;
    const Curve rise{source,
                     {source.x, source.y - height * 0.75F},
                     {source.x + (node.x - source.x) - reach, top},
                     node,
                     {}};
    const Curve fall{node,
                     {target.x - (target.x - node.x) + reach, top},
                     {target.x, target.y - height * 0.75F},
                     target,
                     {}};
    draw_curve(canvas, rise, ArrowKind::read, {std::min(1.0F, grown * 2), false});
    if (grown > 0.5F) draw_curve(canvas, fall, ArrowKind::written, {grown * 2 - 1, true});
    if (grown >= 0.5F && !symbol.empty()) draw_operation_node(canvas, node, symbol);
    if (!label.empty())
        canvas.text({node.x, top - canvas.em(1.15F)}, {Face::sans_semibold, 0.85F}, {Role::t1}, label,
                    Align::centre);
}

void draw_meeting(Canvas& canvas, std::span<const Point> from, Point node, Point target, float grown) {
    for (const Point point : from)
        draw_straight(canvas, point, node, ArrowKind::read, {std::min(1.0F, grown * 2), false});
    if (grown > 0.5F) draw_straight(canvas, node, target, ArrowKind::written, {grown * 2 - 1, true});
}

void draw_diagram_line(Canvas& canvas, Point from, Point to, DiagramLine kind) {
    Pen pen{{Role::earlier}, canvas.px(1.3F)};
    if (kind == DiagramLine::read_now)
        pen = {{Role::read}, canvas.px(2.4F)};
    else if (kind == DiagramLine::written_now)
        pen = {{Role::written}, canvas.px(2.4F)};
    else if (kind == DiagramLine::to_come)
        pen = {{Role::line2, 0.62F}, canvas.px(1)};
    canvas.line(from, to, pen);
}

}  // namespace upsweep::stage
