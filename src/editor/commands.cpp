// Moving, typing, erasing, and the clipboard.
#include "editor/commands.h"

#include <algorithm>

#include "editor/brackets.h"
#include "editor/columns.h"

namespace upsweep::editor {
namespace {

bool is_vertical(Motion motion) {
    return motion == Motion::up || motion == Motion::down || motion == Motion::page_up ||
           motion == Motion::page_down;
}

size_t line_after(const Editor& editor, Motion motion, size_t page) {
    const size_t line = editor.caret().line, last = editor.buffer().line_count() - 1;
    const size_t by = motion == Motion::page_up || motion == Motion::page_down ? page : 1;
    const bool up = motion == Motion::up || motion == Motion::page_up;
    return up ? line - std::min(line, by) : std::min(line + by, last);
}

/// Up from the first line goes to its beginning, down from the last to its end.
void move_vertically(Editor& editor, Motion motion, bool extend, size_t page) {
    const Position caret = editor.caret();
    const size_t tab = editor.options().tab_width, line = line_after(editor, motion, page);
    const bool up = motion == Motion::up || motion == Motion::page_up;
    const size_t column =
        editor.selection().column.value_or(column_of(editor.buffer().line(caret.line), caret.byte, tab));
    const std::string_view text = editor.buffer().line(line);
    const size_t byte = line != caret.line ? byte_at(text, double(column), tab) : up ? 0 : text.size();
    const Position to{line, byte};
    editor.select({extend ? editor.selection().anchor : to, to, column});
}

/// The selection as one edit's range, without what is selected but cannot hold a caret.
void replace_selection(Editor& editor, std::string_view text) {
    const Range range = editor.selection().range();
    editor.replace(range, text);
    editor.place(after(range.begin, text));
}

/// Where Backspace begins: the last tab stop, if only spaces are before the caret.
Position backspace_from(const Editor& editor) {
    const Position caret = editor.caret();
    const std::string_view before = editor.buffer().line(caret.line).substr(0, caret.byte);
    const size_t level = editor.options().indent_width;
    if (before.empty() || before.find_first_not_of(' ') != std::string_view::npos)
        return editor.buffer().previous(caret);
    return {caret.line, (caret.byte - 1) / level * level};
}

/// Gives a } that was just typed as its line's first character the indentation of its {'s line.
void align_brace(Editor& editor) {
    const Position caret = editor.caret();
    const std::string_view line = editor.buffer().line(caret.line);
    const size_t blanks = indentation(line);
    if (blanks + 1 != caret.byte) return;
    const auto pair = matching_brackets(editor.highlighter(), editor.buffer(), {caret.line, blanks});
    if (!pair || pair->other.line >= caret.line) return;
    const std::string_view opening = editor.buffer().line(pair->other.line);
    editor.replace({{caret.line, 0}, {caret.line, blanks}},
                   std::string(opening.substr(0, indentation(opening))));
}

/// The range that copy() gives and cut() takes out.
Range copied(const Editor& editor) {
    if (!editor.selection().empty()) return editor.selection().range();
    const TextBuffer& buffer = editor.buffer();
    const size_t line = editor.caret().line;
    return {{line, 0}, line + 1 < buffer.line_count() ? Position{line + 1, 0} : buffer.end()};
}

std::string with_line_ends(std::string_view text, std::string_view line_end) {
    std::string result;
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
        if (text[i] == '\n')
            result += line_end;
        else
            result += text[i];
    }
    return result;
}

}  // namespace

void move(Editor& editor, Motion motion, bool extend, size_t page) {
    editor.end_run();
    if (is_vertical(motion)) return move_vertically(editor, motion, extend, page);
    const Selection& now = editor.selection();
    Position to = moved(editor.buffer(), now.caret, motion);
    // Left and right first give up what is selected, on that side.
    if (!extend && !now.empty() && motion == Motion::left) to = now.range().begin;
    if (!extend && !now.empty() && motion == Motion::right) to = now.range().end;
    editor.select({extend ? now.anchor : to, to});
}

void select_word(Editor& editor, Position place) {
    const Range word = word_at(editor.buffer(), editor.buffer().clamped(place));
    editor.end_run();
    editor.select({word.begin, word.end});
}

void select_line(Editor& editor, size_t line) {
    line = std::min(line, editor.buffer().line_count() - 1);
    const bool last = line + 1 == editor.buffer().line_count();
    editor.end_run();
    editor.select({{line, 0}, last ? editor.buffer().end() : Position{line + 1, 0}});
}

void select_all(Editor& editor) {
    editor.end_run();
    editor.select({{}, editor.buffer().end()});
}

void go_to_line(Editor& editor, size_t number) {
    const size_t line = std::min(std::max<size_t>(1, number), editor.buffer().line_count()) - 1;
    editor.end_run();
    editor.place({line, indentation(editor.buffer().line(line))});
}

void type(Editor& editor, std::string_view text) {
    const Editor::Group group(editor, Run::typing);
    replace_selection(editor, text);
    if (text == "}") align_brace(editor);
}

void new_line(Editor& editor) {
    const Editor::Group group(editor);
    const Range range = editor.selection().range();
    const TextBuffer& buffer = editor.buffer();
    const std::string_view before = buffer.line(range.begin.line).substr(0, range.begin.byte);
    const std::string_view behind = buffer.line(range.end.line).substr(range.end.byte);
    const std::string line_end(buffer.line_end());
    const std::string blanks(before.substr(0, indentation(before)));
    const size_t last = before.find_last_not_of(" \t");
    const bool opened = last != std::string_view::npos && before[last] == '{';
    const std::string level =
        editor.options().indent_with_tabs ? "\t" : std::string(editor.options().indent_width, ' ');
    const bool closes = opened && behind.starts_with('}');
    const std::string text = line_end + blanks + (opened ? level : "");
    replace_selection(editor, text);
    const Position caret = editor.caret();
    if (closes) editor.replace({caret, caret}, line_end + blanks);
    editor.place(caret);
}

void erase(Editor& editor, Motion motion) {
    const Editor::Group group(editor, Run::erasing);
    Range range = editor.selection().range();
    if (range.empty()) {
        const Position caret = range.begin;
        const Position to =
            motion == Motion::left ? backspace_from(editor) : moved(editor.buffer(), caret, motion);
        range = to < caret ? Range{to, caret} : Range{caret, to};
    }
    editor.replace(range, "");
    editor.place(range.begin);
}

std::string copy(const Editor& editor) { return editor.buffer().text(copied(editor)); }

std::string cut(Editor& editor) {
    const Range range = copied(editor);
    std::string text = editor.buffer().text(range);
    const Editor::Group group(editor);
    editor.replace(range, "");
    editor.place(range.begin);
    return text;
}

void paste(Editor& editor, std::string_view clipboard) {
    const Editor::Group group(editor);
    replace_selection(editor, with_line_ends(clipboard, editor.buffer().line_end()));
}

}  // namespace upsweep::editor
