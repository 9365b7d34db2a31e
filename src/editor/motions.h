// Where the caret goes: by characters, words, lines and pages; and in which columns characters are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "editor/text_buffer.h"

namespace upsweep::editor {

enum class Motion : uint8_t {
    left,
    right,
    word_left,
    word_right,
    up,
    down,
    page_up,
    page_down,
    line_begin,  ///< the line's first character that is not blank; from there, its very beginning
    line_end,
    text_begin,
    text_end,
};

/// Where the motion leads that needs no column; `from` for the others.
Position moved(const TextBuffer& buffer, Position from, Motion motion);

/// The word around the place, or the blanks or punctuators that are together there.
Range word_at(const TextBuffer& buffer, Position place);

/// The blanks that the line begins with, in bytes.
size_t indentation(std::string_view line);

/// A character as it is shown. A tab reaches to the next multiple of the tab width; characters of East Asia
/// are two columns wide, marks over the character before none; control characters, those that turn the
/// direction of writing, and bytes that are not UTF-8 are shown as escapes (\x1b, \u202e).
struct Glyph {
    size_t byte = 0, bytes = 0;
    size_t column = 0, width = 0;
    bool escape = false;
    std::string text;  ///< empty for a tab
};

std::vector<Glyph> glyphs(std::string_view line, size_t tab_width);

/// The column, from 0, at which byte `byte` of the line begins; behind the line's end its width.
size_t column_of(std::string_view line, size_t byte, size_t tab_width);

/// The byte between two characters that is nearest to `column` (half a character counts as the next); a
/// line's end for the text behind it, 0 for what is before.
size_t byte_at(std::string_view line, double column, size_t tab_width);

}  // namespace upsweep::editor
