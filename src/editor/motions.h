// Where the caret goes: by characters, words, lines and pages.
#pragma once

#include <cstdint>

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

}  // namespace upsweep::editor
