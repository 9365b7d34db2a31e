// Telling traces and pictures from other files.
#include "app/models/openable.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "app/models/trace_source.h"
#include "core/error.h"
#include "media/file.h"

namespace upsweep::app {

bool is_picture_name(const std::string& path) {
    constexpr std::array<std::string_view, 7> endings = {".png", ".jpg", ".jpeg", ".bmp",
                                                         ".pgm", ".ppm", ".pnm"};
    std::string ending = std::filesystem::path(path).extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](char c) { return static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c); });
    return std::find(endings.begin(), endings.end(), ending) != endings.end();
}

std::string nothing_opens(const std::string& path) {
    return "Nothing here opens " + media::quoted(path) +
           "; Step takes traces written by upsweep run --trace, the Playground PNG, JPEG, BMP, PGM and PPM "
           "pictures.";
}

void check_openable(const std::string& path) {
    if (is_trace_file(path))
        (void)read_trace(path);
    else if (!is_picture_name(path))
        throw Error(nothing_opens(path));
}

}  // namespace upsweep::app
