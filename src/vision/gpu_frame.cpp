#include "vision/gpu_frame.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace upsweep::vision {
namespace {

/// Frames that a plan has room for, at least.
constexpr int64_t gpu_frame_least_room = 64;

class DrawnFrame : public GpuFrame {
  public:
    DrawnFrame(Extent extent, int channels, std::shared_ptr<const backends::GpuPixels> pixels)
        : extent_(extent), channels_(channels), pixels_(std::move(pixels)) {}
    Extent extent() const override { return extent_; }
    int channels() const override { return channels_; }
    const backends::GpuPixels* pixels() const override { return pixels_.get(); }
    std::vector<uint8_t> read() const override {
        std::vector<uint8_t> samples(size_t(pixels_->bytes()));
        pixels_->read(std::as_writable_bytes(std::span(samples)));
        return samples;
    }

  private:
    Extent extent_;
    int channels_;
    std::shared_ptr<const backends::GpuPixels> pixels_;
};

ScalarType pixel_of(const FramedPicture& picture) {
    return picture.channels == 1 ? ScalarType::u8 : ScalarType::u32;
}

Array pixels_of(const FramedPicture& picture) {
    Array pixels(pixel_of(picture), picture.extent);
    const auto from = std::as_bytes(picture.samples);
    assert(from.size() == pixels.bytes().size());
    std::copy(from.begin(), from.end(), pixels.bytes().begin());
    return pixels;
}

std::vector<FramedRectangle> framed(const std::vector<FaceRectangle>& faces) {
    std::vector<FramedRectangle> rectangles;
    for (const FaceRectangle& face : faces) rectangles.push_back({face.x, face.y, face.width, face.height});
    return rectangles;
}

}  // namespace

void FramePainter::make_ready(const FramedPicture& picture, int64_t count, const backends::Backend& on) {
    if (drawing_ && on_ == &on && owner_ == picture.owner && count <= frames_.room) return;
    drawing_.reset();  // memory first
    frames_ = frames_plan(picture.extent, std::max(gpu_frame_least_room, 2 * count), {}, pixel_of(picture));
    // The drawn picture stays where it is: a plan without an output brings nothing down.
    drawn_ = std::exchange(frames_.plan.output, {});
    backends::Task task;
    task.plan = frames_.plan;
    task.further_inputs = {pixels_of(picture)};
    drawing_ = on.keep(std::move(task));
    on_ = &on;
    owner_ = picture.owner;
}

std::shared_ptr<const GpuFrame> FramePainter::paint(const FramedPicture& picture,
                                                    const std::vector<FaceRectangle>& faces,
                                                    const backends::Backend& on, FaceParts& parts) {
    if (&on != &backends::gpu()) return nullptr;
    const std::lock_guard lock(mutex_);
    make_ready(picture, int64_t(faces.size()), on);
    const backends::Result ran =
        drawing_->run(framed_input(framed(faces), frames_.room, frame_thickness(picture.extent)));
    parts.draw_ms += ran.milliseconds;
    parts.upload_ms += ran.upload_ms;
    return std::make_shared<const DrawnFrame>(picture.extent, picture.channels, drawing_->pixels(drawn_));
}

}  // namespace upsweep::vision
