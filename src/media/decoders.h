// What every reader of pictures asks and says before it decodes.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "media/image.h"

namespace upsweep::media {

/// Interleaved 8-bit samples, top row first, as a decoder hands them on.
struct Interleaved {
    int width = 0, height = 0;
    int channels = 0;  ///< 1: grey, 2: grey and alpha, 3: red, green and blue, 4: these and alpha
    std::vector<uint8_t> samples = {};
};

/// Throws Error if width x height is zero, over limits.pixels, or decoding needs more memory than there is.
void check_size(Extent extent, int64_t bytes_a_pixel, const std::string& name, const ImageLimits& limits);

/// "… is damaged (reason); copy or download it again."
[[noreturn]] void damaged(const std::string& name, std::string_view reason);
[[noreturn]] void cut_short(const std::string& name, size_t bytes);

/// `count` bytes from `at` on as a number; bytes behind the end are 0.
uint32_t big_endian(std::span<const std::byte> bytes, size_t at, int count);
uint32_t little_endian(std::span<const std::byte> bytes, size_t at, int count);

}  // namespace upsweep::media
