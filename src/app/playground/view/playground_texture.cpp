#include "app/playground/view/playground_texture.h"

#include <chrono>

#include "core/error.h"

namespace upsweep::app {

const Texture* PlaygroundTexture::of(const std::shared_ptr<const DrawnPicture>& picture) {
    if (!picture) return nullptr;
    if (picture == picture_) return texture_.get();
    const auto width = int(picture->texture_extent.width), height = int(picture->texture_extent.height);
    if (texture_ && texture_->width() == width && texture_->height() == height &&
        channels_ == picture->texture_channels)
        texture_->update(picture->texture);
    else
        texture_ =
            std::make_unique<Texture>(width, height, picture->texture_channels, picture->texture, smooth_);
    channels_ = picture->texture_channels;
    picture_ = picture;
    return texture_.get();
}

void PlaygroundTexture::set_smooth(bool smooth) {
    if (texture_ && smooth != smooth_) texture_->set_smooth(smooth);
    smooth_ = smooth;
}

namespace {

FrameTexture::Across through_a_pixel_buffer() {
    return [buffer = std::make_shared<UnpackBuffer>()](Texture& texture, const vision::GpuFrame& frame) {
        if (frame.pixels() == nullptr)
            throw BackendMissing("The picture was not drawn on the GPU, so it goes through host memory.");
        buffer->fill(texture, *frame.pixels());
    };
}

}  // namespace

FrameTexture::FrameTexture() : FrameTexture(through_a_pixel_buffer()) {}

const Texture* FrameTexture::of(const std::shared_ptr<const vision::GpuFrame>& frame) {
    if (frame == frame_) return texture_.get();
    frame_ = frame;
    if (!frame) {
        texture_.reset();
        return nullptr;
    }
    const auto width = int(frame->extent().width), height = int(frame->extent().height);
    const bool fits = texture_ && texture_->width() == width && texture_->height() == height &&
                      channels_ == frame->channels();
    channels_ = frame->channels();
    if (!fits) texture_ = std::make_unique<Texture>(width, height, channels_, smooth_);
    if (!take_across(*frame)) take_through_host(*frame);
    return texture_.get();
}

/// What could not be once is not tried again.
bool FrameTexture::take_across(const vision::GpuFrame& frame) {
    if (!detour_.empty()) return false;
    const auto begin = std::chrono::steady_clock::now();
    try {
        across_(*texture_, frame);
    } catch (const Error& error) {
        detour_ = error.what();
        handed_over_ms_.reset();
        return false;
    }
    handed_over_ms_ =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
    return true;
}

/// A GPU that fails here leaves the picture without its frame; it says so with the next search.
void FrameTexture::take_through_host(const vision::GpuFrame& frame) {
    try {
        texture_->update(frame.read());
    } catch (const Error&) {
        texture_.reset();
    }
}

void FrameTexture::set_smooth(bool smooth) {
    if (texture_ && smooth != smooth_) texture_->set_smooth(smooth);
    smooth_ = smooth;
}

}  // namespace upsweep::app
