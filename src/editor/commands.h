// What keys and the mouse do to a text and its caret. Each is one step of the history. Commands on
// whole lines are about those that the selection touches, without the last one if it ends at its beginning.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "editor/editor.h"
#include "editor/motions.h"

namespace upsweep::editor {

/// Moves the caret; with `extend` the selection's other end stays. `page` is the number of lines of a page.
void move(Editor& editor, Motion motion, bool extend = false, size_t page = 1);
void select_word(Editor& editor, Position place);
/// The line with its end.
void select_line(Editor& editor, size_t line);
void select_all(Editor& editor);
/// Puts the caret on line `number`, from 1, behind its blanks; the last line for one behind it.
void go_to_line(Editor& editor, size_t number);

/// Puts typed characters in the selection's place. A } that begins its line gets the indentation of its {.
void type(Editor& editor, std::string_view text);
/// A new line with this one's indentation, one level more after a {; a } right there goes one line further.
void new_line(Editor& editor);
/// Erases the selection or, where nothing is selected, up to where the motion leads: left is Backspace, which
/// takes a level of indentation at once, right is Delete.
void erase(Editor& editor, Motion motion);

/// What is selected; of an empty selection the line with its end.
std::string copy(const Editor& editor);
/// Takes out what copy() gives.
std::string cut(Editor& editor);
/// Lines end as those of this text do.
void paste(Editor& editor, std::string_view clipboard);

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
