// The text being edited: lines of bytes, kept to the byte.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "editor/line_list.h"
#include "editor/position.h"

namespace upsweep::editor {

/// Lines end at '\n', as the emulator and compilers count them. A '\r' before it belongs to the line's end
/// and no caret is behind it; any other '\r', and bytes that are not UTF-8, are characters of one byte. A
/// text has at least one line; one that ends with '\n' has an empty last line.
class TextBuffer {
  public:
    explicit TextBuffer(std::string_view text = {});

    size_t line_count() const { return lines_.size(); }
    size_t byte_count() const { return bytes_; }
    /// Without the line's end. Valid until the next edit.
    std::string_view line(size_t number) const;
    std::string text() const { return text({{}, end()}); }
    std::string text(const Range& range) const;
    /// Behind the last character.
    Position end() const;
    /// How this text ends its lines: as its first does, "\n" if none exists.
    std::string_view line_end() const;
    /// Grows with each edit.
    uint64_t revision() const { return revision_; }

    /// Makes the edit and gives the one that takes it back. The range's ends are any bytes of the text, also
    /// a line end's. Costs the length of the lines touched.
    Edit replace(const Edit& edit);

    /// Whether a caret can be there: in the text, between two characters, not in a line's end.
    bool holds(Position place) const { return clamped(place) == place; }
    /// The nearest place at or before `place` where a caret can be.
    Position clamped(Position place) const;
    /// One character on, over a line's end too; the end of the text stays.
    Position next(Position place) const;
    Position previous(Position place) const;

  private:
    /// Of the line with its '\r', without its '\n'.
    const std::string& raw(size_t number) const { return lines_[number]; }

    LineList<std::string> lines_;
    size_t bytes_ = 0;
    uint64_t revision_ = 0;
};

/// Bytes of the character that begins at `byte` of the line; 1 for a byte that is not UTF-8.
size_t character_bytes(std::string_view line, size_t byte);

}  // namespace upsweep::editor
