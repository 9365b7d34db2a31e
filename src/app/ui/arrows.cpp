// Arrows: curves cut into points once, then drawn whole or dashed, as far as they have grown.
#include "app/ui/arrows.h"

#include <cmath>
#include <vector>

namespace upsweep::app {
namespace {

struct Pen {
    ImU32 colour;
    float width, head;  ///< pixels
    bool dashed = false;
};

Pen pen_of(const Frame& frame, ArrowKind kind) {
    switch (kind) {
        case ArrowKind::read:
            return {frame.colour(Role::read), frame.px(2.6F), frame.em(0.66F)};
        case ArrowKind::written:
            return {frame.colour(Role::written), frame.px(2.6F), frame.em(0.66F)};
        case ArrowKind::before:
            return {frame.colour(Role::earlier, 0.75F), frame.px(1.4F), frame.em(0.42F)};
        case ArrowKind::raised:
            return {frame.colour(Role::trouble), frame.px(3.2F), frame.em(0.85F), true};
        case ArrowKind::waits:
            break;
    }
    return {frame.colour(Role::trouble), frame.px(3.2F), frame.em(0.85F)};
}

using Points = std::vector<ImVec2>;

Points cubic(ImVec2 a, ImVec2 b, ImVec2 c, ImVec2 d) {
    constexpr int pieces = 28;
    Points points;
    for (int i = 0; i <= pieces; ++i) {
        const float t = static_cast<float>(i) / pieces, u = 1 - t;
        points.push_back(a * (u * u * u) + b * (3 * u * u * t) + c * (3 * u * t * t) + d * (t * t * t));
    }
    return points;
}

float length_of(ImVec2 a, ImVec2 b) { return std::hypot(b.x - a.x, b.y - a.y); }

// The first `length` pixels of a line of points.
Points first_part(const Points& points, float length) {
    Points part{points.front()};
    for (std::size_t i = 1; i < points.size() && length > 0; ++i) {
        const float piece = length_of(points[i - 1], points[i]);
        const float share = piece > 0 ? std::min(1.0F, length / piece) : 1;
        part.push_back(points[i - 1] + (points[i] - points[i - 1]) * share);
        length -= piece;
    }
    return part;
}

float length_of(const Points& points) {
    float length = 0;
    for (std::size_t i = 1; i < points.size(); ++i) length += length_of(points[i - 1], points[i]);
    return length;
}

void stroke(Frame& frame, const Points& points, const Pen& pen) {
    ImDrawList& list = *frame.list();
    if (!pen.dashed) {
        list.AddPolyline(points.data(), static_cast<int>(points.size()), pen.colour, 0, pen.width);
        return;
    }
    // Walk the points, on for a dash and off for a gap.
    const float dash = frame.px(9), gap = frame.px(6);
    float at = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const float piece = length_of(points[i - 1], points[i]);
        for (float done = 0; done < piece;) {
            const float place = std::fmod(at, dash + gap);
            const float stretch = std::min(piece - done, (place < dash ? dash : dash + gap) - place + 0.01F);
            const ImVec2 unit = (points[i] - points[i - 1]) * (1 / piece);
            if (place < dash)
                list.AddLine(points[i - 1] + unit * done, points[i - 1] + unit * (done + stretch), pen.colour,
                             pen.width);
            done += stretch;
            at += stretch;
        }
    }
}

// A head whose tip is at `tip`, coming from `from`.
void draw_head(Frame& frame, ImVec2 from, ImVec2 tip, float size, ImU32 colour) {
    const float length = length_of(from, tip);
    if (length <= 0) return;
    const ImVec2 unit = (tip - from) * (1 / length), across(-unit.y, unit.x);
    const ImVec2 base = tip - unit * size;
    frame.list()->AddTriangleFilled(tip, base + across * (size * 0.42F), base - across * (size * 0.42F),
                                    colour);
}

void draw(Frame& frame, const Points& points, ArrowKind kind, const ArrowOptions& options) {
    const Pen pen = pen_of(frame, kind);
    const float whole = length_of(points), grown = whole * std::min(1.0F, options.grown);
    if (grown <= 0) return;
    if (!options.head || grown <= pen.head) {
        stroke(frame, first_part(points, grown), pen);
        return;
    }
    // The line ends inside the head, so that its blunt end does not show.
    const Points shaft = first_part(points, grown - pen.head * 0.8F);
    stroke(frame, shaft, pen);
    draw_head(frame, first_part(points, grown - pen.head).back(), first_part(points, grown).back(), pen.head,
              pen.colour);
}

Points arc(ImVec2 from, ImVec2 to, float height) {
    // The control points stand above the ends: a curve's top is at three quarters of their height.
    const float top = std::min(from.y, to.y) - height / 0.75F;
    return cubic(from, {from.x, top}, {to.x, top}, to);
}

}  // namespace

