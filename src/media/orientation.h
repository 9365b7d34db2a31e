// How a camera was held: the orientation in EXIF (CIPA DC-008, tag 0x0112), of a JPEG's segment or a PNG's
// chunk.
#pragma once

#include <cstddef>
#include <span>

#include "core/array.h"

namespace upsweep::media {

/// 1 to 8 as EXIF counts them; 1, upright, if the file does not say or says anything else.
int orientation_of(std::span<const std::byte> jpeg);

/// The same of the TIFF structure inside, which is all that a PNG's eXIf chunk holds.
int tiff_orientation(std::span<const std::byte> tiff);

/// Turns and mirrors a picture, of one channel, so that it is upright; 5 to 8 swap its width and height.
Array upright(const Array& stored, int orientation);

}  // namespace upsweep::media
