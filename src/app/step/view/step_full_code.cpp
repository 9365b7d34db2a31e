// The code pane's full form: the text in the code editor, with the step's colours, warps and findings, each
// as a card under its line; and the bar over an edited text.

#include <fmt/format.h>

#include "app/step/model/gpu_check.h"
#include "app/step/view/step_code.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "core/home_path.h"
#include "editor/ordering_calls.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/code/code.h"
#include "replay/words/finding.h"

namespace upsweep::app::step {

using namespace replay;

namespace {

constexpr std::string_view editor_id = "step.code.editor";
constexpr float pills_em = 4.3F;  // room for "w0" and "+63" behind a line

/// The text that is shown: one's own, or one that stays as it is.
struct StepFullCodeShown {
    editor::Editor* text = nullptr;
    CodeDocument* document = nullptr;  ///< null where it cannot be edited
    int file = -1;                     ///< position in Trace::sources

    std::optional<size_t> line_now(int ran_line) const {
        if (ran_line <= 0) return std::nullopt;
        const auto line = size_t(ran_line) - 1;
        return document == nullptr ? line : document->line_now(line);
    }
    bool stale() const { return document != nullptr && document->stale(); }
    bool same_line(int ran_line, size_t line) const {
        return document == nullptr || document->same_line(size_t(ran_line) - 1, line);
    }
};

/// The file of the step; while the user types, the one that is typed in.
int file_to_show(const Frame& frame, const StepPosition& at, const CodePicture& code,
                 const FullCodeState& state) {
    if (has_keyboard(frame, editor_id))
        for (size_t i = 0; i < at.trace().sources.size(); ++i)
            if (at.trace().sources[i].name == state.file) return int(i);
    return code.file;
}

StepFullCodeShown shown_text(Frame& frame, const CodeTools& tools, const CodePicture& code,
                             FullCodeState& state) {
    const StepPosition& at = *tools.model.position();
    StepFullCodeShown shown;
    shown.file = file_to_show(frame, at, code, state);
    if (shown.file < 0) return shown;
    const emulator::SourceText& source = nth(at.trace().sources, shown.file);
    const bool another = state.file != source.name;
    if (another) {
        state.editor.rows = {};
        state.editor.find.kind = FindBar::Kind::closed;
        state.editor.scroll = state.editor.target = 0;
    }
    state.file = source.name;
    if (tools.edits.side() == CodeEdits::Side::mine) shown.document = tools.edits.document(source.name);
    if (shown.document != nullptr) {
        shown.text = &shown.document->text();
        return shown;
    }
    if (another || state.fixed == nullptr || state.fixed_scene != tools.model.scenes()) {
        state.fixed = std::make_unique<editor::Editor>(source.text);
        state.fixed_scene = tools.model.scenes();
    }
    shown.text = state.fixed.get();
    return shown;
}

void add_plates(const StepFullCodeShown& shown, const CodePicture& code, CodeDressing& dressing) {
    if (code.file != shown.file) return;
    for (const CodeMark& mark : code.marks) {
        const auto line = shown.line_now(mark.line);
        if (!line || !shown.same_line(mark.line, *line)) continue;
        dressing.plates.push_back({*line, size_t(mark.column - 1), size_t(mark.end_column - 1),
                                   mark.written ? Role::written_fill : Role::read_fill,
                                   mark.written ? Role::written_text : Role::read_text});
    }
    stable_sort(dressing.plates,
                [](const CodePlate& a, const CodePlate& b) { return a.end - a.begin > b.end - b.begin; });
}

/// Takes a barrier or fence out and puts it back, and runs.
void toggle_call(Frame& frame, const CodeTools& tools, const StepFullCodeShown& shown, size_t line,
                 Rect gutter) {
    const std::vector<editor::OrderingCall> calls = editor::ordering_calls(*shown.text, line);
    if (calls.empty()) return;
    const editor::OrderingCall& call = calls.front();
    const bool editable = shown.document != nullptr;
    bool hovered = false;
    if (editable) {
        const Interaction touch =
            interact(frame, "step.code.call." + std::to_string(line + 1), gutter.snapped());
        hovered = touch.hovered;
        if (touch.hovered)
            tooltip(frame, call.out ? "Put " + call.call + " back and run"
                                    : "Remove " + call.call + " and run: what goes wrong without it?");
        if (touch.focused) draw_focus(frame, gutter, 0);
        if (touch.clicked)
            tools.later.emplace_back([&edits = tools.edits, document = shown.document, call] {
                editor::toggle(document->text(), call);
                document->refresh();
                edits.touch();
                edits.run();
            });
    }
    const Rect box = Rect::around({gutter.min.x + frame.em(0.55F), gutter.centre().y}, frame.em(0.75F));
    marks::barrier(frame, box, call.out ? Role::line2 : hovered ? Role::t1 : Role::t3);
    if (call.out) frame.line({box.min.x, box.max.y}, {box.max.x, box.min.y}, Role::trouble, frame.px(2));
}

void draw_fault(Frame& frame, const CodeTools& tools, int finding, Rect gutter) {
    const emulator::Finding& one = nth(tools.model.position()->trace().findings, finding);
    const Interaction touch =
        interact(frame, "step.code.finding." + std::to_string(finding), gutter.snapped());
    const Rect box = Rect::around({gutter.min.x + frame.em(0.55F), gutter.centre().y}, frame.em(0.8F));
    (one.severity == emulator::Severity::fault ? marks::fault : marks::finding)(frame, box, Role::trouble);
    if (touch.hovered) tooltip(frame, std::string(emulator::title_of(one.kind)) + ": go to its step");
    if (touch.clicked) tools.model.go_to_finding(finding);
}

/// The column of the numbers, where breakpoints are set, and the lines that have one, as they are now.
struct LineNumbers {
    Interaction touch;
    std::set<size_t> stops;
};
LineNumbers touch_numbers(Frame& frame, Rect rect, const CodeTools& tools, const StepFullCodeShown& shown) {
    LineNumbers numbers;
    const Rect column(rect.min.x + frame.em(1.3F), rect.min.y, rect.min.x + frame.em(code_text_em),
                      rect.max.y);
    numbers.touch = interact(frame, "step.code.gutter", column);
    if (numbers.touch.focused) draw_focus(frame, column.inset(frame.px(4)), 0);
    if (numbers.touch.hovered) tooltip(frame, "Breakpoint on this line (F9: on the highlighted line)");
    for (const int line : tools.stops.lines(shown.file))
        if (const auto now = shown.line_now(line)) numbers.stops.insert(*now);
    return numbers;
}

/// On a line as it is now; a line that was typed since the run has to run first.
void toggle_stop(const CodeTools& tools, const StepFullCodeShown& shown, std::optional<size_t> line) {
    if (!line) return;
    const auto lines = int(shown.text->buffer().line_count()) + 1;
    for (int ran = 1; ran <= lines; ++ran)
        if (shown.line_now(ran) == line) {
            if (const std::string why = tools.stops.toggle_line(shown.file, ran); !why.empty())
                tools.notices.add(why, "until");
            return;
        }
    tools.notices.add("This line has not run yet. Run the code (Ctrl+Enter), then set the breakpoint.",
                      "until");
}

/// The gravest finding of each line, as it is now.
std::map<size_t, int> findings_by_line(const CodeTools& tools, const StepFullCodeShown& shown) {
    std::map<size_t, int> by_line;
    const auto& findings = tools.model.position()->trace().findings;
    for (size_t i = 0; i < findings.size(); ++i) {
        if (findings[i].where.file != shown.file || findings[i].severity == emulator::Severity::note)
            continue;
        const auto line = shown.line_now(findings[i].where.line);
        if (!line) continue;
        const auto [known, is_new] = by_line.emplace(*line, int(i));
        const bool graver = nth(findings, known->second).severity < findings[i].severity;
        if (!is_new && graver) known->second = int(i);
    }
    return by_line;
}

void make_cure(const CodeTools& tools, const CureEdit& cure) {
    const auto& source = nth(tools.model.position()->trace().sources, cure.file);
    CodeDocument* document = tools.edits.document(source.name);
    if (document == nullptr || document->stale()) return;
    tools.later.emplace_back([&edits = tools.edits, document, edit = cure.edit] {
        document->text().replace(edit.range, edit.text);
        document->refresh();
        edits.touch();
        edits.run();
    });
}

}  // namespace

void draw_failed_text(Frame& frame, Rect rect, const CodeTools& tools, CodeState& state) {
    state.full.file = tools.edits.main_file();
    CodeDocument* document = tools.edits.document(state.full.file);
    if (document == nullptr) return;
    CodeDressing dressing;
    dressing.keeps_keyboard = {rect.min.x, rect.min.y - frame.em(8), rect.max.x, rect.max.y};
    dressing.right_em = 0.6F;
    dressing.changes = document->changes();
    for (const editor::Complaint& one : document->checks().complaints())
        dressing.sentences.push_back(one.sentence);
    if (code_editor(frame, editor_id, rect, document->text(), state.full.editor, dressing))
        tools.edits.touch();
    state.moving = state.full.editor.moving;
}

void draw_full_code(Frame& frame, Rect rect, const CodeTools& tools, const CodePicture& code,
                    CodeState& state, bool changed) {
    const StepPosition& at = *tools.model.position();
    const bool arrived = state.full.scene != tools.model.scenes();
    state.full.scene = tools.model.scenes();
    if (arrived) state.full.editor.rows = {};
    const StepFullCodeShown shown = shown_text(frame, tools, code, state.full);
    if (shown.text == nullptr) return;
    const bool roomy = frame.density >= Density::wide;
    const LineNumbers numbers = touch_numbers(frame, rect, tools, shown);
    const float character = text_width(frame, type::code, "0000000000") / 10;
    const float lanes_left = roomy ? rect.max.x - frame.em(3) : rect.max.x - frame.em(0.8F);
    CodePicture moved = code;
    moved.pills.clear();
    for (WarpPill pill : code.pills)
        if (const auto line = shown.line_now(pill.line); line && code.file == shown.file) {
            pill.line = int(*line) + 1;
            moved.pills.push_back(pill);
        }
    const CodeDrawing draw{frame,
                           at,
                           moved,
                           state,
                           rect,
                           character,
                           lanes_left,
                           roomy,
                           {},
                           0,
                           roomy ? operations_by_line(at) : std::map<int, size_t>()};
    CodeDressing dressing;
    dressing.read_only = shown.document == nullptr;
    dressing.keeps_keyboard = {rect.min.x, rect.min.y - frame.em(8), rect.max.x, rect.max.y};
    dressing.right_em = roomy ? 3 : 0.6F;
    dressing.reserve = is_cpu_loop(at.trace(), at.launch()) ? 0 : size_t(frame.em(pills_em) / character) + 1;
    if (code.file == shown.file) dressing.lit = shown.line_now(code.line);
    dressing.lit_dim = shown.stale();
    dressing.lit_id = "step.code.lit";
    add_plates(shown, code, dressing);
    if (shown.document != nullptr) {
        dressing.changes = shown.document->changes();
        for (const editor::Complaint& one : shown.document->checks().complaints())
            dressing.sentences.push_back(one.sentence);
    }
    const std::map<size_t, int> findings = findings_by_line(tools, shown);
    std::optional<size_t> pointed;
    const float mouse = ImGui::GetIO().MousePos.y;
    dressing.gutter = [&](size_t line, Rect gutter) {
        const bool here = numbers.touch.hovered && mouse >= gutter.min.y && mouse < gutter.max.y;
        if (here) pointed = line;
        const bool has_stop = numbers.stops.contains(line);
        if (has_stop || here) draw_stop(frame, rect.min.x - frame.em(0.1F), gutter.centre().y, !has_stop);
        const auto finding = findings.find(line);
        if (!editor::ordering_calls(*shown.text, line).empty())
            toggle_call(frame, tools, shown, line, gutter);
        else if (finding != findings.end())
            draw_fault(frame, tools, finding->second, gutter);
    };
    dressing.behind = [&](size_t line, Rect row) {
        const auto number = int(line) + 1;
        const CodeRow one{CodeRow::Kind::line, number, number, number};
        draw_pills(draw, one, row.min.x + float(shown.text->buffer().line(line).size()) * character,
                   snap(row.centre().y));
        if (!shown.stale() && code.file == shown.file)
            draw_lanes_run(draw, one, dressing.lit == line, snap(row.centre().y));
    };
    const int told = finding_on_card(tools.model);
    const CureEdit* cure = told >= 0 && shown.document != nullptr && !tools.edits.stale()
                               ? tools.cures.cure(tools.model, told)
                               : nullptr;
    std::optional<size_t> told_line;
    bool cured = false;
    if (told >= 0) {
        const emulator::SourceRange& where = nth(at.trace().findings, told).where;
        if (where.file == shown.file) told_line = shown.line_now(where.line);
    }
    if (told_line) {
        const float width = rect.width() - frame.em(3.2F + dressing.right_em);
        if (nth(at.trace().findings, told).severity == emulator::Severity::fault)
            dressing.faulty.push_back(*told_line);
        dressing.cards.push_back(
            {*told_line, card_height(frame, width, tools.model, told, cure),
             [&](Rect card) { cured = draw_finding_card(frame, card, tools.model, told, cure); }});
    }
    // A new run shows where it fails, a step where it is.
    if (changed && !has_keyboard(frame, editor_id)) {
        const std::optional<size_t> wanted = told_line && (arrived || tools.model.finding_here() >= 0)
                                                 ? told_line
                                             : dressing.lit ? dressing.lit
                                                            : shown.line_now(code.first_line);
        if (wanted) show_code_line(state.full.editor, *wanted, !tools.model.moved_by_step());
    }
    if (code_editor(frame, editor_id, rect, *shown.text, state.full.editor, dressing)) tools.edits.touch();
    state.moving = state.full.editor.moving;
    if (numbers.touch.clicked) toggle_stop(tools, shown, numbers.touch.hovered ? pointed : dressing.lit);
    if (cured && cure != nullptr) make_cure(tools, *cure);
    if (cured && cure == nullptr)
        tools.later.emplace_back([&model = tools.model] { model.raise_step_limit(); });
}

namespace {

constexpr float pad_em = 0.6F, gap_em = 0.25F, title_em = 1.6F, pill_em = 1.5F, step_card_line_em = 1.25F;
constexpr TextStyle words_style{Face::sans, 0.92F}, pill_style{Face::mono_bold, 0.85F};

struct CardText {
    std::string title, where;
    std::vector<Run> sentence, cause;
    std::string pill;       ///< what a click does; empty: there is nothing to click
    std::vector<Run> cure;  ///< what to write, where no click does it
    bool fault = false;
};

/// "1 000 000"
std::string in_thousands(int64_t number) {
    std::string text = std::to_string(number);
    for (size_t at = text.size(); at > 3;) text.insert(at -= 3, " ");
    return text;
}

/// Those of its line that can have a card, in their order; the finding itself is one of them.
std::vector<int> findings_in_line(const emulator::Trace& trace, int number) {
    const emulator::SourceRange& where = nth(trace.findings, number).where;
    std::vector<int> found;
    for (int i = 0; i < int(trace.findings.size()); ++i) {
        const emulator::Finding& one = nth(trace.findings, i);
        const bool here = one.where.file == where.file && one.where.line == where.line;
        if (i == number || (here && one.severity != emulator::Severity::note)) found.push_back(i);
    }
    return found;
}

/// The next of them, from the last to the first.
int next_in_line(const emulator::Trace& trace, int number) {
    const std::vector<int> all = findings_in_line(trace, number);
    const auto at = std::find(all.begin(), all.end(), number);
    return at + 1 == all.end() ? all.front() : *(at + 1);
}

CardText text_of(const StepModel& model, int number, const CureEdit* cure) {
    const emulator::Trace& trace = model.position()->trace();
    const emulator::Finding& finding = nth(trace.findings, number);
    const int64_t step = model.step_of_finding(number);
    const emulator::FindingWords words = finding_words(trace, finding, step);
    CardText text;
    text.title = emulator::title_of(finding.kind);
    if (finding.array >= 0) text.title += " on " + nth(trace.arrays, finding.array).name;
    text.where = finding_place(trace, finding, step) + ", step " + std::to_string(step + 1);
    if (const std::vector<int> all = findings_in_line(trace, number); all.size() > 1)
        text.where += fmt::format(", {} of {} in this line",
                                  1 + (std::find(all.begin(), all.end(), number) - all.begin()), all.size());
    text.sentence = marked_runs(words_style, {Role::t1}, words.sentence);
    if (!words.cause.empty()) text.cause = marked_runs(words_style, {Role::t2}, words.cause);
    text.fault = finding.severity == emulator::Severity::fault;
    if (cure != nullptr)
        text.pill = cure->label;
    else if (finding.kind == emulator::FindingKind::step_limit && model.higher_step_limit() > 0)
        text.pill = fmt::format("Continue to {} steps", in_thousands(model.higher_step_limit()));
    if (cure == nullptr && !words.cure.empty()) text.cure = marked_runs(words_style, {Role::t2}, words.cure);
    return text;
}

float pill_width(const Frame& frame, const std::string& label) {
    return text_width(frame, pill_style, label) + frame.em(1.3F);
}

/// Whether the cure is beside the title; else it has a row of its own.
bool beside_title(const Frame& frame, float width, const CardText& text) {
    const float title = text_width(frame, type::strong, text.title);
    return title + pill_width(frame, text.pill) + frame.em(4) < width;
}

/// An outlined pill that says what a click changes.
bool draw_pill(Frame& frame, Rect place, const std::string& label) {
    const Rect box = place.snapped();
    const Interaction touch = interact(frame, "step.code.cure", box);
    frame.fill(box, touch.hovered ? Role::right_fill : Role::bg2, box.height() / 2);
    frame.outline(box, Role::right, box.height() / 2, frame.px(2));
    if (touch.focused) draw_focus(frame, box, box.height() / 2);
    draw_elided(frame, {box.min.x + frame.em(0.65F), box.centre().y}, box.width() - frame.em(1.2F),
                pill_style, touch.hovered ? Role::right_text : Role::t1, label);
    return touch.clicked;
}

/// Where a text goes that has no file.
void draw_save_bar(Frame& frame, Rect row, const CodeTools& tools, FullCodeState& full) {
    const Rect cancel = row.cut_right(button_width(frame, "Cancel"));
    if (button(frame, "step.code.save.cancel", cancel, "Cancel")) full.saving = false;
    row.cut_right(frame.em(0.5F));
    const bool pressed = button(frame, "step.code.save", row.cut_right(button_width(frame, "Save")), "Save",
                                {.primary = true});
    row.cut_right(frame.em(0.5F));
    const bool entered = text_field(frame, "step.code.save.path", row, full.path, "scan.cu", full.path_error);
    if (!full.path_error.empty() && ImGui::IsItemHovered()) tooltip(frame, full.path_error);
    if ((!pressed && !entered) || full.path.empty()) return;
    tools.later.emplace_back([&edits = tools.edits, &notices = tools.notices, &full] {
        try {
            edits.save(full.file.empty() ? edits.main_file() : full.file, from_home(full.path));
            if (!edits.own()) notices.add_done("Saved a copy as " + in_quotes(full.path) + ".", "save");
            full.saving = false;
        } catch (const Error& error) {
            full.path_error = error.what();
        }
    });
}

}  // namespace

int finding_on_card(const StepModel& model) {
    if (model.position() == nullptr) return -1;
    if (const int here = model.finding_here(); here >= 0) return here;
    const scenes::Scene& scene = model.position()->run().scene;
    if (scene.edits.empty() && !scene.program()) return -1;
    const auto& findings = model.position()->trace().findings;
    int first = -1;
    for (size_t i = 0; i < findings.size(); ++i) {
        if (findings[i].severity != emulator::Severity::fault) continue;
        if (first < 0 || findings[i].step < nth(findings, first).step) first = int(i);
    }
    return first;
}

float card_height(const Frame& frame, float width, const StepModel& model, int finding,
                  const CureEdit* cure) {
    const CardText text = text_of(model, finding, cure);
    const float inner = width - 2 * frame.em(pad_em);
    float height = frame.em(2 * gap_em + 2 * 0.35F + title_em);
    height += paragraph_height(frame, inner, text.sentence, step_card_line_em);
    if (!text.cause.empty()) height += paragraph_height(frame, inner, text.cause, step_card_line_em);
    if (!text.cure.empty()) height += paragraph_height(frame, inner, text.cure, step_card_line_em);
    if (!text.pill.empty() && !beside_title(frame, inner, text)) height += frame.em(pill_em + 0.4F);
    return std::ceil(height);
}

bool draw_finding_card(Frame& frame, Rect rect, StepModel& model, int finding, const CureEdit* cure) {
    const CardText text = text_of(model, finding, cure);
    const Rect card = rect.inset(0, frame.em(gap_em)).snapped();
    const float rounding = frame.em(0.5F);
    frame.fill(card, Role::bg1, rounding);
    frame.outline(card, text.fault ? Role::trouble : Role::line2, rounding, frame.px(2));
    frame.items.note("step.code.card", card);
    Rect rest = card.inset(frame.em(pad_em), frame.em(0.35F));
    Rect head = rest.cut_top(frame.em(title_em));
    bool made = false;
    const bool beside = !text.pill.empty() && beside_title(frame, rest.width(), text);
    if (beside) {
        const Rect pill = head.cut_right(pill_width(frame, text.pill));
        made = draw_pill(frame, Rect::around(pill.centre(), pill.width(), frame.em(pill_em)), text.pill);
        head.max.x -= frame.em(0.6F);
    }
    const float side = frame.em(0.95F);
    const Rect mark = Rect::around({head.min.x + side / 2, head.centre().y}, side, side);
    (text.fault ? marks::fault : marks::finding)(frame, mark, Role::trouble);
    float x = mark.max.x + frame.em(0.5F);
    const Interaction touch = interact(frame, "step.code.card.title", head);
    x += draw_elided(frame, {x, head.centre().y}, head.max.x - x, type::strong, Role::t1, text.title);
    x += frame.em(0.7F);
    if (head.max.x - x > frame.em(3))
        draw_elided(frame, {x, head.centre().y}, head.max.x - x, type::label,
                    touch.hovered ? Role::t1 : Role::t3, text.where);
    if (touch.focused) draw_focus(frame, head, 0);
    if (touch.clicked) model.go_to_finding(next_in_line(model.position()->trace(), finding));
    rest.min.y += draw_paragraph(frame, rest.min, rest.width(), text.sentence, step_card_line_em);
    if (!text.cause.empty())
        rest.min.y += draw_paragraph(frame, rest.min, rest.width(), text.cause, step_card_line_em);
    if (!text.cure.empty())
        rest.min.y += draw_paragraph(frame, rest.min, rest.width(), text.cure, step_card_line_em);
    if (!text.pill.empty() && !beside) {
        const float top = rest.min.y + frame.em(0.3F);
        made = draw_pill(frame,
                         {rest.min.x, top, rest.min.x + std::min(rest.width(), pill_width(frame, text.pill)),
                          top + frame.em(pill_em)},
                         text.pill);
    }
    return made;
}

void save_code(const CodeTools& tools, CodeState& state) {
    if (!tools.edits.editable()) return;
    FullCodeState& full = state.full;
    if (tools.edits.needs_path()) {
        full.saving = true;
        full.path_error.clear();
        if (std::exchange(full.path_key, tools.edits.key()) != tools.edits.key()) full.path.clear();
        if (full.path.empty()) full.path = full.file.empty() ? tools.edits.main_file() : full.file;
        state.form = CodeForm::full;
        return;
    }
    try {
        tools.edits.save(full.file.empty() ? tools.edits.main_file() : full.file);
    } catch (const Error& error) {
        tools.notices.add(error.what(), "save");
    }
}

float edit_bar_height(const Frame& frame, const CodeTools& tools) {
    return tools.edits.editable() ? frame.em(2.7F) : 0;
}

namespace {

/// Where the pane beside has no room for the GPU's list, too. Cuts its place off the row.
void draw_race_it(Frame& frame, Rect& row, const CodeTools& tools) {
    const std::string why = tools.gpu.why_not_raced(tools.model.scene());
    const ButtonOptions options{.disabled = why, .tip = "Times this code in the Race, as one more line: R"};
    row.cut_right(frame.em(0.5F));
    const Rect place = row.cut_right(button_width(frame, "Race it", options));
    if (button(frame, "step.code.race", place, "Race it", options)) tools.later.push_back(tools.race);
}

}  // namespace

void draw_edit_bar(Frame& frame, Rect rect, const CodeTools& tools, CodeState& state) {
    if (rect.empty()) return;
    const bool wide = rect.width() > frame.em(38);
    Rect row = rect.inset(frame.em(0.75F), frame.em(0.35F));
    if (state.full.path_key != tools.edits.key()) state.full.saving = false;
    if (state.full.saving) return draw_save_bar(frame, row, tools, state.full);
    const ButtonOptions run{.primary = true,
                            .icon = marks::play,
                            .hint = wide ? "Ctrl+Enter" : "",
                            .tip = "Run this code: Ctrl+Enter"};
    if (button(frame, "step.code.run", row.cut_right(button_width(frame, "Run", run)), "Run", run))
        tools.later.emplace_back([&edits = tools.edits] { edits.run(true); });
    if (!tools.edits.changed()) {
        row.max.x -= frame.em(0.75F);
        draw_elided(frame, {row.min.x + frame.em(0.25F), row.centre().y}, row.width(), type::label, Role::t3,
                    tools.edits.own() ? "Ctrl+S writes the file."
                                      : "Edit the code: it is a copy, and the original stays.");
        return;
    }
    row.cut_right(frame.em(0.5F));
    const ButtonOptions revert{.hint = wide ? "Ctrl+R" : "", .tip = "Back to the original: Ctrl+R"};
    if (button(frame, "step.code.revert", row.cut_right(button_width(frame, "Revert", revert)), "Revert",
               revert))
        tools.later.emplace_back([&edits = tools.edits] { edits.revert(); });
    if (!tools.edits.own()) draw_race_it(frame, row, tools);
    static constexpr std::array<std::string_view, 2> long_labels = {"my edit", "the original"},
                                                     short_labels = {"mine", "original"};
    const auto& labels =
        segmented_width(frame, long_labels) < row.width() - frame.em(0.5F) ? long_labels : short_labels;
    int side = int(tools.edits.side());
    if (segmented(frame, "step.code.side", row.min, labels, side))
        tools.later.emplace_back([&edits = tools.edits, side] { edits.show(CodeEdits::Side(side)); });
}

EditStatus edit_status(const CodeTools& tools, const CodeState& state) {
    if (!tools.edits.editable() || tools.edits.side() == CodeEdits::Side::original) return {};
    const CodeDocument* document = tools.edits.document(state.full.file);
    if (document == nullptr) return {};
    const auto told = [](size_t line, const std::string& sentence) {
        return EditStatus{"Line " + std::to_string(line + 1) + ": " + sentence, line};
    };
    if (const auto& complaints = document->checks().complaints(); !complaints.empty())
        return told(complaints.front().range.begin.line, complaints.front().sentence);
    if (tools.edits.stale()) return {"The picture shows the code before this change.", {}};
    const int finding = finding_on_card(tools.model);
    if (finding < 0) return {};
    const emulator::Trace& trace = tools.model.position()->trace();
    const emulator::Finding& one = nth(trace.findings, finding);
    if (one.where.file < 0 || nth(trace.sources, one.where.file).name != state.full.file) return {};
    const auto line = document->line_now(size_t(std::max(1, one.where.line)) - 1);
    return line ? told(*line, text_of(tools.model, finding, nullptr).title) : EditStatus{};
}

void draw_edit_status(Frame& frame, Rect rect, const EditStatus& status, CodeState& state) {
    const Interaction touch = interact(frame, "step.code.status", rect);
    draw_elided(frame, {rect.min.x, rect.centre().y}, rect.width(), {Face::sans, 0.8F},
                touch.hovered && status.line ? Role::t1 : Role::t2, status.text);
    if (touch.focused) draw_focus(frame, rect, 0);
    if (touch.clicked && status.line) show_code_line(state.full.editor, *status.line, false);
}

}  // namespace upsweep::app::step
