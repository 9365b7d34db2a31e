// What the emulator's compiler complains about in a text, while it is typed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan.h"
#include "editor/editor.h"
#include "emulator/source/source_text.h"

namespace upsweep::editor {

/// One complaint, at the text that it is about; at the #include for what is in another file.
struct Complaint {
    Range range;
    std::string sentence;
    friend bool operator==(const Complaint&, const Complaint&) = default;
};

/// All complaints about the kernels of file `name` with this text, from the top, each once; none for a text
/// that upsweep run takes. Of a template that is checked which the text launches with numbers and types
/// written out, reduce<float, 256><<<…>>>; host code is not. `sources` gives the other files. Needs nothing
/// of the window's: may run on any thread.
std::vector<Complaint> check_text(const std::string& name, const std::string& text,
                                  const Definitions& definitions, const emulator::SourceProvider& sources);

/// Which revision was checked, and what was found: for a checker on a thread of its own, whose answer may
/// come when the text is another already.
class Checks {
  public:
    /// The revision to be checked now, if none is on its way and this one was not checked yet. Counts as
    /// begun.
    std::optional<uint64_t> begin(const Editor& editor);
    /// Takes the answer for a revision, and puts a mark for each complaint, numbered as in complaints(), into
    /// the editor's complaint marks. An answer about an older text is dropped, false: the marks stay as they
    /// are until the next.
    bool deliver(Editor& editor, uint64_t revision, std::vector<Complaint> complaints);
    /// The check that was begun gave no answer, and is to be made again.
    void give_up() { begun_.reset(); }

    const std::vector<Complaint>& complaints() const { return complaints_; }
    /// Whether complaints() are those of the text as it is.
    bool current(const Editor& editor) const { return checked_ == editor.buffer().revision(); }

  private:
    std::optional<uint64_t> begun_, checked_;
    std::vector<Complaint> complaints_;
};

}  // namespace upsweep::editor
