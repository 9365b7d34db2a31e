// A text with its caret, its history, its colours and its marks: what a widget shows, and what commands
// change.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "editor/highlight.h"
#include "editor/text_buffer.h"

namespace upsweep::editor {

/// `id` is the owner's name for what is marked.
struct Mark {
    int id = 0;
    Range range;
    friend bool operator==(const Mark&, const Mark&) = default;
};

/// A mark grows with text put inside of it, not with text put at its ends. It goes when all of its text goes;
/// a mark without text goes when what is around it goes.
class Marks {
  public:
    void add(const Mark& mark);
    /// Takes out all marks, or those with that id.
    void clear();
    void remove(int id);
    const std::vector<Mark>& all() const { return marks_; }
    /// Those that begin on the line.
    std::vector<Mark> on_line(size_t line) const;

    void follow(const Change& change);

  private:
    std::vector<Mark> marks_;
    bool sorted_ = true;  ///< by where they begin
    size_t longest_ = 0;  ///< lines from the first to the last of one mark, at most
};

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

struct Options {
    size_t tab_width = 4;     ///< columns between two tab stops
    size_t indent_width = 4;  ///< columns that one level is indented by
    bool indent_with_tabs = false;
};

/// All edits go through replace(), so that history, colours, marks and caret follow. Commands are in
/// commands.h and find.h. For one thread.
class Editor {
  public:
    explicit Editor(std::string_view text = {}, const Options& options = {});
    Editor& operator=(Editor&&) = delete;

    const TextBuffer& buffer() const { return buffer_; }
    const Options& options() const { return options_; }
    Highlighter& highlighter() { return highlighter_; }
    Marks& marks() { return marks_; }
    const Marks& marks() const { return marks_; }
    /// Those of what the compiler complains about (check.h).
    Marks& complaint_marks() { return complaint_marks_; }

    const Selection& selection() const { return selection_; }
    Position caret() const { return selection_.caret; }
    /// Both ends go to the nearest places where a caret can be.
    void select(const Selection& selection);
    void place(Position caret) { select({caret, caret}); }

    /// Puts `text` where the range's text is; the ends of the range are bytes of the text. The caret goes
    /// along. Outside of a Group it is one step of the history.
    void replace(const Range& range, std::string_view text);

    /// What is replaced while it lives is one step of the history, undone and redone together.
    class Group {
      public:
        explicit Group(Editor& editor, Run run = Run::none);
        ~Group();
        Group& operator=(Group&&) = delete;

      private:
        Editor& editor_;
    };

    bool can_undo() const { return history_.can_undo(); }
    bool can_redo() const { return history_.can_redo(); }
    /// The text and the selection as they were before the last step, or after the next; nothing where there
    /// is not one.
    void undo();
    void redo();
    /// What is typed next is a step by itself: after a pause, or where the caret was put elsewhere.
    void end_run() { history_.end_run(); }
    bool modified() const { return history_.modified(); }
    void mark_saved() { history_.mark_saved(); }

  private:
    Edit apply(const Edit& edit);
    Step take_back(Step step);

    TextBuffer buffer_;
    Options options_;
    Highlighter highlighter_;
    Marks marks_, complaint_marks_;
    History history_;
    Selection selection_;
    Step step_;
    int groups_ = 0;
};

}  // namespace upsweep::editor
