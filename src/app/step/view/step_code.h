// The code pane's state, and what its files draw of it.
#pragma once

#include "app/host/view.h"
#include "app/step/model/code_edits.h"
#include "app/step/model/gpu_check.h"
#include "app/step/model/stops.h"
#include "app/ui/code_editor.h"
#include "replay/code/code.h"
#include "replay/code/short_code.h"

namespace upsweep::app::step {

/// A row on the screen, in the short form.
struct ShownRow {
    replay::CodeRow code;
    int indent = 0;  ///< characters in front
};

/// What the rows are laid out for.
struct CodeLayout {
    int64_t scene = -1;  ///< the model's: another trace may lie where the last one lay
    size_t launch = 0;
    int file = -1, columns = 0, open_line = 0;
    replay::CodeForm form = replay::CodeForm::brief;
    std::set<int> opened;  ///< folds that were clicked open, by their first lines
    friend bool operator==(const CodeLayout&, const CodeLayout&) = default;
};

struct CodeState;
/// What the pane changes beside its own state.
struct CodeTools {
    StepModel& model;
    CodeEdits& edits;
    CureTrials& cures;
    Notices& notices;
    /// What is done once all is drawn: another run takes away what is being drawn.
    std::vector<std::function<void()>>& later;
    Stops& stops;
    const std::function<void()>& race;  ///< takes what is shown to the Race
    const GpuCheck& gpu;                ///< says whether it can
};
/// Sets a breakpoint on the line that is lit, or takes it away; what cannot be done is a notice.
void toggle_stop_here(const CodeTools& tools, const CodeState& state);
/// The disc of a breakpoint in the gutter of a row, `y` its middle; faint under the pointer where there is
/// none.
void draw_stop(Frame& frame, float left, float y, bool faint);
/// Ctrl+S: writes the file, or asks where to. What goes wrong is a notice.
void save_code(const CodeTools& tools, CodeState& state);

/// Of the form that can be edited.
struct FullCodeState {
    CodeEditorState editor;
    std::string file;                       ///< its name
    std::unique_ptr<editor::Editor> fixed;  ///< a text that cannot be edited: of a trace, or the original
    int64_t fixed_scene = -1, scene = -1;   ///< the model's, when it was made, and when it was drawn last
    bool saving = false;                    ///< asks where to
    std::string path, path_error;           ///< what is typed there
    std::string path_key;                   ///< what it was typed for
};

struct CodeState {
    replay::CodeForm form = replay::CodeForm::brief;
    float scroll = 0, target = 0;  ///< pixels
    int64_t moves = -1;            ///< the model's, when the pane last followed
    float height = 0;              ///< the pane's then, in pixels
    CodeLayout layout;             ///< what `rows` were made for
    std::vector<ShownRow> rows;
    std::unique_ptr<replay::ShortCode> brief;  ///< of the layout's trace and launch
    std::vector<replay::CodeSentence> words;   ///< likewise
    std::set<int> opened;
    bool moving = false;
    emulator::SourceRange shown_line;  ///< a line that was wanted; no file: none
    int64_t shown_moves = -1;          ///< the model's then: the next move shows the step's own line again
    FullCodeState full;
    std::vector<std::function<void()>> later;  ///< see CodeTools
};
/// Shows a line of any of the trace's files until the position moves.
void open_line(CodeState& state, const StepModel& model, const emulator::SourceRange& where);
/// The kernel in one of three forms, chosen at the pane's head.
void draw_code(Frame& frame, Rect rect, const CodeTools& tools, CodeState& state);

/// One frame of the pane: everything that its rows are drawn with.
struct CodeDrawing {
    Frame& frame;
    const replay::StepPosition& at;
    const replay::CodePicture& code;
    CodeState& state;
    Rect rect;         ///< of the rows
    float character;   ///< width in pixels
    float lanes_left;  ///< where "lanes run" begins; the right end if it is not shown
    bool roomy;
    std::vector<int> stops = {};            ///< lines of the file with breakpoints
    int hovered = 0;                        ///< the line in whose gutter the pointer is; 0: none
    std::map<int, size_t> operations = {};  ///< of main, by line, from 1
};
inline constexpr float code_row_em = 1.19F, code_number_em = 2.35F, code_text_em = 2.95F;

void draw_code_row(const CodeDrawing& draw, const ShownRow& row, float y);
/// The warps that are at the row's lines: the present one first, then another; more are only counted. Names
/// are short where the text, which would like to end at `text_end`, leaves no room. Returns where they begin.
float draw_pills(const CodeDrawing& draw, const replay::CodeRow& row, float text_end, float y);
/// Of main's operations the number that each line has: of several that of the last one done.
std::map<int, size_t> operations_by_line(const replay::StepPosition& at);
/// All lanes that ran the row's lines; at a line of main the number of its operation.
void draw_lanes_run(const CodeDrawing& draw, const replay::CodeRow& row, bool lit, float y);

/// Every line as it is, to be edited. `code` is what the step says of it; `changed`: the position moved.
void draw_full_code(Frame& frame, Rect rect, const CodeTools& tools, const replay::CodePicture& code,
                    CodeState& state, bool changed);
/// Run, Revert, one's own text and the original. Height in pixels, 0 where nothing can be edited.
float edit_bar_height(const Frame& frame, const CodeTools& tools);
void draw_edit_bar(Frame& frame, Rect rect, const CodeTools& tools, CodeState& state);
/// Only the text, of a program that has not run.
void draw_failed_text(Frame& frame, Rect rect, const CodeTools& tools, CodeState& state);
/// What is wrong with the text or its run, or that the picture is older than the text; empty for neither.
struct EditStatus {
    std::string text;
    std::optional<size_t> line;  ///< that it speaks of
};
EditStatus edit_status(const CodeTools& tools, const CodeState& state);
/// A click on it shows its line.
void draw_edit_status(Frame& frame, Rect rect, const EditStatus& status, CodeState& state);

/// The finding that is shown under its line: the one of this step, else a fault of an edited text; -1: none.
int finding_on_card(const StepModel& model);
/// Its title, place, sentence, cause, and its cure: as a pill, if one was tried and can be applied, else in
/// words. A run that was stopped at its limit of steps has a pill that raises it.
float card_height(const Frame& frame, float width, const StepModel& model, int finding,
                  const replay::CureEdit* cure);
/// True where the pill was clicked.
bool draw_finding_card(Frame& frame, Rect rect, StepModel& model, int finding, const replay::CureEdit* cure);
/// Phases and comments as sentences, those of the present step lit. Keeps them in view.
void draw_code_words(Frame& frame, Rect rect, const StepModel& model, const replay::CodePicture& code,
                     CodeState& state, bool follow);

}  // namespace upsweep::app::step
