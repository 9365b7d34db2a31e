// A picture on the graphics card.
#pragma once

#include <memory>

#include "app/platform/gl_renderer.h"
#include "app/playground/model/drawn_picture.h"

namespace upsweep::app {

/// A picture's texture, uploaded again when the array behind it is another.
class PlaygroundTexture {
  public:
    /// Null for no picture.
    const Texture* of(const std::shared_ptr<const DrawnPicture>& picture);
    void set_smooth(bool smooth);

  private:
    std::shared_ptr<const DrawnPicture> picture_;
    std::unique_ptr<Texture> texture_;
    int channels_ = 1;
    bool smooth_ = true;
};

}  // namespace upsweep::app
