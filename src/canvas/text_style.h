// Sizes of type by role, in E: one table for the window and for pictures.
#pragma once

#include <cstdint>

#include "canvas/faces.h"

namespace upsweep::canvas {

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
