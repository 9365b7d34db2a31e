// What a file's own structure tells before it is decoded: its size, and whether it ends too early (decoders
// would fill up the rest with grey).
#pragma once

#include <cstddef>
#include <span>

#include "core/extent.h"

namespace upsweep::media {

/// Width and height as the header has them, {1, 1} if the header is not whole.
Extent png_size(std::span<const std::byte> bytes);
Extent bmp_size(std::span<const std::byte> bytes);

/// True if a JPEG's markers run past its end, or no end-of-image marker comes after the last scan.
bool jpeg_is_cut_short(std::span<const std::byte> bytes);

/// False if a Huffman table of a JPEG declares more than 256 codes, which stb_image would write past its
/// array.
bool jpeg_code_tables_fit(std::span<const std::byte> bytes);

/// True if a PNG lacks its last chunk, or is too short to inflate to `extent` at deflate's best ratio.
bool png_is_cut_short(std::span<const std::byte> bytes, Extent extent);

/// True if a BMP's rows run past its end.
bool bmp_is_cut_short(std::span<const std::byte> bytes);

}  // namespace upsweep::media
