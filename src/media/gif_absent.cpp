// GIF in a build without libgif.
#include "core/error.h"
#include "media/gif.h"

namespace upsweep::media {

struct GifWriter::State {};

GifWriter::GifWriter(int /*width*/, int /*height*/, std::span<const uint32_t> /*colours*/) {
    throw BackendMissing(
        "This build cannot write a GIF, because libgif was missing when it was built; write numbered "
        "pictures: "
        "-o run-%03d.png.");
}
GifWriter::~GifWriter() = default;
void GifWriter::add(std::span<const uint8_t> /*rgb*/, int /*milliseconds*/) {}
std::vector<std::byte> GifWriter::finish() { return {}; }

}  // namespace upsweep::media
