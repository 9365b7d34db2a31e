// The faces that everything is written in, part of the program: no font is read at run time. And sizes of
// type by role, in E: one table for the window and for pictures.
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

/// A face and a size in E.
struct TextStyle {
    Face face = Face::sans;
    float em = 1;
    friend constexpr bool operator==(const TextStyle&, const TextStyle&) = default;
};

/// The sizes of the look. Take these; the window bakes any other size when it is first drawn.
namespace type {
inline constexpr TextStyle small{Face::sans, 0.85F};
inline constexpr TextStyle label{Face::sans, 0.9F};
inline constexpr TextStyle head{Face::sans_semibold, 0.85F};  ///< section heads, in t3
inline constexpr TextStyle row{Face::sans, 0.95F};
inline constexpr TextStyle body{Face::sans, 1};
inline constexpr TextStyle strong{Face::sans_semibold, 1};
inline constexpr TextStyle name{Face::sans_bold, 1.1F};   ///< the program's name, empty states' titles
inline constexpr TextStyle title{Face::sans_bold, 1.5F};  ///< view titles
inline constexpr TextStyle lesson{Face::sans, 1.18F};
inline constexpr TextStyle lesson_title{Face::sans_bold, 2.2F};
inline constexpr TextStyle tick{Face::mono, 0.8F};  ///< axis ticks, line numbers
inline constexpr TextStyle code{Face::mono, 0.9F};
inline constexpr TextStyle code_strong{Face::mono_bold, 0.9F};
inline constexpr TextStyle number{Face::mono, 1};  ///< every number that changes
inline constexpr TextStyle number_strong{Face::mono_bold, 1};
inline constexpr TextStyle value{Face::mono, 1.45F};  ///< in a cell
inline constexpr TextStyle value_strong{Face::mono_bold, 1.45F};
inline constexpr TextStyle verdict{Face::mono_bold, 4.2F};
}  // namespace type

/// Which end of a line is at its place.
enum class Align : uint8_t { left, centre, right };

}  // namespace upsweep::canvas
