// The code pane's state, and what its files draw of it.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "app/host/view.h"
#include "app/step/model/step_model.h"
#include "replay/code_words.h"
#include "replay/short_code.h"

namespace upsweep::app::step {

/// A row on the screen. Only where every line is shown as it is, long ones are wrapped: then it is a piece of
/// one.
struct ShownRow {
    replay::CodeRow code;
    std::size_t begin = 0, end = 0;  ///< bytes of the line, where it is wrapped
    int indent = 0;                  ///< characters in front
    bool first = true, last = true;  ///< of its line
};

/// What the rows are laid out for.
struct CodeLayout {
    std::int64_t scene = -1;  ///< the model's: another trace may lie where the last one lay
    std::size_t launch = 0;
    int file = -1, columns = 0, open_line = 0;
    replay::CodeForm form = replay::CodeForm::brief;
    std::set<int> opened;  ///< folds that were clicked open, by their first lines
    friend bool operator==(const CodeLayout&, const CodeLayout&) = default;
};

struct CodeState {
    replay::CodeForm form = replay::CodeForm::brief;
    float scroll = 0, target = 0;  ///< pixels
    std::int64_t moves = -1;       ///< the model's, when the pane last followed
    float height = 0;              ///< the pane's then, in pixels
    CodeLayout layout;             ///< what `rows` were made for
    std::vector<ShownRow> rows;
    std::unique_ptr<replay::ShortCode> brief;  ///< of the layout's trace and launch
    std::vector<replay::CodeSentence> words;   ///< likewise
    std::set<int> opened;
    bool moving = false;
    emulator::SourceRange shown_line;  ///< a line that was asked for; no file: none
    std::int64_t shown_moves = -1;     ///< the model's then: the next move shows the step's own line again
};
/// Shows a line of any of the trace's files until the position moves.
void open_line(CodeState& state, const StepModel& model, const emulator::SourceRange& where);
/// The kernel in one of three forms, chosen at the pane's head.
void draw_code(Frame& frame, Rect rect, const StepModel& model, CodeState& state);

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
};
inline constexpr float code_row_em = 1.19F, code_number_em = 2.35F, code_text_em = 2.95F;

void draw_code_row(const CodeDrawing& draw, const ShownRow& row, float y);
/// Phases and comments as sentences, those of the present step lit. Keeps them in view.
void draw_code_words(Frame& frame, Rect rect, const StepModel& model, const replay::CodePicture& code,
                     CodeState& state, bool follow);

}  // namespace upsweep::app::step
