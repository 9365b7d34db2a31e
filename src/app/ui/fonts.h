// Fonts: finds Inter and JetBrains Mono and bakes the faces and sizes that are in use.
#pragma once

#include <imgui.h>

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace upsweep::app {

/// Inter for words, JetBrains Mono for code and for every number that changes (its digits are equally wide).
enum class Face { sans, sans_semibold, sans_bold, mono, mono_bold, count };

/// Owns ImGui's font atlas. Sizes are baked when first asked for: the frame that asks gets the nearest baked
/// size, the next one the right one. Baking happens between frames, in update().
class Fonts {
  public:
    Fonts();

    /// Face at `px` pixels a letter's body (rounded to half pixels). Valid until the next update().
    ImFont* get(Face face, float px);
    /// The size ImGui must be told to draw `font` at `px`: it measures ascent + descent instead.
    static float size_in_imgui(const ImFont* font) { return font->FontSize; }

    /// Forgets all sizes and asks for the usual ones at base size `em_px`.
    void set_scale(float em_px);
    /// Bakes what was asked for since. True if the atlas changed and its texture must be uploaded again.
    bool update();
    bool pending() const { return stale_; }

    /// False where Inter or JetBrains Mono is missing: ImGui's built-in face stands in.
    bool has_faces() const { return found_; }

  private:
    using Key = std::pair<Face, int>;  ///< face and half pixels
    void ask(Face face, float px);
    void bake(Key key, float em_px);
    std::array<std::vector<char>, static_cast<std::size_t>(Face::count)> files_;
    std::map<Key, ImFont*> baked_;
    std::vector<Key> wanted_;
    float em_ = 16;
    bool found_ = false;
    bool stale_ = true;
};

}  // namespace upsweep::app
