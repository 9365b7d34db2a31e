// Places in a text, and what an edit does to them.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <string>
#include <string_view>

namespace upsweep::editor {

/// A place between two bytes; both count from 0.
struct Position {
    size_t line = 0, byte = 0;
    friend constexpr auto operator<=>(const Position&, const Position&) = default;
};

/// From `begin`, included, to `end`, not included; `begin` is not behind `end`.
struct Range {
    Position begin, end;
    bool empty() const { return begin == end; }
    friend constexpr bool operator==(const Range&, const Range&) = default;
};

/// `text` takes the place of what is in `range`.
struct Edit {
    Range range;
    std::string text;
    friend bool operator==(const Edit&, const Edit&) = default;
};

/// Where an edit was made: what was between `begin` and `old_end` now is between `begin` and `new_end`.
struct Change {
    Position begin, old_end, new_end;
};

/// Where `text` ends if it is at `from`.
inline Position after(Position from, std::string_view text) {
    const size_t last = text.rfind('\n');
    if (last == std::string_view::npos) return {from.line, from.byte + text.size()};
    const auto lines = size_t(std::count(text.begin(), text.end(), '\n'));
    return {from.line + lines, text.size() - last - 1};
}

/// Whether a place where text is inserted stays before that text or goes behind it.
enum class Side { before, behind };

/// Where `place` is after the change. What was inside replaced text goes to that side of the new text.
inline Position rebased(Position place, const Change& change, Side side) {
    if (place < change.begin || (place == change.begin && side == Side::before)) return place;
    if (place < change.old_end) return side == Side::before ? change.begin : change.new_end;
    if (place.line > change.old_end.line)
        return {place.line - change.old_end.line + change.new_end.line, place.byte};
    return {change.new_end.line, place.byte - change.old_end.byte + change.new_end.byte};
}

}  // namespace upsweep::editor
