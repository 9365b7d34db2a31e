// The code pane's full form: the text in the code editor, with the step's colours, warps and findings.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "app/step/view/step_code.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "core/ranges.h"
#include "editor/ordering_calls.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/code/code.h"
#include "replay/trace.h"

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
    const CodeDrawing draw{frame, at, moved, state, rect, character, lanes_left, roomy};
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
        const bool has_stop = numbers.stops.count(line) != 0;
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

}  // namespace upsweep::app::step
