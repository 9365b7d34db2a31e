// Lines, bands and markers on ImGui's draw list.
#include "app/ui/plot_lines.h"

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/ui/text.h"

namespace upsweep::app {
namespace {

constexpr float line_px = 2.6F, dash_px = 7, gap_px = 5;
constexpr int longest_piece = 4096;  // AddPolyline makes up to four vertices a point

ImVec2 px(const PlotFrame& field, double x, double y) { return {field.px_x(x), field.px_y(y)}; }

void draw_dashes(ImDrawList* list, std::span<const ImVec2> points, ImU32 colour, float width, float dash,
                 float gap) {
    float travelled = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        const ImVec2 step = points[i] - points[i - 1];
        const float length = std::hypot(step.x, step.y);
        float at = 0;
        while (at < length) {
            const float phase = std::fmod(travelled + at, dash + gap);
            const bool on = phase < dash;
            const float next = std::min(length, at + std::max((on ? dash : dash + gap) - phase, 0.01F));
            if (on)
                list->AddLine(points[i - 1] + step * (at / length), points[i - 1] + step * (next / length),
                              colour, width);
            at = next;
        }
        travelled += length;
    }
}

void fill_polygon(ImDrawList* list, ImVec2 centre, float radius, int corners, float turn, ImU32 colour) {
    std::array<ImVec2, 8> points;
    for (int i = 0; i < corners; ++i) {
        const float angle = turn + 6.2831853F * static_cast<float>(i) / static_cast<float>(corners);
        points[static_cast<std::size_t>(i)] = centre + ImVec2(std::cos(angle), std::sin(angle)) * radius;
    }
    list->AddConvexPolyFilled(points.data(), corners, colour);
}

void draw_hollow(Frame& frame, ImVec2 centre, int corners, float turn, ImU32 colour) {
    const float r = 1.25F * frame.em(0.28F);
    fill_polygon(frame.list(), centre, r, corners, turn, frame.colour(Role::bg1));
    for (int i = 0; i < corners; ++i) {
        const float angle = turn + 6.2831853F * static_cast<float>(i) / static_cast<float>(corners);
        frame.list()->PathLineTo(centre + ImVec2(std::cos(angle), std::sin(angle)) * r);
    }
    frame.list()->PathStroke(colour, ImDrawFlags_Closed, frame.px(1.8F));
}

double linear(unsigned channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(Rgb c) {
    return 0.2126 * linear(c >> 16 & 255) + 0.7152 * linear(c >> 8 & 255) + 0.0722 * linear(c & 255);
}

}  // namespace

ImU32 series_colour(const Frame& frame, int line) {
    if (line == printed_line) return frame.colour(Role::t2);
    return line < 0 ? frame.colour(Role::t3) : frame.theme.plot_line(line);
}

ImU32 emphasised(ImU32 colour, Emphasis emphasis) {
    constexpr ImU32 alpha = 64;
    return emphasis == Emphasis::back ? (colour & ~IM_COL32_A_MASK) | (alpha << IM_COL32_A_SHIFT) : colour;
}

void draw_marker(Frame& frame, ImVec2 c, Marker marker, ImU32 colour) {
    constexpr float quarter = 1.5707963F;
    ImDrawList* list = frame.list();
    const float r = frame.em(0.28F), thin = frame.px(2);
    switch (marker) {
        case Marker::disc:
            return list->AddCircleFilled(c, r, colour);
        case Marker::square:
            return list->AddRectFilled({c.x - 0.85F * r, c.y - 0.85F * r}, {c.x + 0.85F * r, c.y + 0.85F * r},
                                       colour);
        case Marker::triangle_up:
            return fill_polygon(list, {c.x, c.y + 0.15F * r}, 1.2F * r, 3, -quarter, colour);
        case Marker::triangle_down:
            return fill_polygon(list, {c.x, c.y - 0.15F * r}, 1.2F * r, 3, quarter, colour);
        case Marker::diamond:
            return fill_polygon(list, c, 1.2F * r, 4, 0, colour);
        case Marker::ring:
            list->AddCircleFilled(c, r, frame.colour(Role::bg1));
            return list->AddCircle(c, r, colour, 0, thin);
        case Marker::cross:
            list->AddLine({c.x - 0.8F * r, c.y - 0.8F * r}, {c.x + 0.8F * r, c.y + 0.8F * r}, colour, thin);
            return list->AddLine({c.x - 0.8F * r, c.y + 0.8F * r}, {c.x + 0.8F * r, c.y - 0.8F * r}, colour,
                                 thin);
        case Marker::hollow_square:
            return draw_hollow(frame, c, 4, quarter / 2, colour);
        case Marker::hollow_diamond:
            return draw_hollow(frame, c, 4, 0, colour);
        case Marker::hollow_triangle_up:
            return draw_hollow(frame, c, 3, -quarter, colour);
        case Marker::hollow_pentagon:
            return draw_hollow(frame, c, 5, -quarter, colour);
        case Marker::hollow_triangle_down:
            return draw_hollow(frame, c, 3, quarter, colour);
        case Marker::hollow_hexagon:
            return draw_hollow(frame, c, 6, 0, colour);
    }
}

void draw_polyline(Frame& frame, std::span<const ImVec2> points, ImU32 colour, float width, bool dashed) {
    if (dashed) return draw_dashes(frame.list(), points, colour, width, frame.px(dash_px), frame.px(gap_px));
    for (const auto& [first, last] : split_polyline(static_cast<int>(points.size()), longest_piece))
        frame.list()->AddPolyline(points.data() + first, last - first + 1, colour, 0, width);
}

void draw_band(Frame& frame, const PlotFrame& field, const PlotSeries& series) {
    ImDrawList* list = frame.list();
    const ImU32 opaque = series_colour(frame, series.line);
    const ImU32 colour = (opaque & ~IM_COL32_A_MASK) | (51U << IM_COL32_A_SHIFT);
    // Smoothed edges would show as seams between the quads.
    const ImDrawListFlags flags = list->Flags;
    list->Flags &= ~ImDrawListFlags_AntiAliasedFill;
    for (std::size_t i = 1; i < series.points.size(); ++i) {
        const PlotPoint& a = series.points[i - 1];
        const PlotPoint& b = series.points[i];
        list->AddQuadFilled(px(field, a.x, a.high), px(field, b.x, b.high), px(field, b.x, b.low),
                            px(field, a.x, a.low), colour);
    }
    list->Flags = flags;
}

std::vector<ImVec2> pixels_of(const PlotFrame& field, const PlotSeries& series) {
    std::vector<ImVec2> points;
    for (const PlotPoint& point : series.points) points.push_back(px(field, point.x, point.y));
    return points;
}

void draw_series(Frame& frame, const PlotFrame& field, const PlotSeries& series, Emphasis emphasis) {
    const ImU32 colour = emphasised(series_colour(frame, series.line), emphasis);
    const std::vector<ImVec2> points = pixels_of(field, series);
    const float thin = series.line < 0 || series.letter != 0 ? 0.65F : 1;
    const float width = frame.px(line_px * thin * (emphasis == Emphasis::lit ? 1.5F : 1));
    const Rect inside(field.left, field.top, field.right, field.bottom);
    frame.list()->PushClipRect(inside.min, inside.max, true);
    if (points.size() > 1) draw_polyline(frame, points, colour, width, series.dashed);
    frame.list()->PopClipRect();
    const Rect reach = inside.inset(-1);
    for (const ImVec2 point : points)
        if (reach.contains(point)) draw_marker(frame, point, series.marker, colour);
    if (points.empty() || !reach.contains(points.back())) return;
    if (series.measuring)
        frame.list()->AddCircle(points.back(), frame.em(0.55F), frame.colour(Role::t1), 0, frame.px(2));
}

void draw_line_sample(Frame& frame, ImVec2 left, float width, const PlotSeries& series) {
    const ImU32 colour = series_colour(frame, series.line);
    const std::array<ImVec2, 2> ends = {left, ImVec2(left.x + width, left.y)};
    draw_polyline(frame, ends, colour, frame.px(series.letter != 0 ? 1.6F : 2), series.dashed);
    draw_marker(frame, ImVec2(left.x + width / 2, left.y), series.marker, colour);
}

void draw_letter(Frame& frame, ImVec2 centre, char letter) {
    const Rect plate = Rect::around(centre, frame.em(1.1F)).snapped();
    frame.fill(plate, Role::bg0, frame.em(0.2F));
    frame.outline(plate, Role::t1, frame.em(0.2F), frame.px(1.2F));
    draw_text(frame, plate.centre(), type::head, Role::t1, std::string(1, letter), Align::centre);
}

double contrast(Rgb a, Rgb b) {
    const double la = luminance(a) + 0.05, lb = luminance(b) + 0.05;
    return la > lb ? la / lb : lb / la;
}

}  // namespace upsweep::app
