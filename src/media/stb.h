// What we use of stb, without its headers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace upsweep::media::stb {

struct Free {
    void operator()(void* pixels) const;
};
using Pixels = std::unique_ptr<uint8_t[], Free>;
using Pixels16 = std::unique_ptr<uint16_t[], Free>;

/// Size and channels from the header alone. False if the bytes are not PNG or JPEG.
bool info(std::span<const std::byte> bytes, int& width, int& height, int& channels);
/// Interleaved 8-bit samples, top row first; null if it fails, see reason().
Pixels decode(std::span<const std::byte> bytes, int& width, int& height, int& channels);
/// The same in 16 bits, of a PNG that has them.
Pixels16 decode_16(std::span<const std::byte> bytes, int& width, int& height, int& channels);

/// What a zlib stream holds, without a look at its checksum; no bytes if it fails, or holds over `most`
/// bytes.
struct Inflated {
    Pixels bytes = {};
    size_t size = 0;
    size_t used = 0;  ///< bytes of the stream before its checksum
};
Inflated inflate(std::span<const std::byte> zlib, int most);
/// The bytes as a zlib stream; empty if there is no memory.
std::vector<std::byte> deflate(std::span<const std::byte> bytes);
/// Why the last call on this thread failed, in stb's few words.
const char* reason();
/// Appends a PNG of interleaved samples to `out`; false if there is no memory.
bool encode_png(int width, int height, int channels, const uint8_t* samples, std::vector<std::byte>& out);

}  // namespace upsweep::media::stb
