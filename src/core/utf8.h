// UTF-8, character by character.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace upsweep {

struct Character {
    std::uint32_t code = 0;
    std::size_t bytes = 0;  ///< 0: these bytes are no UTF-8
};

/// The character that `text`, which is not empty, begins with.
Character first_character(std::string_view text);

}  // namespace upsweep
