// "~" at a path's beginning.
#include "core/home_path.h"

#include "system/machine.h"

namespace upsweep {

std::string from_home(std::string_view path) {
    if (path != "~" && !path.starts_with("~/")) return std::string(path);
    const auto home = system::home_folder();
    return home ? home->string() + std::string(path.substr(1)) : std::string(path);
}

std::string from_home_in_argument(std::string_view argument) {
    for (const std::string_view before : {"=@~/", "=~/", "@~/"}) {
        const size_t at = argument.find(before);
        const bool option = before != "=~/" || argument.starts_with("--");
        if (at == std::string_view::npos || !option || (before == "@~/" && at != 0)) continue;
        const size_t tilde = at + before.size() - 2;
        return std::string(argument.substr(0, tilde)) + from_home(argument.substr(tilde));
    }
    return from_home(argument);
}

}  // namespace upsweep
