#include "media/paint.h"

#include <algorithm>
#include <array>

#include "media/image.h"

namespace upsweep::media {
namespace {

using Colour = std::array<uint8_t, 3>;

uint8_t byte_of(float value) { return uint8_t(std::clamp(value, 0.0F, 255.0F) + 0.5F); }

bool is_grey_of(const Colour& colour, uint8_t grey) {
    return luma(colour[0], colour[1], colour[2]) == grey &&
           luma(colour[0], colour[1], colour[2], Luma::opencv) == grey;
}

/// The colour of the grey with that tint; false if none exists.
bool find_colour(uint8_t grey, Tint tint, Colour& colour) {
    const float tone = grey;
    const int red = byte_of(tone * (1 + tint.red)), wanted = byte_of(tone * (1 + tint.blue));
    for (int blue = wanted; blue <= std::min(255, wanted + 2); ++blue) {
        // What is left for green; it weighs most, so that a neighbour of it hits the grey.
        const int rest = (256 * grey - 77 * red - 29 * blue) / 150;
        for (int green = std::max(0, rest - 1); green <= std::min(255, rest + 1); ++green) {
            colour = {uint8_t(red), uint8_t(green), uint8_t(blue)};
            if (is_grey_of(colour, grey)) return true;
        }
    }
    return false;
}

Colour colour_of(uint8_t grey, Tint tint) {
    for (int tries = 0; tries < 12; ++tries) {
        if (Colour colour; find_colour(grey, tint, colour)) return colour;
        tint.red *= 0.8F;
        tint.blue *= 0.8F;
    }
    return {grey, grey, grey};
}

}  // namespace

std::vector<Array> colours_of(const Painting& painting) {
    const Extent extent = painting.grey.extent();
    std::vector<Array> channels(3, Array(ScalarType::u8, extent));
    const auto grey = painting.grey.view<uint8_t>();
    std::array<uint8_t*, 3> to{};
    for (size_t i = 0; i < 3; ++i) to[i] = channels[i].view<uint8_t>().data();
    parallel_rows(extent.height, [&](int64_t first, int64_t last) {
        for (auto at = size_t(first * extent.width); at < size_t(last * extent.width); ++at) {
            const Colour colour = colour_of(grey[at], painting.tints[at]);
            for (size_t i = 0; i < 3; ++i) to[i][at] = colour[i];
        }
    });
    return channels;
}

}  // namespace upsweep::media
