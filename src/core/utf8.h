// UTF-8, character by character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace upsweep {

struct Character {
    uint32_t code = 0;
    size_t bytes = 0;  ///< 0: these bytes are not UTF-8
};

/// The character that `text`, which is not empty, begins with.
Character first_character(std::string_view text);

/// Why a file's text cannot be read.
struct EncodingFault {
    int line = 1;
    std::string sentence;  ///< what it is instead, and how it is saved as UTF-8
};
/// None if `text` is UTF-8 without zero bytes in every second place.
std::optional<EncodingFault> encoding_fault(std::string_view text);

}  // namespace upsweep
