// Every edit, and what follows it.
#include "editor/editor.h"

#include <algorithm>
#include <cassert>
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

}  // namespace upsweep::editor
