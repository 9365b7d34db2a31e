// What we use of libjpeg, without its headers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace upsweep::media::jpeg {

struct Picture {
    int width = 0, height = 0;
    int channels = 0;                        ///< 1: grey, 3: red, green and blue
    std::vector<std::uint8_t> samples = {};  ///< interleaved, top row first
};

/// As most programs read it, OpenCV's among them: the accurate integer transform and smooth chroma; four inks
/// become three colours as OpenCV mixes them. A reason of a few words if it fails, else empty.
std::string decode(std::span<const std::byte> bytes, Picture& picture);

}  // namespace upsweep::media::jpeg
