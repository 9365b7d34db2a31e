// PGM and PPM, text and binary (P2, P3, P5, P6), read with every length checked.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "media/image.h"

namespace upsweep::media {

/// True if the bytes begin like one of the four formats.
bool is_pnm(std::span<const std::byte> bytes);

/// Throws Error with one sentence starting with `name`.
Image decode_pnm(std::span<const std::byte> bytes, const std::string& name, const ImageLimits& limits,
                 Samples samples, Luma weights);

}  // namespace upsweep::media
