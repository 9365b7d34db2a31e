// Find and replace.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "editor/editor.h"

namespace upsweep::editor {

struct Query {
    std::string text;         ///< may have several lines; nothing is found for an empty one
    bool match_case = true;   ///< else letters of ASCII are the same in both cases
    bool whole_word = false;  ///< no letter, digit or _ is beside a match that begins or ends with one
};

/// The matches that begin in lines `first` to `last`, both included, each behind the one before.
std::vector<Range> find_all(const TextBuffer& buffer, const Query& query, size_t first, size_t last);
std::vector<Range> find_all(const TextBuffer& buffer, const Query& query);

/// The first match that begins at `from` or behind it; from the text's beginning on if none exists.
std::optional<Range> find_next(const TextBuffer& buffer, const Query& query, Position from);
/// The last match that begins before `from`; from the text's end back if none exists.
std::optional<Range> find_previous(const TextBuffer& buffer, const Query& query, Position from);

/// Selects the next (previous) match, seen from the selection. False if none exists.
bool select_next(Editor& editor, const Query& query);
bool select_previous(Editor& editor, const Query& query);
/// If what is selected is a match, `with` takes its place. Then selects the next one. True if it replaced.
bool replace_one(Editor& editor, const Query& query, std::string_view with);
/// Replaces all matches in one step, and says how many. The caret stays where it was, as far as it can.
size_t replace_all(Editor& editor, const Query& query, std::string_view with);

}  // namespace upsweep::editor
