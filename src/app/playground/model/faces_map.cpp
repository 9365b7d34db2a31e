#include "app/playground/model/faces_map.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/ranges.h"

namespace upsweep::app {
namespace {

constexpr int64_t most_width = 700;
constexpr uint8_t not_asked = 255, opaque = 255;

/// Of each block of factor x factor windows the one that came furthest.
std::vector<uint8_t> furthest(const Array& survived, int64_t factor, Extent to) {
    const auto from = survived.view<uint8_t>();
    const Extent extent = survived.extent();
    std::vector<uint8_t> reduced(size_t(to.count()), not_asked);
    for (int64_t y = 0; y < extent.height; ++y)
        for (int64_t x = 0; x < extent.width; ++x) {
            const uint8_t stages = nth(from, y * extent.width + x);
            uint8_t& most = nth(reduced, y / factor * to.width + x / factor);
            if (stages != not_asked && (most == not_asked || stages > most)) most = stages;
        }
    return reduced;
}

/// The picture's pixels that the map of the level stands for.
vision::Region place_of(const vision::FaceLevel& level) {
    const double step = double(level.step) * level.scale;
    const auto first = [&](int64_t window) { return (double(window) - step) / 2; };
    const double x = first(level.window.width), y = first(level.window.height);
    return {std::llround(x), std::llround(y), std::llround(x + double(level.places.width) * step),
            std::llround(y + double(level.places.height) * step)};
}

}  // namespace

MapColour map_grey(int stages, int count) {
    const float share = float(stages) / float(std::max(1, count));
    const int level = 36 + int(200 * std::pow(share, 0.85F));
    return {static_cast<uint8_t>(level), uint8_t(level + 2), uint8_t(level + 5)};
}

std::shared_ptr<const DrawnPicture> rejection_map(const vision::FaceLevel& level, int stages) {
    const Extent extent = level.places;
    const int64_t factor = (extent.width + most_width - 1) / most_width;
    const Extent to{(extent.width + factor - 1) / factor, (extent.height + factor - 1) / factor};
    const std::vector<uint8_t> most = furthest(*level.survived, factor, to);
    std::vector<Array> channels(4, Array(ScalarType::u8, to));
    for (size_t channel = 0; channel < channels.size(); ++channel) {
        const auto samples = channels[channel].view<uint8_t>();
        for (size_t i = 0; i < most.size(); ++i) {
            const MapColour colour = most[i] == not_asked ? map_not_asked
                                     : most[i] >= stages  ? map_all
                                                          : map_grey(most[i], stages);
            samples[i] = channel < colour.size() ? colour[channel] : opaque;
        }
    }
    return drawn_picture(std::move(channels), place_of(level));
}

std::shared_ptr<const DrawnPicture> framed_picture(const DrawnPicture& picture,
                                                   const std::vector<vision::FaceRectangle>& faces) {
    std::vector<Array> channels = picture.channels;
    const Extent extent = picture.extent();
    constexpr std::array<uint8_t, 3> ring = {0, 255, 0};
    for (Array& channel : channels) {
        const auto samples = channel.view<uint8_t>();
        const auto set = [&](int64_t x, int64_t y, uint8_t value) {
            if (x >= 0 && y >= 0 && x < extent.width && y < extent.height)
                nth(samples, y * extent.width + x) = value;
        };
        for (const vision::FaceRectangle& face : faces)
            for (int64_t in = 0; in < 3; ++in) {
                const int64_t x0 = face.x + in, x1 = face.x + face.width - 1 - in, y0 = face.y + in,
                              y1 = face.y + face.height - 1 - in;
                const uint8_t value = nth(ring, in);
                for (int64_t x = x0; x <= x1; ++x) set(x, y0, value), set(x, y1, value);
                for (int64_t y = y0; y <= y1; ++y) set(x0, y, value), set(x1, y, value);
            }
    }
    return drawn_picture(std::move(channels));
}

}  // namespace upsweep::app
