// BMP, the whole family: 1 to 32 bits a pixel, palettes, colour masks with or without alpha, RLE4 and RLE8.
#pragma once

#include "media/refusals.h"

namespace upsweep::media {

/// Reads a BMP into 3 channels, or 4 where a mask gives alpha. Source: Microsoft, "Bitmap Storage" and
/// "Bitmap Compression". Pixels that an RLE file skips get the palette's first colour. An alpha of 0
/// everywhere counts as not filled in, and the fourth byte of 32 bits without masks has no meaning. Throws
/// Error with one sentence starting with `name`.
Interleaved decode_bmp(std::span<const std::byte> bytes, const std::string& name, const ImageLimits& limits);

}  // namespace upsweep::media
