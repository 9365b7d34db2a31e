// Every shape moved and scaled.
#include "canvas/fit.h"

#include <algorithm>
#include <span>

namespace upsweep::canvas {
namespace {

bool fit_seen(const Ink& ink) { return ink.alpha > 0; }

/// Grows a box by what is drawn.
class Bounds {
  public:
    explicit Bounds(const Box& area) : area_(area) {}
    Box box;
    bool any = false;

    void operator()(const Rectangle& shape) {
        // What fills the whole area is its ground.
        const bool ground = shape.box.width() >= 0.98F * area_.width();
        if (!ground && (fit_seen(shape.fill) || fit_seen(shape.pen.ink))) add(shape.box);
    }
    void operator()(const Path& shape) { add(shape.points); }
    void operator()(const Curve& shape) {
        const Point ends[] = {shape.from, shape.to};
        add(ends);
    }
    void operator()(const Disc& shape) { add(Box::around(shape.centre, 2 * shape.radius, 2 * shape.radius)); }
    template <typename Other>
    void operator()(const Other&) {}

  private:
    void add(std::span<const Point> points) {
        if (points.empty()) return;
        Box all{points.front(), points.front()};
        for (const Point point : points) all = all.with({point, point});
        if (all.width() < 0.98F * area_.width()) add(all);  // else a line across all of it
    }
    void add(const Box& more) {
        const Box inside = more.within(area_);
        if (inside.max.x < inside.min.x || inside.max.y < inside.min.y) return;
        box = any ? box.with(inside) : inside;
        any = true;
    }
    Box area_;
};

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

/// Where a shape is, and whether it only arranges others.
class Furniture {
  public:
    explicit Furniture(const Box& area) : wide_(0.55F * area.width()) {}
    Box box;
    bool operator()(const Rectangle& shape) {
        box = shape.box;
        const Role role = shape.fill.role;
        const bool ground = role == Role::bg0 || role == Role::bg1 || role == Role::bg2 ||
                            role == Role::bg3 || role == Role::line || role == Role::line2;
        const bool bar = role == Role::ink && (box.width() <= 4 || box.height() <= 4);
        return fit_seen(shape.fill) && (bar || (ground && box.width() > wide_));
    }
    bool operator()(const Path& shape) {
        if (shape.points.empty()) return true;
        box = {shape.points.front(), shape.points.front()};
        for (const Point point : shape.points) box = box.with({point, point});
        const Role role = shape.pen.ink.role;
        return (role == Role::line || role == Role::line2) && box.height() < 1 && box.width() > wide_;
    }
    bool operator()(const Curve& shape) {
        box = {{std::min(shape.from.x, shape.to.x), std::min(shape.from.y, shape.to.y)},
               {std::max(shape.from.x, shape.to.x), std::max(shape.from.y, shape.to.y)}};
        return false;
    }
    bool operator()(const Disc& shape) {
        box = Box::around(shape.centre, 2 * shape.radius, 2 * shape.radius);
        return false;
    }
    bool operator()(const Text&) { return true; }
    bool operator()(const Clip&) { return true; }
    bool operator()(const Unclip&) { return true; }

  private:
    float wide_;
};

}  // namespace

Picture without_words(const Picture& picture, const Box& part) {
    Picture rest{.area = part, .em = picture.em, .shapes = {}, .hits = {}};
    Furniture furniture(picture.area);
    for (const Shape& shape : picture.shapes)
        if (!std::visit(furniture, shape) && part.covers(furniture.box, 1)) rest.shapes.push_back(shape);
    return rest;
}

Box drawn_box(const Picture& picture) {
    Bounds bounds(picture.area);
    for (const Shape& shape : picture.shapes) std::visit(bounds, shape);
    return bounds.any ? bounds.box : picture.area;
}

Picture fitted(const Picture& picture, const Box& room, float most) {
    const Fitting fitting(drawn_box(picture), room, most);
    Picture small{.area = room, .em = picture.em * fitting.scale(), .shapes = {}, .hits = {}};
    for (Shape shape : picture.shapes)
        if (std::visit(fitting, shape)) small.shapes.push_back(std::move(shape));
    return small;
}

}  // namespace upsweep::canvas
