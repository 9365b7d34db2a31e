// Theme: the palette in use and the base size E, in which everything is measured.
#pragma once

#include <imgui.h>

#include "canvas/palette.h"

namespace upsweep::app {

/// Colours by role and lengths in E. One base size: E = 16 px x monitor scale x user scale.
class Theme {
  public:
    ThemeKind kind() const { return kind_; }
    const Palette& palette() const { return app::palette(kind_); }
    /// `count` times E, in pixels.
    float em(float count = 1) const { return count * em_; }
    /// A line width given at E = 16 px; never under one pixel.
    float px(float width = 1) const;

    ImU32 colour(Role role) const { return colour(role, 1); }
    ImU32 colour(Role role, float alpha) const;
    /// Colour of plot line `index`; they repeat after six (dash those).
    ImU32 plot_line(int index) const;

    /// The same with another base size, for drawing a part of the window larger. ImGui's style stays as it
    /// is.
    Theme scaled(float factor) const;
    /// Sets palette and base size, and ImGui's style from scratch. `em_px` is E in pixels.
    void set(ThemeKind kind, float em_px);

  private:
    ThemeKind kind_ = ThemeKind::dark;
    float em_ = 0;  ///< until set()
};

/// 0xRRGGBB to ImGui's packed colour.
ImU32 packed(Rgb colour, float alpha = 1);

}  // namespace upsweep::app
