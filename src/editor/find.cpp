// Searches line by line; of a query with several lines all but the first and the last have to be whole lines.
#include "editor/find.h"

#include <algorithm>
#include <cctype>

namespace upsweep::editor {
namespace {

char lower(char letter) { return letter >= 'A' && letter <= 'Z' ? char(letter - 'A' + 'a') : letter; }

bool is_word(char letter) {
    const uint8_t byte = letter;
    return byte >= 0x80 || std::isalnum(byte) != 0 || letter == '_';
}

class Finder {
  public:
    Finder(const TextBuffer& buffer, const Query& query) : buffer_(buffer), query_(query) {
        for (std::string_view rest = query.text;;) {
            const size_t end = rest.find('\n');
            std::string_view part = rest.substr(0, end);
            if (end != std::string_view::npos && part.ends_with('\r')) part.remove_suffix(1);
            parts_.push_back(part);
            if (end == std::string_view::npos) break;
            rest.remove_prefix(end + 1);
        }
    }

    /// The first match that begins in the line, at `from` or behind it.
    std::optional<Range> in_line(size_t line, size_t from) const {
        if (query_.text.empty()) return std::nullopt;
        if (parts_.size() > 1) return over_lines(line, from);
        const std::string_view text = buffer_.line(line);
        for (size_t at = find(text, from); at != std::string_view::npos; at = find(text, at + 1)) {
            const Range range{{line, at}, {line, at + parts_.front().size()}};
            if (fits(range)) return range;
        }
        return std::nullopt;
    }

    /// All that begin in the line, at `from` or behind it, each behind the one before.
    void all_in_line(size_t line, std::vector<Range>& found) const {
        size_t from = 0;
        if (!found.empty() && found.back().end.line > line) return;
        if (!found.empty() && found.back().end.line == line) from = found.back().end.byte;
        while (const auto range = in_line(line, from)) {
            found.push_back(*range);
            if (range->end.line > line) return;
            from = range->end.byte;
        }
    }

  private:
    bool same(std::string_view one, std::string_view other) const {
        if (query_.match_case) return one == other;
        return std::equal(one.begin(), one.end(), other.begin(), other.end(),
                          [](char a, char b) { return lower(a) == lower(b); });
    }

    size_t find(std::string_view text, size_t from) const {
        if (query_.match_case) return text.find(parts_.front(), from);
        if (from > text.size()) return std::string_view::npos;
        const auto begin = text.begin() + from;
        const auto found = std::search(begin, text.end(), parts_.front().begin(), parts_.front().end(),
                                       [](char a, char b) { return lower(a) == lower(b); });
        return found == text.end() ? std::string_view::npos : size_t(found - text.begin());
    }

    std::optional<Range> over_lines(size_t line, size_t from) const {
        const size_t last = line + parts_.size() - 1;
        const std::string_view text = buffer_.line(line);
        if (last >= buffer_.line_count() || parts_.front().size() > text.size()) return std::nullopt;
        const size_t begin = text.size() - parts_.front().size();
        if (begin < from || !same(text.substr(begin), parts_.front())) return std::nullopt;
        for (size_t i = 1; i + 1 < parts_.size(); ++i)
            if (!same(buffer_.line(line + i), parts_[i])) return std::nullopt;
        if (!same(buffer_.line(last).substr(0, parts_.back().size()), parts_.back())) return std::nullopt;
        const Range range{{line, begin}, {last, parts_.back().size()}};
        return fits(range) ? std::optional(range) : std::nullopt;
    }

    /// Whether carets can be at its ends, and it is a whole word if it has to be.
    bool fits(const Range& range) const {
        if (!buffer_.holds(range.begin) || !buffer_.holds(range.end)) return false;
        if (!query_.whole_word) return true;
        const std::string_view first = buffer_.line(range.begin.line), last = buffer_.line(range.end.line);
        const bool inside_before = range.begin.byte > 0 && is_word(first[range.begin.byte - 1]) &&
                                   range.begin.byte < first.size() && is_word(first[range.begin.byte]);
        const bool inside_behind = range.end.byte > 0 && is_word(last[range.end.byte - 1]) &&
                                   range.end.byte < last.size() && is_word(last[range.end.byte]);
        return !inside_before && !inside_behind;
    }

