#include "media/helpers/picture_bytes.h"

#include <fstream>
#include <random>

#include <stdlib.h>

#define STBI_WRITE_NO_STDIO
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

namespace upsweep::media {
namespace {

void append(void* to, void* data, int size) {
    auto* first = static_cast<const std::byte*>(data);
    static_cast<Bytes*>(to)->insert(static_cast<Bytes*>(to)->end(), first, first + size);
}

}  // namespace

Bytes bytes_of(const std::string& text) {
    auto first = reinterpret_cast<const std::byte*>(text.data());
    return {first, first + text.size()};
}

Bytes colour_png(int width, int height, const std::vector<std::uint8_t>& rgb) {
    Bytes bytes;
    stbi_write_png_to_func(append, &bytes, width, height, 3, rgb.data(), 3 * width);
    return bytes;
}

Bytes colour_jpeg(int width, int height, const std::vector<std::uint8_t>& rgb) {
    Bytes bytes;
    stbi_write_jpg_to_func(append, &bytes, width, height, 3, rgb.data(), 95);
    return bytes;
}

Bytes colour_bmp(int width, int height, const std::vector<std::uint8_t>& rgb) {
    Bytes bytes;
    stbi_write_bmp_to_func(append, &bytes, width, height, 3, rgb.data());
    return bytes;
}

Bytes png_header(std::uint32_t width, std::uint32_t height) {
    std::string text("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", 16);
    for (std::uint32_t side : {width, height})
        for (int shift : {24, 16, 8, 0}) text += static_cast<char>(side >> shift);
    text += std::string("\x08\0\0\0\0\0\0\0\0", 9);
    return bytes_of(text);
}

std::vector<std::uint8_t> some_rgb(int count) {
    std::mt19937 random(7);
    std::vector<std::uint8_t> rgb(static_cast<std::size_t>(3 * count));
    for (std::uint8_t& value : rgb) value = static_cast<std::uint8_t>(random());
    return rgb;
}

TemporaryFolder::TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "upsweep-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

void write_bytes(const std::filesystem::path& path, const Bytes& bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace upsweep::media
