// What the commands that make pictures of pictures share: what they read, where they write, how they tell
// times.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/array.h"

namespace upsweep::commands {

/// What IMAGE may be, in a command's help; `arrays` ends it: "a .npy array of u8".
std::string image_help(std::string_view arrays);

/// A picture's grey, or a .npy array as it is.
Array load_grey(const std::string& name);

/// Throws UsageError unless the name ends as an output can: .png, .pgm or .npy; and Error where it is an
/// input.
void check_picture_name(const std::string& name, const std::string& input);

/// `values` as .npy; elsewhere `picture` (u8).
void save_either(const std::string& name, const Array& picture, const Array& values);
/// Red, green and blue, or one channel, as a picture; one channel also as .npy.
void save_channels(const std::string& name, std::span<const Array> channels);

/// ", table 1.234 ms"; empty where there is no time.
std::string time_of(std::string_view what, double milliseconds);

/// "file": 640 × 480
std::string size_of_picture(const std::string& name, Extent extent);

}  // namespace upsweep::commands
