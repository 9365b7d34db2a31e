// What was done and can be undone, in groups, without limit.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "editor/position.h"

namespace upsweep::editor {

/// Where the caret is and what is selected: all between it and `anchor`.
struct Selection {
    Position anchor, caret;
    /// The column that moving up and down keeps to, over shorter lines too.
    std::optional<size_t> column = {};

    bool empty() const { return anchor == caret; }
    Range range() const { return anchor < caret ? Range{anchor, caret} : Range{caret, anchor}; }
    friend bool operator==(const Selection& one, const Selection& other) {
        return one.anchor == other.anchor && one.caret == other.caret;
    }
};

/// What a group of edits is part of: edits of a run that follow one another are undone together.
enum class Run { none, typing, erasing };

/// One command's edits: those that take it back, in the order in which they were made.
struct Step {
    std::vector<Edit> back;
    Selection before, after;
    Run run = Run::none;
};

class History {
  public:
    /// Forgets what was undone. A step that continues the last one's run, at the place where that left the
    /// caret, joins it.
    void add(Step step);
    /// The next step comes by itself, whatever it is.
    void end_run() { open_ = false; }

    bool can_undo() const { return !done_.empty(); }
    bool can_redo() const { return !undone_.empty(); }
    /// Takes the last step out to be undone; what undoes that again goes to add_undone().
    Step take_done();
    Step take_undone();
    void add_undone(Step step) { undone_.push_back(std::move(step)); }
    void add_redone(Step step);

    void mark_saved();
    /// Whether the text differs from the one that was saved, by what was done since; true after mark_saved()
    /// and undo, false once that is redone.
    bool modified() const { return saved_ != done_.size(); }

  private:
    std::vector<Step> done_, undone_;
    std::optional<size_t> saved_ = 0;  ///< steps done when it was saved; none if they are forgotten
    bool open_ = false;
};

}  // namespace upsweep::editor
