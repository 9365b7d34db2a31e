#include "media/helpers/picture_bytes.h"

#include <fstream>
#include <random>

#include <stdlib.h>

#include "media/png.h"

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

Bytes colour_png(int width, int height, const std::vector<uint8_t>& rgb) {
    Bytes bytes;
    stbi_write_png_to_func(append, &bytes, width, height, 3, rgb.data(), 3 * width);
    return bytes;
}

Bytes colour_jpeg(int width, int height, const std::vector<uint8_t>& rgb) {
    Bytes bytes;
    stbi_write_jpg_to_func(append, &bytes, width, height, 3, rgb.data(), 95);
    return bytes;
}

Bytes colour_bmp(int width, int height, const std::vector<uint8_t>& rgb) {
    Bytes bytes;
    stbi_write_bmp_to_func(append, &bytes, width, height, 3, rgb.data());
    return bytes;
}

Bytes png_header(uint32_t width, uint32_t height) {
    std::string text("\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR", 16);
    for (uint32_t side : {width, height})
        for (int shift : {24, 16, 8, 0}) text += char(side >> shift);
    text += std::string("\x08\0\0\0\0\0\0\0\0", 9);
    return bytes_of(text);
}

Bytes png_chunk(const std::string& type, const Bytes& data) {
    Bytes inside = bytes_of(type);
    inside.insert(inside.end(), data.begin(), data.end());
    Bytes chunk;
    const auto number = [&](uint32_t value) {
        for (int shift : {24, 16, 8, 0}) chunk.push_back(static_cast<std::byte>(value >> shift & 255));
    };
    number(uint32_t(data.size()));
    chunk.insert(chunk.end(), inside.begin(), inside.end());
    number(crc_of(inside));
    return chunk;
}

Bytes png_of(int width, int height, int depth, int type, const Bytes& samples, const Bytes& before,
             const Bytes& after) {
    const auto be = [](uint32_t value) {
        std::string text;
        for (int shift : {24, 16, 8, 0}) text += char(value >> shift);
        return text;
    };
    Bytes rows;
    const size_t row = samples.size() / height;
    for (int y = 0; y < height; ++y) {
        rows.push_back(std::byte{0});
        rows.insert(rows.end(), samples.begin() + y * row, samples.begin() + (y + 1) * row);
    }
    // One stored block.
    const auto size = uint32_t(rows.size());
    Bytes zlib = bytes_of(std::string("\x78\x01\x01", 3) + char(size) + char(size >> 8) + char(~size) +
                          char(~size >> 8));
    const Bytes adler = bytes_of(be(adler_of(rows)));
    zlib.insert(zlib.end(), rows.begin(), rows.end());
    zlib.insert(zlib.end(), adler.begin(), adler.end());
    Bytes png = bytes_of("\x89PNG\r\n\x1a\n");
    for (const Bytes& part : {png_chunk("IHDR", bytes_of(be(width) + be(height) + char(depth) + char(type) +
                                                         std::string(3, '\0'))),
                              before, png_chunk("IDAT", zlib), after, png_chunk("IEND", {})})
        png.insert(png.end(), part.begin(), part.end());
    return png;
}

std::string exif_tiff(int orientation, bool little, int type) {
    const auto number = [&](uint32_t value, int size) {
        std::string text;
        for (int i = 0; i < size; ++i) text += char(value >> 8 * (little ? i : size - 1 - i));
        return text;
    };
    // A SHORT is in the first two of the value's four bytes.
    const std::string value = type == 3 ? number(orientation, 2) + number(0, 2) : number(orientation, 4);
    return (little ? "II" : "MM") + number(42, 2) + number(8, 4) + number(1, 2) + number(0x112, 2) +
           number(type, 2) + number(1, 4) + value + number(0, 4);
}

std::vector<uint8_t> some_rgb(int count) {
    std::mt19937 random(7);
    std::vector<uint8_t> rgb(size_t(3 * count));
    for (uint8_t& value : rgb) value = uint8_t(random());
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
