// Texts made small and plain enough for an address: deflated, then written with the letters of base64url.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace upsweep::media {

/// Letters, digits, "-" and "_" only. Throws Error where there is no memory.
std::string pack_text(std::string_view text);

/// What pack_text was given; a checksum tells. Throws Error with a sentence for anything else, and for a text
/// of more than `most` bytes.
std::string unpack_text(std::string_view packed, int64_t most);

}  // namespace upsweep::media
