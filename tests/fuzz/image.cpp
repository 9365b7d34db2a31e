// Any bytes as a picture or an array: read, or refused with an Error; never a crash, never much memory.
#include <span>

#include "core/error.h"
#include "fuzz/fuzz.h"
#include "media/image.h"
#include "media/npy.h"
#include "media/png.h"

namespace {

std::string text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string big_endian_text(uint32_t number) {
    std::string text;
    for (const int shift : {24, 16, 8, 0}) text += char(number >> shift & 255);
    return text;
}

uint32_t number_at(const std::string& text, size_t at) {
    uint32_t number = 0;
    for (size_t i = at; i < at + 4; ++i) number = number << 8 | uint8_t(text[i]);
    return number;
}

uint32_t crc_of_text(std::string_view text) {
    return upsweep::media::crc_of({reinterpret_cast<const std::byte*>(text.data()), text.size()});
}

/// A PNG whose chunks have the checksums that fit them, so that mutations come past these; else empty.
std::string with_checksums(std::string png) {
    if (png.compare(0, 4, "\x89PNG") != 0) return {};
    for (size_t at = 8; at + 12 <= png.size();) {
        const size_t length = number_at(png, at);
        if (length > png.size() - at - 12) break;
        const std::string_view inside = std::string_view(png).substr(at + 4, 4 + length);
        png.replace(at + 8 + length, 4, big_endian_text(crc_of_text(inside)));
        at += 12 + length;
    }
    return png;
}

std::string chunk(const std::string& type, const std::string& data) {
    return big_endian_text(uint32_t(data.size())) + type + data + big_endian_text(crc_of_text(type + data));
}

/// 3 x 2 greys and alphas of 16 bits in a stored block, held by the side.
std::string wide_png() {
    std::string rows;
    for (int y = 0; y < 2; ++y) rows += '\0' + std::string(12, char(100 + y));
    const uint32_t adler =
        upsweep::media::adler_of({reinterpret_cast<const std::byte*>(rows.data()), rows.size()});
    return "\x89PNG\r\n\x1a\n" +
           chunk("IHDR", big_endian_text(3) + big_endian_text(2) + std::string("\x10\x04\0\0\0", 5)) +
           chunk("eXIf", std::string("MM\0*\0\0\0\x08\0\x01\x01\x12\0\x04\0\0\0\x01\0\0\0\x06\0\0\0\0", 26)) +
           chunk("IDAT", std::string("\x78\x01\x01\x1a\0\xe5\xff", 7) + rows + big_endian_text(adler)) +
           chunk("IEND", "");
}

/// 2 x 2 indices of 2 colours, or pixels of 32 bits with four masks.
std::string small_bmp(const std::string& bits_and_compression, const std::string& rest,
                      const std::string& data) {
    std::string bmp("BM\0\0\0\0\0\0\0\0", 10);
    bmp += char(54 + rest.size());
    bmp += std::string("\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0\x01\0", 17) + bits_and_compression;
    return bmp + std::string(20, '\0') + rest + data;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace upsweep;
    const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
    const std::string fitting = with_checksums({reinterpret_cast<const char*>(data), size});
    const std::span<const std::byte> repaired(reinterpret_cast<const std::byte*>(fitting.data()),
                                              fitting.size());
    const media::ImageLimits limits{.pixels = 1'000'000, .memory_bytes = 64'000'000};
    for (const std::span<const std::byte> input : {bytes, repaired})
        for (media::Samples samples : {media::Samples::scaled, media::Samples::raw}) try {
                media::decode_image(input, "input", limits, samples);
            } catch (const Error&) {
            }
    try {
        if (media::is_npy(bytes)) media::decode_npy(bytes, "input", limits.pixels);
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::string> fuzz_seeds() {
    using namespace upsweep;
    Array grey(ScalarType::u8, {9, 7});
    for (int64_t i = 0; i < grey.count(); ++i) grey.set_number(i, double(i * 41));
    // 2 x 2 pixels of 24 bits, rows padded to 8 bytes.
    std::string bmp("BM\x46\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x02\0\0\0\x02\0\0\0\x01\0\x18\0", 30);
    bmp += std::string(40, '\0');
    // The start of a baseline JPEG: tables, a frame of 8 x 8 and an empty scan.
    std::string jpeg("\xff\xd8\xff\xdb\0\x43\0", 7);
    jpeg += std::string(64, '\x01') + std::string("\xff\xc0\0\x0b\x08\0\x08\0\x08\x01\x01\x11\0", 13);
    jpeg += std::string("\xff\xc4\0\x14\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x03", 22);
    jpeg += std::string("\xff\xc4\0\x14\x10\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 22);
    jpeg += std::string("\xff\xda\0\x08\x01\x01\0\0\x3f\0\x54\xff\xd9", 13);
    return {text_of(media::encode_png(grey)),
            text_of(media::encode_pgm(grey)),
            text_of(media::encode_npy(grey)),
            "P2 3 2 15\n1 2 3 # c\n4 5 15\n",
            "P3 1 2 255 1 2 3 4 5 6",
            "P6 1 1 65535 abcdef",
            bmp,
            jpeg,
            wide_png(),
            small_bmp(std::string("\x08\0\x01\0\0\0", 6), std::string("\0\0\0\0\xff\xff\xff\0", 8),
                      std::string("\x02\x01\0\0\0\x02\x01\0\x01\x01\0\x01", 12)),
            small_bmp(std::string("\x04\0\x02\0\0\0", 6), std::string("\0\0\0\0\xff\xff\xff\0", 8),
                      std::string("\x02\x01\0\0\x01\x10\0\x01", 8)),
            small_bmp(std::string("\x20\0\x06\0\0\0", 6),
                      std::string("\xff\0\0\0\0\xff\0\0\0\0\xff\0\0\0\0\xff", 16),
                      std::string("abcdefghijklmnop"))};
}
