#include "media/structure.h"

#include <algorithm>
#include <cstdint>

#include "media/refusals.h"

namespace upsweep::media {
namespace {

std::uint32_t byte_at(std::span<const std::byte> bytes, std::size_t at) {
    return static_cast<std::uint32_t>(bytes[at]);
}

/// A marker that has no length behind it: filler, a restart, or one of no meaning.
bool stands_alone(std::uint32_t marker) {
    return marker == 0xFF || marker == 0x01 || marker == 0x00 || (marker >= 0xD0 && marker <= 0xD8);
}

/// Calls visit(marker, first byte, bytes) with the bytes after each segment's length, until it returns
/// false. True if the end-of-image marker was reached; false where the file ends first, or where visit
/// stopped.
template <typename Visit>
bool walk_segments(std::span<const std::byte> bytes, Visit visit) {
    constexpr std::uint32_t end_of_image = 0xD9;
    std::size_t at = 2;
    // Between segments and inside a scan alike, the next 0xFF with a meaning is what matters.
    while (at + 1 < bytes.size()) {
        std::uint32_t marker = byte_at(bytes, at + 1);
        if (byte_at(bytes, at) != 0xFF) {
            ++at;
        } else if (marker == end_of_image) {
            return true;
        } else if (stands_alone(marker)) {
            at += marker == 0xFF ? 1 : 2;
        } else {
            if (at + 4 > bytes.size()) return false;
            std::uint32_t length = big_endian(bytes, at + 2, 2);
            if (!visit(marker, at + 4, length < 2 ? 0 : length - 2)) return false;
            at += 2 + length;
        }
    }
    return false;
}

/// Whether every Huffman table in bytes[at, end) has at most the 256 codes that there are bytes for. Behind
/// the file's end stb_image reads zeros, so a table that begins before it counts too.
bool huffman_tables_fit(std::span<const std::byte> bytes, std::size_t at, std::size_t end) {
    constexpr std::size_t lengths = 16;
    // A table is a byte that names it, how many codes there are of each length, and a byte a code.
    while (at < std::min(end, bytes.size())) {
        std::size_t codes = 0;
        for (std::size_t i = at + 1; i < std::min(at + 1 + lengths, bytes.size()); ++i)
            codes += byte_at(bytes, i);
        if (codes > 256) return false;
        at += 1 + lengths + codes;
    }
    return true;
}

}  // namespace

bool jpeg_is_cut_short(std::span<const std::byte> bytes) {
    return !walk_segments(bytes, [](std::uint32_t, std::size_t, std::size_t) { return true; });
}

bool jpeg_code_tables_fit(std::span<const std::byte> bytes) {
    constexpr std::uint32_t define_huffman_tables = 0xC4;
    bool fit = true;
    walk_segments(bytes, [&](std::uint32_t marker, std::size_t at, std::size_t length) {
        if (marker == define_huffman_tables) fit = huffman_tables_fit(bytes, at, at + length);
        return fit;
    });
    return fit;
}

}  // namespace upsweep::media
