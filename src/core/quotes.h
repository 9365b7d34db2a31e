// What someone else wrote (file names, options, kernel text, what a file holds), as messages show it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace upsweep {

/// `text` on one line that a terminal and the window show as it is: control characters, characters that turn
/// or break a line, and bytes that are not UTF-8 become escapes such as \n and \x1b; of more than `most`
/// characters the middle becomes "…". Characters are code points.
std::string one_line(std::string_view text, size_t most = 120);

/// The same between double quotes: names and values.
std::string in_quotes(std::string_view text);

/// The same between backticks: a piece of a kernel's text.
std::string in_ticks(std::string_view text);

}  // namespace upsweep
