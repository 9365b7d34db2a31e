// The code pane: the kernel's own text in the colours of the stage, row by row; and in plain words.
#include "app/step/view/step_code.h"

#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "emulator/trace/trace.h"
#include "replay/code/code.h"
#include "replay/data/picture.h"
#include "replay/structure/index.h"
#include "replay/structure/plan.h"
#include "stage/plan_parts.h"

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

/// Of a step of a whole program's launch, the line of main that launches; no file: none.
emulator::SourceRange line_of_launch(const StepPosition& at) {
    const emulator::Trace& trace = at.trace();
    if (at.step() == 0 || trace.launches.empty()) return {};
    const emulator::Step& step = trace.step_at(at.index().present(at.step()));
    if (step.kind == emulator::StepKind::host || step.operation == 0) return {};
    const int64_t first = at.plan().all()[step.operation - 1].steps.first;
    const bool known = at.plan().all()[step.operation - 1].ran();
    const emulator::Step& before = trace.step_at(first);
    return known && before.kind == emulator::StepKind::host ? where(trace, before) : emulator::SourceRange{};
}

/// The step's own code, or the line that was wanted.
CodePicture shown_code(const StepPosition& at, const StepModel& model, const CodeState& state) {
    CodePicture code = at.code();
    if (!shows_line(at, model, state)) {
        // Seen as a whole, a launch is a line of main.
        const emulator::SourceRange line =
            model.shown_zoom() == stage::Zoom::plan ? line_of_launch(at) : emulator::SourceRange{};
        if (line.file < 0) return code;
        code = CodePicture{line.file, line.line, line.line, {}, {}, {}};
        code.pills.push_back({line.line, WarpPill::host, 0, 0, true});
        return code;
    }
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
    segmented(frame, "step.code.form", {head.max.x - frame.em(0.75F) - width, y - frame.em()}, labels,
              chosen);
    state.form = CodeForm(chosen);
    const float left = head.min.x + frame.em(), room = head.width() - width - frame.em(2.5F);
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
void draw_names(Frame& frame, Rect names, const StepPosition& at, bool lanes, bool on_host,
                const EditStatus& status, CodeState& state) {
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
                  on_host                                ? "operation"
                  : is_cpu_loop(at.trace(), at.launch()) ? "times run"
                                                         : "lanes run",
                  Align::right);
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
                     {status.min.x + frame.em(), status.min.y, status.max.x - frame.em(), status.max.y},
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
    const bool on_host = !code.pills.empty() && code.pills.front().warp == WarpPill::host;
    const bool words = state.form == CodeForm::words;
    if (full) draw_edit_bar(frame, rest.cut_top(edit_bar_height(frame, tools)), tools, state);
    if (!words)
        draw_names(frame, rest.cut_top(frame.em(names_em)), *at, roomy, on_host,
                   full ? edit_status(tools, state) : EditStatus{}, state);
    const float character = text_width(frame, type::code, "0000000000") / 10;
    const float lanes_left = roomy ? rest.max.x - frame.em(3) : rest.max.x - frame.em(0.6F);
    CodeLayout wanted{model.scenes(), at->launch(), code.file, 0, 0, state.form, {}};
    wanted.columns = int((lanes_left - rest.min.x - frame.em(code_text_em)) / character);
    // A longer step lights the fold that it ends in; a statement opens it.
    if (model.grain() == Grain::statement || on_host || shows_line(*at, model, state))
        wanted.open_line = code.line;
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
    const CodeDrawing draw{frame,
                           *at,
                           code,
                           state,
                           rest,
                           character,
                           lanes_left,
                           roomy,
                           tools.stops.lines(code.file),
                           hovered,
                           roomy ? operations_by_line(*at) : std::map<int, size_t>()};
    frame.list()->PushClipRect(rest.min, rest.max, true);
    for (size_t i = 0; i < state.rows.size(); ++i) {
        const float y = rest.min.y + (float(i) + 0.5F) * row_height - state.scroll;
        if (y < rest.min.y - row_height || y > rest.max.y + row_height) continue;
        draw_code_row(draw, state.rows[i], snap(y));
    }
    frame.list()->PopClipRect();
}

