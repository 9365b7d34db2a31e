// Every shape moved and scaled.
#include "canvas/fit.h"

#include <algorithm>
#include <array>
#include <optional>

#include "canvas/outline.h"

namespace upsweep::canvas {
namespace {

/// Where a shape is, of a curve its ends; none of text and clips, and of what is not seen.
std::optional<Box> box_of(const Shape& shape) {
    if (const auto* one = std::get_if<Rectangle>(&shape))
        return one->fill.seen() || one->pen.ink.seen() ? std::optional(one->box) : std::nullopt;
    if (const auto* one = std::get_if<Path>(&shape); one != nullptr && !one->points.empty())
        return bounds(one->points);
    if (const auto* one = std::get_if<Curve>(&shape)) return bounds(std::array{one->from, one->to});
    if (const auto* one = std::get_if<Disc>(&shape))
        return Box::around(one->centre, 2 * one->radius, 2 * one->radius);
    return std::nullopt;
}

class Fitting {
  public:
    Fitting(const Box& from, const Box& room, float most) {
        const float wide = room.width() / std::max(from.width(), 1.0F),
                    high = room.height() / std::max(from.height(), 1.0F);
        scale_ = std::min({wide, high, most});
        shift_ = room.centre() - from.centre() * scale_;
    }
    float scale() const { return scale_; }

    bool operator()(Rectangle& shape) const {
        shape.box = box(shape.box);
        // Thin lines are drawn as rectangles, too.
        if (shape.box.width() < 1) shape.box.max.x = shape.box.min.x + 1;
        if (shape.box.height() < 1) shape.box.max.y = shape.box.min.y + 1;
        shape.radius *= scale_;
        thin(shape.pen);
        return true;
    }
    bool operator()(Path& shape) const {
        for (Point& point : shape.points) point = at(point);
        thin(shape.pen);
        return true;
    }
    bool operator()(Curve& shape) const {
        shape.from = at(shape.from), shape.to = at(shape.to);
        shape.control_1 = at(shape.control_1), shape.control_2 = at(shape.control_2);
        thin(shape.pen);
        return true;
    }
    bool operator()(Disc& shape) const {
        shape.centre = at(shape.centre);
        shape.radius = std::max(shape.radius * scale_, 1.0F);
        thin(shape.pen);
        return true;
    }
    bool operator()(Text&) const { return false; }
    bool operator()(Clip& shape) const {
        shape.box = box(shape.box);
        return true;
    }
    bool operator()(Unclip&) const { return true; }

  private:
    Point at(Point point) const { return point * scale_ + shift_; }
    Box box(const Box& from) const { return {at(from.min), at(from.max)}; }
    void thin(Pen& pen) const {
        pen.width = std::max(pen.width * scale_, 1.0F);
        pen.dash *= scale_, pen.gap *= scale_;
    }

    float scale_ = 1;
    Point shift_;
};

/// Whether a shape in `box` only arranges others: a band, a bar beside it, a long line.
bool is_furniture(const Shape& shape, const Box& box, float area_width) {
    const bool wide = box.width() > 0.55F * area_width;
    if (const auto* one = std::get_if<Rectangle>(&shape)) {
        const Role role = one->fill.role;
        const bool ground = role <= Role::line2;
        const bool bar = role == Role::ink && (box.width() <= 4 || box.height() <= 4);
        return one->fill.seen() && (bar || (ground && wide));
    }
    const auto* line = std::get_if<Path>(&shape);
    return line != nullptr && (line->pen.ink.role == Role::line || line->pen.ink.role == Role::line2) &&
           box.height() < 1 && wide;
}

}  // namespace

Picture without_words(const Picture& picture, const Box& part) {
    Picture rest{.area = part, .em = picture.em, .shapes = {}, .hits = {}};
    for (const Shape& shape : picture.shapes)
        if (const auto box = box_of(shape);
            box && !is_furniture(shape, *box, picture.area.width()) && part.covers(*box, 1))
            rest.shapes.push_back(shape);
    return rest;
}

Box drawn_box(const Picture& picture) {
    std::optional<Box> all;
    for (const Shape& shape : picture.shapes) {
        const auto box = box_of(shape);
        // What is as wide as the area is its ground, or a line across all of it.
        const bool across = box && box->width() >= 0.98F * picture.area.width();
        if (!box || (across && !std::holds_alternative<Disc>(shape))) continue;
        const Box inside = box->within(picture.area);
        if (inside.max.x >= inside.min.x && inside.max.y >= inside.min.y)
            all = all ? all->with(inside) : inside;
    }
    return all.value_or(picture.area);
}

Picture fitted(const Picture& picture, const Box& room, float most) {
    const Fitting fitting(drawn_box(picture), room, most);
    Picture small{.area = room, .em = picture.em * fitting.scale(), .shapes = {}, .hits = {}};
    for (Shape shape : picture.shapes)
        if (std::visit(fitting, shape)) small.shapes.push_back(std::move(shape));
    return small;
}

}  // namespace upsweep::canvas
