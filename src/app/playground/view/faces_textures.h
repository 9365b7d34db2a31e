// Pictures that the faces task shows: rejection maps in colours, and the pyramid's levels small.
#pragma once

#include <map>
#include <memory>

#include "app/platform/gl_renderer.h"
#include "vision/faces.h"

namespace upsweep::app {

/// The colours of a map are the same in every theme, as those of a picture are.
namespace rejection {
constexpr ImU32 unseen = IM_COL32(12, 14, 18, 255);
constexpr ImU32 all = IM_COL32(29, 221, 182, 255);
/// A window that survived `stages` of `count`, not all: grey, the brighter the more.
ImU32 grey(int stages, int count);
}  // namespace rejection

/// A rejection map, no more than some 700 pixels wide: of windows that share a pixel the one that came
/// furthest.
class MapTexture {
  public:
    enum class Look {
        map,   ///< opaque
        veil,  ///< over the picture, which is the darker the sooner a window was rejected
    };
    explicit MapTexture(Look look) : look_(look) {}
    /// Null for a level without a map. `stages` is how many the cascade has.
    const Texture* of(const vision::FaceLevel& level, int stages);

  private:
    Look look_;
    std::shared_ptr<const Array> survived_;
    int stages_ = 0;
    std::unique_ptr<Texture> texture_;
};

/// Textures of levels' pictures, made as they are asked for.
class LevelTextures {
  public:
    /// Of the smallest level that has at least so many pixels a row, so that a small picture stays clear.
    const Texture* of(const std::vector<vision::FaceLevel>& levels, float width_px);

  private:
    std::map<std::shared_ptr<const Array>, std::unique_ptr<Texture>> textures_;
    std::shared_ptr<const Array> first_;  ///< of the search that they belong to
};

}  // namespace upsweep::app
