// Where the labels at the ends of a plot's lines go, and their leaders. No drawing.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "app/ui/plot_layout.h"

namespace upsweep::app {

/// Pixels, y downwards.
struct LineEnd {
    double x = 0, y = 0;
};

/// What a label beside a line's end holds: name and note, or the name alone.
enum class LabelDetail : std::uint8_t { whole, name };

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

/// Labels inside the field, of lines 0 to `count` − 1, each with the place that `place` finds off what is
/// taken. A line without a place has its label outside of the field, and all labels inside keep off its
/// `leader`.
std::vector<std::optional<Rect>> place_inside_labels(
    int count, const std::function<std::optional<Rect>(int line, std::span<const Rect> taken)>& place,
    const std::function<Rect(int line)>& leader);

/// Where the line is last seen in the field, in pixels; nothing if it does not pass through it.
std::optional<LineEnd> visible_end(const PlotFrame& frame, std::span<const PlotPoint> points);

/// The line that passes within `reach` pixels of the place, the nearest one; -1: none.
int line_at(const PlotFrame& frame, std::span<const PlotSeries> series, float x, float y, float reach);

}  // namespace upsweep::app
