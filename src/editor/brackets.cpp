// Counts brackets of one shape from a bracket on.
#include "editor/brackets.h"

#include <algorithm>
#include <string_view>

#include "core/ranges.h"

namespace upsweep::editor {
namespace {

constexpr std::string_view opening = "([{", closing = ")]}";

/// The bracket that begins at that byte, or '\0'.
char bracket_at(Highlighter& highlighter, const TextBuffer& buffer, Position place) {
    for (const Stretch& stretch : highlighter.stretches(place.line))
        if (stretch.begin == place.byte && stretch.end == place.byte + 1 &&
            stretch.kind == TextKind::punctuator) {
            const char letter = buffer.line(place.line)[place.byte];
            return (opening.find(letter) != std::string_view::npos ||
                    closing.find(letter) != std::string_view::npos)
                       ? letter
                       : '\0';
        }
    return '\0';
}

/// Counts the brackets of a line that are behind `from` (before it, if `back`) on top of `depth`; where it
/// comes to 0 is the place.
std::optional<size_t> closes_in(const std::vector<Stretch>& stretches, std::string_view line, char same,
                                char other, size_t from, bool back, int& depth) {
    const auto count = [&](const Stretch& stretch) {
        if (stretch.kind != TextKind::punctuator || stretch.end != stretch.begin + 1) return false;
        if (back ? stretch.begin >= from : stretch.begin < from) return false;
        if (line[stretch.begin] == same) ++depth;
        return line[stretch.begin] == other && --depth == 0;
    };
    if (back) {
        const auto found = std::find_if(stretches.rbegin(), stretches.rend(), count);
        return found == stretches.rend() ? std::nullopt : std::optional<size_t>(found->begin);
    }
    const auto found = find_if(stretches, count);
    return found == stretches.end() ? std::nullopt : std::optional<size_t>(found->begin);
}

std::optional<Position> other_end(Highlighter& highlighter, const TextBuffer& buffer, Position bracket,
                                  char letter, size_t most) {
    const size_t shape = opening.find(letter);
    const bool back = shape == std::string_view::npos;
    const char other = back ? opening[closing.find(letter)] : closing[shape];
    int depth = 1;
    size_t from = back ? bracket.byte : bracket.byte + 1;
    for (size_t line = bracket.line, lines = 0; lines <= most; ++lines) {
        const auto byte =
            closes_in(highlighter.stretches(line), buffer.line(line), letter, other, from, back, depth);
        if (byte) return Position{line, *byte};
        if (back ? line == 0 : line + 1 == buffer.line_count()) break;
        line = back ? line - 1 : line + 1;
        from = back ? std::string_view::npos : 0;
    }
    return std::nullopt;
}

}  // namespace

std::optional<BracketPair> matching_brackets(Highlighter& highlighter, const TextBuffer& buffer,
                                             Position caret, size_t most) {
    for (size_t before = 0; before <= std::min<size_t>(1, caret.byte); ++before) {
        const Position place{caret.line, caret.byte - before};
        const char letter = bracket_at(highlighter, buffer, place);
        if (letter == '\0') continue;
        const auto other = other_end(highlighter, buffer, place, letter, most);
        return other ? std::optional(BracketPair{place, *other}) : std::nullopt;
    }
    return std::nullopt;
}

}  // namespace upsweep::editor