namespace {

/// Where a byte of the line is shown, in characters; of a stretch that is left out its begin, or its end.
size_t shown_at(const std::vector<CodePiece>& pieces, size_t byte, bool end) {
    size_t at = 0;
    for (const CodePiece& piece : pieces) {
        if (byte <= piece.begin && !(end && byte == piece.end)) break;
        if (byte < piece.end && !piece.elided)
            return at + characters(std::string_view(piece.text).substr(0, byte - piece.begin));
        if (byte < piece.end && !end) break;
        at += characters(piece.text);
    }
    return at;
}

/// Characters `first` … `end` - 1.
std::string slice(const std::vector<CodePiece>& pieces, size_t first, size_t end) {
    std::string out;
    size_t at = 0;
    for (const CodePiece& piece : pieces)
        for (const char c : piece.text) {
            const bool begins = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
            at += begins ? 1 : 0;
            if (at > first && at <= end) out.push_back(c);
        }
    return out;
}

void draw_pieces(const CodeDrawing& draw, std::string_view line, const std::vector<CodePiece>& pieces,
                 float x, float y, bool lit) {
    Frame& frame = draw.frame;
    const std::vector<editor::Stretch> stretches = editor::lex_line(line, {}).stretches;
    for (const CodePiece& piece : pieces) {
        if (piece.elided) {
            if (!piece.text.empty()) draw_text(frame, {x, y}, type::code, Role::t3, piece.text);
            x += float(characters(piece.text)) * draw.character;
            continue;
        }
        for (const editor::Stretch& one : stretches) {
            const size_t begin = std::max<size_t>(one.begin, piece.begin);
            const size_t end = std::min<size_t>(one.end, piece.end);
            if (begin >= end) continue;
            const std::string_view text = line.substr(begin, end - begin);
            const bool comment = one.kind == editor::TextKind::comment;
            const float left =
                x + float(characters(line.substr(piece.begin, begin - piece.begin))) * draw.character;
            draw_text(frame, {left, y}, is_strong_code(one.kind, text) ? type::code_strong : type::code,
                      comment ? Role::t3
                      : lit   ? Role::t1
                              : Role::t2,
                      text);
        }
        x += float(characters(piece.text)) * draw.character;
    }
}

/// The operands of the lit line, on blue where read and on amber where written.
void draw_marks(const CodeDrawing& draw, int line, const std::vector<CodePiece>& pieces, float x, float y) {
    Frame& frame = draw.frame;
    // Smaller marks come later, so that an operand inside another stays visible.
    std::vector<CodeMark> marks;
    for (const CodeMark& mark : draw.code.marks)
        if (mark.line == line) marks.push_back(mark);
    stable_sort(marks, [](const CodeMark& a, const CodeMark& b) {
        return a.end_column - a.column > b.end_column - b.column;
    });
    for (const CodeMark& mark : marks) {
        const size_t first = shown_at(pieces, size_t(mark.column - 1), false);
        const size_t end = shown_at(pieces, size_t(mark.end_column - 1), true);
        if (first >= end) continue;
        const stage::StateInks inks =
            stage::state_inks(mark.written ? stage::CellState::written : stage::CellState::read);
        const float left = x + float(first) * draw.character;
        const float right = x + float(end) * draw.character;
        const Rect plate =
            Rect(left - frame.px(2), y - frame.em(0.55F), right + frame.px(2), y + frame.em(0.55F)).snapped();
        frame.fill(plate, inks.fill, frame.em(0.15F));
        draw_text(frame, {left, y}, type::code_strong, inks.text, slice(pieces, first, end));
    }
}

/// Name and a square a lane; filled squares are active lanes. Returns where the next one ends.
float draw_pill(const CodeDrawing& draw, const WarpPill& pill, const std::string& name, bool lanes,
                float right, float y) {
    Frame& frame = draw.frame;
    const TextStyle style{Face::sans_semibold, 0.8F};
    const int squares = lanes && pill.lanes <= 16 ? pill.lanes : 0;
    const float side = frame.em(0.32F), step = frame.em(0.42F);
    const float width = text_width(frame, style, name) + frame.em(0.7F) +
                        (squares > 0 ? float(squares) * step + frame.em(0.25F) : 0);
    const Rect box = Rect(right - width, y - frame.em(0.52F), right, y + frame.em(0.52F)).snapped();
    const Role fill = pill.current ? Role::ink : Role::bg1;
    const Role ink = pill.current ? Role::on_ink : Role::t2;
    frame.fill(box, fill, frame.em(0.25F));
    if (!pill.current) frame.outline(box, Role::line2, frame.em(0.25F));
    draw_text(frame, {box.min.x + frame.em(0.35F), y}, style, ink, name);
    float x = box.max.x - frame.em(0.35F) - float(squares) * step + (step - side);
    for (int lane = 0; lane < squares; ++lane, x += step) {
        const Rect square = Rect(x, y - side / 2, x + side, y + side / 2).snapped();
        if ((pill.active >> lane & 1U) != 0) {
            frame.fill(square, ink);
        } else {
            frame.outline(square, ink);
        }
    }
    return box.min.x - frame.em(0.3F);
}

}  // namespace

