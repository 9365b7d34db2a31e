// PNG around stb_image, which reads the samples: the chunks, their checksums, and how the camera was held.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/extent.h"

namespace upsweep::media {

/// Width and height as the header has them, {1, 1} if the header is not whole.
Extent png_size(std::span<const std::byte> bytes);
/// Bits of a sample.
int png_depth(std::span<const std::byte> bytes);

/// The checksum of a chunk's type and data (CRC-32 of ISO 3309).
uint32_t crc_of(std::span<const std::byte> bytes);
/// The checksum of what a zlib stream holds (Adler-32, RFC 1950).
uint32_t adler_of(std::span<const std::byte> bytes);

/// What a walk over all chunks tells.
struct PngChunks {
    bool whole = false;                 ///< the last chunk is there
    std::string damage = {};            ///< "the checksum of the chunk at byte 33 is wrong"; empty: none is
    std::vector<std::byte> data = {};   ///< of all IDAT chunks: one zlib stream
    std::vector<std::byte> parts = {};  ///< what comes before the data and has to do with it, chunk by chunk
    int orientation = 1;                ///< of the eXIf chunk, 1 to 8
};

/// Checks the checksum of every chunk that the picture needs: the critical ones, tRNS and eXIf.
PngChunks walk_png(std::span<const std::byte> bytes);

/// The same picture as a PNG whose data are not compressed, so that they are inflated once, here, where their
/// checksum is compared: stb_image compares none. `needed` is what its pixels take inflated. A reason of a
/// few words if it fails, else empty.
std::string unpack_png(const PngChunks& chunks, int64_t needed, std::vector<std::byte>& unpacked);

}  // namespace upsweep::media
