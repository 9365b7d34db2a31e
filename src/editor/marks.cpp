// Marks follow edits.
#include "editor/marks.h"

#include <algorithm>

namespace upsweep::editor {
namespace {

/// Whether nothing of the mark is left by the change.
bool is_gone(const Range& range, const Change& change) {
    if (change.begin == change.old_end) return false;
    if (range.empty()) return change.begin < range.begin && range.begin < change.old_end;
    return change.begin <= range.begin && range.end <= change.old_end;
}

Range rebased_range(const Range& range, const Change& change) {
    if (range.empty()) {
        const Position place = rebased(range.begin, change, Side::behind);
        return {place, place};
    }
    const Range moved{rebased(range.begin, change, Side::behind), rebased(range.end, change, Side::before)};
    return moved;
}

size_t lines_of(const Mark& mark) { return mark.range.end.line - mark.range.begin.line; }

}  // namespace

void Marks::add(const Mark& mark) {
    sorted_ = sorted_ && (marks_.empty() || marks_.back().range.begin <= mark.range.begin);
    longest_ = std::max(longest_, lines_of(mark));
    marks_.push_back(mark);
}

void Marks::clear() {
    marks_.clear();
    sorted_ = true;
    longest_ = 0;
}

void Marks::remove(int id) {
    std::erase_if(marks_, [&](const Mark& mark) { return mark.id == id; });
}

std::vector<Mark> Marks::on_line(size_t line) const {
    std::vector<Mark> here;
    for (const Mark& mark : marks_)
        if (mark.range.begin.line == line) here.push_back(mark);
    return here;
}

void Marks::follow(const Change& change) {
    auto first = marks_.begin(), last = marks_.end();
    // Of an edit of thousands of lines each line is a change by itself, which moves nothing in the others.
    const bool in_lines = change.old_end.line == change.new_end.line;
    if (in_lines && sorted_) {
        first = std::partition_point(first, last, [&](const Mark& mark) {
            return mark.range.begin.line + longest_ < change.begin.line;
        });
        last = std::partition_point(
            first, last, [&](const Mark& mark) { return mark.range.begin.line <= change.old_end.line; });
    }
    const auto kept =
        std::remove_if(first, last, [&](const Mark& mark) { return is_gone(mark.range, change); });
    for (auto mark = first; mark != kept; ++mark) {
        mark->range = rebased_range(mark->range, change);
        longest_ = std::max(longest_, lines_of(*mark));
    }
    marks_.erase(kept, last);
}

}  // namespace upsweep::editor
