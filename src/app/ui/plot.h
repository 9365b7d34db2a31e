// The plot: measured lines on logarithmic axes, with spread, names at their ends and what is under the mouse.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/frame.h"
#include "app/ui/plot_layout.h"

namespace upsweep::app {

/// A point with a ring, a leader upwards and a plate in words.
struct PlotNote {
    double x = 1, y = 1;
    std::string title, detail;
};

struct Plot {
    std::span<const PlotSeries> series;
    PlotAxis x, y;
    std::string caption;     ///< over the field: what line and band mean
    std::string x_title;     ///< under the x axis
    std::string recorded;    ///< what the recorded series are, over the field; empty if there are none
    NumberText decade_text;  ///< labels of the y axis
    NumberText value_text;   ///< values read off under the mouse
    std::vector<PlotNote> notes;
    std::optional<double> lit_x;  ///< the size that is spoken of elsewhere: a band behind the lines
};

/// Draws into `rect` and notes the field under `id` for tests; returns what the mouse is at.
std::optional<PlotHover> draw_plot(Frame& frame, std::string_view id, Rect rect, const Plot& plot);

/// A series' marker, centred; 0.28 E in radius.
void draw_marker(Frame& frame, ImVec2 centre, Marker marker, ImU32 colour);
/// The marker of what was recorded elsewhere: a hollow square.
void draw_recorded_marker(Frame& frame, ImVec2 centre, ImU32 colour);
/// A stretch of its line with the marker in the middle, as lists of series show it.
void draw_line_sample(Frame& frame, ImVec2 left, float width, const PlotSeries& series);
/// The series' colour in this theme.
ImU32 series_colour(const Frame& frame, int line);

}  // namespace upsweep::app
