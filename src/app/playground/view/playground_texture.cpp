#include "app/playground/view/playground_texture.h"

namespace upsweep::app {

const Texture* PlaygroundTexture::of(const std::shared_ptr<const DrawnPicture>& picture) {
    if (!picture) return nullptr;
    if (picture == picture_) return texture_.get();
    const auto width = static_cast<int>(picture->texture_extent.width),
               height = static_cast<int>(picture->texture_extent.height);
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

}  // namespace upsweep::app
