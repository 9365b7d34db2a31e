// A finding as a card under its line, and the bar over an edited text.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/step/model/gpu_check.h"
#include "app/step/view/step_code.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "core/error.h"
#include "core/home_path.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/words/finding.h"

namespace upsweep::app::step {

using namespace replay;

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
            if (!edits.own()) notices.add("Saved a copy as " + in_quotes(full.path) + ".", "save");
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
    const std::string why = GpuCheck::why_not_raced(tools.model.scene());
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
        tools.later.emplace_back(
            [&edits = tools.edits, side] { edits.show(static_cast<CodeEdits::Side>(side)); });
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