float draw_pills(const CodeDrawing& draw, const CodeRow& row, float text_end, float y) {
    std::vector<WarpPill> here;
    for (const WarpPill& pill : draw.code.pills)
        if (row.first <= pill.line && pill.line <= row.last) here.push_back(pill);
    std::stable_partition(here.begin(), here.end(), [](const WarpPill& pill) { return pill.current; });
    const size_t shown = here.size() <= 2 ? here.size() : 1;
    float right = draw.lanes_left - draw.frame.em(0.2F);
    const float each = draw.frame.em(here.empty() ? 0 : 4.2F + 0.42F * float(here.front().lanes));
    const bool full = draw.roomy && right - each * float(std::min<size_t>(2, here.size())) > text_end;
    for (size_t i = 0; i < shown; ++i)
        right = draw_pill(
            draw, here[i],
            here[i].warp == WarpPill::host ? "host" : (full ? "warp " : "w") + std::to_string(here[i].warp),
            full, right, y);
    if (shown == here.size()) return right;
    const std::string more = "+" + std::to_string(here.size() - shown);
    return draw_pill(draw, {row.line, 0, 0, 99, false}, full ? more + " warps" : more, false, right, y);
}

std::map<int, size_t> operations_by_line(const StepPosition& at) {
    std::map<int, size_t> numbers;
    const std::vector<stage::ProgramAct> acts = stage::program_acts(at);
    const size_t present = acts.empty() ? 0 : stage::present_act(acts, at);
    for (size_t i = 0; i < acts.size(); ++i)
        if (const auto [known, is_new] = numbers.try_emplace(acts[i].line, i + 1); !is_new && i <= present)
            known->second = i + 1;
    return numbers;
}

void draw_lanes_run(const CodeDrawing& draw, const CodeRow& row, bool lit, float y) {
    if (!draw.roomy || row.kind == CodeRow::Kind::fold) return;
    const int64_t lanes = draw.at.index().lanes_run(draw.code.file, row.line, draw.at.step());
    const auto operation = draw.operations.find(row.line);
    const bool host = lanes == 0 && operation != draw.operations.end();
    if (lanes > 0 || host)
        draw_text(draw.frame, {draw.rect.max.x - draw.frame.em(0.9F), y},
                  {lit ? Face::mono_bold : Face::mono, 0.8F}, lit ? Role::t1 : Role::t3,
                  std::to_string(host ? int64_t(operation->second) : lanes), Align::right);
}

