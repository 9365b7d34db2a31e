#include "media/image.h"

#include <fmt/core.h>

#include <algorithm>
#include <cassert>
#include <limits>
#include <string_view>

#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "core/write_file.h"
#include "media/decoders.h"
#include "media/file.h"
#include "media/npy.h"
#include "media/png.h"
#include "media/stb.h"

namespace upsweep::media {
namespace {

enum class Format : uint8_t { none, png, jpeg, bmp, pnm };

Format format_of(std::span<const std::byte> bytes) {
    std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.starts_with("\x89PNG\r\n\x1a\n")) return Format::png;
    if (text.starts_with("\xff\xd8\xff")) return Format::jpeg;
    if (text.starts_with("BM")) return Format::bmp;
    return is_pnm(bytes) ? Format::pnm : Format::none;
}

/// Puts samples with alpha, from 0, clear, to the type's largest value, on white paper, after which all are
/// opaque. True if any of the paper shows.
template <typename Sample>
bool put_on_white(std::span<Sample> samples, int channels) {
    constexpr uint32_t full = std::numeric_limits<Sample>::max();
    if (channels % 2 != 0) return false;
    const auto step = size_t(channels);
    bool shows = false;
    for (size_t at = 0; at < samples.size(); at += step) {
        const uint32_t alpha = samples[at + step - 1];
        if (alpha == full) continue;
        shows = true;
        for (Sample& sample : samples.subspan(at, step - 1))
            sample = Sample((sample * alpha + full * (full - alpha) + full / 2) / full);
        samples[at + step - 1] = full;
    }
    return shows;
}

/// One value a pixel: the grey as it is, or the luma of its colour.
template <typename Value, typename Sample>
Array to_grey(const Sample* from, Extent extent, int channels, Luma weights) {
    Array grey(scalar_type_of<Value>(), extent);
    for (Value& to : grey.view<Value>()) {
        to = Value(channels >= 3 ? luma(from[0], from[1], from[2], weights) : from[0]);
        from += channels;
    }
    return grey;
}

/// Red, green and blue apart.
std::vector<Array> to_channels(const uint8_t* pixels, Extent extent, int channels) {
    std::vector<Array> colour(3, Array(ScalarType::u8, extent));
    for (size_t channel = 0; channel < colour.size(); ++channel) {
        const uint8_t* from = pixels + channel;
        for (uint8_t& to : colour[channel].view<uint8_t>()) {
            to = *from;
            from += channels;
        }
    }
    return colour;
}

/// Samples of 16 bits as 8, as a PNM's are scaled.
std::vector<uint8_t> in_8_bits(std::span<const uint16_t> wide) {
    std::vector<uint8_t> samples(wide.size());
    std::transform(wide.begin(), wide.end(), samples.begin(),
                   [](uint32_t sample) { return uint8_t((sample * 255 + 32767) / 65535); });
    return samples;
}

/// How a picture is wanted.
struct Wish {
    const std::string& name;
    const ImageLimits& limits;
    Samples samples;
    Luma weights;
};

std::string origin_of(int bits, int channels, bool on_white) {
    return fmt::format("{}{}-bit {}{}", channels >= 3 ? "luma of " : "", bits,
                       channels >= 3 ? "colour" : "grey", on_white ? " on white" : "");
}

Image image_of(std::span<uint8_t> samples, Extent extent, int channels, const Wish& wish) {
    const bool on_white = put_on_white(samples, channels);
    Image image{to_grey<uint8_t>(samples.data(), extent, channels, wish.weights), wish.name,
                origin_of(8, channels, on_white)};
    if (wish.limits.keep_colour && channels >= 3)
        image.colour = to_channels(samples.data(), extent, channels);
    return image;
}

Image image_of(std::span<uint16_t> samples, Extent extent, int channels, const Wish& wish) {
    const bool on_white = put_on_white(samples, channels);
    Image image;
    if (wish.samples == Samples::raw) {
        // Numbers, not colours, as of a PNM.
        image.grey = to_grey<uint32_t>(samples.data(), extent, channels, wish.weights);
        image.name = wish.name;
    } else {
        std::vector<uint8_t> narrow = in_8_bits(samples);
        image = image_of(narrow, extent, channels, wish);
    }
    image.origin = origin_of(16, channels, on_white);
    return image;
}

void set_upright(Image& image, int orientation) {
    if (orientation == 1) return;
    image.grey = upright(image.grey, orientation);
    for (Array& channel : image.colour) channel = upright(channel, orientation);
}

Image decode_jpeg(std::span<const std::byte> bytes, const Wish& wish) {
    int width = 0, height = 0, channels = 0;
    if (!jpeg_code_tables_fit(bytes)) damaged(wish.name, "a Huffman table has too many codes");
    if (!stb::info(bytes, width, height, channels)) damaged(wish.name, stb::reason());
    check_size({width, height}, 4 * std::max(channels, 3) + (wish.limits.keep_colour ? 3 : 0), wish.name,
               wish.limits);
    if (jpeg_is_cut_short(bytes)) cut_short(wish.name, bytes.size());
    Interleaved picture;
    const std::string reason = jpeg::decode(bytes, picture);
    if (!reason.empty()) damaged(wish.name, reason);
    Image image = image_of(picture.samples, {picture.width, picture.height}, picture.channels, wish);
    set_upright(image, orientation_of(bytes));
    return image;
}

/// The samples of a PNG whose chunks are sound.
Image decode_png_samples(std::span<const std::byte> png, int bits, const Wish& wish) {
    int width = 0, height = 0, channels = 0;
    const auto image = [&](auto pixels) {
        if (!pixels) damaged(wish.name, stb::reason());
        const Extent extent{width, height};
        return image_of(std::span(pixels.get(), size_t(extent.count() * channels)), extent, channels, wish);
    };
    return bits == 16 ? image(stb::decode_16(png, width, height, channels))
                      : image(stb::decode(png, width, height, channels));
}

Image decode_png(std::span<const std::byte> bytes, const Wish& wish) {
    int width = 0, height = 0, channels = 0;
    // Before stb, which refuses odd sizes without telling them.
    check_size(png_size(bytes), 4, wish.name, wish.limits);
    if (!stb::info(bytes, width, height, channels)) damaged(wish.name, stb::reason());
    const Extent extent{width, height};
    const int bits = png_depth(bytes);
    // Three copies of the samples at most, and the grey; a palette may become 4 channels.
    check_size(extent, (bits == 16 ? 8 : 4) * std::max(channels, 3) + (wish.limits.keep_colour ? 3 : 0),
               wish.name, wish.limits);
    PngChunks chunks = walk_png(bytes);
    // One bit a pixel is the least; deflate shrinks by at most 1032.
    if (!chunks.whole || int64_t(chunks.data.size()) < extent.count() / 8 / 1032)
        cut_short(wish.name, bytes.size());
    if (!chunks.damage.empty()) damaged(wish.name, chunks.damage);
    std::vector<std::byte> unpacked;
    const std::string reason =
        unpack_png(chunks, extent.count() * channels * std::max(bits, 8) / 8 + extent.height, unpacked);
    if (!reason.empty()) damaged(wish.name, reason);
    Image image = decode_png_samples(unpacked, bits, wish);
    set_upright(image, chunks.orientation);
    return image;
}

Image decode_bmp_image(std::span<const std::byte> bytes, const Wish& wish) {
    Interleaved picture = decode_bmp(bytes, wish.name, wish.limits);
    return image_of(picture.samples, {picture.width, picture.height}, picture.channels, wish);
}

}  // namespace

