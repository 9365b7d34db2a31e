// What is said inside a plot: crossings, a ratio, remarks, and the values under the mouse.
#pragma once

#include <vector>

#include "app/ui/plot.h"

namespace upsweep::app {

/// Places words in the field where they cover neither a line nor each other.
class PlotNotes {
  public:
    /// `labels` are those of lines in the field.
    PlotNotes(Frame& frame, std::string_view id, const PlotFrame& axes, const Plot& plot,
              const std::vector<Rect>& labels);

    /// The dotted line between two values, with the ratio on a plate at it.
    void draw_ratio(const PlotRatio& ratio);
    /// The letter beside a printed line's first point.
    void draw_letters();
    /// A ring around the place, and the plate where its leader passes the fewest lines. Where no plate fits
    /// the ring is alone.
    void draw_note(const PlotNote& note, int number);
    void draw_remark(const PlotRemark& remark);

  private:
    bool in_field(ImVec2 at) const { return field_.contains(at); }
    int lines_between(float x, float from, float to) const;
    std::optional<Rect> place_plate(ImVec2 at, float width, float height) const;

    Frame& frame_;
    std::string id_;
    const PlotFrame& axes_;
    const Plot& plot_;
    Rect field_;
    std::vector<Rect> taken_;
};

/// A plate with every line's value at the size under the mouse, beside the pointer's column.
void draw_reading(Frame& frame, Rect rect, const PlotFrame& axes, const Plot& plot, const PlotHover& hover);

}  // namespace upsweep::app
