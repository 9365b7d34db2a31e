// Drawing text by role: styles, measuring, cutting, and paragraphs with runs in Mono.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/ui/frame.h"

namespace upsweep::app {

/// A face and a size in E.
struct TextStyle {
    Face face = Face::sans;
    float em = 1;
};

/// The sizes of the look. Take these; any other size is baked when first drawn.
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

enum class Align { left, centre, right };

/// Pixels that `text` is wide.
float text_width(const Frame& frame, TextStyle style, std::string_view text);

/// Draws one line. `at.y` is the middle of its capitals, `at.x` its left, middle or right.
void draw_text(Frame& frame, ImVec2 at, TextStyle style, ImU32 colour, std::string_view text,
               Align align = Align::left);

/// Cuts the line to `width` pixels with "…"; hovering it then shows all of it. Returns the width drawn.
float draw_elided(Frame& frame, ImVec2 at, float width, TextStyle style, ImU32 colour, std::string_view text,
                  Align align = Align::left);

/// Shows `text` beside the pointer, wrapped at 24 E.
void tooltip(Frame& frame, std::string_view text);

/// A stretch of a paragraph in one style.
struct Run {
    std::string text;
    TextStyle style;
    ImU32 colour = 0;
};

/// Reads `code` (Mono) and **strong** marks into runs of `style`.
std::vector<Run> marked_runs(TextStyle style, ImU32 colour, std::string_view marked);

/// Height in pixels that the runs take, wrapped at `width`; `line` is the line's height in E of the style.
float paragraph_height(const Frame& frame, float width, const std::vector<Run>& runs, float line = 1.45F);
/// Draws them with the first line's box at `top_left`; returns the height.
float draw_paragraph(Frame& frame, ImVec2 top_left, float width, const std::vector<Run>& runs,
                     float line = 1.45F);

}  // namespace upsweep::app
