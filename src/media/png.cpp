#include "media/png.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "core/ranges.h"
#include "media/decoders.h"
#include "media/stb.h"

namespace upsweep::media {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::string_view png_signature = "\x89PNG\r\n\x1a\n";

constexpr std::array<uint32_t, 256> make_crc_table() {
    std::array<uint32_t, 256> table = {};
    for (uint32_t byte = 0; byte < 256; ++byte) {
        uint32_t rest = byte;
        for (int bit = 0; bit < 8; ++bit) rest = rest >> 1 ^ (rest & 1 ? 0xEDB88320U : 0);
        table[byte] = rest;
    }
    return table;
}

void put_text(std::vector<std::byte>& to, std::string_view text) {
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    to.insert(to.end(), first, first + text.size());
}

void put_number(std::vector<std::byte>& to, uint32_t number) {
    for (const int shift : {24, 16, 8, 0}) to.push_back(std::byte(number >> shift & 255));
}

/// `data` as a zlib stream of blocks that are stored as they are.
void put_stored(std::vector<std::byte>& to, Bytes data) {
    constexpr size_t most = 65535;
    put_text(to, "\x78\x01");
    size_t at = 0;
    do {
        const size_t size = std::min(most, data.size() - at);
        to.push_back(std::byte(at + size == data.size() ? 1 : 0));
        for (const size_t number : {size, most - size}) {
            to.push_back(std::byte(number & 255));
            to.push_back(std::byte(number >> 8));
        }
        const auto from = data.begin() + ptrdiff_t(at);
        to.insert(to.end(), from, from + ptrdiff_t(size));
        at += size;
    } while (at < data.size());
    put_number(to, 0);
}

size_t stored_size(size_t size) { return size + 5 * (size / 65535 + 1) + 6; }

}  // namespace

Extent png_size(Bytes bytes) {
    if (bytes.size() < 24) return {1, 1};
    return {big_endian(bytes, 16, 4), big_endian(bytes, 20, 4)};
}

int png_depth(Bytes bytes) { return int(big_endian(bytes, 24, 1)); }

uint32_t crc_of(Bytes bytes) {
    static constexpr std::array<uint32_t, 256> table = make_crc_table();
    uint32_t crc = 0xFFFFFFFF;
    for (const std::byte byte : bytes) crc = crc >> 8 ^ table[(crc ^ std::to_integer<uint32_t>(byte)) & 255];
    return ~crc;
}

uint32_t adler_of(Bytes bytes) {
    // So many bytes can be added before 32 bits are full.
    constexpr size_t at_once = 5552;
    constexpr uint32_t base = 65521;
    uint32_t sum = 1, sums = 0;
    for (size_t at = 0; at < bytes.size(); at += at_once) {
        for (const std::byte byte : bytes.subspan(at, std::min(at_once, bytes.size() - at))) {
            sum += std::to_integer<uint32_t>(byte);
            sums += sum;
        }
        sum %= base;
        sums %= base;
    }
    return sums << 16 | sum;
}

PngChunks walk_png(Bytes bytes) {
    PngChunks chunks;
    size_t at = png_signature.size();
    // A chunk is the length of its data, its type, the data, and the checksum of type and data.
    while (at + 12 <= bytes.size() && !chunks.whole) {
        const size_t length = big_endian(bytes, at, 4);
        if (length > bytes.size() - at - 12) break;
        const Bytes chunk = bytes.subspan(at, 12 + length), data = chunk.subspan(8, length);
        const std::string_view type(reinterpret_cast<const char*>(chunk.data()) + 4, 4);
        // A critical chunk's type begins with a capital.
        const bool critical = type[0] >= 'A' && type[0] <= 'Z', transparency = type == "tRNS",
                   exif = type == "eXIf";
        if ((critical || transparency || exif) && chunks.damage.empty() &&
            crc_of(chunk.subspan(4, 4 + length)) != big_endian(bytes, at + 8 + length, 4))
            chunks.damage = fmt::format("the checksum of the chunk at byte {} is wrong", at);
        if (type == "IDAT")
            append(chunks.data, data);
        else if (type == "IEND")
            chunks.whole = true;
        else if (critical || transparency)
            append(chunks.parts, chunk);
        else if (exif)
            chunks.orientation = tiff_orientation(data);
        at += chunk.size();
    }
    return chunks;
}

std::string unpack_png(const PngChunks& chunks, int64_t needed, std::vector<std::byte>& unpacked) {
    constexpr int64_t most = int64_t{1} << 30;  // that stb_image takes in a chunk
    if (needed > most) return "too large";
    // Some programs write a little more than that; a small file must not fill the memory.
    const int64_t tolerated = std::min(2 * needed + 4096, most);
    const stb::Inflated inflated = stb::inflate(chunks.data, int(tolerated));
    if (!inflated.bytes)
        return std::string_view(stb::reason()) == "output buffer limit"
                   ? "it holds more data than its pixels need"
                   : stb::reason();
    const Bytes data(reinterpret_cast<const std::byte*>(inflated.bytes.get()), inflated.size);
    if (inflated.used + 4 > chunks.data.size() || big_endian(chunks.data, inflated.used, 4) != adler_of(data))
        return "the checksum of its pixels is wrong";
    if (int64_t(stored_size(data.size())) > most) return "too large";
    unpacked.reserve(png_signature.size() + chunks.parts.size() + stored_size(data.size()) + 24);
    put_text(unpacked, png_signature);
    append(unpacked, chunks.parts);
    put_number(unpacked, uint32_t(stored_size(data.size())));
    put_text(unpacked, "IDAT");
    put_stored(unpacked, data);
    put_number(unpacked, 0);
    put_number(unpacked, 0);
    put_text(unpacked, "IEND");
    put_number(unpacked, 0);
    return {};
}

}  // namespace upsweep::media
