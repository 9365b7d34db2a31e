// The faces that everything is written in. They are part of the program: no font is read at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace upsweep::canvas {

/// Inter for words, JetBrains Mono for code and for every number that changes (its digits are equally wide).
enum class Face : uint8_t { sans, sans_semibold, sans_bold, mono, mono_bold, sans_italic };
constexpr size_t face_count = 6;

/// The face as an OpenType file. It lives as long as the program.
std::span<const std::byte> face_file(Face face);

/// Ascent plus descent, in sizes of type: what stb_truetype and ImGui call a font's pixel height, for 1 px of
/// type.
constexpr float line_factor(Face face) {
    return face == Face::mono || face == Face::mono_bold ? 1.32F : 1.21F;
}

/// Code points from `first` to `last`.
struct GlyphRange {
    uint32_t first, last;
};

/// The characters that every face was subset to, ascending; the face itself may lack some.
std::span<const GlyphRange> glyph_ranges();

}  // namespace upsweep::canvas
