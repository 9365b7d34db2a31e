// Paragraphs: runs of text in several styles, broken into words and lines.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"

namespace upsweep::canvas {

/// A stretch of a paragraph in one style.
struct Run {
    std::string text;
    TextStyle style;
    Ink ink;
};

/// Reads `code` (Mono) and **strong** marks into runs of `style`.
std::vector<Run> marked_runs(TextStyle style, Ink ink, std::string_view marked);

/// A word, or a part of one that has several styles. It lives as long as its run.
struct Word {
    const Run* run;
    std::string_view text;
    float x, width;  ///< pixels from the paragraph's left
    int line;
};

/// Breaks the runs into lines of `width` pixels for a base size of `em` pixels. A word that is wider goes
/// alone.
std::vector<Word> lay_out(float em, float width, const std::vector<Run>& runs);
/// Height of a line in whole pixels: `line` times the largest size of type.
float line_height(float em, const std::vector<Run>& runs, float line);

/// Height in pixels that the runs take, wrapped at `width`; `line` is the line's height in E of the style.
float paragraph_height(const Canvas& canvas, float width, const std::vector<Run>& runs, float line = 1.45F);
/// Draws them with the first line's box at `top_left`; returns the height.
float draw_paragraph(Canvas& canvas, Point top_left, float width, const std::vector<Run>& runs,
                     float line = 1.45F);

}  // namespace upsweep::canvas
