#include "media/decoders.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "core/error.h"

namespace upsweep::media {
namespace {

using Bytes = std::span<const std::byte>;

constexpr size_t bmp_file_header = 14;
enum BmpCompression : uint32_t {
    bmp_plain,
    bmp_rle8,
    bmp_rle4,
    bmp_masks,
    bmp_jpeg,
    bmp_png,
    bmp_alpha_masks
};

/// Where a channel is in a pixel of 16 or 32 bits.
struct BmpMask {
    int shift = 0, bits = 0;

    /// As 8 bits: the upper ones of a wider channel; a narrower one's are repeated, so that full stays full.
    uint8_t of(uint32_t pixel) const {
        if (bits == 0) return 0;
        const uint32_t value = pixel >> shift & uint32_t((uint64_t{1} << bits) - 1);
        if (bits >= 8) return uint8_t(value >> (bits - 8));
        uint32_t repeated = 0;
        int have = 0;
        for (; have < 8; have += bits) repeated = repeated << bits | value;
        return uint8_t(repeated >> (have - 8));
    }
};

struct BmpHeader {
    uint32_t pixels = 0;  ///< where they begin
    uint32_t size = 0;    ///< of the header behind the file's own: 12 bytes in OS/2 1, else 40 or more
    Extent extent;
    bool from_top = false;
    int bits = 0;
    uint32_t compression = bmp_plain;
    std::array<BmpMask, 4> channels = {};  ///< red, green, blue and alpha, of 16 and 32 bits

    bool old() const { return size == 12; }
    bool os2() const { return size == 64; }
    bool is_rle() const { return compression == bmp_rle8 || compression == bmp_rle4; }
    bool has_masks() const { return compression == bmp_masks || compression == bmp_alpha_masks; }
    int64_t row_bytes() const { return (extent.width * bits + 31) / 32 * 4; }
    /// Masks follow a header of 40 bytes; a longer one holds them.
    size_t palette() const {
        const size_t more = size != 40 || !has_masks() ? 0 : compression == bmp_masks ? 12 : 16;
        return bmp_file_header + size + more;
    }
};

BmpMask mask_of(uint32_t bits, const std::string& name) {
    if (bits == 0) return {};
    const BmpMask mask{std::countr_zero(bits), std::popcount(bits)};
    if (bits >> mask.shift != (uint64_t{1} << mask.bits) - 1) damaged(name, "a colour mask has gaps");
    return mask;
}

void read_masks(Bytes bytes, BmpHeader& header, const std::string& name) {
    constexpr uint32_t of_16_bits[] = {0x7C00, 0x03E0, 0x001F, 0}, of_32_bits[] = {0xFF0000, 0xFF00, 0xFF, 0};
    const bool alpha = header.compression == bmp_alpha_masks || header.size >= 56;
    for (size_t channel = 0; channel < 4; ++channel) {
        uint32_t bits = header.bits == 16 ? of_16_bits[channel] : of_32_bits[channel];
        if (header.has_masks())
            bits = channel < 3 || alpha ? little_endian(bytes, bmp_file_header + 40 + 4 * channel, 4) : 0;
        header.channels[channel] = mask_of(bits, name);
    }
}

/// Says exactly which kinds are not read.
void check_kind(const BmpHeader& header, const std::string& name) {
    const auto refuse = [&](const std::string& what) {
        throw Error("{} is a BMP {}, which is not read; save it as PNG.", name, what);
    };
    if (header.os2() && header.compression == bmp_masks) refuse("of OS/2 with Huffman codes");
    if (header.os2() && header.compression == bmp_jpeg) refuse("of OS/2 with runs of 24 bits");
    if (header.compression == bmp_jpeg) refuse("with a JPEG inside");
    if (header.compression == bmp_png) refuse("with a PNG inside");
    const bool paletted = header.bits == 1 || header.bits == 2 || header.bits == 4 || header.bits == 8;
    const bool good = header.compression == bmp_plain
                          ? paletted || header.bits == 16 || header.bits == 24 || header.bits == 32
                      : header.compression == bmp_rle8 ? header.bits == 8
                      : header.compression == bmp_rle4 ? header.bits == 4
                      : header.has_masks()             ? header.bits == 16 || header.bits == 32
                                                       : false;
    if (!good) refuse(fmt::format("of {} bits a pixel with compression {}", header.bits, header.compression));
}

BmpHeader read_bmp_header(Bytes bytes, const std::string& name, const ImageLimits& limits) {
    constexpr size_t up_to_size = 26;
    if (bytes.size() < up_to_size) cut_short(name, bytes.size());
    BmpHeader header{little_endian(bytes, 10, 4), little_endian(bytes, 14, 4), {}};
    if (!header.old() && (header.size < 40 || header.size > 124))
        damaged(name, fmt::format("its header says that it has {} bytes", header.size));
    const auto side = [&](size_t at) { return int32_t(little_endian(bytes, at, 4)); };
    const int64_t height = header.old() ? int64_t{little_endian(bytes, 20, 2)} : side(22);
    header.extent = {header.old() ? int64_t{little_endian(bytes, 18, 2)} : side(18), std::llabs(height)};
    header.from_top = height < 0;
    // The indices, up to 4 channels of samples, the grey and the colours.
    check_size(header.extent, 12 + (limits.keep_colour ? 3 : 0), name, limits);
    if (bytes.size() < bmp_file_header + header.size) cut_short(name, bytes.size());
    header.bits = int(little_endian(bytes, header.old() ? 24 : 28, 2));
    if (!header.old()) header.compression = little_endian(bytes, 30, 4);
    check_kind(header, name);
    read_masks(bytes, header, name);
    return header;
}

/// Red, green and blue of each index; black where the file has no more.
using BmpPalette = std::array<std::array<uint8_t, 3>, 256>;

BmpPalette read_palette(Bytes bytes, const BmpHeader& header) {
    BmpPalette palette = {};
    const size_t entry = header.old() ? 3 : 4, first = header.palette();
    const size_t end = std::min<size_t>(header.pixels, bytes.size());
    for (size_t i = 0; i < palette.size() && first + (i + 1) * entry <= end; ++i)
        for (size_t channel = 0; channel < 3; ++channel)
            palette[i][channel] = std::to_integer<uint8_t>(bytes[first + i * entry + 2 - channel]);
    return palette;
}

/// The indices of an RLE file, lowest row first: pairs of a count and a value, or 0 and an escape.
class BmpRuns {
  public:
    BmpRuns(Bytes bytes, const BmpHeader& header, const std::string& name)
        : bytes_(bytes),
          name_(name),
          width_(header.extent.width),
          height_(header.extent.height),
          four_bits_(header.compression == bmp_rle4),
          at_(header.pixels),
          indices_(size_t(header.extent.count())) {}

