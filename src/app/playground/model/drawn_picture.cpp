#include "app/playground/model/drawn_picture.h"

#include <algorithm>

#include "core/error.h"
#include "media/file.h"
#include "media/image.h"

namespace upsweep::app {
namespace {

/// Every OpenGL 3.3 driver that matters takes textures of this side.
constexpr int64_t most_texture_side = 8192;

/// Samples next to each other; of three channels with a fourth that hides what lies under it.
std::vector<uint8_t> next_to_each_other(const std::vector<Array>& channels, size_t samples) {
    const auto pixels = size_t(channels.front().count());
    std::vector<uint8_t> all(pixels * samples, 255);
    for (size_t c = 0; c < channels.size(); ++c) {
        const auto values = channels[c].view<uint8_t>();
        for (size_t i = 0; i < pixels; ++i) all[i * samples + c] = values[i];
    }
    return all;
}

}  // namespace

std::shared_ptr<const DrawnPicture> drawn_picture(std::vector<Array> channels,
                                                  std::optional<vision::Region> place) {
    auto picture = std::make_shared<DrawnPicture>();
    picture->place = place;
    const Extent extent = channels.front().extent();
    const int64_t side = std::max(extent.width, extent.height);
    const int64_t factor = (side + most_texture_side - 1) / most_texture_side;
    picture->texture_channels = channels.size() == 1 ? 1 : 4;
    const auto samples = size_t(picture->texture_channels);
    if (factor > 1) {
        std::vector<Array> smaller;
        for (const Array& channel : channels) smaller.push_back(media::reduced(channel, factor));
        picture->texture_extent = smaller.front().extent();
        picture->texture = next_to_each_other(smaller, samples);
    } else {
        picture->texture_extent = extent;
        picture->texture = next_to_each_other(channels, samples);
    }
    picture->channels = std::move(channels);
    return picture;
}

void save_picture(const std::string& path, const DrawnPicture& picture) {
    if (!picture.grey() && media::ending_of(path) == ".pgm")
        throw UsageError("PGM holds only grey, and this picture has colours; end the name in .png.");
    media::save_image(path, picture.channels);
}

}  // namespace upsweep::app
