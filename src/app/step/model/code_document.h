// One file's text while it is edited: beside the text that it began with, and the text that was run.
#pragma once

#include "editor/check.h"
#include "editor/editor.h"
#include "editor/line_diff.h"

namespace upsweep::app {

class CodeDocument {
  public:
    /// `original` is what the file has.
    CodeDocument(std::string name, const std::string& original);

    const std::string& name() const { return name_; }
    editor::Editor& text() { return text_; }
    editor::Checks& checks() { return checks_; }
    const editor::Checks& checks() const { return checks_; }
    const std::string& original() const { return original_; }
    /// It is in another file from now on.
    void set_name(std::string name) { name_ = std::move(name); }
    /// What is saved now.
    void set_original(std::string text);

    /// Looks at what was typed since; true if anything was.
    bool refresh();
    /// As of the last refresh().
    const std::string& now() const { return now_; }
    bool changed() const { return now_ != original_; }
    const std::vector<editor::LineChange>& changes() const { return changes_; }
    /// Lines that were changed, put in, or taken out.
    size_t changed_lines() const;
    /// Puts another text in, in one step that can be undone.
    void put(const std::string& text);

    /// The text as it is now is on its way to be run.
    void begin_run();
    /// A run of this text has arrived.
    void set_ran(const std::string& text);
    /// Whether the run that is shown had another text.
    bool stale() const { return ran_ && *ran_ != now_; }
    /// Where a line of the text that was run is now (from 0); nothing where it is gone.
    std::optional<size_t> line_now(size_t ran_line) const;
    /// Whether that line is to the byte as it was run.
    bool same_line(size_t ran_line, size_t line) const;

  private:
    void mark_lines(bool pending);
    void read_marks();

    std::string name_, original_, now_;
    editor::TextBuffer base_;
    editor::Editor text_;
    editor::Checks checks_;
    std::vector<editor::LineChange> changes_;
    std::optional<uint64_t> revision_;
    std::optional<std::string> ran_;
    std::optional<editor::TextBuffer> ran_lines_;
    std::string begun_;                         ///< the text that marks for a run were set in
    std::vector<std::optional<size_t>> lines_;  ///< by line of ran_; only while it is another
};

}  // namespace upsweep::app
