// Edits on lines of bytes.
#include "editor/text_buffer.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "core/utf8.h"

namespace upsweep::editor {
namespace {

/// The pieces of `text` between its '\n'; one more than it has of them.
std::vector<std::string> split(std::string_view text) {
    std::vector<std::string> lines;
    for (;;) {
        const size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return lines;
        text.remove_prefix(end + 1);
    }
}

}  // namespace

size_t character_bytes(std::string_view line, size_t byte) {
    return std::max<size_t>(1, first_character(line.substr(byte)).bytes);
}

TextBuffer::TextBuffer(std::string_view text) : bytes_(text.size()) { lines_.replace(0, 0, split(text)); }

std::string_view TextBuffer::line(size_t number) const {
    std::string_view line = raw(number);
    if (number + 1 < line_count() && line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

Position TextBuffer::end() const { return {line_count() - 1, raw(line_count() - 1).size()}; }

std::string_view TextBuffer::line_end() const {
    return line_count() > 1 && raw(0).ends_with('\r') ? "\r\n" : "\n";
}

std::string TextBuffer::text(const Range& range) const {
    const auto [begin, end] = range;
    if (begin.line == end.line) return raw(begin.line).substr(begin.byte, end.byte - begin.byte);
    std::string text = raw(begin.line).substr(begin.byte);
    for (size_t number = begin.line + 1; number < end.line; ++number) text.append("\n").append(raw(number));
    return text.append("\n").append(raw(end.line), 0, end.byte);
}

Edit TextBuffer::replace(const Edit& edit) {
    const auto [begin, end] = edit.range;
    assert(begin <= end && end.line < line_count() && begin.byte <= raw(begin.line).size() &&
           end.byte <= raw(end.line).size());
    Edit inverse{{begin, after(begin, edit.text)}, text(edit.range)};
    if (begin.line == end.line && inverse.range.end.line == begin.line) {
        lines_[begin.line].replace(begin.byte, end.byte - begin.byte, edit.text);
    } else {
        std::vector<std::string> lines = split(edit.text);
        lines.front().insert(0, raw(begin.line), 0, begin.byte);
        lines.back().append(raw(end.line), end.byte);
        lines_.replace(begin.line, end.line - begin.line + 1, std::move(lines));
    }
    bytes_ = bytes_ - inverse.text.size() + edit.text.size();
    ++revision_;
    return inverse;
}

Position TextBuffer::clamped(Position place) const {
    if (place.line >= line_count()) return end();
    const std::string_view text = line(place.line);
    if (place.byte >= text.size()) return {place.line, text.size()};
    // A character has at most four bytes, and none begins inside of another.
    for (size_t back = 1; back <= std::min<size_t>(3, place.byte); ++back)
        if (character_bytes(text, place.byte - back) > back) return {place.line, place.byte - back};
    return place;
}

Position TextBuffer::next(Position place) const {
    const std::string_view text = line(place.line);
    if (place.byte < text.size()) return {place.line, place.byte + character_bytes(text, place.byte)};
    return place.line + 1 < line_count() ? Position{place.line + 1, 0} : place;
}

Position TextBuffer::previous(Position place) const {
    if (place.byte > 0) return clamped({place.line, place.byte - 1});
    return place.line > 0 ? Position{place.line - 1, line(place.line - 1).size()} : place;
}

}  // namespace upsweep::editor
