// The greedy algorithm of Myers, "An O(ND) difference algorithm and its variations", 1986, on what is left
// between the lines that both texts begin and end with.
#include "editor/line_diff.h"

#include <algorithm>
#include <optional>

#include "core/ranges.h"

namespace upsweep::editor {
namespace {

/// Lines of the original (x) and of the text (y).
struct Point {
    ptrdiff_t x = 0, y = 0;
};

class Comparison {
  public:
    Comparison(const TextBuffer& original, const TextBuffer& text) : original_(original), text_(text) {
        const size_t shorter = std::min(original.line_count(), text.line_count());
        while (begin_ < shorter && original.line(begin_) == text.line(begin_)) ++begin_;
        size_t end = 0;
        while (end < shorter - begin_ &&
               original.line(original.line_count() - 1 - end) == text.line(text.line_count() - 1 - end))
            ++end;
        width_ = original.line_count() - end - begin_;
        height_ = text.line_count() - end - begin_;
    }

    std::vector<LineChange> run(size_t most) {
        if (width_ == 0 && height_ == 0) return {};
        if (width_ == 0 || height_ == 0 || !reach_end(most)) return {change({0, 0}, {width_, height_})};
        return path_back();
    }

  private:
    bool same(ptrdiff_t x, ptrdiff_t y) const {
        return original_.line(begin_ + size_t(x)) == text_.line(begin_ + size_t(y));
    }

    LineChange change(Point from, Point to) const {
        return {begin_ + size_t(from.y), size_t(to.y - from.y), begin_ + size_t(from.x),
                size_t(to.x - from.x)};
    }

    /// How far one comes on diagonal k (x - y) with d differences: reached_[d][k + d].
    ptrdiff_t reached(ptrdiff_t d, ptrdiff_t k) const { return nth(nth(reached_, d), k + d); }

    /// Whether the step onto diagonal k with d differences puts a line in, rather than taking one out.
    bool puts_in(ptrdiff_t d, ptrdiff_t k) const {
        return k == -d || (k != d && reached(d - 1, k - 1) < reached(d - 1, k + 1));
    }

    bool reach_end(ptrdiff_t most) {
        for (ptrdiff_t d = 0; d <= most; ++d) {
            reached_.emplace_back(2 * d + 1, 0);
            for (ptrdiff_t k = -d; k <= d; k += 2) {
                ptrdiff_t x = 0;
                if (d > 0) x = puts_in(d, k) ? reached(d - 1, k + 1) : reached(d - 1, k - 1) + 1;
                while (x < width_ && x - k >= 0 && x - k < height_ && same(x, x - k)) ++x;
                nth(reached_.back(), k + d) = x;
                if (x >= width_ && x - k >= height_) return true;
            }
        }
        return false;
    }

    /// From the end to the beginning; differences without a common line between them are one.
    std::vector<LineChange> path_back() const {
        std::vector<LineChange> changes;
        Point to{width_, height_};
        std::optional<Point> end;
        Point begin = to;
        for (auto d = ptrdiff_t(reached_.size()) - 1; d > 0; --d) {
            const ptrdiff_t k = to.x - to.y, from_k = puts_in(d, k) ? k + 1 : k - 1;
            const ptrdiff_t from_x = reached(d - 1, from_k);
            const Point from{from_x, from_x - from_k};
            const Point stepped = from_k > k ? Point{from.x, from.y + 1} : Point{from.x + 1, from.y};
            if (end && (stepped.x != begin.x || stepped.y != begin.y)) {
                changes.push_back(change(begin, *end));
                end.reset();
            }
            if (!end) end = stepped;
            begin = to = from;
        }
        if (end) changes.push_back(change(begin, *end));
        std::reverse(changes.begin(), changes.end());
        return changes;
    }

    const TextBuffer& original_;
    const TextBuffer& text_;
    size_t begin_ = 0;  ///< lines that both begin with
    ptrdiff_t width_ = 0, height_ = 0;
    std::vector<std::vector<ptrdiff_t>> reached_;
};

}  // namespace

std::vector<LineChange> changed_lines(const TextBuffer& original, const TextBuffer& text, size_t most) {
    return Comparison(original, text).run(most);
}

}  // namespace upsweep::editor
