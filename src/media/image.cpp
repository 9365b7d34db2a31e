#include "media/image.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <string_view>

#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"
#include "media/file.h"
#include "media/jpeg.h"
#include "media/npy.h"
#include "media/orientation.h"
#include "media/pnm.h"
#include "media/stb.h"
#include "media/structure.h"

namespace upsweep::media {
namespace {

enum class Format : std::uint8_t { none, png, jpeg, bmp, pnm };

Format format_of(std::span<const std::byte> bytes) {
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.substr(0, 8) == "\x89PNG\r\n\x1a\n") return Format::png;
    if (text.substr(0, 3) == "\xff\xd8\xff") return Format::jpeg;
    if (text.substr(0, 2) == "BM") return Format::bmp;
    return is_pnm(bytes) ? Format::pnm : Format::none;
}

bool is_cut_short(Format format, std::span<const std::byte> bytes, Extent extent) {
    if (format == Format::png) return png_is_cut_short(bytes, extent);
    if (format == Format::jpeg) return jpeg_is_cut_short(bytes);
    return bmp_is_cut_short(bytes);
}

[[noreturn]] void damaged(const std::string& name, const char* reason) {
    if (std::string_view(reason) == "too large")
        throw Error(name + " has more pixels than can be decoded; make it smaller first.");
    throw Error(fmt::format("{} is damaged ({}); copy or download it again.", name, reason));
}

Array to_grey(const std::uint8_t* from, Extent extent, int channels, Luma weights) {
    Array grey(ScalarType::u8, extent);
    for (std::uint8_t& to : grey.view<std::uint8_t>()) {
        to = channels >= 3 ? static_cast<std::uint8_t>(luma(from[0], from[1], from[2], weights)) : from[0];
        from += channels;
    }
    return grey;
}

/// Red, green and blue apart.
std::vector<Array> to_channels(const std::uint8_t* pixels, Extent extent, int channels) {
    std::vector<Array> colour(3, Array(ScalarType::u8, extent));
    for (std::size_t channel = 0; channel < colour.size(); ++channel) {
        const std::uint8_t* from = pixels + channel;
        for (std::uint8_t& to : colour[channel].view<std::uint8_t>()) {
            to = *from;
            from += channels;
        }
    }
    return colour;
}

Image image_of(const std::uint8_t* pixels, Extent extent, int channels, const std::string& name,
               const ImageLimits& limits, Luma weights) {
    Image image{to_grey(pixels, extent, channels, weights), name,
                channels >= 3 ? "luma of 8-bit colour" : "8-bit grey"};
    if (limits.keep_colour && channels >= 3) image.colour = to_channels(pixels, extent, channels);
    return image;
}

Image decode_jpeg(std::span<const std::byte> bytes, const std::string& name, const ImageLimits& limits,
                  Luma weights) {
    jpeg::Picture picture;
    const std::string reason = jpeg::decode(bytes, picture);
    if (!reason.empty()) damaged(name, reason.c_str());
    set_upright(picture, orientation_of(bytes));
    return image_of(picture.samples.data(), {picture.width, picture.height}, picture.channels, name, limits,
                    weights);
}

/// PNG, JPEG and BMP.
Image decode_samples(Format format, std::span<const std::byte> bytes, const std::string& name,
                     const ImageLimits& limits, Luma weights) {
    int width = 0, height = 0, channels = 0;
    // Before stb, which refuses odd sizes without telling them.
    if (format == Format::png) check_size(png_size(bytes), 4, name, limits);
    if (format == Format::bmp) check_size(bmp_size(bytes), 4, name, limits);
    if (format == Format::jpeg && !jpeg_code_tables_fit(bytes))
        damaged(name, "a Huffman table has too many codes");
    if (!stb::info(bytes, width, height, channels)) damaged(name, stb::reason());
    // The height of a BMP whose top row comes first is negative; stb turns it round.
    height = std::abs(height);
    // Decoders hold the samples about twice, in up to 16 bits; a palette may become 4 channels.
    check_size({width, height}, 4 * std::max(channels, 3) + (limits.keep_colour ? 3 : 0), name, limits);
    if (is_cut_short(format, bytes, {width, height}))
        throw Error(fmt::format("{} is cut short: it ends after {} bytes; copy or download it again.", name,
                                bytes.size()));
    if (format == Format::jpeg) return decode_jpeg(bytes, name, limits, weights);
    stb::Pixels pixels = stb::decode(bytes, width, height, channels);
    if (!pixels) damaged(name, stb::reason());
    return image_of(pixels.get(), {width, height}, channels, name, limits, weights);
}

}  // namespace

