// Pixels that kernels write and OpenGL draws, without a way over the host.
#pragma once

#include <cstdint>
#include <memory>

#include "device/device.h"

namespace upsweep::device {

/// A buffer of OpenGL's (a pixel buffer object) that the GPU in use may write. Everything here is called on
/// the thread whose OpenGL context has the buffer, and this goes before the buffer does.
class PixelBuffer {
  public:
    /// `name`: as glGenBuffers gave it, of at least `bytes`. Throws BackendMissing with a sentence where
    /// there is no GPU, or where OpenGL draws elsewhere; pixels then go through host memory.
    PixelBuffer(unsigned name, std::int64_t bytes);
    ~PixelBuffer();
    PixelBuffer(PixelBuffer&&) noexcept;
    PixelBuffer& operator=(PixelBuffer&&) noexcept;

    /// Fills it with a buffer of a runner that has run: from device memory to device memory. What OpenGL is
    /// told to do with it from here on comes after. Throws Error if the buffer is larger, or the copy fails.
    void take(const Runner& runner, BufferId from);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace upsweep::device
