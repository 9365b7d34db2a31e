// Drawing text by role: styles, measuring, cutting, and paragraphs with runs in Mono.
#pragma once

#include "app/ui/frame.h"
#include "canvas/faces.h"
#include "canvas/text.h"

namespace upsweep::app {

using canvas::Align;
using canvas::marked_runs;
using canvas::Run;
using canvas::TextStyle;
namespace type = canvas::type;

/// Pixels that `text` is wide.
float text_width(const Frame& frame, TextStyle style, std::string_view text);

/// Of a pane's title: smaller where the window has less room.
TextStyle title_style(const Frame& frame);

/// Draws one line. `at.y` is the middle of its capitals, `at.x` its left, middle or right.
void draw_text(Frame& frame, ImVec2 at, TextStyle style, const Colour& colour, std::string_view text,
               Align align = Align::left);

/// Tells a test what was written where, if it asked; draw_text does so itself.
void note_text(Frame& frame, std::string_view text, Rect box, bool cut = false);

/// `text`, cut to `width` pixels with "…" behind.
std::string elided(const Frame& frame, TextStyle style, std::string_view text, float width);

/// Cuts the line to `width` pixels with "…"; hovering it then shows all of it. Returns the width drawn.
float draw_elided(Frame& frame, ImVec2 at, float width, TextStyle style, const Colour& colour,
                  std::string_view text, Align align = Align::left);

/// Shows `text` beside the pointer that rests on a label, wrapped at 24 E; never while presenting. Call it in
/// every frame in which it is wanted.
void tooltip(Frame& frame, std::string_view text);
/// The same at once.
void plate(Frame& frame, std::string_view text);

/// Height in pixels that the runs take, wrapped at `width`; `line` is the line's height in E of the style.
float paragraph_height(const Frame& frame, float width, const std::vector<Run>& runs, float line = 1.45F);
/// Draws them with the first line's box at `top_left`; returns the height.
float draw_paragraph(Frame& frame, ImVec2 top_left, float width, const std::vector<Run>& runs,
                     float line = 1.45F);

}  // namespace upsweep::app
