// Each line is an edit by itself, so that marks and carets in it stay.
#include "editor/line_commands.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "editor/columns.h"
#include "editor/motions.h"

namespace upsweep::editor {
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
        common = common.substr(0, size_t(end - common.begin()));
    }
    return common.size();
}

/// Shifts the selection by so many lines.
void select_shifted(Editor& editor, Selection selection, ptrdiff_t lines) {
    for (Position* place : {&selection.anchor, &selection.caret})
        place->line = size_t(ptrdiff_t(place->line) + lines);
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
    select_shifted(editor, before, ptrdiff_t(last - first + 1));
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
