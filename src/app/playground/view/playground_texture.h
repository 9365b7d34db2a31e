// Pictures on the graphics card: from host memory, or drawn by the GPU and from its memory where OpenGL
// shares it.
#pragma once

#include "app/platform/unpack_buffer.h"
#include "app/playground/model/drawn_picture.h"
#include "vision/gpu_frame.h"

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

/// Belongs to OpenGL's thread, like every texture.
class FrameTexture {
  public:
    /// Fills the texture from the frame's device memory; throws Error where that cannot be.
    using Across = std::function<void(Texture&, const vision::GpuFrame&)>;

    /// Through a pixel buffer object.
    FrameTexture();
    /// Tests give another way.
    explicit FrameTexture(Across across) : across_(std::move(across)) {}

    /// Null for no frame, and for one that cannot be had. A frame is taken once, and not held longer than it
    /// is shown.
    const Texture* of(const std::shared_ptr<const vision::GpuFrame>& frame);
    void set_smooth(bool smooth);

    /// How long the latest frame took from the GPU's memory into the texture, in milliseconds: none before
    /// the first, and none once it goes through host memory.
    const std::optional<double>& handed_over_ms() const { return handed_over_ms_; }
    /// Why frames go through host memory, as a sentence; empty where they do not.
    const std::string& detour() const { return detour_; }

  private:
    bool take_across(const vision::GpuFrame& frame);
    void take_through_host(const vision::GpuFrame& frame);

    Across across_;
    std::shared_ptr<const vision::GpuFrame> frame_;  ///< that the texture shows
    std::unique_ptr<Texture> texture_;
    int channels_ = 1;
    bool smooth_ = true;
    std::optional<double> handed_over_ms_;
    std::string detour_;
};

}  // namespace upsweep::app
