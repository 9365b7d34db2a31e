// The one file that compiles stb's image reader and writer: only PNG and JPEG, nothing that reads files.
#include <cstdlib>

#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_NO_HDR
#define STBI_WRITE_NO_STDIO
// Zeroed, for a JPEG may use code tables that it does not define, and stb_image then looks into whatever is
// there.
#define STBI_MALLOC(size) std::calloc(1, size)
#define STBI_REALLOC(memory, size) std::realloc(memory, size)
#define STBI_FREE(memory) std::free(memory)
#define STB_IMAGE_STATIC
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image.h>
#include <stb/stb_image_write.h>

#include "media/stb.h"

namespace upsweep::media::stb {

bool info(std::span<const std::byte> bytes, int& width, int& height, int& channels) {
    return stbi_info_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), int(bytes.size()), &width,
                                 &height, &channels) != 0;
}

Pixels decode(std::span<const std::byte> bytes, int& width, int& height, int& channels) {
    return Pixels(stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()), int(bytes.size()),
                                        &width, &height, &channels, 0));
}

Pixels16 decode_16(std::span<const std::byte> bytes, int& width, int& height, int& channels) {
    return Pixels16(stbi_load_16_from_memory(reinterpret_cast<const stbi_uc*>(bytes.data()),
                                             int(bytes.size()), &width, &height, &channels, 0));
}

Inflated inflate(std::span<const std::byte> zlib, int most) {
    stbi__zbuf in = {};
    in.zbuffer = reinterpret_cast<stbi_uc*>(const_cast<std::byte*>(zlib.data()));
    in.zbuffer_end = in.zbuffer + zlib.size();
    char* to = static_cast<char*>(stbi__malloc(size_t(most)));
    if (!to) {
        stbi__err("outofmem", "Out of memory");
        return {};
    }
    Inflated result{Pixels(reinterpret_cast<uint8_t*>(to))};
    if (stbi__do_zlib(&in, to, most, 0, 1) == 0) return {};
    result.size = size_t(in.zout - in.zout_start);
    // Whole bytes that wait in its bit buffer are read, but not used.
    const auto read = reinterpret_cast<const std::byte*>(in.zbuffer) - zlib.data();
    result.used = size_t(read - in.num_bits / 8);
    return result;
}

std::vector<std::byte> deflate(std::span<const std::byte> bytes) {
    constexpr int thorough = 64;
    int size = 0;
    auto* from = reinterpret_cast<unsigned char*>(const_cast<std::byte*>(bytes.data()));
    unsigned char* made = stbi_zlib_compress(from, int(bytes.size()), &size, thorough);
    if (!made) return {};
    const auto* first = reinterpret_cast<const std::byte*>(made);
    std::vector<std::byte> zlib(first, first + size);
    STBIW_FREE(made);
    return zlib;
}

void Free::operator()(void* pixels) const { stbi_image_free(pixels); }

const char* reason() {
    const char* text = stbi_failure_reason();
    return text ? text : "it cannot be decoded";
}

bool encode_png(int width, int height, int channels, const uint8_t* samples, std::vector<std::byte>& out) {
    auto append = [](void* to, void* data, int size) {
        auto* first = static_cast<const std::byte*>(data);
        auto* bytes = static_cast<std::vector<std::byte>*>(to);
        bytes->insert(bytes->end(), first, first + size);
    };
    return stbi_write_png_to_func(append, &out, width, height, channels, samples, width * channels) != 0;
}

}  // namespace upsweep::media::stb
