// The plot: measured lines on logarithmic axes, with spread, labels at their ends and what is under the
// mouse.
#pragma once

#include "app/ui/frame.h"
#include "app/ui/plot_layout.h"

namespace upsweep::app {

/// A point with a ring, a leader and a plate in words where there is room for it.
struct PlotNote {
    double x = 1, y = 1;
    std::string title, detail;
};

/// Small words beside a point: "in the L2 up to 2048 × 2048".
struct PlotRemark {
    double x = 1, y = 1;
    std::string text;
};

/// Two lines' values at one x, joined by a dotted line, and what lies between them.
struct PlotRatio {
    double x = 1, from = 1, to = 1;
    std::string text;  ///< "459 ×"
    int line = 0;      ///< in this plot line's colour
};

struct Plot {
    std::span<const PlotSeries> series;
    PlotAxis x, y;
    std::string caption;                 ///< over the field: what line and band mean
    std::string x_title;                 ///< under the x axis
    NumberText decade_text;              ///< labels of the y axis
    NumberText value_text;               ///< values read off under the mouse
    std::vector<PlotTick> x_ticks = {};  ///< instead of powers of two; those without room have no label
    bool values = false;                 ///< each point's value beside it, where there is room
    std::vector<PlotNote> notes;
    std::vector<PlotRemark> remarks;
    std::optional<PlotRatio> ratio;
    std::optional<double> lit_x;  ///< the size that is spoken of elsewhere: a band behind the lines
    int lit = -1;                 ///< the series that is pointed at elsewhere: the others fade
    int drawn = -1;    ///< the series whose points follow the mouse while it is down: drawn by hand
    int ceiling = -1;  ///< the series that none can pass: what is over it is shaded
};

/// What the mouse does in the plot.
struct PlotTouch {
    std::optional<PlotHover> hover;  ///< the size under it
    int lit = -1;                    ///< the series whose line or label it is at
    int clicked = -1;                ///< … and that was clicked there
    std::optional<PlotZoom> zoom;    ///< a box was dragged out
    bool fit = false;                ///< a double click: show all of it
    /// A point of the series that is drawn by hand, and its new value.
    std::optional<std::pair<int, double>> moved;
};

/// Draws into `rect` and notes the field under `id` and the labels under id.label.0, … by series.
PlotTouch draw_plot(Frame& frame, std::string_view id, Rect rect, const Plot& plot);

/// A series' marker, centred; 0.28 E in radius.
void draw_marker(Frame& frame, ImVec2 centre, Marker marker, ImU32 colour);
/// A stretch of its line with the marker in the middle, as lists of series show it.
void draw_line_sample(Frame& frame, ImVec2 left, float width, const PlotSeries& series);
/// The letter of printed points, on a plate 1.1 E in size.
void draw_letter(Frame& frame, ImVec2 centre, char letter);
/// The series' colour in this theme.
ImU32 series_colour(const Frame& frame, int line);

}  // namespace upsweep::app
