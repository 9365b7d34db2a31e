// The text being edited: lines of bytes, kept to the byte.
#pragma once

#include <algorithm>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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
    const size_t lines = std::count(text.begin(), text.end(), '\n');
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

/// Reading next to where was read last takes constant time, elsewhere one step a piece of `most` lines.
/// Reading remembers the place, so not even that may be done by two threads at once.
template <typename T>
class LineList {
  public:
    size_t size() const { return size_; }

    const T& operator[](size_t line) const {
        assert(line < size_);
        find(line);
        return pieces_[piece_][line - first_];
    }
    T& operator[](size_t line) { return const_cast<T&>(std::as_const(*this)[line]); }

    /// `lines` take the place of the `count` lines from `first` on.
    void replace(size_t first, size_t count, std::vector<T> lines) {
        assert(first + count <= size_);
        erase(first, count);
        insert(first, std::move(lines));
    }

  private:
    static constexpr size_t most = 512;

    /// Sets piece_ and first_ to the piece that holds the line, or to the last if it is one behind the end.
    void find(size_t line) const {
        if (piece_ >= pieces_.size() || line < first_) piece_ = first_ = 0;
        while (line >= first_ + pieces_[piece_].size() && piece_ + 1 < pieces_.size())
            first_ += pieces_[piece_++].size();
    }

    void erase(size_t first, size_t count) {
        if (count == 0) return;
        size_ -= count;
        find(first);
        size_t piece = piece_, at = first - first_;
        while (count > 0) {
            std::vector<T>& lines = pieces_[piece];
            const size_t here = std::min(count, lines.size() - at);
            const auto begin = lines.begin() + at;
            lines.erase(begin, begin + ptrdiff_t(here));
            count -= here;
            at = 0;
            ++piece;
        }
        // Small and empty pieces join the one before them.
        const size_t from = piece_ == 0 ? 0 : piece_ - 1;
        const size_t to = std::min(piece + 1, pieces_.size());
        std::vector<std::vector<T>> kept;
        for (size_t i = from; i < to; ++i) {
            if (!kept.empty() && kept.back().size() + pieces_[i].size() <= most / 2)
                std::move(pieces_[i].begin(), pieces_[i].end(), std::back_inserter(kept.back()));
            else
                kept.push_back(std::move(pieces_[i]));
        }
        put(from, to, std::move(kept));
    }

    void insert(size_t first, std::vector<T> lines) {
        if (lines.empty()) return;
        if (pieces_.empty()) pieces_.emplace_back();
        find(first);
        size_ += lines.size();
        std::vector<T>& piece = pieces_[piece_];
        const auto at = piece.begin() + first - first_;
        if (piece.size() + lines.size() <= most) {
            piece.insert(at, std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
            return;
        }
        lines.insert(lines.end(), std::make_move_iterator(at), std::make_move_iterator(piece.end()));
        piece.erase(at, piece.end());
        std::vector<std::vector<T>> made;
        for (size_t i = 0; i < lines.size(); i += most / 2) {
            const auto begin = lines.begin() + i;
            const auto end = lines.begin() + std::min(i + most / 2, lines.size());
            made.emplace_back(std::make_move_iterator(begin), std::make_move_iterator(end));
        }
        put(piece_ + 1, piece_ + 1, std::move(made));
    }

    /// `made` take the place of the pieces from `from` to `to`.
    void put(size_t from, size_t to, std::vector<std::vector<T>> made) {
        const auto begin = pieces_.begin() + from;
        const auto left = pieces_.erase(begin, begin + ptrdiff_t(to - from));
        pieces_.insert(left, std::make_move_iterator(made.begin()), std::make_move_iterator(made.end()));
        piece_ = first_ = 0;
    }

    std::vector<std::vector<T>> pieces_;
    size_t size_ = 0;
    mutable size_t piece_ = 0, first_ = 0;  ///< where was read last: a piece and its first line
};

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
