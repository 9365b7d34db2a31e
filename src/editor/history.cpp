// Steps done and undone.
#include "editor/history.h"

#include <iterator>
#include <utility>

namespace upsweep::editor {
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

}  // namespace upsweep::editor
