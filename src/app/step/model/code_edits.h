// The texts of the scene that is shown, as the user edits them: checked while they are typed, run as typing
// pauses, kept as drafts; and cures as changes of the text, tried before they are offered. Needs no window.
#pragma once

#include "app/step/model/code_document.h"
#include "app/step/model/step_model.h"
#include "editor/draft.h"
#include "replay/code/cure_edit.h"

namespace upsweep::app {

class CodeEdits {
  public:
    using Texts = std::map<std::string, std::string>;
    enum class Side { mine, original };

    /// `drafts`: the folder where unsaved texts are kept; none: nowhere. `tell` gets sentences for the user.
    CodeEdits(Jobs& jobs, StepModel& model, std::optional<std::filesystem::path> drafts, Told tell);
    /// Keeps what is not kept yet.
    ~CodeEdits();
    CodeEdits(const CodeEdits&) = delete;
    CodeEdits& operator=(const CodeEdits&) = delete;

    /// Follows the model, and lets time pass: a pause in typing runs the text.
    void advance(double seconds);
    /// Time passes until something is checked, run or kept.
    bool waits() const;

    /// Whether the files of the scene that is shown can be edited.
    bool editable() const { return !key_.empty(); }
    /// What is edited: an algorithm or an own program's file; empty: nothing can be.
    const std::string& key() const { return key_; }
    /// Whether they are the user's own; else copies of the catalog's.
    bool own() const { return shown().program() != nullptr; }
    /// The file that the scene is about: the own program's, else that of the first kernel.
    std::string main_file() const;
    /// The text of a file of the trace; null where it cannot be edited. Made when it is first asked for.
    CodeDocument* document(const std::string& name);
    /// The text was changed by a command of the editor: it is not run before it rests.
    void touch();

    /// Lines that differ from the originals, over all files.
    size_t changed_lines() const;
    bool changed() const { return changed_lines() > 0; }
    /// Whether what is shown ran from other texts.
    bool stale() const;
    /// Whether no text has a complaint, as far as they are checked.
    bool clean() const;
    /// Runs the texts as they are, whatever was said of them; `anew` also those that were run, since files
    /// that they read may be others now.
    void run(bool anew = false);
    /// All texts as they were.
    void revert();

    /// Writes what was changed of an own program to its places on the disk. Where it has none, its text to
    /// `path`, and it is then that file; of a kernel of the catalog a copy of file `name`. Throws Error, also
    /// where something would be written over that is not what was read: once, the next time it is written.
    void save(const std::string& name, const std::string& path = {});
    /// Whether save() needs a path.
    bool needs_path() const;

    /// The texts that differ from the originals, as they are now: the edits of a scene.
    Texts texts() const;

    Side side() const { return side_; }
    /// Shows the run of the other side, at once where it has run.
    void show(Side side);

  private:
    void follow();
    void enter(const std::string& key, bool afresh);
    void carry(std::unique_ptr<CodeDocument> document);
    void restore_drafts(bool afresh);
    void set_draft_aside(editor::Draft draft, const std::string& sentence);
    void save_in_place();
    void refuse_once(const std::filesystem::path& path, const std::string& sentence);
    void check();
    void keep_drafts();
    /// The edits of the original's run: a program without a file is one even then.
    Texts original_texts() const;
    /// The scene that is shown, or that failed to run at all.
    const scenes::Scene& shown() const;
    /// The names of its files.
    std::vector<std::string> names() const;
    std::string original_text(const std::string& name) const;
    emulator::SourceProvider sources(const Texts& edits) const;
    /// Whether complaints about it are looked for.
    bool is_checked(const CodeDocument& document) const;
    bool is_draft(const CodeDocument& document) const;
    std::string draft_path(const std::string& name) const;
    bool shows_same(const std::shared_ptr<const scenes::RunScene>& run, const Texts& edits) const;
    void open(const Texts& edits);

    StepModel& model_;
    std::optional<editor::DraftFolder> drafts_;
    Told tell_;
    std::string key_;
    std::string main_;  ///< the own program among its files
    std::map<std::string, std::unique_ptr<CodeDocument>> documents_;
    std::shared_ptr<const scenes::RunScene> original_, mine_;
    Side side_ = Side::mine;
    int64_t seen_ = -1, openings_ = 0;  ///< the model's
    std::filesystem::path refused_;     ///< was not written over
    std::string saved_as_;              ///< the file that a text without one has become
    std::optional<Texts> tried_;        ///< were run, or could not be
    bool wants_run_ = false;            ///< something was typed since
    double rested_ = 0, unkept_ = -1;   ///< seconds since the last change; -1: all is kept
    OwnJobs checking_;                  ///< of the documents
};

class CureTrials {
  public:
    explicit CureTrials(Jobs& jobs) : job_(jobs) {}

    /// The cure of a finding of the scene that is shown; null where none exists, and until one was tried,
    /// which begins when it is first asked for.
    const replay::CureEdit* cure(const StepModel& model, int finding);

  private:
    void begin(const StepModel& model, int finding);

    int64_t scene_ = -1;
    OwnJobs job_;                                           ///< one at a time, that which is wanted now
    int trying_ = -1;                                       ///< whose
    std::map<int, std::optional<replay::CureEdit>> cures_;  ///< by finding, of the trials so far
};

}  // namespace upsweep::app