void draw_arc(Frame& frame, ImVec2 from, ImVec2 to, float height, ArrowKind kind,
              const ArrowOptions& options) {
    draw(frame, arc(from, to, height), kind, options);
}

void draw_flow(Frame& frame, ImVec2 from, ImVec2 to, ArrowKind kind, const ArrowOptions& options) {
    const float bend = (to.y - from.y) * 0.55F;
    draw(frame, cubic(from, {from.x, from.y + bend}, {to.x, to.y - bend}, to), kind, options);
}

void draw_straight(Frame& frame, ImVec2 from, ImVec2 to, ArrowKind kind, const ArrowOptions& options) {
    draw(frame, {from, to}, kind, options);
}

void draw_operation_node(Frame& frame, ImVec2 centre, std::string_view symbol) {
    ImDrawList& list = *frame.list();
    const float radius = frame.em(0.62F);
    list.AddCircleFilled(centre, radius, frame.colour(Role::written_fill));
    list.AddCircle(centre, radius, frame.colour(Role::written), 0, frame.px(1.2F));
    const ImU32 ink = frame.colour(Role::written_text);
    if (symbol == "+" || symbol == "-") {
        const float arm = frame.em(0.3F), width = frame.px(2.2F);
        list.AddLine({centre.x - arm, centre.y}, {centre.x + arm, centre.y}, ink, width);
        if (symbol == "+") list.AddLine({centre.x, centre.y - arm}, {centre.x, centre.y + arm}, ink, width);
        return;
    }
    draw_text(frame, centre, {Face::mono_bold, symbol.size() > 1 ? 0.6F : 0.9F}, ink, symbol, Align::centre);
}

void draw_operation(Frame& frame, ImVec2 source, ImVec2 target, float height, std::string_view symbol,
                    std::string_view label, float grown) {
    const float top = std::min(source.y, target.y) - height;
    const ImVec2 node((source.x + target.x) / 2, top);
    // Two quarter turns meet in the node: up from the source, down into the target.
    const float reach = (node.x - source.x) * 0.75F;
    const Points rise = cubic(source, {source.x, source.y - height * 0.75F},
                              {source.x + (node.x - source.x) - reach, top}, node);
    const Points fall = cubic(node, {target.x - (target.x - node.x) + reach, top},
                              {target.x, target.y - height * 0.75F}, target);
    draw(frame, rise, ArrowKind::read, {std::min(1.0F, grown * 2), false});
    if (grown > 0.5F) draw(frame, fall, ArrowKind::written, {grown * 2 - 1, true});
    if (grown >= 0.5F && !symbol.empty()) draw_operation_node(frame, node, symbol);
    if (!label.empty())
        draw_text(frame, {node.x, top - frame.em(1.15F)}, {Face::sans_semibold, 0.85F},
                  frame.colour(Role::t1), label, Align::centre);
}

void draw_diagram_line(Frame& frame, ImVec2 from, ImVec2 to, DiagramLine kind) {
    ImU32 colour = frame.colour(Role::earlier);
    float width = frame.px(1.3F);
    if (kind == DiagramLine::read_now || kind == DiagramLine::written_now) {
        colour = frame.colour(kind == DiagramLine::read_now ? Role::read : Role::written);
        width = frame.px(2.4F);
    } else if (kind == DiagramLine::to_come) {
        colour = frame.colour(Role::line2, 0.62F);
        width = frame.px(1);
    }
    frame.list()->AddLine(from, to, colour, width);
}

}  // namespace upsweep::app
