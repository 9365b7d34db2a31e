// The build subsets the faces and embeds them in the order of the enumeration; see cmake/Faces.cmake.
#include "canvas/faces.h"

#include "core/embedded.h"
#include "core/error.h"

#include "core/ranges.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> faces();
}  // namespace upsweep::embedded

namespace upsweep::canvas {

std::span<const std::byte> face_file(Face face) {
    const auto files = embedded::faces();
    if (files.size() != face_count)
        throw Error(
            "This build of Upsweep cannot draw text: Inter, JetBrains Mono or fontTools was missing when it "
            "was "
            "built.");
    return std::as_bytes(std::span(nth(files, face).contents));
}

std::span<const GlyphRange> glyph_ranges() {
    static constexpr GlyphRange ranges[] = {UPSWEEP_GLYPHS};
    return ranges;
}

}  // namespace upsweep::canvas