Image decode_image(std::span<const std::byte> bytes, const std::string& name, const ImageLimits& limits,
                   Samples samples, Luma weights) {
    Format format = format_of(bytes);
    if (format == Format::none)
        throw Error("{} is not a picture that can be read; choose a PNG, JPEG, BMP, PGM or PPM file.", name);
    if (format == Format::pnm) return decode_pnm(bytes, name, limits, samples, weights);
    const Wish wish{name, limits, samples, weights};
    return format == Format::png    ? decode_png(bytes, wish)
           : format == Format::jpeg ? decode_jpeg(bytes, wish)
                                    : decode_bmp_image(bytes, wish);
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
    return encode_png(grey.extent(), 1, grey.view<uint8_t>().data());
}

std::vector<std::byte> encode_png(Extent extent, int channels, const uint8_t* samples) {
    std::vector<std::byte> bytes;
    const auto width = int(extent.width), height = int(extent.height);
    if (!stb::encode_png(width, height, channels, samples, bytes))
        throw Error("There is not enough memory to write the PNG; write a smaller picture.");
    return bytes;
}

std::vector<std::byte> encode_png(std::span<const Array> channels) {
    if (channels.size() == 1) return encode_png(channels[0]);
    assert(channels.size() == 3);
    const Extent extent = channels[0].extent();
    std::vector<uint8_t> samples(size_t(3 * extent.count()));
    for (size_t channel = 0; channel < 3; ++channel) {
        size_t place = channel;
        for (const uint8_t sample : channels[channel].view<uint8_t>()) {
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
    append(bytes, grey.bytes());
    return bytes;
}

Array reduced(const Array& grey, int64_t factor) {
    Extent from = grey.extent();
    Extent to{(from.width + factor - 1) / factor, (from.height + factor - 1) / factor};
    std::vector<int64_t> sums(size_t(to.width));
    Array result(ScalarType::u8, to);
    const uint8_t* pixels = grey.view<uint8_t>().data();
    for (int64_t row = 0; row < to.height; ++row) {
        std::fill(sums.begin(), sums.end(), 0);
        int64_t end = std::min((row + 1) * factor, from.height);
        for (int64_t y = row * factor; y < end; ++y)
            for (int64_t x = 0; x < from.width; ++x) sums[x / factor] += pixels[y * from.width + x];
        for (int64_t x = 0; x < to.width; ++x) {
            int64_t columns = std::min((x + 1) * factor, from.width) - x * factor;
            result.view<uint8_t>()[row * to.width + x] = uint8_t(sums[x] / (columns * (end - row * factor)));
        }
    }
    return result;
}

void check_image_name(const std::filesystem::path& path) {
    std::string ending = ending_of(path);
    if (ending != ".png" && ending != ".pgm" && !is_stream(path))
        throw UsageError("Cannot write {}: a picture is a .png or a .pgm file; end the name in one of them.",
                         in_quotes(path.string()));
}

void save_image(const std::filesystem::path& path, const Array& grey) {
    check_image_name(path);
    write_file(path, ending_of(path) == ".pgm" ? encode_pgm(grey) : encode_png(grey));
}

void save_image(const std::filesystem::path& path, std::span<const Array> channels) {
    check_image_name(path);
    if (channels.size() == 1) return save_image(path, channels[0]);
    if (ending_of(path) == ".pgm")
        throw UsageError("Cannot write {}: a .pgm holds only grey; end the name in .png.",
                         in_quotes(path.string()));
    write_file(path, encode_png(channels));
}

}  // namespace upsweep::media
