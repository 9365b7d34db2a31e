// Words in a text: without the white space around them.
#pragma once

#include <string_view>

namespace upsweep {

/// What isspace() names in the C locale.
inline constexpr std::string_view white_space = " \t\n\v\f\r";

/// A part of `text`: without the characters of `blanks` at its ends; empty if there is nothing else.
std::string_view trimmed(std::string_view text, std::string_view blanks = white_space);

}  // namespace upsweep
