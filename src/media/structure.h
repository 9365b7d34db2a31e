// What a JPEG's own structure tells before it is decoded: whether it ends too early (decoders would fill up
// the rest with grey), and whether its code tables fit.
#pragma once

#include <cstddef>
#include <span>

namespace upsweep::media {

/// True if a JPEG's markers run past its end, or no end-of-image marker comes after the last scan.
bool jpeg_is_cut_short(std::span<const std::byte> bytes);

/// False if a Huffman table of a JPEG declares more than 256 codes, which stb_image would write past its
/// array.
bool jpeg_code_tables_fit(std::span<const std::byte> bytes);

}  // namespace upsweep::media
