// Prose in CommonMark to blocks.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lessons/lesson.h"

namespace upsweep::lessons {

/// Paragraphs, headings, lists, code blocks, with strong text and code in them. Throws Error (file, line of
/// the piece) for what a lesson cannot show: tables, pictures, HTML, nested lists, quotations.
std::vector<Block> parse_markdown(const std::string& file, int line, std::string_view text);

/// One line of text with the same marks.
std::vector<Inline> parse_inline(const std::string& file, int line, std::string_view text);

}  // namespace upsweep::lessons
