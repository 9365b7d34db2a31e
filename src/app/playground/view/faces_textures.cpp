#include "app/playground/view/faces_textures.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace upsweep::app {
namespace {

constexpr std::int64_t most_width = 700;
constexpr std::uint8_t not_looked_at = 255;
constexpr float darkest_veil = 215;

/// Of each block of factor x factor windows the one that came furthest.
std::vector<std::uint8_t> furthest(const Array& survived, std::int64_t factor, Extent to) {
    const auto from = survived.view<std::uint8_t>();
    const Extent extent = survived.extent();
    std::vector<std::uint8_t> reduced(static_cast<std::size_t>(to.count()), not_looked_at);
    for (std::int64_t y = 0; y < extent.height; ++y)
        for (std::int64_t x = 0; x < extent.width; ++x) {
            const std::uint8_t stages = from[static_cast<std::size_t>(y * extent.width + x)];
            std::uint8_t& most = reduced[static_cast<std::size_t>(y / factor * to.width + x / factor)];
            if (stages != not_looked_at && (most == not_looked_at || stages > most)) most = stages;
        }
    return reduced;
}

ImU32 veil(int stages, int count) {
    const float share = static_cast<float>(stages) / static_cast<float>(std::max(1, count));
    return IM_COL32(8, 10, 14, static_cast<int>(darkest_veil * (1 - std::sqrt(share))));
}

}  // namespace

ImU32 rejection::grey(int stages, int count) {
    const float share = static_cast<float>(stages) / static_cast<float>(std::max(1, count));
    const int level = 36 + static_cast<int>(200 * std::pow(share, 0.85F));
    return IM_COL32(level, level + 2, level + 5, 255);
}

const Texture* MapTexture::of(const vision::FaceLevel& level, int stages) {
    if (!level.survived) return nullptr;
    if (level.survived == survived_ && stages == stages_) return texture_.get();
    survived_ = level.survived;
    stages_ = stages;
    const Extent extent = survived_->extent();
    const std::int64_t factor = (extent.width + most_width - 1) / most_width;
    const Extent to{(extent.width + factor - 1) / factor, (extent.height + factor - 1) / factor};
    const std::vector<std::uint8_t> most = furthest(*survived_, factor, to);
    std::vector<std::uint8_t> rgba(4 * most.size());
    for (std::size_t i = 0; i < most.size(); ++i) {
        ImU32 colour = look_ == Look::map ? rejection::unseen : veil(0, stages);
        if (most[i] != not_looked_at) {
            const ImU32 part = look_ == Look::map ? rejection::grey(most[i], stages) : veil(most[i], stages);
            colour = most[i] >= stages ? rejection::all : part;
        }
        std::memcpy(&rgba[4 * i], &colour, 4);
    }
    texture_ =
        std::make_unique<Texture>(static_cast<int>(to.width), static_cast<int>(to.height), 4, rgba, false);
    return texture_.get();
}

const Texture* LevelTextures::of(const std::vector<vision::FaceLevel>& levels, float width_px) {
    if (levels.empty() || !levels.front().picture) return nullptr;
    if (levels.front().picture != first_) textures_.clear();
    first_ = levels.front().picture;
    const vision::FaceLevel* smallest = &levels.front();
    for (const vision::FaceLevel& level : levels)
        if (level.picture && static_cast<float>(level.extent.width) >= width_px) smallest = &level;
    std::unique_ptr<Texture>& texture = textures_[smallest->picture];
    if (!texture)
        texture = std::make_unique<Texture>(static_cast<int>(smallest->extent.width),
                                            static_cast<int>(smallest->extent.height), 1,
                                            smallest->picture->view<std::uint8_t>());
    return texture.get();
}

}  // namespace upsweep::app
