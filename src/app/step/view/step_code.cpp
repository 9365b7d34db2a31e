// The code pane: the kernel's own text, in the colours of the stage.
#include "app/step/view/step_code.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "app/ui/controls.h"
#include "core/ranges.h"
#include "emulator/trace/trace.h"
#include "replay/code/code.h"
#include "replay/trace.h"

namespace upsweep::app::step {

using namespace replay;

namespace {

constexpr float step_code_head_em = 2.75F, names_em = 1.35F;
constexpr int indent_columns = 2;  // a level of the short form

void lay_out_brief(CodeState& state) {
    const int most = state.layout.columns / 4;
    for (const CodeRow& row : state.brief->rows(state.layout.file, state.layout.open_line, state.opened))
        state.rows.push_back({row, std::min(row.depth * indent_columns, most)});
}

/// True if the rows are others than before.
bool lay_out(CodeState& state, const StepPosition& at, CodeLayout wanted) {
    const bool other_launch =
        state.brief == nullptr || state.layout.scene != wanted.scene || state.layout.launch != wanted.launch;
    if (other_launch) {
        state.opened.clear();
        state.brief = std::make_unique<ShortCode>(at.trace(), at.staged(wanted.launch));
        state.words = words_of_code(at.trace(), wanted.launch, state.brief->kept());
    }
    if (other_launch || state.layout.file != wanted.file || state.form != state.layout.form)
        state.opened.clear();
    wanted.opened = state.opened;
    if (!other_launch && state.layout == wanted) return false;
    state.layout = wanted;
    state.rows.clear();
    if (wanted.file >= 0 && wanted.form == CodeForm::brief) lay_out_brief(state);
    return true;
}

/// Keeps the lit line in the middle half of the pane, before any is lit the kernel's head at its top; jumps
/// far at once, near smoothly. Rests at whole rows, so that none is cut.
void follow(const Frame& frame, const StepModel& model, const CodePicture& code, CodeState& state,
            float height, bool changed) {
    const float row_height = frame.em(code_row_em);
    const float most = std::max(0.0F, float(state.rows.size()) * row_height - height);
    if (changed) {
        const int line = code.line > 0 ? code.line : code.first_line;
        float first = -1, last = -1;
        for (size_t i = 0; i < state.rows.size(); ++i) {
            if (line < state.rows[i].code.first || line > state.rows[i].code.last) continue;
            if (first < 0) first = float(i) * row_height;
            last = float(i + 1) * row_height;
        }
        const bool outside =
            first >= 0 && (first < state.target + height * 0.2F || last > state.target + height * 0.8F);
        if (code.line == 0)
            state.target = std::max(0.0F, first);
        else if (outside)
            state.target = first - height * 0.45F;
    }
    state.target = std::clamp(std::round(state.target / row_height) * row_height, 0.0F, most);
    const float gap = state.target - state.scroll;
    const bool jump = std::abs(gap) > height || !model.moved_by_step() || frame.dt <= 0;
    state.scroll =
        jump || std::abs(gap) < 0.5F ? state.target : state.scroll + gap * std::min(1.0F, frame.dt * 16);
    state.moving = state.scroll != state.target;
}

/// Whether a line of the trace's files was wanted since the last move.
bool shows_line(const StepPosition& at, const StepModel& model, const CodeState& state) {
    return state.shown_moves == model.moves() && state.shown_line.file >= 0 &&
           size_t(state.shown_line.file) < at.trace().sources.size();
}

/// The step's own code, or the line that was wanted.
CodePicture shown_code(const StepPosition& at, const StepModel& model, const CodeState& state) {
    CodePicture code = at.code();
    if (!shows_line(at, model, state)) return code;
    if (code.file != state.shown_line.file) code.marks.clear(), code.pills.clear(), code.barriers.clear();
    code.file = state.shown_line.file;
    code.line = state.shown_line.line;
    return code;
}

/// The file's name, what was changed in it, and the choice of the form.
void draw_head(Frame& frame, Rect head, std::string_view name, const CodeTools& tools, CodeState& state) {
    static constexpr std::array<std::string_view, 3> labels = {"Short", "Full", "Words"};
    const float width = segmented_width(frame, labels), y = head.centre().y;
    int chosen = int(state.form);
    segmented(frame, "step.code.form", {head.max.x - frame.em(0.75F) - width, y - frame.em(1)}, labels,
              chosen);
    state.form = static_cast<CodeForm>(chosen);
    const float left = head.min.x + frame.em(1), room = head.width() - width - frame.em(2.5F);
    const float end = left + draw_elided(frame, {left, y}, room, type::number_strong, Role::t1, name);
    const size_t lines = tools.edits.changed_lines();
    if (lines > 0) {
        const std::string words = std::to_string(lines) + (lines == 1 ? " line changed" : " lines changed");
        const float left_over = left + room - end - frame.em(0.75F);
        const bool fits = text_width(frame, type::label, words) <= left_over;
        draw_elided(frame, {end + frame.em(0.75F), y}, left_over, type::label, Role::t2,
                    fits ? words : std::to_string(lines) + " changed");
    }
    frame.line({head.min.x, head.max.y}, {head.max.x, head.max.y}, Role::line);
}

/// "line", the launch where there are several, "lanes run".
void draw_names(Frame& frame, Rect names, const StepPosition& at, bool lanes, const EditStatus& status,
                CodeState& state) {
    const TextStyle style{Face::sans, 0.8F};
    const Role ink = Role::t3;
    const float y = names.centre().y;
    draw_text(frame, {names.min.x + frame.em(code_number_em), y}, style, ink, "line", Align::right);
    const float left = names.min.x + frame.em(code_text_em), right = names.max.x - frame.em(0.9F);
    if (!status.text.empty()) {
        draw_edit_status(frame, {left, names.min.y, right - frame.em(lanes ? 5 : 0), names.max.y}, status,
                         state);
    } else if (at.launch() < at.trace().launches.size() && at.trace().launches.size() > 1)
        draw_elided(frame, {left, y}, right - left - frame.em(lanes ? 5 : 0), style, ink,
                    at.trace().launches[at.launch()].name);
    if (lanes)
        draw_text(frame, {right, y}, style, ink,
                  is_cpu_loop(at.trace(), at.launch()) ? "times run" : "lanes run", Align::right);
}

}  // namespace

void open_line(CodeState& state, const StepModel& model, const emulator::SourceRange& where) {
    state.shown_line = where;
    state.shown_moves = model.moves();
    state.moves = -1;  // scrolls there
    if (state.form == CodeForm::words) state.form = CodeForm::brief;
}

void toggle_stop_here(const CodeTools& tools, const CodeState& state) {
    const StepPosition* at = tools.model.position();
    if (at == nullptr) return;
    const CodePicture code = shown_code(*at, tools.model, state);
    const int line = code.line > 0 ? code.line : code.first_line;
    if (const std::string why = tools.stops.toggle_line(code.file, line); !why.empty())
        tools.notices.add(why, "until");
}

void draw_stop(Frame& frame, float left, float y, bool faint) {
    frame.disc({left + frame.em(0.7F), y}, frame.em(0.42F), Colour(Role::trouble, faint ? 0.4F : 1));
}

namespace {

/// Left of the rows: a click sets a breakpoint on the row's line or takes it away; with the keyboard on the
/// lit line. Gives the line under the pointer; 0: none.
int draw_gutter(Frame& frame, Rect rows, const CodeTools& tools, const CodePicture& code,
                const CodeState& state) {
    const Rect gutter(rows.min.x, rows.min.y, rows.min.x + frame.em(code_number_em + 0.2F), rows.max.y);
    const Interaction touch = interact(frame, "step.code.gutter", gutter);
    if (touch.focused) draw_focus(frame, gutter.inset(frame.px(4)), 0);
    const auto row = size_t(
        std::max(0.0F, (ImGui::GetIO().MousePos.y - rows.min.y + state.scroll) / frame.em(code_row_em)));
    if (!touch.hovered) {
        if (touch.clicked) toggle_stop_here(tools, state);
        return 0;
    }
    if (row >= state.rows.size()) return 0;
    const int line = state.rows[row].code.line;
    if (touch.clicked)
        if (const std::string why = tools.stops.toggle_line(code.file, line); !why.empty())
            tools.notices.add(why, "until");
    tooltip(frame, "Breakpoint on line " + std::to_string(line) + " (F9: on the highlighted line)");
    return line;
}

/// A text that has not run: nothing but the editor.
void draw_failed_code(Frame& frame, Rect rect, const CodeTools& tools, CodeState& state) {
    if (!tools.edits.editable()) return;
    const CodeForm asked = std::exchange(state.form, CodeForm::full);
    draw_head(frame, rect.cut_top(frame.em(step_code_head_em)), tools.edits.main_file(), tools, state);
    draw_edit_bar(frame, rect.cut_top(edit_bar_height(frame, tools)), tools, state);
    const Rect status = rect.cut_top(frame.em(names_em));
    draw_edit_status(frame,
                     {status.min.x + frame.em(1), status.min.y, status.max.x - frame.em(1), status.max.y},
                     edit_status(tools, state), state);
    draw_failed_text(frame, rect, tools, state);
    state.form = asked;
}

}  // namespace

void draw_code(Frame& frame, Rect rect, const CodeTools& tools, CodeState& state) {
    const StepModel& model = tools.model;
    const Pane pane(frame, "step.code", rect, Role::bg1);
    frame.items.note("step.code", rect);
    state.moving = false;
    const StepPosition* at = model.position();
    if (at == nullptr) return draw_failed_code(frame, rect, tools, state);
    const CodePicture code = shown_code(*at, model, state);
    const bool roomy = frame.density >= Density::wide, full = state.form == CodeForm::full;
    Rect rest = rect;
    const Rect head = rest.cut_top(frame.em(step_code_head_em));
    const std::string name = code.file >= 0 ? nth(at->trace().sources, code.file).name : "no code";
    frame.items.note("step.code." + name, head);
    draw_head(frame, head, full && !state.full.file.empty() ? state.full.file : name, tools, state);
    const bool words = state.form == CodeForm::words;
    if (full) draw_edit_bar(frame, rest.cut_top(edit_bar_height(frame, tools)), tools, state);
    if (!words)
        draw_names(frame, rest.cut_top(frame.em(names_em)), *at, roomy,
                   full ? edit_status(tools, state) : EditStatus{}, state);
    const float character = text_width(frame, type::code, "0000000000") / 10;
    const float lanes_left = roomy ? rest.max.x - frame.em(3) : rest.max.x - frame.em(0.6F);
    CodeLayout wanted{model.scenes(), at->launch(), code.file, 0, 0, state.form, {}};
    wanted.columns = int((lanes_left - rest.min.x - frame.em(code_text_em)) / character);
    // A longer step lights the fold that it ends in; a statement opens it.
    if (model.grain() == Grain::statement || shows_line(*at, model, state)) wanted.open_line = code.line;
    bool changed = lay_out(state, *at, wanted);
    const float row_height = frame.em(code_row_em);
    if (!words && !full) rest.max.y = rest.min.y + std::floor(rest.height() / row_height) * row_height;
    changed = changed || state.moves != model.moves() || state.height != rest.height();
    state.moves = model.moves();
    state.height = rest.height();
    if (words) return draw_code_words(frame, rest, model, code, state, changed);
    if (full) return draw_full_code(frame, rest, tools, code, state, changed);
    follow(frame, model, code, state, rest.height(), changed);
    if (ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0) {
        state.target -= ImGui::GetIO().MouseWheel * frame.em(code_row_em) * 3;
        state.scroll = state.target;
    }
    const int hovered = draw_gutter(frame, rest, tools, code, state);
    const CodeDrawing draw{
        frame, *at, code, state, rest, character, lanes_left, roomy, tools.stops.lines(code.file), hovered};
    frame.list()->PushClipRect(rest.min, rest.max, true);
    for (size_t i = 0; i < state.rows.size(); ++i) {
        const float y = rest.min.y + (float(i) + 0.5F) * row_height - state.scroll;
        if (y < rest.min.y - row_height || y > rest.max.y + row_height) continue;
        draw_code_row(draw, state.rows[i], snap(y));
    }
    frame.list()->PopClipRect();
}

}  // namespace upsweep::app::step
