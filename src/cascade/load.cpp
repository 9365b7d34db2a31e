#include <fstream>
#include <system_error>

#include "cascade/cascade.h"
#include "core/error.h"
#include "core/quotes.h"
#include "system/machine.h"

namespace upsweep::cascade {
namespace {

constexpr uintmax_t largest_file = 16 << 20;
constexpr const char* frontal_name = "haarcascade_frontalface_default.xml";

}  // namespace

Cascade load_cascade(const std::filesystem::path& file) {
    const std::string quoted = in_quotes(file.string());
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status))
        throw Error("There is no file {}; name an OpenCV cascade (XML).", quoted);
    if (!std::filesystem::is_regular_file(status))
        throw Error("{} is not a regular file; name an OpenCV cascade (XML).", quoted);
    const uintmax_t size = std::filesystem::file_size(file, error);
    if (!error && size > largest_file)
        throw Error("{} has more than 16 MiB, too much for a cascade; name an OpenCV cascade (XML).", quoted);
    std::ifstream in(file, std::ios::binary);
    std::string text(error ? 0 : size_t(size), '\0');
    if (error || !in.read(text.data(), std::streamsize(text.size())))
        throw Error("{} cannot be read; check its permissions.", quoted);
    return parse_cascade(text, file.filename().string());
}

std::filesystem::path frontal_face_file() {
    const std::filesystem::path folder =
        system::environment("UPSWEEP_CASCADES").value_or("/usr/share/opencv4/haarcascades");
    const std::filesystem::path file = folder / frontal_name;
    std::error_code error;
    return std::filesystem::is_regular_file(file, error) ? file : std::filesystem::path();
}

Cascade frontal_face_cascade() {
    const std::filesystem::path file = frontal_face_file();
    if (file.empty())
        throw Error(
            "The face cascade {} is missing; install the package opencv-data, name its folder in "
            "UPSWEEP_CASCADES, or name a cascade file.",
            frontal_name);
    return load_cascade(file);
}

}  // namespace upsweep::cascade
