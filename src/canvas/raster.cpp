// Painting shapes into pixels.
#include "canvas/raster.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "canvas/outline.h"

namespace upsweep::canvas {

class RasterPainter {
  public:
    RasterPainter(Rasteriser& owner, const Picture& picture, ThemeKind theme)
        : owner_(owner), palette_(palette(theme)), origin_(picture.area.min) {
        out_.width = std::lround(picture.area.width());
        out_.height = std::lround(picture.area.height());
        out_.rgb.resize(size_t(out_.width) * size_t(out_.height) * 3);
        clips_.push_back({0, 0, out_.width, out_.height});
    }

    Raster take() { return std::move(out_); }

    void operator()(const Rectangle& shape) {
        // An outline lies on the pixels inside the box, as on the screen.
        const Box box = shape.box.inset(shape.pen.seen() ? 0.5F : 0);
        if (shape.fill.seen()) fill(round_box(box, shape.radius, shape.corners), shape.fill);
        if (!shape.pen.seen()) return;
        const float half = shape.pen.width / 2;
        const Box outer = box.inset(-half), inner = box.inset(half);
        begin(outer);
        coverage_.add(local(round_box(outer, shape.radius > 0 ? shape.radius + half : 0, shape.corners)));
        if (!inner.empty())
            coverage_.cut(local(round_box(inner, std::max(0.0F, shape.radius - half), shape.corners)));
        end(shape.pen.ink);
    }
    void operator()(const Path& shape) {
        if (shape.fill.seen()) fill(shape.points, shape.fill);
        if (shape.pen.seen()) stroke(shape.points, shape.pen, shape.closed);
    }
    void operator()(const Curve& shape) {
        if (shape.pen.seen()) stroke(points_of(shape), shape.pen, false);
    }
    void operator()(const Disc& shape) {
        const float radius = shape.radius - (shape.pen.seen() ? 0.5F : 0), half = shape.pen.width / 2;
        if (shape.fill.seen()) fill(circle(shape.centre, radius), shape.fill);
        if (!shape.pen.seen()) return;
        begin(Box::around(shape.centre, 2 * (radius + half), 2 * (radius + half)));
        coverage_.add(local(circle(shape.centre, radius + half)));
        if (radius > half) coverage_.cut(local(circle(shape.centre, radius - half)));
        end(shape.pen.ink);
    }
    void operator()(const Text& shape) {
        float x = shape.box().min.x - origin_.x;
        const float baseline = shape.at.y + half_capital * shape.type.size - origin_.y;
        const int row = int(std::lround(baseline));
        for (size_t at = 0; at < shape.text.size();) {
            const uint32_t character = next_character(shape.text, at);
            letter(shape.type, character, x, row, shape.ink);
            x += advance_of(shape.type, character);
        }
    }
    void operator()(const Clip& shape) { clips_.push_back(pixels(shape.box).within(clips_.back())); }
    void operator()(const Unclip&) { clips_.pop_back(); }

  private:
    /// A clip's pixels: those whose middle is inside.
    PixelBox pixels(const Box& box) const {
        const auto whole = [](float v) { return int(std::lround(v)); };
        return {whole(box.min.x - origin_.x), whole(box.min.y - origin_.y), whole(box.max.x - origin_.x),
                whole(box.max.y - origin_.y)};
    }

    void begin(const Box& box) {
        const auto least = [](float v) { return int(std::floor(std::clamp(v, -1e6F, 1e6F))); };
        const Box here = box.moved(Point{} - origin_);
        coverage_.begin(PixelBox{least(here.min.x) - 1, least(here.min.y) - 1, least(here.max.x) + 2,
                                 least(here.max.y) + 2}
                            .within(clips_.back()));
    }
    void end(Ink ink) {
        const Rgb colour = palette_[ink.role];
        coverage_.each([&](int x, int y, float share) { blend(x, y, colour, share * ink.alpha); });
    }

    std::span<const Point> local(std::vector<Point> points) {
        for (Point& point : points) point = point - origin_;
        points_ = std::move(points);
        return points_;
    }

    void fill(const std::vector<Point>& points, Ink ink) {
        begin(bounds(points));
        coverage_.add(local(points));
        end(ink);
    }
    void stroke(std::span<const Point> points, const Pen& pen, bool closed) {
        const std::vector<std::vector<Point>> parts = stroked(points, pen, closed);
        if (parts.empty()) return;
        Box box = bounds(parts.front());
        for (const std::vector<Point>& part : parts) box = box.with(bounds(part));
        begin(box);
        for (const std::vector<Point>& part : parts) coverage_.add(local(part));
        end(pen.ink);
    }

    void letter(Type type, uint32_t character, float x, int row, Ink ink) {
        const int quarters = int(std::lround(x * 4));
        const int column = int(std::floor(float(quarters) / 4));
        const int shift = quarters - 4 * column;
        const auto key = std::tuple(type.face, int(std::lround(type.size * 2)), character, shift);
        auto found = owner_.glyphs_.find(key);
        if (found == owner_.glyphs_.end())
            found = owner_.glyphs_.emplace(key, glyph_of(type, character, float(shift) / 4)).first;
        const Glyph& glyph = found->second;
        const PixelBox& clip = clips_.back();
        const uint8_t* covered = glyph.covered.data();
        for (int y = row + glyph.top; y < row + glyph.top + glyph.height; ++y)
            for (int i = column + glyph.left; i < column + glyph.left + glyph.width; ++i, ++covered)
                if (*covered != 0 && i >= clip.left && i < clip.right && y >= clip.top && y < clip.bottom)
                    blend(i, y, palette_[ink.role], float(*covered) / 255 * ink.alpha);
    }

    void blend(int x, int y, Rgb colour, float share) {
        const size_t pixel = size_t(y) * size_t(out_.width) + size_t(x);
        for (size_t channel = 0; channel < 3; ++channel) {
            uint8_t& below = out_.rgb[3 * pixel + channel];
            const auto above = float(colour >> (16 - 8 * channel) & 0xFFU);
            const float old = below;
            below = uint8_t(std::lround(old + (above - old) * share));
        }
    }

    Rasteriser& owner_;
    const Palette& palette_;
    Point origin_;
    Raster out_;
    Coverage coverage_;
    std::vector<PixelBox> clips_;
    std::vector<Point> points_;
};

Raster Rasteriser::draw(const Picture& picture, ThemeKind theme) {
    RasterPainter painter(*this, picture, theme);
    painter(Rectangle{picture.area, {Role::bg0}, {}, 0});
    for (const Shape& shape : picture.shapes) std::visit(painter, shape);
    return painter.take();
}

}  // namespace upsweep::canvas
