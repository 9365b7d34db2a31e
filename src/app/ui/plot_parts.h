// The pieces that a plot is drawn from: lines, their names beside their ends, and what is said inside it.
#pragma once

#include "app/ui/plot.h"
#include "app/ui/text.h"

namespace upsweep::app {

/// How much of itself a series shows while one of them is pointed at.
enum class Emphasis : uint8_t { plain, lit, back };

/// A polyline in pieces that 16-bit indices can count; dashed by hand, the dashes running through its
/// corners.
void draw_polyline(Frame& frame, std::span<const ImVec2> points, ImU32 colour, float width, bool dashed);
/// The area between a series' low and high values, at 20 %.
void draw_band(Frame& frame, const PlotFrame& field, const PlotSeries& series);
/// What lies over a line that none can pass, pale.
void draw_ceiling(Frame& frame, const PlotFrame& field, const PlotSeries& series);
/// Inside the field alone.
void draw_series(Frame& frame, const PlotFrame& field, const PlotSeries& series, Emphasis emphasis);
/// The pixels of its points.
std::vector<ImVec2> pixels_of(const PlotFrame& field, const PlotSeries& series);
/// The colour, let back where others are pointed at.
ImU32 emphasised(ImU32 colour, Emphasis emphasis);
/// WCAG contrast of two colours 0xRRGGBB, 1 … 21.
double contrast(Rgb a, Rgb b);

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
    /// Each point's value over or under it, in its line's colour, where that covers nothing.
    void draw_values();

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
