// The names of a plot's lines, beside their ends.
#pragma once

#include <span>

#include "app/ui/frame.h"
#include "app/ui/geometry.h"
#include "app/ui/plot_layout.h"

namespace upsweep::app {

/// Names stand right of the line that reaches farthest, as long as there is room in the field, else in the
/// margin of `rect`. Where there are too many for its height they go without their notes, then in one line.
void draw_names(Frame& frame, Rect rect, Rect field, const PlotFrame& axes, std::span<const PlotSeries> all);

}  // namespace upsweep::app
