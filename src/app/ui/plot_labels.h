// Where the labels at the ends of a plot's lines go, and their leaders. No drawing.
#pragma once

#include <array>
#include <cstddef>
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
