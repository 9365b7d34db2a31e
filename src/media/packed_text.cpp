// A zlib stream in base64url.
#include "media/packed_text.h"

#include <array>
#include <span>
#include <vector>

#include "core/error.h"
#include "media/decoders.h"
#include "media/file.h"
#include "media/png.h"
#include "media/stb.h"

namespace upsweep::media {
namespace {

constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr size_t checksum_bytes = 4;

constexpr std::array<int8_t, 256> make_values() {
    std::array<int8_t, 256> values = {};
    for (int8_t& value : values) value = -1;
    for (size_t i = 0; i < letters.size(); ++i) values[uint8_t(letters[i])] = int8_t(i);
    // What plain base64 has in their place.
    values[uint8_t('+')] = 62;
    values[uint8_t('/')] = 63;
    return values;
}

std::string to_letters(std::span<const std::byte> bytes) {
    std::string text;
    text.reserve(bytes.size() * 4 / 3 + 4);
    for (size_t at = 0; at < bytes.size(); at += 3) {
        const size_t count = std::min<size_t>(3, bytes.size() - at);
        uint32_t three = 0;
        for (size_t i = 0; i < 3; ++i)
            three = three << 8 | (i < count ? std::to_integer<uint32_t>(bytes[at + i]) : 0);
        for (size_t i = 0; i <= count; ++i) text += letters[three >> (18 - 6 * i) & 63];
    }
    return text;
}

[[noreturn]] void refuse_packed() {
    throw Error("The link is cut short or damaged; copy it once more, whole.");
}

std::vector<std::byte> from_letters(std::string_view text) {
    static constexpr std::array<int8_t, 256> values = make_values();
    while (!text.empty() && text.back() == '=') text.remove_suffix(1);
    std::vector<std::byte> bytes;
    bytes.reserve(text.size() * 3 / 4);
    uint32_t waiting = 0;
    int bits = 0;
    for (const char c : text) {
        const int8_t value = values[uint8_t(c)];
        if (value < 0) refuse_packed();
        waiting = (waiting << 6 | uint32_t(value)) & 0xFFFFFF;
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes.push_back(std::byte(waiting >> bits & 255));
    }
    return bytes;
}

}  // namespace

std::string pack_text(std::string_view text) {
    const auto bytes = std::as_bytes(std::span<const char>(text.data(), text.size()));
    const std::vector<std::byte> zlib = stb::deflate(bytes);
    if (zlib.empty()) throw Error("There is not enough memory to make the link.");
    return to_letters(zlib);
}

std::string unpack_text(std::string_view packed, int64_t most) {
    const std::vector<std::byte> zlib = from_letters(packed);
    if (zlib.size() <= checksum_bytes) refuse_packed();
    // One more than it may hold, so that a text that is too long is not taken for a damaged one.
    const stb::Inflated inflated = stb::inflate(zlib, int(most + 1));
    if (!inflated.bytes && std::string_view(stb::reason()) != "output buffer limit") refuse_packed();
    if (!inflated.bytes || int64_t(inflated.size) > most)
        throw Error("The link holds more than {}, the most that a link may hold; ask for a file instead.",
                    bytes_text(most));
    const std::span<const std::byte> text(reinterpret_cast<const std::byte*>(inflated.bytes.get()),
                                          inflated.size);
    if (inflated.used + checksum_bytes > zlib.size() ||
        big_endian(zlib, inflated.used, checksum_bytes) != adler_of(text))
        refuse_packed();
    return {reinterpret_cast<const char*>(text.data()), text.size()};
}

}  // namespace upsweep::media
