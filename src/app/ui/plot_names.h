// The labels of a plot's lines, beside their ends.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/ui/frame.h"
#include "app/ui/geometry.h"
#include "app/ui/plot_lines.h"
#include "app/ui/text.h"

namespace upsweep::app {

/// What the mouse does at the labels: the series it is at, and the one that was clicked; -1: none.
struct LabelTouch {
    int lit = -1, clicked = -1;
    std::vector<Rect> inside;  ///< labels that are in the field
};

/// `text` without the parts after its last separators, as far as that makes it fit; whole, where not even
/// its beginning fits.
std::string without_tails(const Frame& frame, TextStyle style, std::string text, float room,
                          std::string_view separator);

/// Pixels that the labels take beside the field, their leaders included.
float names_width(const Frame& frame, std::span<const PlotSeries> all);

/// Labels in two lines beside the field, 2.9 E from one to the next; where they do not all fit, in one. A
/// line that ends long before the others has its label at its end, if there is room. `lit` is the series that
/// is pointed at, or -1. They are noted as id.label.0, … by series.
LabelTouch draw_names(Frame& frame, std::string_view id, Rect rect, const PlotFrame& axes,
                      std::span<const PlotSeries> all, int lit);

}  // namespace upsweep::app
