// Pixels that CUDA wrote, into a texture without a way over the host.
#pragma once

#include "app/platform/gl_renderer.h"

namespace upsweep::backends {
class GpuPixels;
}
namespace upsweep::device {
class PixelBuffer;
}

namespace upsweep::app {

/// A pixel buffer object, as large as the picture that it took last. Belongs to the thread and the context
/// that made it.
class UnpackBuffer {
  public:
    UnpackBuffer();
    ~UnpackBuffer();
    UnpackBuffer(const UnpackBuffer&) = delete;
    UnpackBuffer& operator=(const UnpackBuffer&) = delete;

    /// Copies the pixels into the buffer and from there into the texture, all in the GPU's memory; they may
    /// go afterwards. Throws BackendMissing with a sentence where OpenGL does not share its memory with the
    /// GPU, and Error where they do not fill the texture, or a copy fails.
    void fill(Texture& texture, const backends::GpuPixels& pixels);

  private:
    void make(int64_t bytes);
    void remove();

    unsigned name_ = 0;
    int64_t bytes_ = 0;
    std::unique_ptr<device::PixelBuffer> shared_;  ///< goes before the buffer does
};

}  // namespace upsweep::app
