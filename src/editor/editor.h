// A text with its caret, its history, its colours and its marks: what a widget shows, and what commands
// change.
#pragma once

#include <cstddef>
#include <string_view>

#include "editor/highlight.h"
#include "editor/history.h"
#include "editor/marks.h"
#include "editor/text_buffer.h"

namespace upsweep::editor {

struct Options {
    size_t tab_width = 4;     ///< columns between two tab stops
    size_t indent_width = 4;  ///< columns that one level is indented by
    bool indent_with_tabs = false;
};

/// All edits go through replace(), so that history, colours, marks and caret follow. Commands are in
/// commands.h, line_commands.h and find.h. For one thread.
class Editor {
  public:
    explicit Editor(std::string_view text = {}, const Options& options = {});
    Editor(const Editor&) = delete;
    Editor& operator=(const Editor&) = delete;

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
        Group(const Group&) = delete;
        Group& operator=(const Group&) = delete;

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
