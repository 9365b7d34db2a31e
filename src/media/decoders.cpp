#include "media/decoders.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string_view>

#include <fmt/core.h>

#include "core/error.h"
#include "media/file.h"
#include "system/machine.h"

namespace upsweep::media {
namespace {

uint32_t byte_or_zero(std::span<const std::byte> bytes, size_t at) {
    return at < bytes.size() ? uint32_t(bytes[at]) : 0;
}

}  // namespace

void check_size(Extent extent, int64_t bytes_a_pixel, const std::string& name, const ImageLimits& limits) {
    auto size = [&] { return fmt::format("{} says it is {} × {}", name, extent.width, extent.height); };
    // A damaged header may even hold sides below zero.
    if (extent.width <= 0 || extent.height <= 0)
        throw Error("{}: there is nothing to show; choose another picture.", size());
    if (extent.width > limits.pixels / extent.height)
        throw Error("{}, and at most {} million pixels are read; make it smaller first.", size(),
                    limits.pixels / 1'000'000);
    int64_t needed = extent.count() * bytes_a_pixel;
    int64_t memory = limits.memory_bytes > 0 ? limits.memory_bytes : system::available_memory();
    if (needed > memory)
        throw Error("{}, which needs {} to read, and {} are free; make it smaller first.", size(),
                    bytes_text(needed), bytes_text(memory));
}

void damaged(const std::string& name, std::string_view reason) {
    if (reason == "too large")
        throw Error("{} has more pixels than can be decoded; make it smaller first.", name);
    throw Error("{} is damaged ({}); copy or download it again.", name, reason);
}

void cut_short(const std::string& name, size_t bytes) {
    throw Error("{} is cut short: it ends after {} bytes; copy or download it again.", name, bytes);
}

uint32_t big_endian(std::span<const std::byte> bytes, size_t at, int count) {
    uint32_t value = 0;
    for (int i = 0; i < count; ++i) value = value << 8 | byte_or_zero(bytes, at + size_t(i));
    return value;
}

uint32_t little_endian(std::span<const std::byte> bytes, size_t at, int count) {
    uint32_t value = 0;
    for (int i = count; i-- > 0;) value = value << 8 | byte_or_zero(bytes, at + size_t(i));
    return value;
}

namespace {

uint32_t byte_at(std::span<const std::byte> bytes, size_t at) { return uint32_t(bytes[at]); }

/// A marker that has no length behind it: filler, a restart, or one of no meaning.
bool stands_alone(uint32_t marker) {
    return marker == 0xFF || marker == 0x01 || marker == 0x00 || (marker >= 0xD0 && marker <= 0xD8);
}

/// Calls visit(marker, first byte, bytes) with the bytes after each segment's length, until it returns
/// false. True if the end-of-image marker was reached; false where the file ends first, or where visit
/// stopped.
template <typename Visit>
bool walk_segments(std::span<const std::byte> bytes, Visit visit) {
    constexpr uint32_t end_of_image = 0xD9;
    size_t at = 2;
    // Between segments and inside a scan alike, the next 0xFF with a meaning is what matters.
    while (at + 1 < bytes.size()) {
        uint32_t marker = byte_at(bytes, at + 1);
        if (byte_at(bytes, at) != 0xFF) {
            ++at;
        } else if (marker == end_of_image) {
            return true;
        } else if (stands_alone(marker)) {
            at += marker == 0xFF ? 1 : 2;
        } else {
            if (at + 4 > bytes.size()) return false;
            uint32_t length = big_endian(bytes, at + 2, 2);
            if (!visit(marker, at + 4, length < 2 ? 0 : length - 2)) return false;
            at += 2 + length;
        }
    }
    return false;
}

/// Whether every Huffman table in bytes[at, end) has at most the 256 codes that there are bytes for. Behind
/// the file's end stb_image reads zeros, so a table that begins before it counts too.
bool huffman_tables_fit(std::span<const std::byte> bytes, size_t at, size_t end) {
    constexpr size_t lengths = 16;
    // A table is a byte that names it, how many codes there are of each length, and a byte a code.
    while (at < std::min(end, bytes.size())) {
        size_t codes = 0;
        for (size_t i = at + 1; i < std::min(at + 1 + lengths, bytes.size()); ++i) codes += byte_at(bytes, i);
        if (codes > 256) return false;
        at += 1 + lengths + codes;
    }
    return true;
}

}  // namespace

bool jpeg_is_cut_short(std::span<const std::byte> bytes) {
    return !walk_segments(bytes, [](uint32_t, size_t, size_t) { return true; });
}

bool jpeg_code_tables_fit(std::span<const std::byte> bytes) {
    constexpr uint32_t define_huffman_tables = 0xC4;
    bool fit = true;
    walk_segments(bytes, [&](uint32_t marker, size_t at, size_t length) {
        if (marker == define_huffman_tables) fit = huffman_tables_fit(bytes, at, at + length);
        return fit;
    });
    return fit;
}

namespace {

using Bytes = std::span<const std::byte>;

/// Numbers of a TIFF header and its first directory, in either order of bytes; 0 past the end.
class Tiff {
  public:
    explicit Tiff(Bytes bytes) : bytes_(bytes), little_(at(0) == 'I') {}

