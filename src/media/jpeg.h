// What we use of libjpeg, without its headers.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "media/refusals.h"

namespace upsweep::media::jpeg {

/// As most programs read it, OpenCV's among them: the accurate integer transform and smooth chroma; four inks
/// become three colours as OpenCV mixes them. A reason of a few words if it fails, else empty.
std::string decode(std::span<const std::byte> bytes, Interleaved& picture);

}  // namespace upsweep::media::jpeg
