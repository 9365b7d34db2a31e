// The picture on the screen with its faces framed, drawn on the GPU and left there for OpenGL.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "backends/backend.h"
#include "pipelines/parts/frames_plan.h"
#include "vision/faces.h"

namespace upsweep::vision {

/// A drawn picture, and one owner of its device memory: a copy of its own, so that the painter and every
/// detector may work on the next frame while it is shown. It never changes. A job makes it on its thread; the
/// model and the view's texture hold it on the window's, as long as its faces are those that are shown;
/// OpenGL's buffer, which it is copied into there, is the texture's. The last owner, on whatever
/// thread, frees the memory.
class GpuFrame {
  public:
    virtual ~GpuFrame() = default;
    virtual Extent extent() const = 0;
    /// Samples a pixel: 1 (grey) or 4 (red, green, blue, alpha), a byte each.
    virtual int channels() const = 0;
    /// Null where they are not in a GPU's memory.
    virtual const backends::GpuPixels* pixels() const = 0;
    /// A copy in host memory, rows from the top. Throws Error.
    virtual std::vector<uint8_t> read() const = 0;
};

/// What is framed: samples as GpuFrame has them. `owner` keeps them in place and tells one picture from
/// another.
struct FramedPicture {
    std::shared_ptr<const void> owner;
    Extent extent;
    int channels = 1;
    std::span<const uint8_t> samples;
};

/// Draws frames over pictures by kernels/draw_rectangles.cu. Keeps the last picture, and a plan with room for
/// its frames, in the GPU's memory, where only rectangles go from then on. Belongs to nobody's thread: jobs
/// take turns.
class FramePainter {
  public:
    /// Null, with nothing done, where the backend draws in host memory. Adds the time of the kernels, and of
    /// the rectangles' way there, to `parts`. Throws as Backend::keep and Kept::run do.
    std::shared_ptr<const GpuFrame> paint(const FramedPicture& picture,
                                          const std::vector<FaceRectangle>& faces,
                                          const backends::Backend& on, FaceParts& parts);

  private:
    void make_ready(const FramedPicture& picture, int64_t count, const backends::Backend& on);

    std::mutex mutex_;
    const backends::Backend* on_ = nullptr;
    std::shared_ptr<const void> owner_;  ///< of the picture that `drawing_` has
    FramesPlan frames_;
    BufferId drawn_;
    std::unique_ptr<backends::Kept> drawing_;
};

}  // namespace upsweep::vision
