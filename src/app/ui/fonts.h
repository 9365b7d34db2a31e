// Fonts: bakes the faces and sizes that are in use.
#pragma once

#include <imgui.h>

#include <map>
#include <utility>
#include <vector>

#include "canvas/faces.h"

namespace upsweep::app {

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