    std::vector<uint8_t> read() {
        constexpr uint8_t end_of_row = 0, end_of_picture = 1, move = 2;
        // A file that ends behind its last pixel is whole, with or without its mark of the end.
        while (!is_full()) {
            const uint8_t count = next(), value = next();
            if (count > 0) {
                for (int i = 0; i < count; ++i) put(four_bits_ ? nibble(value, i) : value);
            } else if (value == end_of_row) {
                x_ = 0;
                ++y_;
            } else if (value == end_of_picture) {
                break;
            } else if (value == move) {
                x_ += next();
                y_ += next();
                if (x_ > width_ || y_ >= height_) beyond();
            } else {
                copy(value);
            }
        }
        return std::move(indices_);
    }

  private:
    bool is_full() const { return y_ >= height_ || (y_ == height_ - 1 && x_ == width_); }

    uint8_t next() {
        if (at_ >= bytes_.size()) cut_short(name_, bytes_.size());
        return std::to_integer<uint8_t>(bytes_[at_++]);
    }
    static uint8_t nibble(uint8_t two, int i) { return i % 2 == 0 ? two >> 4 : two & 15; }

    [[noreturn]] void beyond() const { damaged(name_, "a run of pixels goes beyond the picture"); }

    /// Pixels without runs, padded to whole pairs of bytes.
    void copy(int count) {
        const size_t from = at_;
        uint8_t value = 0;
        for (int i = 0; i < count; ++i) {
            if (!four_bits_ || i % 2 == 0) value = next();
            put(four_bits_ ? nibble(value, i) : value);
        }
        at_ += (at_ - from) % 2;
    }

    void put(uint8_t index) {
        if (x_ >= width_ || y_ >= height_) beyond();
        indices_[y_ * width_ + x_++] = index;
    }

