// The greedy algorithm of Myers, "An O(ND) difference algorithm and its variations", 1986, on what is left
// between the lines that both texts begin and end with.
#include "editor/line_diff.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/ranges.h"

namespace upsweep::editor {
namespace {

/// Lines of the original (x) and of the text (y).
struct Point {
    std::ptrdiff_t x = 0, y = 0;
};

class Comparison {
  public:
    Comparison(const TextBuffer& original, const TextBuffer& text) : original_(original), text_(text) {
        const std::size_t shorter = std::min(original.line_count(), text.line_count());
        while (begin_ < shorter && original.line(begin_) == text.line(begin_)) ++begin_;
        std::size_t end = 0;
        while (end < shorter - begin_ &&
               original.line(original.line_count() - 1 - end) == text.line(text.line_count() - 1 - end))
            ++end;
        width_ = static_cast<std::ptrdiff_t>(original.line_count() - end - begin_);
        height_ = static_cast<std::ptrdiff_t>(text.line_count() - end - begin_);
    }

    std::vector<LineChange> run(std::size_t most) {
        if (width_ == 0 && height_ == 0) return {};
        if (width_ == 0 || height_ == 0 || !reach_end(static_cast<std::ptrdiff_t>(most)))
            return {change({0, 0}, {width_, height_})};
        return path_back();
    }

  private:
    bool same(std::ptrdiff_t x, std::ptrdiff_t y) const {
        return original_.line(begin_ + static_cast<std::size_t>(x)) ==
               text_.line(begin_ + static_cast<std::size_t>(y));
    }

    LineChange change(Point from, Point to) const {
        return {begin_ + static_cast<std::size_t>(from.y), static_cast<std::size_t>(to.y - from.y),
                begin_ + static_cast<std::size_t>(from.x), static_cast<std::size_t>(to.x - from.x)};
    }

    /// How far one comes on diagonal k (x - y) with d differences: reached_[d][k + d].
    std::ptrdiff_t reached(std::ptrdiff_t d, std::ptrdiff_t k) const { return nth(nth(reached_, d), k + d); }

    /// Whether the step onto diagonal k with d differences puts a line in, rather than taking one out.
    bool puts_in(std::ptrdiff_t d, std::ptrdiff_t k) const {
        return k == -d || (k != d && reached(d - 1, k - 1) < reached(d - 1, k + 1));
    }

    bool reach_end(std::ptrdiff_t most) {
        for (std::ptrdiff_t d = 0; d <= most; ++d) {
            reached_.emplace_back(static_cast<std::size_t>(2 * d + 1), 0);
            for (std::ptrdiff_t k = -d; k <= d; k += 2) {
                std::ptrdiff_t x = 0;
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
        for (auto d = static_cast<std::ptrdiff_t>(reached_.size()) - 1; d > 0; --d) {
            const std::ptrdiff_t k = to.x - to.y, from_k = puts_in(d, k) ? k + 1 : k - 1;
            const std::ptrdiff_t from_x = reached(d - 1, from_k);
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
    std::size_t begin_ = 0;  ///< lines that both begin with
    std::ptrdiff_t width_ = 0, height_ = 0;
    std::vector<std::vector<std::ptrdiff_t>> reached_;
};

}  // namespace

std::vector<LineChange> changed_lines(const TextBuffer& original, const TextBuffer& text, std::size_t most) {
    return Comparison(original, text).run(most);
}

}  // namespace upsweep::editor
