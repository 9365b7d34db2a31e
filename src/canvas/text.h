// How wide text is, by the embedded faces themselves; and paragraphs: runs of text in several styles, broken
// into words and lines.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/canvas.h"

namespace upsweep::canvas {

/// The middle of the capitals is this far above the baseline, in sizes of type.
inline constexpr float half_capital = 0.364F;

/// A style where E is `em` pixels, to half a pixel: the sizes that the window bakes its type in.
Type type_at(float em, TextStyle style);

/// Pixels that one line of UTF-8 text is wide; no kerning, as nothing here kerns.
float text_width(Type type, std::string_view text);

/// One character as pixels: 0 … 255 of each is covered, row by row.
struct Glyph {
    std::vector<uint8_t> covered;
    int width = 0, height = 0;
    int left = 0, top = 0;  ///< of its first pixel, from the pen on the baseline; y downwards
};
/// `shift` is the pen's place behind a whole pixel, 0 … 1.
Glyph glyph_of(Type type, uint32_t character, float shift);
/// Pixels from one pen to the next.
float advance_of(Type type, uint32_t character);
/// Its number in the face's file; 0: the face lacks it.
int glyph_index(Face face, uint32_t character);
/// The character at a byte of UTF-8 text, which becomes that of the next one.
uint32_t next_character(std::string_view text, size_t& at);

/// `text`, or as much of it as fits `width` pixels with "…" behind; empty where not even that fits.
std::string elided(Type type, std::string_view text, float width);

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
