// JPEG in a build without libjpeg: by stb_image, whose samples differ from libjpeg's by one or two here and
// there.
#include "media/decoders.h"
#include "media/stb.h"

namespace upsweep::media::jpeg {

std::string decode(std::span<const std::byte> bytes, Interleaved& picture) {
    const stb::Pixels pixels = stb::decode(bytes, picture.width, picture.height, picture.channels);
    if (!pixels) return stb::reason();
    const auto count = size_t(picture.width) * size_t(picture.height);
    picture.samples.assign(pixels.get(), pixels.get() + count * size_t(picture.channels));
    return {};
}

}  // namespace upsweep::media::jpeg
