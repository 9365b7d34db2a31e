// The pieces that a plot is drawn from: lines whole and dashed, bands, markers.
#pragma once

#include "app/ui/plot.h"

namespace upsweep::app {

/// How much of itself a series shows while one of them is pointed at.
enum class Emphasis : std::uint8_t { plain, lit, back };

/// A polyline in pieces that 16-bit indices can count; dashed by hand, the dashes running through its
/// corners.
void draw_polyline(Frame& frame, std::span<const ImVec2> points, ImU32 colour, float width, bool dashed);
/// The area between a series' low and high values, at 20 %.
void draw_band(Frame& frame, const PlotFrame& field, const PlotSeries& series);
/// Inside the field alone.
void draw_series(Frame& frame, const PlotFrame& field, const PlotSeries& series, Emphasis emphasis);
/// The pixels of its points.
std::vector<ImVec2> pixels_of(const PlotFrame& field, const PlotSeries& series);
/// The colour, let back where others are pointed at.
ImU32 emphasised(ImU32 colour, Emphasis emphasis);
/// WCAG contrast of two colours 0xRRGGBB, 1 … 21.
double contrast(Rgb a, Rgb b);

}  // namespace upsweep::app
