// Lexes again what an edit changed.
#include "editor/highlight.h"

#include <utility>

namespace upsweep::editor {

Highlighter::Highlighter(const TextBuffer& buffer) : buffer_(buffer) {
    lines_.replace(0, 0, std::vector<Line>(buffer.line_count()));
    stale_.insert(0);
}

std::size_t Highlighter::first_stale() const { return stale_.empty() ? lines_.size() : *stale_.begin(); }

const std::vector<Stretch>& Highlighter::stretches(std::size_t line) {
    while (first_stale() <= line) lex_first();
    return lines_[line].result.stretches;
}

const LineState& Highlighter::begin(std::size_t line) {
    while (first_stale() <= line) lex_first();
    return lines_[line].begin;
}

bool Highlighter::prepare(std::size_t line, std::size_t most) {
    for (; most > 0 && first_stale() <= line; --most) lex_first();
    return first_stale() > line;
}

void Highlighter::lex_first() {
    const std::size_t number = first_stale();
    stale_.erase(stale_.begin());
    LineState begin = number == 0 ? LineState{} : lines_[number - 1].result.end;
    Line& line = lines_[number];
    line = {true, begin, lex_line(buffer_.line(number), begin)};
    ++lexed_lines_;
    if (number + 1 == lines_.size()) return;
    const LineState end = line.result.end;
    const Line& next = lines_[number + 1];
    if (!next.lexed || next.begin != end) stale_.insert(number + 1);
}

void Highlighter::follow(const Change& change) {
    const std::size_t first = change.begin.line, old_last = change.old_end.line, last = change.new_end.line;
    if (first != old_last || first != last)
        lines_.replace(first, old_last - first + 1, std::vector<Line>(last - first + 1));
    // Lexing the first edited line leads to the other new ones, and they to the line behind them.
    std::set<std::size_t> moved;
    for (const std::size_t line : stale_) {
        if (line < first) moved.insert(line);
        if (line > old_last) moved.insert(line - old_last + last);
    }
    moved.insert(first);
    stale_ = std::move(moved);
}

}  // namespace upsweep::editor
