// One ImGui call a shape.
#include "app/ui/canvas_painter.h"

#include "app/ui/controls.h"
#include "canvas/canvas.h"
#include "canvas/text.h"

namespace upsweep::app {
namespace {

using namespace canvas;

ImVec2 vec(Point p) { return {p.x, p.y}; }

class Painter {
  public:
    explicit Painter(Frame& frame) : frame_(frame), list_(*frame.list()) {}

    void operator()(const Rectangle& shape) {
        const ImVec2 min = vec(shape.box.min), max = vec(shape.box.max);
        const ImDrawFlags corners = shape.corners == Corners::top      ? ImDrawFlags_RoundCornersTop
                                    : shape.corners == Corners::bottom ? ImDrawFlags_RoundCornersBottom
                                                                       : ImDrawFlags_None;
        if (seen(shape.fill)) list_.AddRectFilled(min, max, colour(shape.fill), shape.radius, corners);
        if (seen(shape.pen))
            list_.AddRect(min, max, colour(shape.pen.ink), shape.radius, corners, shape.pen.width);
    }
    void operator()(const Path& shape) {
        if (seen(shape.fill)) fill(shape);
        if (seen(shape.pen)) stroke(shape.points, shape.pen, shape.closed);
    }
    void operator()(const Curve& shape) {
        const auto points = points_of(shape);
        stroke(points, shape.pen, false);
    }
    void operator()(const Disc& shape) {
        const ImVec2 centre = vec(shape.centre);
        if (seen(shape.fill)) list_.AddCircleFilled(centre, shape.radius, colour(shape.fill));
        if (seen(shape.pen)) list_.AddCircle(centre, shape.radius, colour(shape.pen.ink), 0, shape.pen.width);
    }
    void operator()(const canvas::Text& shape) {
        ImFont* font = frame_.fonts.get(shape.type.face, shape.type.size);
        const Box box = shape.box();
        // The baseline is the capitals' foot; letters are on whole pixels.
        const ImVec2 corner = app::snap(ImVec2(box.min.x, box.max.y - font->Ascent));
        const char* const text = shape.text.data();
        list_.AddText(font, font->FontSize, corner, colour(shape.ink), text, text + shape.text.size());
        note_text(frame_, shape.text, rect_of(box), !shape.whole.empty());
        if (shape.whole.empty() || !ImGui::IsWindowHovered()) return;
        const float middle = shape.at.y, half = shape.type.size * 0.6F;
        if (ImGui::IsMouseHoveringRect({box.min.x, middle - half}, {box.max.x, middle + half}))
            tooltip(frame_, shape.whole);
    }
    void operator()(const Clip& shape) { list_.PushClipRect(vec(shape.box.min), vec(shape.box.max), true); }
    void operator()(const Unclip&) { list_.PopClipRect(); }

  private:
    static bool seen(const Ink& ink) { return ink.alpha > 0; }
    static bool seen(const Pen& pen) { return seen(pen.ink) && pen.width > 0; }
    ImU32 colour(const Ink& ink) const { return frame_.theme.colour(ink); }

    void fill(const Path& shape) {
        for (const Point point : shape.points) list_.PathLineTo(vec(point));
        list_.PathFillConvex(colour(shape.fill));
    }

    void stroke(std::span<const Point> points, const Pen& pen, bool closed) {
        if (pen.dash > 0) return stroke_dashed(points, pen, closed);
        // ImGui's indices have 16 bits: a long line goes in pieces that share their ends.
        constexpr size_t most = 4096;
        if (points.size() <= most) return polyline(points, pen, closed);
        for (size_t first = 0; first + 1 < points.size(); first += most - 1)
            polyline(points.subspan(first, std::min(most, points.size() - first)), pen, false);
        if (closed) {
            const Point ends[] = {points.back(), points.front()};
            polyline(ends, pen, false);
        }
    }

    /// On for a dash and off for a gap, around corners too.
    void stroke_dashed(std::span<const Point> points, const Pen& pen, bool closed) {
        const float period = pen.dash + std::max(pen.gap, 0.01F);
        const size_t pieces = points.size() - (closed ? 0 : 1);
        float at = 0;
        for (size_t i = 0; i < pieces; ++i) {
            const Point from = points[i], to = points[(i + 1) % points.size()];
            const float length = distance(from, to);
            for (float done = 0; done < length;) {
                const float place = std::fmod(at, period);
                const float stretch =
                    std::min(length - done, (place < pen.dash ? pen.dash : period) - place + 0.01F);
                const Point unit = (to - from) * (1 / length);
                const Point dash[] = {from + unit * done, from + unit * (done + stretch)};
                if (place < pen.dash) polyline(dash, pen, false);
                done += stretch;
                at += stretch;
            }
        }
    }

    void polyline(std::span<const Point> points, const Pen& pen, bool closed) {
        for (const Point point : points) list_.PathLineTo(vec(point));
        list_.PathStroke(colour(pen.ink), closed ? ImDrawFlags_Closed : ImDrawFlags_None, pen.width);
    }

    Frame& frame_;
    ImDrawList& list_;
};

}  // namespace

void paint(Frame& frame, const Picture& picture) {
    Painter painter(frame);
    for (const Shape& shape : picture.shapes) std::visit(painter, shape);
}

Touch touch(Frame& frame, const Picture& picture, std::string_view prefix) {
    Touch touch;
    touch.at = point_of(ImGui::GetIO().MousePos);
    std::string id;
    for (const Hit& hit : picture.hits) {
        id.assign(prefix).append(".").append(hit.name);
        const Rect rect = rect_of(hit.box);
        if (!hit.live) {
            frame.items.note(id, rect);
            continue;
        }
        const Interaction now = interact(frame, id, rect);
        if (now.focused) draw_focus(frame, rect, frame.em(0.25F));
        const bool stronger = now.clicked   ? !touch.clicked
                              : now.held    ? !touch.clicked && !touch.held
                              : now.hovered ? touch.name.empty()
                                            : false;
        if (!stronger) continue;
        touch.name = hit.name;
        touch.clicked = now.clicked;
        touch.held = now.held;
        touch.hovered = now.hovered;
    }
    return touch;
}

}  // namespace upsweep::app
