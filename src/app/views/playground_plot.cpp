// Time against radius: the direct sum of every window and the way through the integral image.
#include <algorithm>
#include <cmath>

#include <fmt/core.h>

#include "app/views/playground_view.h"

namespace upsweep::app {
namespace {

constexpr int direct_line = 1, integral_line = 3;  // amber and green, as squares and discs
constexpr double most_radius = 64;

struct Scale {
    Rect field;
    double lowest = 0.1, highest = 100;  ///< milliseconds, powers of ten

    float x(double radius) const {
        return field.min.x + static_cast<float>(std::log2(radius) / std::log2(most_radius)) * field.width();
    }
    float y(double ms) const {
        const double share = std::log(std::max(ms, lowest) / lowest) / std::log(highest / lowest);
        return field.max.y - static_cast<float>(share) * field.height();
    }
};

/// Whole decades around everything that was measured, with room above for a name.
Scale scale_for(Rect field, const std::vector<SweepPoint>& points) {
    double low = 1e9, high = 0;
    for (const SweepPoint& point : points) {
        low = std::min({low, point.integral_ms, point.direct_ms.value_or(point.integral_ms)});
        high = std::max({high, point.integral_ms, point.direct_ms.value_or(0)});
    }
    if (points.empty()) return {field};
    Scale scale{field, std::pow(10, std::floor(std::log10(low * 0.6))),
                std::pow(10, std::ceil(std::log10(high * 3)))};
    return scale;
}

void draw_axes(Frame& frame, const Scale& scale) {
    const Rect& field = scale.field;
    frame.list()->AddRectFilled(field.min, field.max, frame.colour(Role::bg0));
    for (double ms = scale.lowest; ms <= scale.highest * 1.01; ms *= 10) {
        const float y = snap(scale.y(ms));
        frame.list()->AddLine({field.min.x, y}, {field.max.x, y}, frame.colour(Role::line), 1);
        draw_text(frame, {field.min.x - frame.em(0.5F), y}, type::tick, frame.colour(Role::t3),
                  fmt::format("{:g} ms", ms), Align::right);
    }
    for (int radius = 1; radius <= most_radius; radius *= 2)
        draw_text(frame, {scale.x(radius), field.max.y + frame.em(0.8F)}, type::tick, frame.colour(Role::t3),
                  std::to_string(radius), Align::centre);
    draw_text(frame, {field.centre().x, field.max.y + frame.em(1.8F)}, type::small, frame.colour(Role::t3),
              "radius", Align::centre);
}

void draw_marker(Frame& frame, ImVec2 at, ImU32 colour, bool square) {
    const float size = frame.em(0.24F);
    if (square)
        frame.list()->AddRectFilled({at.x - size, at.y - size}, {at.x + size, at.y + size}, colour);
    else
        frame.list()->AddCircleFilled(at, size * 1.1F, colour);
}

void draw_line(Frame& frame, const std::vector<ImVec2>& points, int line, std::string_view name, Rect field) {
    if (points.empty()) return;
    const ImU32 colour = frame.theme.plot_line(line);
    frame.list()->AddPolyline(points.data(), static_cast<int>(points.size()), colour, 0, frame.px(2.6F));
    for (ImVec2 at : points) draw_marker(frame, at, colour, line == direct_line);
    // The name stands at the line's end, where nothing is beyond it; inside the field in any case.
    const float width = text_width(frame, type::head, name), gap = frame.em(0.9F);
    const ImVec2 end = points.back();
    ImVec2 at(end.x - gap - width, end.y - frame.em(0.1F));
    // A line that is still short has its name above its end.
    if (at.x < field.min.x + frame.em(0.3F))
        at = {std::max(field.min.x + frame.em(0.3F), end.x - width), end.y - frame.em(1)};
    if (line == integral_line) at = {end.x - width, end.y - frame.em(1)};
    if (at.y < field.min.y + frame.em(0.5F)) at.y = end.y + frame.em(1.2F);
    draw_text(frame, at, type::head, frame.colour(Role::t1), name);
}

/// A ring and the time at a point that was measured at the radius in use.
void draw_reading(Frame& frame, ImVec2 at, double ms) {
    frame.list()->AddCircle(at, frame.em(0.45F), frame.colour(Role::ink), 0, frame.px(1.6F));
    draw_text(frame, {at.x - frame.em(0.7F), at.y - frame.em(0.8F)}, type::code, frame.colour(Role::t1),
              milliseconds_text(ms), Align::right);
}

}  // namespace

void draw_sweep(Frame& frame, Rect area, const PlaygroundSweep& sweep, int radius) {
    Rect field(area.min.x + frame.em(4.2F), area.min.y + frame.em(0.4F), area.max.x - frame.em(0.6F),
               area.max.y - frame.em(2.5F));
    if (field.empty()) return;
    const Scale scale = scale_for(field.snapped(), sweep.points());
    draw_axes(frame, scale);
    frame.list()->PushClipRect(area.min, area.max, true);
    if (radius >= 1 && radius <= most_radius)
        frame.list()->AddLine({snap(scale.x(radius)), field.min.y}, {snap(scale.x(radius)), field.max.y},
                              frame.colour(Role::t1), frame.px(1.4F));
    std::vector<ImVec2> direct, integral;
    for (const SweepPoint& point : sweep.points()) {
        integral.emplace_back(scale.x(point.radius), scale.y(point.integral_ms));
        if (point.direct_ms) direct.emplace_back(scale.x(point.radius), scale.y(*point.direct_ms));
    }
    draw_line(frame, direct, direct_line, "direct sum of the window", field);
    draw_line(frame, integral, integral_line, "integral image", field);
    for (const SweepPoint& point : sweep.points()) {
        if (point.radius != radius) continue;
        draw_reading(frame, {scale.x(radius), scale.y(point.integral_ms)}, point.integral_ms);
        if (point.direct_ms)
            draw_reading(frame, {scale.x(radius), scale.y(*point.direct_ms)}, *point.direct_ms);
    }
    frame.list()->PopClipRect();
}

}  // namespace upsweep::app
