// Any bytes as a picture or an array: read, or refused with an Error; never a crash, never much memory.
#include <span>

#include "core/error.h"
#include "fuzz/fuzz.h"
#include "media/image.h"
#include "media/npy.h"

namespace {

std::string text_of(const std::vector<std::byte>& bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace upsweep;
    std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
    const media::ImageLimits limits{.pixels = 1'000'000, .memory_bytes = 64'000'000};
    for (media::Samples samples : {media::Samples::scaled, media::Samples::raw}) try {
            media::decode_image(bytes, "input", limits, samples);
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
    for (std::int64_t i = 0; i < grey.count(); ++i) grey.set_number(i, static_cast<double>(i * 41));
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
            jpeg};
}
