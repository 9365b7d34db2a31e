// Files that the build put into the binary: kernel texts, fatbins, lessons, sample pictures.
#pragma once

#include <string_view>

namespace upsweep {

struct EmbeddedFile {
    std::string_view name;      ///< path relative to the folder that was embedded, e.g. "scan_blelloch.cu"
    std::string_view contents;  ///< the bytes; lives as long as the program
};

}  // namespace upsweep
