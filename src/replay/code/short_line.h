// One line of code in limited space: what says least of it gives way to "…", and it is never wrapped.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace upsweep::replay {

/// A stretch of a line as it is shown; `text` is the line's own bytes begin … end - 1, or what stands for
/// them: "…", or nothing.
struct CodePiece {
    size_t begin = 0, end = 0;
    std::string text;
    bool elided = false;
};

/// Columns of a line, from 0.
struct ColumnRange {
    size_t begin = 0, end = 0;
    bool meets(const ColumnRange& other) const { return begin < other.end && other.begin < end; }
    bool holds(const ColumnRange& other) const { return begin <= other.begin && other.end <= end; }
};

struct LinePreferences {
    std::vector<ColumnRange> keep;  ///< shown as long as there is room: operands
    std::vector<ColumnRange> drop;  ///< never shown, and nothing stands for them
};

/// The line from its first character on, without a comment behind code and without the dashes of a ruled one,
/// in at most `room` characters (at least 1): arguments and conditions give way first, at last the end.
std::vector<CodePiece> short_line(std::string_view line, const LinePreferences& preferences, size_t room);

/// A text that is not code, cut to `room` characters.
std::vector<CodePiece> cut_text(std::string_view text, size_t room);

/// Characters of a text, of pieces.
size_t characters(std::string_view text);
size_t characters(const std::vector<CodePiece>& pieces);

}  // namespace upsweep::replay
