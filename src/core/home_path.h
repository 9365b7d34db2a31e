// "~" at a path's beginning, for a path typed where no shell reads it.
#pragma once

#include <string>
#include <string_view>

namespace upsweep {

/// "~" and "~/x.cu" with the home folder, $HOME; anything else, and all without one, as it is.
std::string from_home(std::string_view path);

/// The same within a word of a command line: also behind the "=" of "--output=~/x.html" and behind the "@" of
/// "in=@~/x.npy".
std::string from_home_in_argument(std::string_view argument);

}  // namespace upsweep