namespace {

/// "⋯ 8 lines: which row, where it begins"; a click opens it.
void draw_fold(const CodeDrawing& draw, const CodeRow& row, float x, float right, float y, bool lit) {
    Frame& frame = draw.frame;
    const TextStyle style{Face::sans, 0.8F};
    const float dots = frame.em(1.1F), pad = frame.em(0.45F);
    const float room = right - x - dots - 2 * pad;
    const float width = std::min(room, text_width(frame, style, row.text)) + dots + 2 * pad;
    const Rect box = Rect(x, y - frame.em(0.53F), x + width, y + frame.em(0.53F)).snapped();
    const Interaction touch = interact(frame, "step.code.fold." + std::to_string(row.line), box);
    const Role ink = lit || touch.hovered ? Role::t1 : Role::t3;
    frame.fill(box, lit || touch.hovered ? Role::bg3 : Role::bg2, box.height() / 2);
    if (lit) frame.outline(box, Role::ink, box.height() / 2);
    if (touch.focused) draw_focus(frame, box, box.height() / 2);
    for (int i = 0; i < 3; ++i)
        frame.disc({x + pad + frame.em(0.12F + 0.3F * float(i)), y}, frame.em(0.085F), ink);
    draw_elided(frame, {x + pad + dots, y}, room, style, ink, row.text);
    if (touch.hovered && lit)
        tooltip(frame, std::string(line_text(draw.at.trace(), draw.code.file, draw.code.line)));
    if (touch.clicked) draw.state.opened.insert(row.first);
}

void draw_number(const CodeDrawing& draw, const CodeRow& row, bool lit, float y) {
    Frame& frame = draw.frame;
    const bool has_stop = any_of(draw.stops, [&](int line) { return row.first <= line && line <= row.last; });
    if (has_stop || draw.hovered == row.line) draw_stop(frame, draw.rect.min.x, y, !has_stop);
    const auto stops = std::lower_bound(draw.code.barriers.begin(), draw.code.barriers.end(), row.line);
    if (row.kind != CodeRow::Kind::fold && stops != draw.code.barriers.end() && *stops == row.line)
        marks::barrier(frame,
                       Rect::around({draw.rect.min.x + frame.em(0.7F), y}, frame.em(has_stop ? 0.5F : 0.75F),
                                    frame.em(has_stop ? 0.5F : 0.75F)),
                       has_stop ? Role::bg1 : Role::t3);
    if (row.kind != CodeRow::Kind::fold)
        draw_text(frame, {draw.rect.min.x + frame.em(code_number_em), y},
                  {lit ? Face::mono_bold : Face::mono, 0.8F}, lit ? Role::t1 : Role::t3,
                  std::to_string(row.line), Align::right);
}

std::vector<CodePiece> pieces_of(const CodeDrawing& draw, const ShownRow& row, float width) {
    const auto room = size_t(std::max(1.0F, width / draw.character));
    return draw.state.brief->text(draw.code.file, row.code, room);
}

}  // namespace

void draw_code_row(const CodeDrawing& draw, const ShownRow& row, float y) {
    Frame& frame = draw.frame;
    const CodeRow& code = row.code;
    const bool lit = draw.code.line > 0 && code.first <= draw.code.line && draw.code.line <= code.last;
    const float half = frame.em(code_row_em / 2);
    const float x = draw.rect.min.x + frame.em(code_text_em) + float(row.indent) * draw.character;
    if (lit) {
        frame.fill({draw.rect.min.x, y - half, draw.rect.max.x, y + half}, Role::bg3);
        frame.fill({draw.rect.min.x, y - half, draw.rect.min.x + std::round(frame.px(3)), y + half},
                   Role::ink);
    }
    draw_number(draw, code, lit, y);
    draw_lanes_run(draw, code, lit, y);
    if (code.kind == CodeRow::Kind::fold) {
        draw_fold(draw, code, x, draw_pills(draw, code, draw.rect.max.x, y), y, lit);
        if (lit) frame.items.note("step.code.lit", {x, y - half, x + 1, y + half});
        return;
    }
    const std::string_view source = line_text(draw.at.trace(), draw.code.file, code.line);
    const std::string_view line = code.kind == CodeRow::Kind::heading ? std::string_view(code.text) : source;
    std::vector<CodePiece> pieces = pieces_of(draw, row, draw.lanes_left - x);
    const float wanted = x + float(characters(pieces)) * draw.character;
    const float right = draw_pills(draw, code, wanted, y);
    if (wanted > right) pieces = pieces_of(draw, row, right - x);
    draw_pieces(draw, line, pieces, x, y, lit);
    if (lit && code.kind == CodeRow::Kind::line) draw_marks(draw, code.line, pieces, x, y);
    const float end = x + float(characters(pieces)) * draw.character;
    // Braces that close are said by what is set in less, too: they give way first.
    if (end + float(code.tail.size() + 1) * draw.character <= right)
        draw_text(frame, {end + draw.character, y}, type::code, Role::t3, code.tail);
    if (lit) frame.items.note("step.code.lit", {x, y - half, std::max(end, x + 1), y + half});
    const bool less =
        any_of(pieces, [](const CodePiece& piece) { return piece.elided && !piece.text.empty(); });
    if (less && ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect({x, y - half}, {end, y + half}))
        tooltip(frame, source.substr(std::min(source.find_first_not_of(' '), source.size())));
}

