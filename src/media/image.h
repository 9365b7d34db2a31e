// Pictures from and to files: PNG, JPEG, BMP, PGM and PPM in; PNG and PGM out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/array.h"

namespace upsweep::media {

/// A picture as the algorithms take it: one u8 a pixel, row-major, top row first.
struct Image {
    Array grey;          ///< u8, {width, height}
    std::string name;    ///< of the file, without its folder
    std::string origin;  ///< how the grey came about: "luma of 8-bit colour", "8-bit grey"
    /// Red, green and blue, u8 of the same extent, where ImageLimits::keep_colour asks for them and the file
    /// has them; else empty.
    std::vector<Array> colour = {};
};

/// What a file may ask for. The size in the header is checked before anything is decoded.
struct ImageLimits {
    int64_t pixels = 400'000'000;
    int64_t file_bytes = int64_t{1} << 30;
    int64_t memory_bytes = 0;  ///< for decoding; 0: what is free now
    bool keep_colour = false;  ///< the colours are kept beside the grey: 3 bytes more a pixel
};

/// How samples of a PGM or PPM with a maximum other than 255, and those of a 16-bit PNG, are taken.
enum class Samples : uint8_t {
    scaled,  ///< to 0 … 255, as a picture is shown
    raw,     ///< as the numbers are in the file; u32 where the maximum exceeds 255
};

/// Which weights make grey of a colour.
enum class Luma : uint8_t {
    ours,    ///< Rec. 601 in 256ths
    opencv,  ///< Rec. 601 in 32 768ths, as OpenCV's cvtColor: another grey for one colour in eight
};

/// Grey of a colour pixel: (77 r + 150 g + 29 b + 128) / 256, rounded down; OpenCV's:
/// (9798 r + 19235 g + 3735 b + 16384) / 32768. Black, white and every grey keep their value.
constexpr uint32_t luma(uint32_t r, uint32_t g, uint32_t b, Luma weights = Luma::ours) {
    return weights == Luma::ours ? (77 * r + 150 * g + 29 * b + 128) >> 8
                                 : (9798 * r + 19235 * g + 3735 * b + 16384) >> 15;
}

/// Reads a picture, upright as its camera was held. What has alpha is put on white paper; 16 bits are scaled
/// to 8. Throws Error with one sentence if the file is missing, no picture, cut short, empty, or over the
/// limits.
Image load_image(const std::filesystem::path& path, const ImageLimits& limits = {},
                 Luma weights = Luma::ours);

/// The same from bytes; `name` is what the sentences call the file.
Image decode_image(std::span<const std::byte> bytes, const std::string& name, const ImageLimits& limits = {},
                   Samples samples = Samples::scaled, Luma weights = Luma::ours);

/// Numbers for an integral image: a .npy array as it is (1-D or 2-D), raw samples of a PGM or a 16-bit PNG,
/// or any picture's grey.
Array load_samples(const std::filesystem::path& path, const ImageLimits& limits = {});

/// `grey` (u8) as a file's bytes.
std::vector<std::byte> encode_png(const Array& grey);
/// The same of samples in rows from the top, 1 to 4 a pixel: grey, grey and alpha, RGB, RGBA.
std::vector<std::byte> encode_png(Extent extent, int channels, const uint8_t* samples);
/// Of red, green and blue, each u8 of the same extent.
std::vector<std::byte> encode_png(std::span<const Array> channels);
std::vector<std::byte> encode_pgm(const Array& grey);

/// Writes `grey` (u8); the name's ending decides: .png or .pgm, and PNG where there is no name (a device, a
/// pipe). Throws UsageError for another ending, Error if it cannot be written.
void save_image(const std::filesystem::path& path, const Array& grey);
/// The same of one channel, or of red, green and blue, which a .pgm cannot hold: UsageError.
void save_image(const std::filesystem::path& path, std::span<const Array> channels);

/// Each factor x factor block (less at the right and lower end) as its mean. `grey` is u8.
Array reduced(const Array& grey, int64_t factor);

/// Throws UsageError unless save_image could take this name: to be called before long work.
void check_image_name(const std::filesystem::path& path);

}  // namespace upsweep::media
