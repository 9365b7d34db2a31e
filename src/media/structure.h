// What a picture's file says before it is decoded: whether a JPEG ends too early (decoders would fill up the
// rest with grey) and whether its code tables fit; and how a camera was held: the orientation in EXIF (CIPA
// DC-008, tag 0x0112), of a JPEG's segment or a PNG's chunk.
#pragma once

#include <cstddef>
#include <span>

#include "core/array.h"

namespace upsweep::media {

/// True if a JPEG's markers run past its end, or no end-of-image marker comes after the last scan.
bool jpeg_is_cut_short(std::span<const std::byte> bytes);

/// False if a Huffman table of a JPEG declares more than 256 codes, which stb_image would write past its
/// array.
bool jpeg_code_tables_fit(std::span<const std::byte> bytes);

/// 1 to 8 as EXIF counts them; 1, upright, if the file does not say or says anything else.
int orientation_of(std::span<const std::byte> jpeg);

/// The same of the TIFF structure inside, which is all that a PNG's eXIf chunk holds.
int tiff_orientation(std::span<const std::byte> tiff);

/// Turns and mirrors a picture, of one channel, so that it is upright; 5 to 8 swap its width and height.
Array upright(const Array& stored, int orientation);

}  // namespace upsweep::media
