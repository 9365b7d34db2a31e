// Lines, bands and markers on ImGui's draw list.
#include "app/ui/plot_lines.h"

#include <array>
#include <cmath>

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

double linear(unsigned channel) {
    const double c = channel / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

double luminance(Rgb c) {
    return 0.2126 * linear(c >> 16 & 255) + 0.7152 * linear(c >> 8 & 255) + 0.0722 * linear(c & 255);
}

}  // namespace

ImU32 series_colour(const Frame& frame, int line) {
    return line < 0 ? frame.colour(Role::t3) : frame.theme.plot_line(line);
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
    }
}

void draw_recorded_marker(Frame& frame, ImVec2 c, ImU32 colour) {
    const float r = snap(frame.em(0.3F));
    const Rect square = Rect(c.x - r, c.y - r, c.x + r, c.y + r).snapped();
    frame.list()->AddRectFilled(square.min, square.max, frame.colour(Role::bg1));
    frame.list()->AddRect(square.min, square.max, colour, 0, 0, frame.px(2));
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

void draw_series(Frame& frame, const PlotFrame& field, const PlotSeries& series) {
    const ImU32 colour = series_colour(frame, series.line);
    std::vector<ImVec2> points;
    for (const PlotPoint& point : series.points) points.push_back(px(field, point.x, point.y));
    const float width = frame.px(series.line < 0 || series.recorded ? line_px * 0.7F : line_px);
    if (points.size() > 1) draw_polyline(frame, points, colour, width, series.dashed);
    for (const ImVec2 point : points)
        series.recorded ? draw_recorded_marker(frame, point, colour)
                        : draw_marker(frame, point, series.marker, colour);
    if (series.measuring && !points.empty())
        frame.list()->AddCircle(points.back(), frame.em(0.55F), frame.colour(Role::t1), 0, frame.px(2));
}

void draw_line_sample(Frame& frame, ImVec2 left, float width, const PlotSeries& series) {
    const ImU32 colour = series_colour(frame, series.line);
    const std::array<ImVec2, 2> ends = {left, ImVec2(left.x + width, left.y)};
    draw_polyline(frame, ends, colour, frame.px(2), series.dashed);
    const ImVec2 middle(left.x + width / 2, left.y);
    series.recorded ? draw_recorded_marker(frame, middle, colour)
                    : draw_marker(frame, middle, series.marker, colour);
}

double contrast(Rgb a, Rgb b) {
    const double la = luminance(a) + 0.05, lb = luminance(b) + 0.05;
    return la > lb ? la / lb : lb / la;
}

}  // namespace upsweep::app
