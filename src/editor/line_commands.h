// Commands on whole lines: those that the selection touches, without the last one if it ends at its
// beginning.
#pragma once

#include "editor/editor.h"

namespace upsweep::editor {

/// Lines `first` to `last`, both included.
struct Lines {
    size_t first = 0, last = 0;
};
Lines selected_lines(const Editor& editor);

/// Tab: one level for the lines, blank ones left out; where nothing or a part of one line is selected, blanks
/// up to the next stop take its place.
void indent(Editor& editor);
/// Shift-Tab: takes one level from the lines, as far as they have one.
void outdent(Editor& editor);
/// Puts // before the lines, at the depth of the least indented; takes it away if all have it. Blank lines
/// stay.
void toggle_comment(Editor& editor);
/// Swaps the lines with the one above or below; the selection goes along.
void move_lines_up(Editor& editor);
void move_lines_down(Editor& editor);
/// Puts a copy above and stays in what is now the lower one.
void duplicate_lines(Editor& editor);
void delete_lines(Editor& editor);

}  // namespace upsweep::editor
