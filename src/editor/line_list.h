// One value per line, in chunks, so that lines are put in and taken out of long texts without moving all
// others.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace upsweep::editor {

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
            const auto begin = lines.begin() + ptrdiff_t(at);
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
        const auto at = piece.begin() + ptrdiff_t(first - first_);
        if (piece.size() + lines.size() <= most) {
            piece.insert(at, std::make_move_iterator(lines.begin()), std::make_move_iterator(lines.end()));
            return;
        }
        lines.insert(lines.end(), std::make_move_iterator(at), std::make_move_iterator(piece.end()));
        piece.erase(at, piece.end());
        std::vector<std::vector<T>> made;
        for (size_t i = 0; i < lines.size(); i += most / 2) {
            const auto begin = lines.begin() + ptrdiff_t(i);
            const auto end = lines.begin() + ptrdiff_t(std::min(i + most / 2, lines.size()));
            made.emplace_back(std::make_move_iterator(begin), std::make_move_iterator(end));
        }
        put(piece_ + 1, piece_ + 1, std::move(made));
    }

    /// `made` take the place of the pieces from `from` to `to`.
    void put(size_t from, size_t to, std::vector<std::vector<T>> made) {
        const auto begin = pieces_.begin() + ptrdiff_t(from);
        const auto left = pieces_.erase(begin, begin + ptrdiff_t(to - from));
        pieces_.insert(left, std::make_move_iterator(made.begin()), std::make_move_iterator(made.end()));
        piece_ = first_ = 0;
    }

    std::vector<std::vector<T>> pieces_;
    size_t size_ = 0;
    mutable size_t piece_ = 0, first_ = 0;  ///< where was read last: a piece and its first line
};

}  // namespace upsweep::editor
