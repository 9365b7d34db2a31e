// Theme: the palette in use and the base size E, in which everything is measured; and the fonts, whose faces
// and sizes are baked as they are used.
#pragma once

#include <imgui.h>

#include <map>
#include <utility>

#include "canvas/canvas.h"
#include "canvas/faces.h"
#include "canvas/palette.h"

namespace upsweep::app {

using canvas::Palette;
using canvas::parse_theme;
using canvas::Rgb;
using canvas::Role;
using canvas::ThemeKind;

/// What is drawn with: a role of the palette in use, perhaps faint, or any other colour.
class Colour {
  public:
    Colour(Role role, float alpha = 1) : role_(role), alpha_(alpha) {}
    Colour(canvas::Ink ink) : Colour(ink.role, ink.alpha) {}
    Colour(ImU32 packed) : role_(Role::count), packed_(packed) {}

  private:
    friend class Theme;
    Role role_;
    float alpha_ = 1;
    ImU32 packed_ = 0;  ///< where it has no role
};

/// Colours by role and lengths in E. One base size: E = 16 px x monitor scale x user scale.
class Theme {
  public:
    ThemeKind kind() const { return kind_; }
    const Palette& palette() const { return canvas::palette(kind_); }
    /// `count` times E, in pixels.
    float em(float count = 1) const { return count * em_; }
    /// A line width given at E = 16 px; never under one pixel.
    float px(float width = 1) const;

    ImU32 colour(const Colour& colour) const;
    /// Colour of plot line `index`; they repeat after six (dash those).
    ImU32 plot_line(int index) const;

    /// Sets palette and base size, and ImGui's style from scratch. `em_px` is E in pixels.
    void set(ThemeKind kind, float em_px);

  private:
    ThemeKind kind_ = ThemeKind::dark;
    float em_ = 0;  ///< until set()
};

/// 0xRRGGBB to ImGui's packed colour.
ImU32 packed(Rgb colour, float alpha = 1);

using canvas::Face;

/// Owns ImGui's font atlas. Sizes are baked when first asked for: the frame that asks gets the nearest baked
/// size, the next one the right one. Baking happens between frames, in update().
class Fonts {
  public:
    /// Face at `px` pixels a letter's body (rounded to half pixels). Valid until the next update().
    ImFont* get(Face face, float px);
    /// The size ImGui needs to draw `font` at `px`: it measures ascent + descent instead.
    static float size_in_imgui(const ImFont* font) { return font->FontSize; }

    /// Forgets all sizes and asks for the usual ones at base size `em_px`.
    void set_scale(float em_px);
    /// Bakes what was requested since. True if the atlas changed and its texture must be uploaded again.
    bool update();
    bool pending() const { return stale_; }

  private:
    using Key = std::pair<Face, int>;  ///< face and half pixels
    void ask(Face face, float px);
    void bake(Key key, float em_px);
    std::map<Key, ImFont*> baked_;
    std::vector<Key> wanted_;
    float em_ = 16;
    bool stale_ = true;
};

}  // namespace upsweep::app
