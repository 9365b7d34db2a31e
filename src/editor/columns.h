// Where a line's characters are on the screen, and which character is where the mouse is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace upsweep::editor {

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
