// What is wrong with a line that is not TOML, in words for someone who has never read of TOML.
#pragma once

#include <string>
#include <string_view>

namespace upsweep::scenes {

/// One sentence that says what is wrong in `line` (from 1) of `text`, at which the parser gave up with
/// `words`, and what to write. Names no line.
std::string toml_mistake(std::string_view text, int line, std::string_view words);

}  // namespace upsweep::scenes
