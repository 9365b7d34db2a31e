// A picture as the stage draws it: its samples, and what a texture takes of them.
#pragma once

#include "core/array.h"
#include "vision/operation.h"

namespace upsweep::app {

struct DrawnPicture {
    /// u8, each of the same extent: 1 (grey), 3 (red, green, blue), or 4 (and how opaque it lies over the
    /// original).
    std::vector<Array> channels;
    /// The pixels of the user's picture that it covers; none: all of them.
    std::optional<vision::Region> place;

    /// What is uploaded: 1 or 4 samples a pixel next to each other, rows from the top; smaller than the
    /// channels where those exceed a texture.
    Extent texture_extent;
    int texture_channels = 1;
    std::vector<uint8_t> texture;

    Extent extent() const { return channels.front().extent(); }
    bool grey() const { return channels.size() == 1; }
    bool lies_over() const { return channels.size() == 4; }
    /// "97", "97 102 88" or empty outside; of the colours alone. x, y in its own pixels.
    std::string text(int64_t x, int64_t y) const { return vision::samples_text(channels, x, y); }
};

/// Costs a pass over the pixels: to be called in jobs.
std::shared_ptr<const DrawnPicture> drawn_picture(std::vector<Array> channels,
                                                  std::optional<vision::Region> place = std::nullopt);

/// PNG or PGM by the name's ending; colours only as PNG. Throws as media::save_image does.
void save_picture(const std::string& path, const DrawnPicture& picture);

}  // namespace upsweep::app
