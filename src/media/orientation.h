// How a camera was held: the orientation in a JPEG's EXIF segment (CIPA DC-008, tag 0x0112).
#pragma once

#include <cstddef>
#include <span>

#include "media/jpeg.h"

namespace upsweep::media {

/// 1 to 8 as EXIF counts them; 1, upright, if the file does not say or says anything else.
int orientation_of(std::span<const std::byte> jpeg);

/// Turns and mirrors the picture so that it stands upright; 5 to 8 swap its width and height.
void set_upright(jpeg::Picture& picture, int orientation);

}  // namespace upsweep::media
