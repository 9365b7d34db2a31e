// The mathematics of a plot: lines as data, axes, ticks, labels that keep apart, crossings, what is under the
// mouse. No drawing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace upsweep::app {

enum class Marker : uint8_t {
    disc,
    square,
    triangle_up,
    diamond,
    triangle_down,
    ring,
    cross,
    hollow_square,  ///< the hollow ones are printed points
    hollow_diamond,
    hollow_triangle_up,
    hollow_pentagon,
    hollow_triangle_down,
    hollow_hexagon
};

/// Colours other than the palette's six plot lines.
inline constexpr int ceiling_line = -1, printed_line = -2;

/// One measured value with its spread; x and y are positive, because both axes are logarithmic.
struct PlotPoint {
    double x = 1, y = 1;
    double low = 1, high = 1;
};

struct PlotSeries {
    std::string name = {};
    std::string note = {};               ///< smaller, under the name: "67.6 ms, measured here"
    std::vector<PlotPoint> points = {};  ///< x ascends
    int line = 0;                        ///< which plot line of the palette, ceiling_line or printed_line
    Marker marker = Marker::disc;
    bool dashed = false;     ///< not measured here
    bool measuring = false;  ///< the last point may still move: it gets a ring
    char letter = 0;         ///< printed points, by the letter on their plate: a thin line
};

/// A logarithmic axis from `lowest` to `highest`, both positive; or a linear one, which may begin at 0.
struct PlotAxis {
    double lowest = 1, highest = 10;
    bool linear = false;

    /// 0 at `lowest`, 1 at `highest`.
    double position(double value) const;
    double value(double position) const;
    friend bool operator==(const PlotAxis&, const PlotAxis&) = default;
};

/// A part of the plot that was dragged out.
struct PlotZoom {
    PlotAxis x, y;
    friend bool operator==(const PlotZoom&, const PlotZoom&) = default;
};

struct PlotTick {
    double value = 1;
    bool major = true;
    std::string label = {};  ///< empty where there is no room, and for minor ticks
};

/// An axis that holds all `values` with a margin of `margin` decades at both ends, and spans one decade at
/// least. Values that have no logarithm are left out.
PlotAxis axis_around(std::span<const double> values, double margin);
/// Of all points' x (or, with spread, y) values.
PlotAxis x_axis_of(std::span<const PlotSeries> series);
PlotAxis y_axis_of(std::span<const PlotSeries> series);

using NumberText = std::function<std::string(double)>;
/// Powers of ten as major ticks, their multiples 2…9 as minor ones; of a linear axis whole steps of 1, 2
/// or 5.
std::vector<PlotTick> decade_ticks(const PlotAxis& axis, const NumberText& text);
/// The least of 1, 2 or 5 times a power of ten that parts `length` into `most` steps or fewer.
double linear_step(double length, int most);
/// Powers of two; labels only on every 2nd, 4th … one, so that at most `labels` of them are.
std::vector<PlotTick> doubling_ticks(const PlotAxis& axis, int labels);

/// Centres for labels that want to be at `wanted` and need `heights`: in the same order from top to bottom,
/// none overlapping, moved as little as can be (least squares), all within [from, to] where they fit.
std::vector<double> spread_labels(std::span<const double> wanted, std::span<const double> heights,
                                  double from, double to);

/// Where `challenger` becomes, and from then on stays, lower than `champion`; interpolated between the sizes
/// that both were measured at, along the straight lines of the log-log plot. Nothing if there is no such
/// place.
struct Crossing {
    double x = 1, y = 1;
};
std::optional<Crossing> crossing(std::span<const PlotPoint> challenger, std::span<const PlotPoint> champion);

/// Where values come to lie: x to the right, y upwards in value, downwards in pixels.
struct PlotFrame {
    float left = 0, top = 0, right = 1, bottom = 1;
    PlotAxis x, y;

    float px_x(double value) const { return left + float(x.position(value)) * (right - left); }
    float px_y(double value) const { return bottom - float(y.position(value)) * (bottom - top); }
};

/// What the mouse is at: the nearest measured x, and the nearest point within `reach` pixels, if any.
struct PlotHover {
    double x = 0;
    int series = -1, point = -1;
};
std::optional<PlotHover> hover_at(const PlotFrame& frame, std::span<const PlotSeries> series, float at_x,
                                  float at_y, float reach);

/// [first, last] index pairs of at most `most` points that share their end points: a polyline in pieces whose
/// vertices 16-bit indices can count.
std::vector<std::pair<int, int>> split_polyline(int points, int most);

/// Pixels, y downwards.
struct LineEnd {
    double x = 0, y = 0;
};

/// What a label beside a line's end holds: name and note, or the name alone.
enum class LabelDetail : uint8_t { whole, name };

struct EndLabel {
    int line = 0;
    double top = 0, bottom = 0;
    double leader_y = 0;  ///< where its leader arrives
};

struct EndLabels {
    LabelDetail detail = LabelDetail::whole;
    std::vector<EndLabel> labels;  ///< from top to bottom
    int left_out = 0;              ///< lines whose label had no room
};

/// Heights in pixels from one label to the next, with and without notes, and where leaders arrive below a
/// label's top.
struct LabelPitch {
    double whole = 1, name = 1;
    double leader_whole = 0, leader_name = 0;
};

/// One label a line, in the order of the ends from top to bottom, within [from, to], moved as little as can
/// be. Where they do not all fit they lose their notes; where even then there are too many, the later lines
/// have none.
EndLabels place_end_labels(std::span<const LineEnd> ends, const LabelPitch& pitch, double from, double to);

/// From a line's end level to `elbow`, then straight to the label at `label_x`. Leaders of labels that
/// place_end_labels has placed do not cross.
std::array<LineEnd, 3> leader_of(LineEnd end, const EndLabel& label, double elbow, double label_x);

/// Labels inside the field, of lines 0 to `count` − 1: `place(line, taken)` finds one an optional Box off the
/// boxes that are taken. A line without a place has its label outside of the field, and all labels inside
/// keep off the Box of its leader, `leader(line)`.
template <typename Box, typename Place, typename Leader>
std::vector<std::optional<Box>> place_inside_labels(int count, const Place& place, const Leader& leader) {
    std::vector<Box> leaders;
    std::vector<char> outside(size_t(count), 0);
    // Each round places all of them again, off the leaders of those that found no place before.
    for (;;) {
        std::vector<std::optional<Box>> places(count);
        std::vector<Box> taken = leaders;
        const size_t before = leaders.size();
        for (int line = 0; line < count; ++line) {
            const auto at = size_t(line);
            if (outside[at] != 0) continue;
            places[at] = place(line, std::span<const Box>(taken));
            if (places[at]) {
                taken.push_back(*places[at]);
            } else {
                outside[at] = 1;
                leaders.push_back(leader(line));
            }
        }
        if (leaders.size() == before) return places;
    }
}

/// Where the line is last seen in the field, in pixels; nothing if it does not pass through it.
std::optional<LineEnd> visible_end(const PlotFrame& frame, std::span<const PlotPoint> points);

/// The line that passes within `reach` pixels of the place, the nearest one; -1: none.
int line_at(const PlotFrame& frame, std::span<const PlotSeries> series, float x, float y, float reach);

}  // namespace upsweep::app
