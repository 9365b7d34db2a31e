// Recording shapes by layer.
#include "canvas/canvas.h"

#include <algorithm>
#include <utility>

#include "canvas/text.h"
#include "core/ranges.h"

namespace upsweep::canvas {

Box Text::box() const {
    const float half = half_capital * type.size;
    const float left = align == Align::left ? at.x : align == Align::centre ? at.x - width / 2 : at.x - width;
    return {{left, at.y - half}, {left + width, at.y + half}};
}

const Hit* Picture::find(std::string_view name) const {
    const auto found = find_if(hits, [&](const Hit& hit) { return hit.name == name; });
    return found == hits.end() ? nullptr : &*found;
}

const Hit* Picture::at(Point point) const {
    const auto found = std::find_if(hits.rbegin(), hits.rend(),
                                    [&](const Hit& hit) { return hit.live && hit.box.contains(point); });
    return found == hits.rend() ? nullptr : &*found;
}

std::vector<std::string_view> Picture::texts_in(const Box& box) const {
    std::vector<std::string_view> found;
    for (const Shape& shape : shapes)
        if (const auto* text = std::get_if<Text>(&shape);
            text != nullptr && box.contains(text->box().centre()))
            found.push_back(text->text);
    return found;
}

float Canvas::px(float width) const { return std::max(1.0F, width * em_ / 16); }

Type Canvas::type(TextStyle style) const { return type_at(em_, style); }

float Canvas::text_width(TextStyle style, std::string_view text) const {
    return canvas::text_width(type(style), text);
}

/// A clip belongs to the shapes that are in it, on whatever layer they are, so each knows its own.
void Canvas::add(Shape shape) {
    const size_t clip = inside_.empty() ? no_clip : inside_.back();
    if (clip == no_clip || !clips_[clip].empty()) placed_.push_back({layer_, clip, std::move(shape)});
}

void Canvas::rectangle(const Box& box, Ink fill, Pen pen, float radius, Corners corners) {
    if (!box.empty() && (fill.seen() || pen.seen())) add(Rectangle{box, fill, pen, radius, corners});
}

void Canvas::line(Point from, Point to, Pen pen) {
    constexpr Point half{0.5F, 0.5F};
    if (pen.seen()) add(Path{{from + half, to + half}, no_ink, pen, false});
}

void Canvas::lines(std::span<const Point> points, Pen pen, bool closed) {
    if (pen.seen() && points.size() > 1) add(Path{{points.begin(), points.end()}, no_ink, pen, closed});
}

void Canvas::polygon(std::span<const Point> points, Ink fill, Pen pen) {
    if (points.size() > 2 && (fill.seen() || pen.seen()))
        add(Path{{points.begin(), points.end()}, fill, pen, true});
}

void Canvas::curve(const Curve& curve) {
    if (curve.pen.seen()) add(curve);
}

void Canvas::disc(Point centre, float radius, Ink fill, Pen pen) {
    if (radius > 0 && (fill.seen() || pen.seen())) add(Disc{centre, radius, fill, pen});
}

void Canvas::add_text(Point at, TextStyle style, Ink ink, std::string_view text, Align align,
                      std::string_view whole) {
    const Type type = this->type(style);
    // The baseline stays where the size that was given puts it.
    at.y += half_capital * (style.em * em_ - type.size);
    add(Text{at, type, ink, std::string(text), align, canvas::text_width(type, text), std::string(whole)});
}

float Canvas::text(Point at, TextStyle style, Ink ink, std::string_view text, Align align) {
    if (text.empty() || !ink.seen()) return 0;
    add_text(at, style, ink, text, align, {});
    return text_width(style, text);
}

float Canvas::text_within(Point at, float width, TextStyle style, Ink ink, std::string_view text,
                          Align align) {
    const std::string fitting = elided(type(style), text, width);
    if (fitting == text) return this->text(at, style, ink, text, align);
    if (fitting.empty() || !ink.seen()) return 0;
    add_text(at, style, ink, fitting, align, text);
    return text_width(style, fitting);
}

void Canvas::hatch(const Box& box, Ink ink, float gap, float width) {
    push_clip(box);
    // Lines rise to the right; each starts on the bottom edge or to the left of it.
    for (float x = box.min.x - box.height(); x < box.max.x; x += gap * 1.41421F)
        line({x, box.max.y}, {x + box.height(), box.min.y}, {ink, width});
    pop_clip();
}

void Canvas::push_clip(const Box& box) {
    const Box inner = inside_.empty() ? box : box.within(clips_[inside_.back()]);
    inside_.push_back(clips_.size());
    clips_.push_back(inner);
}

void Canvas::pop_clip() { inside_.pop_back(); }

void Canvas::hit(std::string name, const Box& box, bool live) {
    const Box seen = inside_.empty() ? box : box.within(clips_[inside_.back()]);
    if (!seen.empty()) hits_.push_back({std::move(name), seen, live});
}

Picture Canvas::finish() {
    const auto below = [](const Placed& a, const Placed& b) { return a.layer < b.layer; };
    if (!std::is_sorted(placed_.begin(), placed_.end(), below)) stable_sort(placed_, below);
    Picture picture{area_, em_, {}, std::move(hits_)};
    picture.shapes.reserve(placed_.size());
    const Box* open = nullptr;
    for (Placed& placed : placed_) {
        const Box* clip = placed.clip == no_clip ? nullptr : &clips_[placed.clip];
        // Neighbours in one clip share it.
        const bool same = open == clip || (open != nullptr && clip != nullptr && *open == *clip);
        if (!same && open != nullptr) picture.shapes.emplace_back(Unclip{});
        if (!same && clip != nullptr) picture.shapes.emplace_back(Clip{*clip});
        open = clip;
        picture.shapes.push_back(std::move(placed.shape));
    }
    if (open != nullptr) picture.shapes.emplace_back(Unclip{});
    placed_.clear();
    clips_.clear();
    inside_.clear();
    hits_.clear();
    return picture;
}

namespace {

Point between(Point a, Point b, float share) { return a + (b - a) * share; }

}  // namespace

Point point_at(const Curve& curve, float share) {
    const float t = share, u = 1 - share;
    return curve.from * (u * u * u) + curve.control_1 * (3 * u * u * t) + curve.control_2 * (3 * u * t * t) +
           curve.to * (t * t * t);
}

std::array<Point, curve_pieces + 1> points_of(const Curve& curve) {
    std::array<Point, curve_pieces + 1> points;
    for (size_t i = 0; i < points.size(); ++i) points[i] = point_at(curve, float(i) / curve_pieces);
    return points;
}

float length_of(const Curve& curve) {
    const auto points = points_of(curve);
    float length = 0;
    for (size_t i = 1; i < points.size(); ++i) length += distance(points[i - 1], points[i]);
    return length;
}

Curve first_part(const Curve& curve, float length) {
    const auto points = points_of(curve);
    float share = 0;
    for (size_t i = 1; i < points.size() && length > 0; ++i) {
        const float piece = distance(points[i - 1], points[i]);
        share += (piece > length ? length / piece : 1) / curve_pieces;
        length -= piece;
    }
    if (length >= 0) return curve;
    // De Casteljau: the middle points of a cut are the controls of its two sides.
    const Point a = between(curve.from, curve.control_1, share),
                b = between(curve.control_1, curve.control_2, share),
                c = between(curve.control_2, curve.to, share), ab = between(a, b, share),
                bc = between(b, c, share);
    return {curve.from, a, ab, between(ab, bc, share), curve.pen};
}

}  // namespace upsweep::canvas
