// The findings, beside the stage: a row for each, and at its step its sentence, cause and cure.
#include <algorithm>
#include <cmath>

#include "app/step/view/step_parts.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/code/code.h"
#include "replay/words/finding.h"

namespace upsweep::app::step {

using namespace replay;

namespace {

constexpr float step_findings_row_em = 2.1F, step_findings_gap_em = 0.3F, step_findings_line_em = 1.22F;
constexpr TextStyle step_findings_words_style{Face::sans, 0.92F};

std::string title_of_row(const emulator::Finding& finding) {
    std::string title(emulator::title_of(finding.kind));
    const int degree = emulator::degree_of(finding);
    if (degree > 1) title += ", " + std::to_string(degree) + "-way";
    return title;
}

/// A finding is one row however often it happened; a click leads to its next step.
void draw_row(Frame& frame, Rect row, StepModel& model, int number) {
    const emulator::Trace& trace = model.position()->trace();
    const emulator::Finding& finding = trace.findings[static_cast<std::size_t>(number)];
    const std::int64_t target = model.step_of_finding(number);
    const emulator::Finding here = finding_at(trace, finding, target);
    const std::string name = title_of_row(here), step = "step " + std::to_string(target + 1);
    std::string place = finding_place(trace, finding, target);
    if (finding.times > 1) place += (place.empty() ? "" : ", ") + std::to_string(finding.times) + " times";
    const bool fault = finding.severity == emulator::Severity::fault;
    if (finding_row(frame, "step.finding." + std::to_string(number), row,
                    {name, place, step, fault, number == model.finding_here()}))
        model.go_to_finding(number);
}

/// The list scrolls; at each move of the position it goes to the present finding, or the next one.
void draw_list(Frame& frame, Rect rect, StepModel& model, bool follow) {
    const auto count = static_cast<int>(model.position()->trace().findings.size());
    const float height = frame.em(step_findings_row_em);
    // Whole rows only: none is cut.
    rect.max.y = rect.min.y + std::max(1.0F, std::floor(rect.height() / height + 0.02F)) * height;
    Pane list(frame, "step.findings", rect, Role::bg1, true);
    if (follow) {
        const int wanted = std::max(0, model.finding_near());
        ImGui::SetScrollY(std::clamp(height * static_cast<float>(wanted), 0.0F,
                                     std::max(0.0F, height * static_cast<float>(count) - rect.height())));
    }
    const float top = list.origin().y;
    const int first = std::clamp(static_cast<int>((rect.min.y - top) / height), 0, count - 1);
    for (int i = first; i < count; ++i) {
        const float y = top + static_cast<float>(i) * height;
        if (y > rect.max.y - frame.px(2)) break;
        const Rect row(rect.min.x + frame.em(0.5F), y, rect.max.x - frame.em(0.9F), y + height);
        draw_row(frame, row.inset(0, frame.px(1)), model, i);
    }
    list.set_height(height * static_cast<float>(count));
}

/// The lines that a finding speaks of: its own first.
std::vector<emulator::SourceRange> lines_of(const emulator::Finding& finding) {
    std::vector<emulator::SourceRange> lines;
    const auto add = [&](const emulator::SourceRange& where) {
        const bool known = std::any_of(lines.begin(), lines.end(), [&](const auto& line) {
            return line.file == where.file && line.line == where.line;
        });
        if (where.file >= 0 && where.line > 0 && !known) lines.push_back(where);
    };
    add(finding.where);
    if (const auto* race = std::get_if<emulator::Race>(&finding.facts)) add(race->earlier);
    if (const auto* conflict = std::get_if<emulator::BankConflict>(&finding.facts)) add(conflict->declared);
    return lines;
}

std::vector<Run> runs_of(const std::string& text, Role role) {
    return marked_runs(step_findings_words_style, {role}, text);
}

/// Sentence, cause and cure. Where there is no room for all three the cause is left out.
float draw_words(Frame& frame, Rect rect, const StepModel& model) {
    const StepPosition& at = *model.position();
    const emulator::Trace& trace = at.trace();
    const int number = model.finding_here();
    const emulator::Finding& finding = trace.findings[static_cast<std::size_t>(number)];
    const std::int64_t step = model.step_here(number);
    const emulator::FindingWords words = finding_words(trace, finding, step);
    const auto sentence = runs_of(words.sentence, Role::t1), cause = runs_of(words.cause, Role::t2),
               cure = runs_of("Cure: " + words.cure, Role::t1);
    const float gap = frame.em(step_findings_gap_em);
    const auto height = [&](const std::vector<Run>& runs) {
        return paragraph_height(frame, rect.width(), runs, step_findings_line_em) + gap;
    };
    float used = height(sentence) + height(cure);
    const bool causes = !words.cause.empty() && used + height(cause) <= rect.height();
    if (causes) used += height(cause);
    Rect rest = rect;
    frame.list()->PushClipRect(rect.min, rect.max, true);
    const auto paragraph = [&](const char* id, const std::vector<Run>& runs) {
        const Rect part = rest.cut_top(height(runs));
        frame.items.note(id, part);
        draw_paragraph(frame, part.min, part.width(), runs, step_findings_line_em);
    };
    paragraph("step.finding.sentence", sentence);
    if (causes) paragraph("step.finding.cause", cause);
    paragraph("step.finding.cure", cure);
    frame.list()->PopClipRect();
    return std::min(used, rect.height());
}

}  // namespace

void draw_finding_lines(Frame& frame, Rect row, const StepModel& model, InspectorState& state) {
    const StepPosition& at = *model.position();
    const int present = model.finding_here();
    if (present < 0) return;
    const emulator::Finding finding = finding_at(
        at.trace(), at.trace().findings[static_cast<std::size_t>(present)], model.step_here(present));
    float x = row.min.x;
    int number = 0;
    for (const emulator::SourceRange& where : lines_of(finding)) {
        std::string text = "line " + std::to_string(where.line);
        if (where.file != at.code().file)
            text += " of " + at.trace().sources[static_cast<std::size_t>(where.file)].name;
        const float width = text_width(frame, type::label, text);
        if (x + width > row.max.x) return;
        const Rect box(x, row.min.y, x + width, row.max.y);
        const Interaction hit = interact(frame, "step.finding.line." + std::to_string(number++), box);
        const ImU32 ink = frame.colour(hit.hovered ? Role::t1 : Role::t2);
        draw_text(frame, {x, row.centre().y}, type::label, ink, text);
        const float y = snap(row.centre().y + frame.em(0.55F));
        frame.list()->AddLine({x, y}, {x + width, y}, ink);
        if (hit.focused) draw_focus(frame, box, frame.em(0.2F));
        if (hit.clicked) state.opens = where;
        x += width + frame.em(1);
    }
}

float findings_height(const Frame& frame, float width, const StepModel& model) {
    const StepPosition& at = *model.position();
    const auto all = static_cast<float>(at.trace().findings.size());
    const float rows =
        std::clamp(all, 1.0F, frame.density >= Density::wide ? 3.0F : 2.0F) * frame.em(step_findings_row_em);
    if (at.trace().findings.empty()) return rows;
    // Room for the words, whether this step has a finding or not: nothing jumps from step to step.
    return rows + frame.em(width < frame.em(34) ? 9.5F : 8);
}

void draw_findings(Frame& frame, Rect rect, StepModel& model, bool follow) {
    if (model.finding_here() >= 0) {
        Rect words = rect.inset(frame.em(1), 0);
        words.max.y -= frame.em(step_findings_row_em + step_findings_gap_em);
        if (words.height() > frame.em(3))
            rect.cut_top(draw_words(frame, words, model) + frame.em(step_findings_gap_em));
    }
    draw_list(frame, rect, model, follow);
}

}  // namespace upsweep::app::step