    Bytes bytes_;
    const std::string& name_;
    int64_t width_, height_, x_ = 0, y_ = 0;
    bool four_bits_;
    size_t at_;
    std::vector<uint8_t> indices_;
};

/// Index x of a row of 1 to 8 bits a pixel, the first in the highest bits.
uint8_t index_in(const std::byte* row, int64_t x, int bits) {
    const int64_t bit = x * bits;
    const auto byte = std::to_integer<unsigned>(row[bit / 8]);
    return uint8_t(byte >> (8 - bits - bit % 8) & ((1U << bits) - 1));
}

/// Writes the rows of a BMP upright.
class BmpRows {
  public:
    BmpRows(const BmpHeader& header, Interleaved& picture) : header_(header), picture_(picture) {}

    uint8_t* row(int64_t stored) {
        const int64_t y = header_.from_top ? stored : picture_.height - 1 - stored;
        return picture_.samples.data() + y * picture_.width * picture_.channels;
    }

    void write_indices(int64_t stored, const BmpPalette& palette, auto index) {
        uint8_t* to = row(stored);
        for (int64_t x = 0; x < picture_.width; ++x, to += 3) std::copy_n(palette[index(x)].begin(), 3, to);
    }

    void write_bgr(int64_t stored, const std::byte* from) {
        uint8_t* to = row(stored);
        for (int64_t x = 0; x < picture_.width; ++x, from += 3, to += 3)
            for (int channel = 0; channel < 3; ++channel)
                to[channel] = std::to_integer<uint8_t>(from[2 - channel]);
    }

    void write_masked(int64_t stored, Bytes from) {
        const int bytes = header_.bits / 8;
        uint8_t* to = row(stored);
        for (int64_t x = 0; x < picture_.width; ++x, to += picture_.channels) {
            const uint32_t pixel = little_endian(from, size_t(x * bytes), bytes);
            for (int channel = 0; channel < picture_.channels; ++channel)
                to[channel] = header_.channels[channel].of(pixel);
        }
    }

  private:
    const BmpHeader& header_;
    Interleaved& picture_;
};

void read_bmp_rows(Bytes bytes, const BmpHeader& header, Interleaved& picture, const std::string& name) {
    const int64_t row = header.row_bytes(), last = (header.extent.width * header.bits + 7) / 8;
    if (header.pixels + row * (header.extent.height - 1) + last > int64_t(bytes.size()))
        cut_short(name, bytes.size());
    BmpRows rows(header, picture);
    const BmpPalette palette = header.bits <= 8 ? read_palette(bytes, header) : BmpPalette{};
    for (int64_t y = 0; y < header.extent.height; ++y) {
        const Bytes from = bytes.subspan(size_t(header.pixels + y * row));
        if (header.bits <= 8)
            rows.write_indices(y, palette, [&](int64_t x) { return index_in(from.data(), x, header.bits); });
        else if (header.bits == 24)
            rows.write_bgr(y, from.data());
        else
            rows.write_masked(y, from);
    }
}

/// A program that did not fill alpha in left 0 everywhere.
void fill_empty_alpha(Interleaved& picture) {
    for (size_t i = 3; i < picture.samples.size(); i += 4)
        if (picture.samples[i] != 0) return;
    for (size_t i = 3; i < picture.samples.size(); i += 4) picture.samples[i] = 255;
}

}  // namespace

Interleaved decode_bmp(Bytes bytes, const std::string& name, const ImageLimits& limits) {
    const BmpHeader header = read_bmp_header(bytes, name, limits);
    Interleaved picture{int(header.extent.width), int(header.extent.height),
                        header.channels[3].bits > 0 && header.bits > 8 ? 4 : 3};
    picture.samples.resize(size_t(header.extent.count() * picture.channels));
    if (!header.is_rle()) {
        read_bmp_rows(bytes, header, picture, name);
    } else {
        const std::vector<uint8_t> indices = BmpRuns(bytes, header, name).read();
        const BmpPalette palette = read_palette(bytes, header);
        BmpRows rows(header, picture);
        for (int64_t y = 0; y < header.extent.height; ++y)
            rows.write_indices(y, palette, [&](int64_t x) { return indices[y * header.extent.width + x]; });
    }
    if (picture.channels == 4) fill_empty_alpha(picture);
    return picture;
}

}  // namespace upsweep::media
