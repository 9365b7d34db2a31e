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

}  // namespace

void Marks::remove(int id) {
    std::erase_if(marks_, [&](const Mark& mark) { return mark.id == id; });
}

std::vector<Mark> Marks::on_line(std::size_t line) const {
    std::vector<Mark> here;
    for (const Mark& mark : marks_)
        if (mark.range.begin.line == line) here.push_back(mark);
    return here;
}

void Marks::follow(const Change& change) {
    std::erase_if(marks_, [&](const Mark& mark) { return is_gone(mark.range, change); });
    for (Mark& mark : marks_) mark.range = rebased_range(mark.range, change);
}

}  // namespace upsweep::editor
