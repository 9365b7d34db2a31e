// What is drawn, as a list: lines, rectangles, curves, text, clips and names for hits, without a window.
// Colours are roles, so that one list serves every theme. ImGui draws it (app/ui/canvas_painter.h), SVG
// writes it (canvas/svg.h).
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <iterator>
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
    constexpr bool seen() const { return alpha > 0; }
    friend constexpr bool operator==(const Ink&, const Ink&) = default;
};
inline constexpr Ink no_ink{Role::t1, 0};

/// A line's colour and width in pixels; `dash` > 0 cuts it into dashes with gaps, both in pixels.
struct Pen {
    Ink ink = no_ink;
    float width = 1;
    float dash = 0, gap = 0;
    constexpr bool seen() const { return ink.seen() && width > 0; }
    friend constexpr bool operator==(const Pen&, const Pen&) = default;
};

/// A face and its size in pixels.
struct Type {
    Face face = Face::sans;
    float size = 16;
    friend constexpr bool operator==(const Type&, const Type&) = default;
};

enum class Corners : uint8_t { all, top, bottom };

/// The outline lies on the pixels inside the box: its middle half a pixel in.
struct Rectangle {
    Box box;
    Ink fill = no_ink;
    Pen pen;
    float radius = 0;                ///< of the round corners
    Corners corners = Corners::all;  ///< which are round
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

/// The outline lies on the pixels inside.
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
    float width = 0;    ///< pixels, measured
    std::string whole;  ///< what it was before it was cut to its room; empty where nothing was
    Box box() const;    ///< from the capitals' top to the baseline
};

/// What follows is seen inside the box only, until the matching Unclip. Clips nest.
struct Clip {
    Box box;
};
struct Unclip {};

using Shape = std::variant<Rectangle, Path, Curve, Disc, Text, Clip, Unclip>;

/// A place by which the pointer, tests and texts name what is there.
struct Hit {
    std::string name;  ///< "cell.input.3", "overview"
    Box box;
    bool live = true;  ///< it answers to the pointer
};

/// What the pointer does to a live place in this frame.
struct Touch {
    std::string name;  ///< of the place; empty: of none
    Point at;          ///< the pointer, pixels
    bool hovered = false, held = false, clicked = false;
};

/// The order in which things cover each other on a stage, lowest first.
enum class Layer : uint8_t { band, guide, earlier, cell, bright, plate };

/// A finished picture: shapes from the lowest layer to the highest.
struct Picture {
    Box area;
    float em = 16;  ///< the base size that it was laid out for, pixels
    std::vector<Shape> shapes;
    std::vector<Hit> hits;

    const Hit* find(std::string_view name) const;
    /// The topmost live place at a point; null if none exists.
    const Hit* at(Point point) const;
    /// The texts whose middle is inside the box, in the order of drawing: what a cell says.
    std::vector<std::string_view> texts_in(const Box& box) const;
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

    void rectangle(const Box& box, Ink fill, Pen pen = {}, float radius = 0, Corners corners = Corners::all);
    void outline(const Box& box, Pen pen, float radius = 0) { rectangle(box, no_ink, pen, radius); }
    /// From the middle of one pixel to that of another: a line of one pixel on whole pixels is sharp.
    void line(Point from, Point to, Pen pen);
    void lines(std::span<const Point> points, Pen pen, bool closed = false);
    void polygon(std::span<const Point> points, Ink fill, Pen pen = {});  ///< convex
    void curve(const Curve& curve);
    void disc(Point centre, float radius, Ink fill, Pen pen = {});
    /// Returns the width in pixels.
    float text(Point at, TextStyle style, Ink ink, std::string_view text, Align align = Align::left);
    /// Cut to `width` pixels with "…" where it must be; returns the width drawn.
    float text_within(Point at, float width, TextStyle style, Ink ink, std::string_view text,
                      Align align = Align::left);
    /// 45° hatch inside a rectangle, lines `gap` pixels apart.
    void hatch(const Box& box, Ink ink, float gap, float width);
    /// What follows is seen inside the box only, and inside those pushed before. A shape keeps its clip on
    /// whatever layer it is; a place is cut to it.
    void push_clip(const Box& box);
    void pop_clip();
    /// Names a place; nothing where it is empty.
    void hit(std::string name, const Box& box, bool live = true);

    /// In pixels, to the half: the sizes that the window bakes its type in.
    Type type(TextStyle style) const;
    float text_width(TextStyle style, std::string_view text) const;
    /// The first of the sizes, in E and largest first, up to `largest`, at which the text
    /// fits `width` pixels; the last where it fits at none.
    template <class Sizes = std::initializer_list<float>>
    float em_within(Face face, std::string_view text, float width, const Sizes& sizes,
                    float largest = 100) const {
        for (const float em : sizes)
            if (em <= largest && text_width({face, em}, text) <= width) return em;
        return *std::prev(std::end(sizes));
    }
    /// The first of the texts, longest first, that fits `width` pixels; the last where none does.
    template <class Texts = std::initializer_list<std::string_view>>
    std::string text_fitting(TextStyle style, float width, const Texts& texts) const {
        for (const std::string_view text : texts)
            if (text_width(style, text) <= width) return std::string(text);
        return std::string(*std::prev(std::end(texts)));
    }

    /// The picture; the canvas is empty afterwards.
    Picture finish();

  private:
    void add(Shape shape);
    void add_text(Point at, TextStyle style, Ink ink, std::string_view text, Align align,
                  std::string_view whole);

    Box area_;
    float em_;
    Layer layer_ = Layer::cell;
    static constexpr size_t no_clip = size_t(-1);
    std::vector<Box> clips_;      ///< all there were
    std::vector<size_t> inside_;  ///< those that are open, innermost last
    struct Placed {
        Layer layer;
        size_t clip;
        Shape shape;
    };
    std::vector<Placed> placed_;
    std::vector<Hit> hits_;
};

/// While it lives the canvas draws on another layer.
class OnLayer {
  public:
    OnLayer(Canvas& canvas, Layer layer) : canvas_(canvas), before_(canvas.layer()) {
        canvas.set_layer(layer);
    }
    ~OnLayer() { canvas_.set_layer(before_); }
    OnLayer(const OnLayer&) = delete;
    OnLayer& operator=(const OnLayer&) = delete;

  private:
    Canvas& canvas_;
    Layer before_;
};

/// Straight pieces that stand for a curve wherever it is measured or drawn with lines.
inline constexpr int curve_pieces = 28;

/// `share` 0 is the beginning, 1 the end.
Point point_at(const Curve& curve, float share);
/// The pieces' ends, first to last.
std::array<Point, curve_pieces + 1> points_of(const Curve& curve);
/// Pixels.
float length_of(const Curve& curve);
/// The first `length` pixels of it; all of it where it is shorter.
Curve first_part(const Curve& curve, float length);

}  // namespace upsweep::canvas
