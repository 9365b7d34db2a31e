// Every edit, and what follows it; steps done and undone; marks, which follow edits.
#include "editor/editor.h"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <string>
#include <utility>

namespace upsweep::editor {

Editor::Editor(std::string_view text, const Options& options)
    : buffer_(text), options_(options), highlighter_(buffer_) {
    options_.tab_width = std::max<size_t>(1, options_.tab_width);
    options_.indent_width = std::max<size_t>(1, options_.indent_width);
}

void Editor::select(const Selection& selection) {
    selection_ = {buffer_.clamped(selection.anchor), buffer_.clamped(selection.caret), selection.column};
}

Edit Editor::apply(const Edit& edit) {
    Edit back = buffer_.replace(edit);
    const Change change{edit.range.begin, edit.range.end, back.range.end};
    highlighter_.follow(change);
    marks_.follow(change);
    complaint_marks_.follow(change);
    // What was selected stays selected: text put at its ends stays outside of its beginning, inside of its
    // end.
    const bool forward = selection_.anchor < selection_.caret;
    const bool empty = selection_.empty();
    select({rebased(selection_.anchor, change, forward ? Side::before : Side::behind),
            rebased(selection_.caret, change, forward || empty ? Side::behind : Side::before)});
    return back;
}

void Editor::replace(const Range& range, std::string_view text) {
    if (range.empty() && text.empty()) return;
    const Group group(*this);
    step_.back.push_back(apply({range, std::string(text)}));
}

Editor::Group::Group(Editor& editor, Run run) : editor_(editor) {
    if (editor_.groups_++ == 0) editor_.step_ = {{}, editor_.selection_, {}, run};
}

Editor::Group::~Group() {
    if (--editor_.groups_ > 0 || editor_.step_.back.empty()) return;
    editor_.step_.after = editor_.selection_;
    editor_.history_.add(std::move(editor_.step_));
}

/// Makes the step's edits, last first, and gives the step that takes that back.
Step Editor::take_back(Step step) {
    Step again{{}, step.before, step.after, step.run};
    for (auto edit = step.back.rbegin(); edit != step.back.rend(); ++edit) again.back.push_back(apply(*edit));
    return again;
}

void Editor::undo() {
    assert(groups_ == 0);
    if (!can_undo()) return;
    Step step = take_back(history_.take_done());
    const Selection before = step.before;
    history_.add_undone(std::move(step));
    select(before);
}

void Editor::redo() {
    assert(groups_ == 0);
    if (!can_redo()) return;
    Step step = take_back(history_.take_undone());
    const Selection after = step.after;
    history_.add_redone(std::move(step));
    select(after);
}

namespace {

/// Makes one edit of `last` and the `next` that follows it, if they take back text typed or erased in one
/// direction.
bool join(Edit& last, const Edit& next) {
    const bool typed = last.text.empty() && next.text.empty();
    const bool erased = last.range.empty() && next.range.empty();
    if (typed && next.range.begin == last.range.end) {
        last.range.end = next.range.end;
        return true;
    }
    if (erased && after(next.range.begin, next.text) == last.range.begin) {
        last = {next.range, next.text + last.text};
        return true;
    }
    if (erased && next.range.begin == last.range.begin) {
        last.text += next.text;
        return true;
    }
    return false;
}

}  // namespace

void History::add(Step step) {
    undone_.clear();
    if (saved_ > done_.size()) saved_.reset();
    const bool joins = open_ && step.run != Run::none && !done_.empty() && done_.back().run == step.run &&
                       done_.back().after == step.before;
    open_ = step.run != Run::none;
    if (!joins) {
        done_.push_back(std::move(step));
        return;
    }
    Step& last = done_.back();
    last.after = step.after;
    for (Edit& edit : step.back)
        if (!join(last.back.back(), edit)) last.back.push_back(std::move(edit));
}

Step History::take_done() {
    open_ = false;
    Step step = std::move(done_.back());
    done_.pop_back();
    return step;
}

Step History::take_undone() {
    open_ = false;
    Step step = std::move(undone_.back());
    undone_.pop_back();
    return step;
}

void History::add_redone(Step step) { done_.push_back(std::move(step)); }

void History::mark_saved() {
    saved_ = done_.size();
    open_ = false;
}

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
    return {rebased(range.begin, change, Side::behind), rebased(range.end, change, Side::before)};
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
