// What we use of stb, without its headers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace upsweep::media::stb {

struct Free {
    void operator()(std::uint8_t* pixels) const;
};
using Pixels = std::unique_ptr<std::uint8_t[], Free>;

/// Size and channels from the header alone. False if the bytes are no PNG, JPEG or BMP.
bool info(std::span<const std::byte> bytes, int& width, int& height, int& channels);
/// Interleaved 8-bit samples, top row first; null if it fails, see reason().
Pixels decode(std::span<const std::byte> bytes, int& width, int& height, int& channels);
/// Why the last call on this thread failed, in stb's few words.
const char* reason();
/// Appends a PNG of interleaved samples to `out`; false if there is no memory.
bool encode_png(int width, int height, int channels, const std::uint8_t* samples,
                std::vector<std::byte>& out);

}  // namespace upsweep::media::stb
