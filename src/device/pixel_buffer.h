// Pixels that kernels write and OpenGL draws, without a way over the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "device/device.h"

namespace upsweep::device {

/// Pixels in the GPU's memory, of their own: the runner that drew them may draw the next ones. They never
/// change, so any thread may hold them, hand them on, and be the last that lets go of them.
class DevicePixels {
  public:
    /// Copies a buffer of a runner that has run, from device memory to device memory, and waits for it.
    /// Throws Error where there is too little memory.
    DevicePixels(const Runner& runner, BufferId from);
    ~DevicePixels();
    DevicePixels(const DevicePixels&) = delete;
    DevicePixels& operator=(const DevicePixels&) = delete;

    int64_t bytes() const;
    /// Down to host memory, `bytes()` of them. Throws Error.
    void read(std::span<std::byte> to) const;

  private:
    friend class PixelBuffer;
    struct State;
    std::unique_ptr<State> state_;
};

/// A buffer of OpenGL's (a pixel buffer object) that the GPU in use may write. Everything here is called on
/// the thread whose OpenGL context has the buffer, and this goes before the buffer does.
class PixelBuffer {
  public:
    /// `name`: as glGenBuffers gave it, of at least `bytes`. Throws BackendMissing with a sentence where
    /// there is no GPU, or where OpenGL draws elsewhere; pixels then go through host memory.
    PixelBuffer(unsigned name, int64_t bytes);
    ~PixelBuffer();
    PixelBuffer(PixelBuffer&&) noexcept;
    PixelBuffer& operator=(PixelBuffer&&) noexcept;

    /// Fills it from device memory to device memory, and waits for it: they may go afterwards. What OpenGL is
    /// told to do with it from here on comes after. Throws Error if they are more, or the copy fails.
    void take(const DevicePixels& pixels);

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace upsweep::device
