// Moving, typing, erasing, the clipboard, and whole lines: each of them is an edit by itself, so that marks
// and carets in it stay.
#include "editor/commands.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "editor/highlight.h"
#include "editor/motions.h"

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

namespace {

bool is_blank(std::string_view line) { return indentation(line) == line.size(); }

/// The bytes of blanks that make up the line's first level.
size_t level_bytes(std::string_view line, const Options& options) {
    size_t bytes = 0, column = 0;
    const size_t blanks = indentation(line);
    while (bytes < blanks && column < options.indent_width)
        column += line[bytes++] == '\t' ? options.tab_width - column % options.tab_width : 1;
    return bytes;
}

void replace_in_line(Editor& editor, size_t line, size_t begin, size_t bytes, std::string_view text) {
    editor.replace({{line, begin}, {line, begin + bytes}}, text);
}

void insert_tab(Editor& editor) {
    const Range range = editor.selection().range();
    const Options& options = editor.options();
    const size_t column =
        column_of(editor.buffer().line(range.begin.line), range.begin.byte, options.tab_width);
    const std::string blanks = options.indent_with_tabs
                                   ? "\t"
                                   : std::string(options.indent_width - column % options.indent_width, ' ');
    const Editor::Group group(editor, Run::typing);
    editor.replace(range, blanks);
    editor.place(after(range.begin, blanks));
}

bool is_comment(std::string_view line) { return line.substr(indentation(line)).starts_with("//"); }

void remove_comments(Editor& editor, const Lines& lines) {
    for (size_t line = lines.first; line <= lines.last; ++line) {
        const std::string_view text = editor.buffer().line(line);
        if (is_blank(text)) continue;
        const size_t begin = indentation(text);
        replace_in_line(editor, line, begin, text.substr(begin).starts_with("// ") ? 3 : 2, "");
    }
}

/// Bytes of the blanks that all these lines begin with.
size_t common_indentation(const Editor& editor, const Lines& lines) {
    std::string_view common;
    bool first = true;
    for (size_t line = lines.first; line <= lines.last; ++line) {
        const std::string_view text = editor.buffer().line(line);
        if (is_blank(text)) continue;
        const std::string_view blanks = text.substr(0, indentation(text));
        if (first) common = blanks;
        first = false;
        const auto end = std::mismatch(common.begin(), common.end(), blanks.begin(), blanks.end()).first;
        common = common.substr(0, end - common.begin());
    }
    return common.size();
}

/// Shifts the selection by so many lines.
void select_shifted(Editor& editor, Selection selection, ptrdiff_t lines) {
    for (Position* place : {&selection.anchor, &selection.caret}) place->line += lines;
    editor.select(selection);
}

/// Takes out the line with one of its ends, and gives the line and that end.
std::pair<std::string, std::string> take_line(Editor& editor, size_t line) {
    const TextBuffer& buffer = editor.buffer();
    const std::string text(buffer.line(line));
    if (line + 1 < buffer.line_count()) {
        const Range end{{line, text.size()}, {line + 1, 0}};
        const std::string line_end = buffer.text(end);
        editor.replace({{line, 0}, end.end}, "");
        return {text, line_end};
    }
    const Range end{{line - 1, buffer.line(line - 1).size()}, {line, 0}};
    const std::string line_end = buffer.text(end);
    editor.replace({end.begin, buffer.end()}, "");
    return {text, line_end};
}

void put_line(Editor& editor, size_t line, const std::string& text, const std::string& line_end) {
    if (line < editor.buffer().line_count())
        editor.replace({{line, 0}, {line, 0}}, text + line_end);
    else
        editor.replace({editor.buffer().end(), editor.buffer().end()}, line_end + text);
}

}  // namespace

Lines selected_lines(const Editor& editor) {
    const auto [begin, end] = editor.selection().range();
    return {begin.line, end.byte == 0 && end.line > begin.line ? end.line - 1 : end.line};
}

void indent(Editor& editor) {
    const Range range = editor.selection().range();
    if (range.begin.line == range.end.line) return insert_tab(editor);
    const Editor::Group group(editor);
    const auto [first, last] = selected_lines(editor);
    const std::string level =
        editor.options().indent_with_tabs ? "\t" : std::string(editor.options().indent_width, ' ');
    for (size_t line = first; line <= last; ++line)
        if (!is_blank(editor.buffer().line(line))) replace_in_line(editor, line, 0, 0, level);
}

void outdent(Editor& editor) {
    const Editor::Group group(editor);
    const auto [first, last] = selected_lines(editor);
    for (size_t line = first; line <= last; ++line)
        replace_in_line(editor, line, 0, level_bytes(editor.buffer().line(line), editor.options()), "");
}

void toggle_comment(Editor& editor) {
    const Editor::Group group(editor);
    const Lines lines = selected_lines(editor);
    bool all = true, any = false;
    for (size_t line = lines.first; line <= lines.last; ++line) {
        const std::string_view text = editor.buffer().line(line);
        any = any || !is_blank(text);
        all = all && (is_blank(text) || is_comment(text));
    }
    if (all && any) return remove_comments(editor, lines);
    const size_t begin = common_indentation(editor, lines);
    for (size_t line = lines.first; line <= lines.last; ++line)
        if (!any || !is_blank(editor.buffer().line(line)))
            replace_in_line(editor, line, std::min(begin, editor.buffer().line(line).size()), 0, "// ");
}

void move_lines_up(Editor& editor) {
    const Lines lines = selected_lines(editor);
    if (lines.first == 0) return;
    const Editor::Group group(editor);
    const Selection before = editor.selection();
    const auto [text, line_end] = take_line(editor, lines.first - 1);
    put_line(editor, lines.last, text, line_end);
    select_shifted(editor, before, -1);
}

void move_lines_down(Editor& editor) {
    const Lines lines = selected_lines(editor);
    if (lines.last + 1 == editor.buffer().line_count()) return;
    const Editor::Group group(editor);
    const Selection before = editor.selection();
    const auto [text, line_end] = take_line(editor, lines.last + 1);
    put_line(editor, lines.first, text, line_end);
    select_shifted(editor, before, 1);
}

void duplicate_lines(Editor& editor) {
    const auto [first, last] = selected_lines(editor);
    const TextBuffer& buffer = editor.buffer();
    const Editor::Group group(editor);
    const Selection before = editor.selection();
    const std::string text = buffer.text({{first, 0}, {last, buffer.line(last).size()}});
    editor.replace({{first, 0}, {first, 0}}, text + std::string(buffer.line_end()));
    select_shifted(editor, before, last - first + 1);
}

void delete_lines(Editor& editor) {
    const auto [first, last] = selected_lines(editor);
    const TextBuffer& buffer = editor.buffer();
    const Editor::Group group(editor);
    const Position caret = editor.caret();
    const size_t column = column_of(buffer.line(caret.line), caret.byte, editor.options().tab_width);
    Range range{{first, 0}, {last + 1, 0}};
    if (last + 1 == buffer.line_count()) {
        range.end = buffer.end();
        if (first > 0) range.begin = {first - 1, buffer.line(first - 1).size()};
    }
    editor.replace(range, "");
    const size_t line = std::min(first, buffer.line_count() - 1);
    editor.place({line, byte_at(buffer.line(line), double(column), editor.options().tab_width)});
}

}  // namespace upsweep::editor
