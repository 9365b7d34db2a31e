// Which bracket belongs to which: those in strings and comments do not count.
#pragma once

#include <cstddef>
#include <optional>

#include "editor/highlight.h"
#include "editor/text_buffer.h"

namespace upsweep::editor {

struct BracketPair {
    Position bracket;  ///< the one at the caret
    Position other;
};

/// The pair of the bracket that is right behind the caret or, if none exists, right before it. Nothing
/// where no bracket is, or the other is missing or more than `most` lines away.
std::optional<BracketPair> matching_brackets(Highlighter& highlighter, const TextBuffer& buffer,
                                             Position caret, size_t most = 20'000);

}  // namespace upsweep::editor
