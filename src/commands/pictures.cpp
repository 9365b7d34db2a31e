#include "commands/pictures.h"

#include <fmt/format.h>

#include "core/quotes.h"
#include "core/write_file.h"
#include "media/image.h"
#include "media/npy.h"

namespace upsweep::commands {

std::string image_help(std::string_view arrays) {
    return fmt::format("PNG, JPEG, BMP, PGM or PPM (transparent parts show white paper), or {}", arrays);
}

Array load_grey(const std::string& name) {
    return name.ends_with(".npy") ? media::load_samples(name) : media::load_image(name).grey;
}

void check_picture_name(const std::string& name, const std::string& input) {
    if (!name.ends_with(".npy")) media::check_image_name(name);
    check_output(name, {input});
}

void save_either(const std::string& name, const Array& picture, const Array& values) {
    name.ends_with(".npy") ? media::save_npy(name, values) : media::save_image(name, picture);
}

void save_channels(const std::string& name, std::span<const Array> channels) {
    name.ends_with(".npy") ? media::save_npy(name, channels.front()) : media::save_image(name, channels);
}

std::string time_of(std::string_view what, double milliseconds) {
    return milliseconds > 0 ? fmt::format(", {} {:.3f} ms", what, milliseconds) : "";
}

std::string size_of_picture(const std::string& name, Extent extent) {
    return fmt::format("{}: {} × {}", in_quotes(name), extent.width, extent.height);
}

}  // namespace upsweep::commands
