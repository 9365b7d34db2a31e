// Labels keep the order of their lines' ends, which is what keeps leaders from crossing.
#include "app/ui/plot_labels.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/ranges.h"

namespace upsweep::app {
namespace {

struct Segment {
    LineEnd a, b;
};

// The part of the segment inside the field, after Liang and Barsky.
std::optional<Segment> clipped(const PlotFrame& f, LineEnd a, LineEnd b) {
    double from = 0, to = 1;
    const double dx = b.x - a.x, dy = b.y - a.y;
    const auto keep = [&](double direction, double distance) {
        if (direction == 0) return distance >= 0;
        const double at = distance / direction;
        direction < 0 ? from = std::max(from, at) : to = std::min(to, at);
        return from <= to;
    };
    const bool inside = keep(-dx, a.x - f.left) && keep(dx, f.right - a.x) && keep(-dy, a.y - f.top) &&
                        keep(dy, f.bottom - a.y);
    if (!inside) return std::nullopt;
    return Segment{{a.x + from * dx, a.y + from * dy}, {a.x + to * dx, a.y + to * dy}};
}

LineEnd px(const PlotFrame& frame, const PlotPoint& point) {
    return {static_cast<double>(frame.px_x(point.x)), double(frame.px_y(point.y))};
}

double distance_to(const Segment& s, LineEnd p) {
    const double dx = s.b.x - s.a.x, dy = s.b.y - s.a.y, length = dx * dx + dy * dy;
    const double t =
        length == 0 ? 0 : std::clamp(((p.x - s.a.x) * dx + (p.y - s.a.y) * dy) / length, 0.0, 1.0);
    return std::hypot(s.a.x + t * dx - p.x, s.a.y + t * dy - p.y);
}

}  // namespace

EndLabels place_end_labels(std::span<const LineEnd> ends, const LabelPitch& pitch, double from, double to) {
    EndLabels placed;
    const double room = std::max(0.0, to - from);
    placed.detail = double(ends.size()) * pitch.whole <= room ? LabelDetail::whole : LabelDetail::name;
    const bool whole = placed.detail == LabelDetail::whole;
    const double height = whole ? pitch.whole : pitch.name;
    const size_t count = std::min(ends.size(), size_t(room / height));
    placed.left_out = int(ends.size() - count);
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    const auto end = [&](int line) { return nth(ends, line); };
    stable_sort(order, [&](int a, int b) { return end(a).y < end(b).y; });
    std::vector<double> wanted;
    const double leader = whole ? pitch.leader_whole : pitch.leader_name;
    for (const int line : order) wanted.push_back(end(line).y - leader + height / 2);
    const std::vector<double> centres = spread_labels(wanted, std::vector<double>(count, height), from, to);
    for (size_t i = 0; i < count; ++i) {
        const double top = centres[i] - height / 2;
        placed.labels.push_back({order[i], top, top + height, top + leader});
    }
    return placed;
}

std::array<LineEnd, 3> leader_of(LineEnd end, const EndLabel& label, double elbow, double label_x) {
    return {end, LineEnd{std::max(elbow, end.x), end.y}, LineEnd{label_x, label.leader_y}};
}

std::optional<LineEnd> visible_end(const PlotFrame& frame, std::span<const PlotPoint> points) {
    if (points.size() == 1) {
        const LineEnd only = px(frame, points.front());
        if (clipped(frame, only, only)) return only;
    }
    for (size_t i = points.size(); i-- > 1;)
        if (const auto seen = clipped(frame, px(frame, points[i - 1]), px(frame, points[i]))) return seen->b;
    return std::nullopt;
}

int line_at(const PlotFrame& frame, std::span<const PlotSeries> series, float x, float y, float reach) {
    int found = -1;
    double nearest = double(reach);
    const LineEnd at{static_cast<double>(x), double(y)};
    for (int s = 0; s < int(series.size()); ++s) {
        const auto& points = nth(series, s).points;
        for (size_t i = 0; i < points.size(); ++i) {
            const LineEnd b = px(frame, points[i]), a = i == 0 ? b : px(frame, points[i - 1]);
            const double away = distance_to({a, b}, at);
            if (away > nearest) continue;
            nearest = away;
            found = s;
        }
    }
    return found;
}

}  // namespace upsweep::app
