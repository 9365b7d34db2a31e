// Lexes again what an edit changed.
#include "editor/highlight.h"

#include <algorithm>

namespace upsweep::editor {

Highlighter::Highlighter(const TextBuffer& buffer) : buffer_(buffer), stale_end_(buffer.line_count()) {
    lines_.replace(0, 0, std::vector<Line>(buffer.line_count()));
}

size_t Highlighter::first_stale() const { return stale_ < stale_end_ ? stale_ : lines_.size(); }

const std::vector<Stretch>& Highlighter::stretches(size_t line) {
    while (first_stale() <= line) lex_first();
    return lines_[line].result.stretches;
}

const LineState& Highlighter::begin(size_t line) {
    while (first_stale() <= line) lex_first();
    return lines_[line].begin;
}

bool Highlighter::prepare(size_t line, size_t most) {
    for (; most > 0 && first_stale() <= line; --most) lex_first();
    return first_stale() > line;
}

void Highlighter::lex_first() {
    const size_t number = stale_++;
    const LineState begin = number == 0 ? LineState{} : lines_[number - 1].result.end;
    Line& line = lines_[number];
    if (!line.lexed || line.begin != begin) {
        line = {true, begin, lex_line(buffer_.line(number), begin)};
        ++lexed_lines_;
    }
    if (stale_ < stale_end_ || stale_ == lines_.size()) return;
    const LineState end = line.result.end;
    const Line& next = lines_[stale_];
    if (!next.lexed || next.begin != end) ++stale_end_;
}

void Highlighter::follow(const Change& change) {
    const size_t first = change.begin.line, old_last = change.old_end.line, last = change.new_end.line;
    if (first == old_last && first == last)
        lines_[first].lexed = false;
    else
        lines_.replace(first, old_last - first + 1, std::vector<Line>(last - first + 1));
    size_t begin = first, end = last + 1;
    if (stale_ < stale_end_) {
        const auto moved = [&](size_t line) { return line > old_last ? line - old_last + last : line; };
        begin = std::min(begin, moved(stale_));
        end = std::max(end, moved(stale_end_ - 1) + 1);
    }
    stale_ = begin;
    stale_end_ = std::min(end, lines_.size());
}

}  // namespace upsweep::editor
