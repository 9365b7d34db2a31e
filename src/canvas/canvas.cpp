// Recording shapes by layer.
#include "canvas/canvas.h"

#include <algorithm>
#include <utility>

#include "canvas/measure.h"

namespace upsweep::canvas {
namespace {

bool seen(const Ink& ink) { return ink.alpha > 0; }
bool seen(const Pen& pen) { return seen(pen.ink) && pen.width > 0; }

}  // namespace

Box Text::box() const {
    const float half = half_capital * type.size;
    const float left = align == Align::left ? at.x : align == Align::centre ? at.x - width / 2 : at.x - width;
    return {{left, at.y - half}, {left + width, at.y + half}};
}

const Hit* Picture::find(std::string_view name) const {
    const auto found = std::find_if(hits.begin(), hits.end(), [&](const Hit& hit) { return hit.name == name; });
    return found == hits.end() ? nullptr : &*found;
}

const Hit* Picture::at(Point point) const {
    const auto found =
        std::find_if(hits.rbegin(), hits.rend(), [&](const Hit& hit) { return hit.box.contains(point); });
    return found == hits.rend() ? nullptr : &*found;
}

float Canvas::px(float width) const { return std::max(1.0F, width * em_ / 16); }

/// A clip belongs to the shapes that stand in it, on whatever layer they are, so each carries its own.
void Canvas::add(Shape shape) {
    if (!clips_.empty()) placed_.push_back({layer_, Clip{clips_.back()}});
    placed_.push_back({layer_, std::move(shape)});
    if (!clips_.empty()) placed_.push_back({layer_, Unclip{}});
}

void Canvas::rectangle(const Box& box, Ink fill, Pen pen, float radius) {
    if (!box.empty() && (seen(fill) || seen(pen))) add(Rectangle{box, fill, pen, radius});
}

void Canvas::line(Point from, Point to, Pen pen) {
    if (seen(pen)) add(Path{{from, to}, no_ink, pen, false});
}

void Canvas::lines(std::span<const Point> points, Pen pen, bool closed) {
    if (seen(pen) && points.size() > 1) add(Path{{points.begin(), points.end()}, no_ink, pen, closed});
}

void Canvas::polygon(std::span<const Point> points, Ink fill, Pen pen) {
    if (points.size() > 2 && (seen(fill) || seen(pen)))
        add(Path{{points.begin(), points.end()}, fill, pen, true});
}

void Canvas::curve(Point from, Point control_1, Point control_2, Point to, Pen pen) {
    if (seen(pen)) add(Curve{from, control_1, control_2, to, pen});
}

void Canvas::disc(Point centre, float radius, Ink fill, Pen pen) {
    if (radius > 0 && (seen(fill) || seen(pen))) add(Disc{centre, radius, fill, pen});
}

float Canvas::text(Point at, Type type, Ink ink, std::string_view text, Align align) {
    if (text.empty() || !seen(ink)) return 0;
    const float width = text_width(type, text);
    add(Text{at, type, ink, std::string(text), align, width});
    return width;
}

float Canvas::text_within(Point at, float width, Type type, Ink ink, std::string_view text, Align align) {
    return this->text(at, type, ink, elided(type, text, width), align);
}

void Canvas::hatch(const Box& box, Ink ink, float gap, float width) {
    // Lines x + y = c, cut off at the rectangle's sides.
    for (float c = box.min.x + box.min.y + gap; c < box.max.x + box.max.y; c += gap) {
        const float x0 = std::max(box.min.x, c - box.max.y), x1 = std::min(box.max.x, c - box.min.y);
        if (x1 > x0) line({x0, c - x0}, {x1, c - x1}, {ink, width});
    }
}

void Canvas::push_clip(const Box& box) {
    Box inner = box;
    if (!clips_.empty()) {
        const Box& outer = clips_.back();
        inner.min = {std::max(inner.min.x, outer.min.x), std::max(inner.min.y, outer.min.y)};
        inner.max = {std::min(inner.max.x, outer.max.x), std::min(inner.max.y, outer.max.y)};
    }
    clips_.push_back(inner);
}

void Canvas::pop_clip() { clips_.pop_back(); }

void Canvas::hit(std::string name, const Box& box) {
    if (!box.empty()) hits_.push_back({std::move(name), box});
}

Picture Canvas::finish() {
    std::stable_sort(placed_.begin(), placed_.end(),
                     [](const Placed& a, const Placed& b) { return a.layer < b.layer; });
    Picture picture{area_, em_, {}, std::move(hits_)};
    picture.shapes.reserve(placed_.size());
    for (Placed& placed : placed_) {
        // Neighbours in one clip share it.
        if (const auto* clip = std::get_if<Clip>(&placed.shape);
            clip != nullptr && !picture.shapes.empty() &&
            std::holds_alternative<Unclip>(picture.shapes.back())) {
            std::size_t open = picture.shapes.size() - 1;
            while (open > 0 && !std::holds_alternative<Clip>(picture.shapes[open])) --open;
            if (const auto* before = std::get_if<Clip>(&picture.shapes[open]);
                before != nullptr && before->box == clip->box) {
                picture.shapes.pop_back();
                continue;
            }
        }
        picture.shapes.push_back(std::move(placed.shape));
    }
    placed_.clear();
    hits_.clear();
    return picture;
}

}  // namespace upsweep::canvas
