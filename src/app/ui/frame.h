// What a view and its widgets get to draw one frame with.
#pragma once

#include <imgui.h>

#include "app/ui/fonts.h"
#include "app/ui/geometry.h"
#include "app/ui/items.h"
#include "app/ui/theme.h"

namespace upsweep::app {

/// Decided by the window's width in E, not in pixels.
enum class Density {
    tiny,    ///< under 56: one pane, tabs
    narrow,  ///< 56 … 78: rail in a menu, right pane a tab
    medium,  ///< 78 … 104 (1280 x 800): rail of icons, right pane 30 wide
    wide,    ///< 104 … 150 (1920 x 1080): as the pictures
    full,    ///< 150 and more: code and inspector side by side
};
Density density_for(float width_in_em);

struct Frame {
    Theme& theme;
    Fonts& fonts;
    Items& items;
    Rect area;                        ///< the view's part of the window, under the top bar
    Density density = Density::wide;  ///< of the whole window
    bool low = false;                 ///< the window is lower than 46 E
    double time = 0;                  ///< seconds since the program started
    float dt = 0;                     ///< seconds since the frame before

    ImDrawList* list() const { return ImGui::GetWindowDrawList(); }
    float em(float count = 1) const { return theme.em(count); }
    float px(float width = 1) const { return theme.px(width); }
    /// Of a pane, at the left and the right of what is in it.
    float margin() const { return em(density >= Density::wide ? 1.5F : 1); }
    ImU32 colour(const Colour& colour) const { return theme.colour(colour); }
    ImU32 colour(Role role, float alpha) const { return theme.colour({role, alpha}); }

    // Shapes; `rounding` and `width` in pixels.
    void fill(Rect rect, const Colour& colour, float rounding = 0) const;
    void outline(Rect rect, const Colour& colour, float rounding = 0, float width = 1) const;
    void line(ImVec2 from, ImVec2 to, const Colour& colour, float width = 1) const;
    void disc(ImVec2 centre, float radius, const Colour& colour) const;
};

/// The pointer is on it, and nothing lies over the pane that is being drawn.
bool under_mouse(Rect rect);

/// A pane that clips, scrolls if it must, and takes the mouse: from construction to destruction its draw list
/// is frame.list(). Positions stay window pixels; add `origin()` minus the rectangle's corner for scrolling.
class Pane {
  public:
    /// `background` is drawn under it; no scroll bar unless `scrolls`.
    Pane(Frame& frame, const char* id, Rect rect, Role background, bool scrolls = false);
    ~Pane();
    Pane(const Pane&) = delete;
    Pane& operator=(const Pane&) = delete;
    /// Top left of the content: the rectangle's corner moved up by what is scrolled away.
    ImVec2 origin() const { return origin_; }
    /// Tells how far the content reaches down, in pixels from origin(); needed to scroll.
    void set_height(float height);

  private:
    ImVec2 origin_;
    Rect rect_;
};

}  // namespace upsweep::app
