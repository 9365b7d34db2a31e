// What is drawn, as a list: lines, rectangles, curves, text, clips and names for hits, without a window. Colours are
// roles, so that one list serves every theme. ImGui draws it (app/ui/canvas_painter.h), SVG writes it (canvas/svg.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "canvas/faces.h"
#include "canvas/geometry.h"
#include "canvas/palette.h"

namespace upsweep::canvas {

/// A colour by its role; nothing is drawn at alpha 0.
struct Ink {
    Role role = Role::t1;
    float alpha = 1;
    friend constexpr bool operator==(const Ink&, const Ink&) = default;
};
inline constexpr Ink no_ink{Role::t1, 0};

/// A line's colour and width in pixels; `dash` > 0 cuts it into dashes with gaps, both in pixels.
struct Pen {
    Ink ink = no_ink;
    float width = 1;
    float dash = 0, gap = 0;
    friend constexpr bool operator==(const Pen&, const Pen&) = default;
};

/// A face and its size in pixels.
struct Type {
    Face face = Face::sans;
    float size = 16;
    friend constexpr bool operator==(const Type&, const Type&) = default;
};

enum class Align : std::uint8_t { left, centre, right };

struct Rectangle {
    Box box;
    Ink fill = no_ink;
    Pen pen;
    float radius = 0;  ///< of the corners
};

/// Straight lines through the points; closed and filled it must be convex.
struct Path {
    std::vector<Point> points;
    Ink fill = no_ink;
    Pen pen;
    bool closed = false;
};

/// A cubic Bézier curve.
struct Curve {
    Point from, control_1, control_2, to;
    Pen pen;
};

struct Disc {
    Point centre;
    float radius = 1;
    Ink fill = no_ink;
    Pen pen;
};

/// One line. `at.y` is the middle of the capitals; `at.x` the left end, the middle or the right end.
struct Text {
    Point at;
    Type type;
    Ink ink;
    std::string text;
    Align align = Align::left;
    float width = 0;  ///< pixels, measured
    Box box() const;  ///< from the capitals' top to the baseline
};

/// What follows is seen inside the box only, until the matching Unclip. Clips nest.
struct Clip {
    Box box;
};
struct Unclip {};

using Shape = std::variant<Rectangle, Path, Curve, Disc, Text, Clip, Unclip>;

/// A place that answers to the pointer, and by which tests and texts name what is there.
struct Hit {
    std::string name;  ///< "cell input 3", "block 4"
    Box box;
};

/// The order in which things cover each other on a stage, lowest first.
enum class Layer : std::uint8_t { band, guide, earlier, cell, bright, plate };
inline constexpr std::size_t layer_count = 6;

/// A finished picture: shapes from the lowest layer to the highest.
struct Picture {
    Box area;
    float em = 16;  ///< the base size that it was laid out for, pixels
    std::vector<Shape> shapes;
    std::vector<Hit> hits;

    const Hit* find(std::string_view name) const;
    /// The topmost place at a point; null if there is none.
    const Hit* at(Point point) const;
};

/// Records a picture. Lengths are pixels; `em()` and `px()` turn the look's measures into them.
class Canvas {
  public:
    Canvas(Box area, float em) : area_(area), em_(em) {}

    const Box& area() const { return area_; }
    /// `count` times the base size E, in pixels.
    float em(float count = 1) const { return count * em_; }
    /// A line width given at E = 16 px; never under one pixel.
    float px(float width = 1) const;

    /// What follows goes to this layer.
    void set_layer(Layer layer) { layer_ = layer; }
    Layer layer() const { return layer_; }

    void rectangle(const Box& box, Ink fill, Pen pen = {}, float radius = 0);
    void line(Point from, Point to, Pen pen);
    void lines(std::span<const Point> points, Pen pen, bool closed = false);
    void polygon(std::span<const Point> points, Ink fill, Pen pen = {});  ///< convex
    void curve(Point from, Point control_1, Point control_2, Point to, Pen pen);
    void disc(Point centre, float radius, Ink fill, Pen pen = {});
    /// Returns the width in pixels.
    float text(Point at, Type type, Ink ink, std::string_view text, Align align = Align::left);
    /// Cut to `width` pixels with "…" where it must be; returns the width drawn.
    float text_within(Point at, float width, Type type, Ink ink, std::string_view text,
                      Align align = Align::left);
    /// 45° hatch inside a rectangle, lines `gap` pixels apart.
    void hatch(const Box& box, Ink ink, float gap, float width);
    void push_clip(const Box& box);
    void pop_clip();
    void hit(std::string name, const Box& box);

    /// The picture; the canvas is empty afterwards.
    Picture finish();

  private:
    void add(Shape shape);

    Box area_;
    float em_;
    Layer layer_ = Layer::cell;
    std::vector<Box> clips_;
    struct Placed {
        Layer layer;
        Shape shape;
    };
    std::vector<Placed> placed_;
    std::vector<Hit> hits_;
};

/// While it lives the canvas draws on another layer.
class OnLayer {
  public:
    OnLayer(Canvas& canvas, Layer layer) : canvas_(canvas), before_(canvas.layer()) { canvas.set_layer(layer); }
    ~OnLayer() { canvas_.set_layer(before_); }
    OnLayer(const OnLayer&) = delete;
    OnLayer& operator=(const OnLayer&) = delete;

  private:
    Canvas& canvas_;
    Layer before_;
};

}  // namespace upsweep::canvas