    const TextBuffer& buffer_;
    const Query& query_;
    std::vector<std::string_view> parts_;
};

/// Puts `with` in the place of matches that are in one line, in one edit, so that a line with many is moved
/// but once.
void replace_matches(Editor& editor, const std::vector<Range>& matches, std::string_view with) {
    std::string text;
    Position at = matches.front().begin;
    for (const Range& match : matches) {
        text += editor.buffer().text({at, match.begin});
        text += with;
        at = match.end;
    }
    editor.replace({matches.front().begin, at}, text);
}

bool select_found(Editor& editor, const std::optional<Range>& found) {
    if (!found) return false;
    editor.end_run();
    editor.select({found->begin, found->end});
    return true;
}

}  // namespace

std::vector<Range> find_all(const TextBuffer& buffer, const Query& query, size_t first, size_t last) {
    const Finder finder(buffer, query);
    std::vector<Range> found;
    for (size_t line = first; line <= last && line < buffer.line_count(); ++line)
        finder.all_in_line(line, found);
    return found;
}

std::vector<Range> find_all(const TextBuffer& buffer, const Query& query) {
    return find_all(buffer, query, 0, buffer.line_count() - 1);
}

std::optional<Range> find_next(const TextBuffer& buffer, const Query& query, Position from) {
    const Finder finder(buffer, query);
    for (size_t line = from.line; line < buffer.line_count(); ++line)
        if (const auto found = finder.in_line(line, line == from.line ? from.byte : 0)) return found;
    for (size_t line = 0; line <= std::min(from.line, buffer.line_count() - 1); ++line)
        if (const auto found = finder.in_line(line, 0)) return found;
    return std::nullopt;
}

std::optional<Range> find_previous(const TextBuffer& buffer, const Query& query, Position from) {
    const size_t lines = buffer.line_count();
    // From the line of `from` back, round the text, and that line again.
    for (size_t back = 0; back <= lines; ++back) {
        const size_t line = (from.line + lines - back % lines) % lines;
        const std::vector<Range> found = find_all(buffer, query, line, line);
        for (auto match = found.rbegin(); match != found.rend(); ++match)
            if (back > 0 || match->begin < from) return *match;
    }
    return std::nullopt;
}

bool select_next(Editor& editor, const Query& query) {
    return select_found(editor, find_next(editor.buffer(), query, editor.selection().range().end));
}

bool select_previous(Editor& editor, const Query& query) {
    return select_found(editor, find_previous(editor.buffer(), query, editor.selection().range().begin));
}

bool replace_one(Editor& editor, const Query& query, std::string_view with) {
    const Range selected = editor.selection().range();
    const bool is_match = !selected.empty() && find_next(editor.buffer(), query, selected.begin) == selected;
    // With the next match selected, so that doing it again shows the same.
    const Editor::Group group(editor);
    if (is_match) {
        editor.replace(selected, with);
        editor.place(after(selected.begin, with));
    }
    select_next(editor, query);
    return is_match;
}

size_t replace_all(Editor& editor, const Query& query, std::string_view with) {
    const std::vector<Range> found = find_all(editor.buffer(), query);
    const Editor::Group group(editor);
    Selection selection = editor.selection();
    // Backwards, so that the matches before stay where they are.
    for (auto end = found.end(); end != found.begin();) {
        auto begin = end - 1;
        while (begin != found.begin() && (begin - 1)->end.line == begin->begin.line &&
               (begin - 1)->begin.line == begin->begin.line)
            --begin;
        for (auto match = end; match-- != begin;) {
            const Change change{match->begin, match->end, after(match->begin, with)};
            selection = {rebased(selection.anchor, change, Side::behind),
                         rebased(selection.caret, change, Side::behind)};
        }
        replace_matches(editor, {begin, end}, with);
        end = begin;
    }
    editor.select(selection);
    return found.size();
}

}  // namespace upsweep::editor