Image decode_image(std::span<const std::byte> bytes, const std::string& name, const ImageLimits& limits,
                   Samples samples, Luma weights) {
    Format format = format_of(bytes);
    if (format == Format::none)
        throw Error(name + " is not a picture that can be read; choose a PNG, JPEG, BMP, PGM or PPM file.");
    if (format == Format::pnm) return decode_pnm(bytes, name, limits, samples, weights);
    return decode_samples(format, bytes, name, limits, weights);
}

Image load_image(const std::filesystem::path& path, const ImageLimits& limits, Luma weights) {
    Image image = decode_image(read_file(path, limits.file_bytes), in_quotes(path.string()), limits,
                               Samples::scaled, weights);
    image.name = path.filename().string();
    return image;
}

Array load_samples(const std::filesystem::path& path, const ImageLimits& limits) {
    std::vector<std::byte> bytes = read_file(path, limits.file_bytes);
    if (is_npy(bytes)) return decode_npy(bytes, in_quotes(path.string()), limits.pixels);
    return decode_image(bytes, in_quotes(path.string()), limits, Samples::raw).grey;
}

std::vector<std::byte> encode_png(const Array& grey) {
    return encode_png(grey.extent(), 1, grey.view<std::uint8_t>().data());
}

std::vector<std::byte> encode_png(Extent extent, int channels, const std::uint8_t* samples) {
    std::vector<std::byte> bytes;
    const auto width = static_cast<int>(extent.width), height = static_cast<int>(extent.height);
    if (!stb::encode_png(width, height, channels, samples, bytes))
        throw Error("There is not enough memory to write the PNG; write a smaller picture.");
    return bytes;
}

std::vector<std::byte> encode_png(std::span<const Array> channels) {
    if (channels.size() == 1) return encode_png(channels[0]);
    assert(channels.size() == 3);
    const Extent extent = channels[0].extent();
    std::vector<std::uint8_t> samples(static_cast<std::size_t>(3 * extent.count()));
    for (std::size_t channel = 0; channel < 3; ++channel) {
        std::size_t place = channel;
        for (const std::uint8_t sample : channels[channel].view<std::uint8_t>()) {
            samples[place] = sample;
            place += 3;
        }
    }
    return encode_png(extent, 3, samples.data());
}

std::vector<std::byte> encode_pgm(const Array& grey) {
    std::string header = fmt::format("P5\n{} {}\n255\n", grey.extent().width, grey.extent().height);
    auto first = reinterpret_cast<const std::byte*>(header.data());
    std::vector<std::byte> bytes(first, first + header.size());
    assert(grey.type() == ScalarType::u8);
    bytes.insert(bytes.end(), grey.bytes().begin(), grey.bytes().end());
    return bytes;
}

Array reduced(const Array& grey, std::int64_t factor) {
    Extent from = grey.extent();
    Extent to{(from.width + factor - 1) / factor, (from.height + factor - 1) / factor};
    std::vector<std::int64_t> sums(static_cast<std::size_t>(to.width));
    Array result(ScalarType::u8, to);
    const std::uint8_t* pixels = grey.view<std::uint8_t>().data();
    for (std::int64_t row = 0; row < to.height; ++row) {
        std::fill(sums.begin(), sums.end(), 0);
        std::int64_t end = std::min((row + 1) * factor, from.height);
        for (std::int64_t y = row * factor; y < end; ++y)
            for (std::int64_t x = 0; x < from.width; ++x)
                sums[static_cast<std::size_t>(x / factor)] += pixels[y * from.width + x];
        for (std::int64_t x = 0; x < to.width; ++x) {
            std::int64_t columns = std::min((x + 1) * factor, from.width) - x * factor;
            result.view<std::uint8_t>()[static_cast<std::size_t>(row * to.width + x)] =
                static_cast<std::uint8_t>(sums[static_cast<std::size_t>(x)] /
                                          (columns * (end - row * factor)));
        }
    }
    return result;
}

void check_image_name(const std::filesystem::path& path) {
    std::string ending = ending_of(path);
    if (ending != ".png" && ending != ".pgm" && !is_stream(path))
        throw UsageError(
            fmt::format("Cannot write {}: pictures are written as .png or .pgm; end its name so.",
                        in_quotes(path.string())));
}

void save_image(const std::filesystem::path& path, const Array& grey) {
    check_image_name(path);
    write_file(path, ending_of(path) == ".pgm" ? encode_pgm(grey) : encode_png(grey));
}

void save_image(const std::filesystem::path& path, std::span<const Array> channels) {
    check_image_name(path);
    if (channels.size() == 1) return save_image(path, channels[0]);
    if (ending_of(path) == ".pgm")
        throw UsageError(fmt::format("Cannot write {}: a .pgm holds grey alone; end its name in .png.",
                                     in_quotes(path.string())));
    write_file(path, encode_png(channels));
}

}  // namespace upsweep::media