namespace {

std::vector<canvas::Run> runs_of(const CodeSentence& one, bool lit) {
    std::vector<canvas::Run> runs;
    const bool named = !one.name.empty();
    const bool function = one.kind == CodeSentence::Kind::function;
    if (named)
        runs.push_back({one.name + (one.text.empty() ? ""
                                    : function       ? " "
                                                     : ": "),
                        function ? type::code_strong : type::strong,
                        {lit ? Role::t1 : Role::t2}});
    const bool small = one.kind != CodeSentence::Kind::phase;
    for (canvas::Run& run : canvas::marked_runs(small ? type::label : type::body,
                                                {lit     ? Role::t1
                                                 : small ? Role::t3
                                                         : Role::t2},
                                                one.text))
        runs.push_back(std::move(run));
    return runs;
}

}  // namespace

void draw_code_words(Frame& frame, Rect rect, const StepModel& model, const CodePicture& code,
                     CodeState& state, bool follow) {
    const StepPosition& at = *model.position();
    const float margin = frame.em(), width = rect.width() - 2 * margin;
    if (state.words.empty()) {
        draw_empty_state(frame, {rect.min.x + margin, rect.min.y + margin}, width, "No words",
                         "This kernel has no comments that explain it; Short and Full show its code.");
        return;
    }
    std::string phase;
    const int64_t focus = at.picture().focus;
    if (focus >= 0)
        if (const emulator::Phase* present = phase_of(at.trace(), nth(at.trace().steps, focus)))
            phase = present->name;
    const std::vector<bool> lit = spoken_of(state.words, phase, code.file, code.line);
    const float gap = frame.em(0.35F);
    float height = 0, lit_top = -1, lit_bottom = -1;
    std::vector<float> heights;
    for (size_t i = 0; i < state.words.size(); ++i) {
        const bool inner = state.words[i].kind == CodeSentence::Kind::comment;
        heights.push_back(
            paragraph_height(frame, width - (inner ? margin : 0), runs_of(state.words[i], lit[i])) + gap * 2);
        if (lit[i] && code.line > 0) {
            if (lit_top < 0) lit_top = height;
            lit_bottom = height + heights.back();
        }
        height += heights.back();
    }
    const float most = std::max(0.0F, height - rect.height());
    if (follow && lit_top >= 0) {
        if (lit_bottom > state.target + rect.height()) state.target = lit_bottom - rect.height();
        if (lit_top < state.target) state.target = lit_top;
    }
    if (ImGui::IsWindowHovered()) state.target -= ImGui::GetIO().MouseWheel * frame.em(code_row_em) * 3;
    state.target = std::clamp(state.target, 0.0F, most);
    state.scroll = state.target;
    frame.list()->PushClipRect(rect.min, rect.max, true);
    float y = rect.min.y - state.scroll;
    for (size_t i = 0; i < state.words.size(); ++i) {
        const bool inner = state.words[i].kind == CodeSentence::Kind::comment;
        if (y + heights[i] > rect.min.y && y < rect.max.y) {
            if (lit[i] && code.line > 0) {
                frame.items.note("step.code.words.lit", {rect.min.x, y, rect.max.x, y + heights[i]});
                frame.fill({rect.min.x, y, rect.max.x, y + heights[i]}, Role::bg3);
                frame.fill({rect.min.x, y, rect.min.x + std::round(frame.px(3)), y + heights[i]}, Role::ink);
            }
            draw_paragraph(frame, {rect.min.x + margin * (inner ? 2 : 1), snap(y + gap)},
                           width - (inner ? margin : 0), runs_of(state.words[i], lit[i]));
        }
        y += heights[i];
    }
    frame.list()->PopClipRect();
}

}  // namespace upsweep::app::step
