// The mathematics of a plot: axes, ticks, labels that keep apart, crossings, what is under the mouse. No
// drawing.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/ui/plot_series.h"

namespace upsweep::app {

/// A logarithmic axis from `lowest` to `highest`, both positive.
struct PlotAxis {
    double lowest = 1, highest = 10;

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
/// least.
PlotAxis axis_around(std::span<const double> values, double margin);
/// Of all points' x (or, with spread, y) values.
PlotAxis x_axis_of(std::span<const PlotSeries> series);
PlotAxis y_axis_of(std::span<const PlotSeries> series);

using NumberText = std::function<std::string(double)>;
/// Powers of ten as major ticks, their multiples 2…9 as minor ones.
std::vector<PlotTick> decade_ticks(const PlotAxis& axis, const NumberText& text);
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

}  // namespace upsweep::app
