// The pieces that a plot is drawn from: lines whole and dashed, bands, markers.
#pragma once

#include "app/ui/plot.h"

namespace upsweep::app {

/// A polyline in pieces that 16-bit indices can count; dashed by hand, the dashes running through its
/// corners.
void draw_polyline(Frame& frame, std::span<const ImVec2> points, ImU32 colour, float width, bool dashed);
/// The area between a series' low and high values, at 20 %.
void draw_band(Frame& frame, const PlotFrame& field, const PlotSeries& series);
void draw_series(Frame& frame, const PlotFrame& field, const PlotSeries& series);
/// WCAG contrast of two colours 0xRRGGBB, 1 … 21.
double contrast(Rgb a, Rgb b);

}  // namespace upsweep::app
