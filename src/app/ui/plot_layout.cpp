// Axes are logarithmic throughout: times, sizes and ratios all are compared by their quotients.
#include "app/ui/plot_layout.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "core/ranges.h"

namespace upsweep::app {

namespace {

constexpr double decade_slack = 1e-9;  // so that rounding does not lose a tick at the very end

// Labels that touch move as one block, whose centre is the mean of what its members want.
struct Block {
    double wanted_top = 0;  // mean over members of (wanted top of the block)
    double height = 0;
    int members = 0;
};

void merge_upwards(std::vector<Block>& blocks, double from, double to) {
    const auto top_of = [&](const Block& block) {
        return std::max(from, std::min(block.wanted_top, to - block.height));
    };
    while (blocks.size() >= 2) {
        Block& above = blocks[blocks.size() - 2];
        const Block& below = blocks.back();
        if (top_of(above) + above.height <= top_of(below)) return;
        const int members = above.members + below.members;
        above.wanted_top =
            (above.wanted_top * above.members + (below.wanted_top - above.height) * below.members) / members;
        above.height += below.height;
        above.members = members;
        blocks.pop_back();
    }
}

// Points of both lines at the same x.
std::vector<std::pair<PlotPoint, PlotPoint>> common_points(std::span<const PlotPoint> a,
                                                           std::span<const PlotPoint> b) {
    std::vector<std::pair<PlotPoint, PlotPoint>> common;
    for (size_t i = 0, j = 0; i < a.size() && j < b.size();) {
        if (a[i].x == b[j].x)
            common.emplace_back(a[i++], b[j++]);
        else if (a[i].x < b[j].x)
            ++i;
        else
            ++j;
    }
    return common;
}

}  // namespace

double PlotAxis::position(double value) const {
    if (linear) return (value - lowest) / (highest - lowest);
    return (std::log(value) - std::log(lowest)) / (std::log(highest) - std::log(lowest));
}

double PlotAxis::value(double position) const {
    if (linear) return std::lerp(lowest, highest, position);
    return std::exp(std::lerp(std::log(lowest), std::log(highest), position));
}

PlotAxis axis_around(std::span<const double> values, double margin) {
    double lowest = 0, highest = 0;
    for (const double value : values) {
        if (!(value > 0) || !std::isfinite(value)) continue;
        lowest = lowest > 0 ? std::min(lowest, value) : value;
        highest = std::max(highest, value);
    }
    if (lowest == 0) return {};
    double from = std::log10(lowest) - margin, to = std::log10(highest) + margin;
    if (const double missing = 1 - (to - from); missing > 0) from -= missing / 2, to += missing / 2;
    return {std::pow(10, from), std::pow(10, to)};
}

PlotAxis x_axis_of(std::span<const PlotSeries> series) {
    std::vector<double> values;
    for (const PlotSeries& line : series)
        for (const PlotPoint& point : line.points) values.push_back(point.x);
    return axis_around(values, 0.06);
}

PlotAxis y_axis_of(std::span<const PlotSeries> series) {
    std::vector<double> values;
    for (const PlotSeries& line : series)
        for (const PlotPoint& point : line.points) {
            values.push_back(point.low);
            values.push_back(point.high);
        }
    return axis_around(values, 0.25);
}

double linear_step(double length, int most) {
    const double rough = length / std::max(1, most), unit = std::pow(10, std::floor(std::log10(rough)));
    for (const double times : {1.0, 2.0, 5.0})
        if (times * unit >= rough) return times * unit;
    return 10 * unit;
}

std::vector<PlotTick> decade_ticks(const PlotAxis& axis, const NumberText& text) {
    std::vector<PlotTick> ticks;
    if (axis.linear) {
        const double step = linear_step(axis.highest - axis.lowest, 6);
        for (double at = std::ceil(axis.lowest / step - decade_slack) * step + 0.0; at <= axis.highest;
             at += step)
            ticks.push_back({at, true, text(at)});
        return ticks;
    }
    const int first = int(std::floor(std::log10(axis.lowest)));
    for (int decade = first; std::pow(10, decade) <= axis.highest; ++decade)
        for (int multiple = 1; multiple <= 9; ++multiple) {
            const double value = multiple * std::pow(10, decade);
            const double position = axis.position(value);
            if (position < -decade_slack || position > 1 + decade_slack) continue;
            ticks.push_back({value, multiple == 1, multiple == 1 ? text(value) : std::string()});
        }
    return ticks;
}

std::vector<PlotTick> doubling_ticks(const PlotAxis& axis, int labels) {
    const int first = int(std::ceil(std::log2(axis.lowest) - decade_slack));
    const int last = int(std::floor(std::log2(axis.highest) + decade_slack));
    int every = 1;
    while ((last - first) / every + 1 > std::max(labels, 1)) every *= 2;
    std::vector<PlotTick> ticks;
    for (int power = first; power <= last; ++power) {
        const double value = std::exp2(power);
        const bool labelled = (last - power) % every == 0;
        ticks.push_back({value, true, labelled ? fmt::format("{}", value) : std::string()});
    }
    return ticks;
}

std::vector<double> spread_labels(std::span<const double> wanted, std::span<const double> heights,
                                  double from, double to) {
    assert(wanted.size() == heights.size());
    std::vector<size_t> order(wanted.size());
    std::iota(order.begin(), order.end(), 0U);
    stable_sort(order, [&](size_t a, size_t b) { return wanted[a] < wanted[b]; });
    std::vector<Block> blocks;
    for (const size_t i : order) {
        blocks.push_back({wanted[i] - heights[i] / 2, heights[i], 1});
        merge_upwards(blocks, from, to);
    }
    std::vector<double> centres(wanted.size());
    size_t next = 0;
    for (const Block& block : blocks) {
        double top = std::max(from, std::min(block.wanted_top, to - block.height));
        for (int member = 0; member < block.members; ++member) {
            const size_t i = order[next++];
            centres[i] = top + heights[i] / 2;
            top += heights[i];
        }
    }
    return centres;
}

std::optional<Crossing> crossing(std::span<const PlotPoint> challenger, std::span<const PlotPoint> champion) {
    const auto common = common_points(challenger, champion);
    const auto behind = [&](size_t i) { return std::log(common[i].first.y / common[i].second.y); };
    size_t after = common.size();
    while (after > 0 && behind(after - 1) <= 0) --after;
    if (after == 0 || after == common.size()) return std::nullopt;
    const double before = behind(after - 1);
    const double t = before / (before - behind(after));
    const auto between = [t](double a, double b) { return std::exp(std::lerp(std::log(a), std::log(b), t)); };
    return Crossing{between(common[after - 1].first.x, common[after].first.x),
                    between(common[after - 1].first.y, common[after].first.y)};
}

std::optional<PlotHover> hover_at(const PlotFrame& frame, std::span<const PlotSeries> series, float at_x,
                                  float at_y, float reach) {
    if (at_x < frame.left || at_x > frame.right || at_y < frame.top || at_y > frame.bottom)
        return std::nullopt;
    std::optional<PlotHover> hover;
    float nearest_column = 0, nearest_point = reach;
    for (int s = 0; s < int(series.size()); ++s) {
        const auto& points = nth(series, s).points;
        for (int p = 0; p < int(points.size()); ++p) {
            const PlotPoint& point = nth(points, p);
            const float dx = std::abs(frame.px_x(point.x) - at_x);
            if (!hover || dx < nearest_column) {
                if (!hover) hover.emplace();
                hover->x = point.x;
                nearest_column = dx;
            }
            const float distance = std::hypot(dx, frame.px_y(point.y) - at_y);
            if (distance > nearest_point) continue;
            nearest_point = distance;
            hover->series = s;
            hover->point = p;
        }
    }
    return hover;
}

std::vector<std::pair<int, int>> split_polyline(int points, int most) {
    assert(most >= 2);
    std::vector<std::pair<int, int>> pieces;
    for (int first = 0; first < points - 1; first += most - 1)
        pieces.emplace_back(first, std::min(first + most - 1, points - 1));
    return pieces;
}

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
    return {double(frame.px_x(point.x)), double(frame.px_y(point.y))};
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
    const LineEnd at{double(x), double(y)};
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