    uint32_t number(size_t from, int size) const {
        uint32_t value = 0;
        for (int i = 0; i < size; ++i) value = value << 8 | at(from + size_t(little_ ? size - 1 - i : i));
        return value;
    }

    int orientation() const {
        constexpr uint32_t tag = 0x0112;
        // By type: BYTE is 1, SHORT 3 and LONG 4.
        constexpr int value_sizes[] = {0, 1, 0, 2, 4};
        constexpr size_t entry_size = 12;
        const size_t directory = number(4, 4), entries = number(directory, 2);
        for (size_t i = 0; i < entries; ++i) {
            const size_t entry = directory + 2 + i * entry_size;
            if (entry + entry_size > bytes_.size()) break;
            const uint32_t type = number(entry + 2, 2);
            if (number(entry, 2) != tag || type >= std::size(value_sizes) || value_sizes[type] == 0) continue;
            const uint32_t value = number(entry + 8, value_sizes[type]);
            return value >= 1 && value <= 8 ? int(value) : 1;
        }
        return 1;
    }

  private:
    uint8_t at(size_t place) const {
        return place < bytes_.size() ? std::to_integer<uint8_t>(bytes_[place]) : 0;
    }

    Bytes bytes_;
    bool little_;
};

}  // namespace

int orientation_of(Bytes jpeg) {
    constexpr std::string_view head("Exif\0\0", 6);
    const auto byte = [&](size_t place) { return std::to_integer<unsigned>(jpeg[place]); };
    // Segments up to the first scan: a marker, and a length that counts itself.
    for (size_t at = 2; at + 4 <= jpeg.size() && byte(at) == 0xff;) {
        const unsigned marker = byte(at + 1);
        if (marker == 0xff) {
            ++at;
            continue;
        }
        if (marker == 0xda || marker == 0xd9) break;
        const size_t length = byte(at + 2) << 8 | byte(at + 3);
        if (length < 2 || at + 2 + length > jpeg.size()) break;
        const Bytes inside = jpeg.subspan(at + 4, length - 2);
        if (marker == 0xe1 && inside.size() > head.size() &&
            std::string_view(reinterpret_cast<const char*>(inside.data()), head.size()) == head)
            return tiff_orientation(inside.subspan(head.size()));
        at += 2 + length;
    }
    return 1;
}

int tiff_orientation(Bytes tiff) { return Tiff(tiff).orientation(); }

Array upright(const Array& stored, int orientation) {
    // What is stored is the upright picture turned or mirrored: where does each upright element lie?
    const bool swapped = orientation >= 5;
    const bool from_right = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool from_below = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    const Extent from = stored.extent();
    Array result(stored.type(), swapped ? from.transposed() : from);
    visit_type(stored.type(), [&](auto zero) {
        using T = decltype(zero);
        const T* elements = stored.view<T>().data();
        T* to = result.view<T>().data();
        for (int64_t y = 0; y < result.extent().height; ++y)
            for (int64_t x = 0; x < result.extent().width; ++x) {
                int64_t column = swapped ? y : x, row = swapped ? x : y;
                if (from_right) column = from.width - 1 - column;
                if (from_below) row = from.height - 1 - row;
                *to++ = elements[row * from.width + column];
            }
    });
    return result;
}

}  // namespace upsweep::media
