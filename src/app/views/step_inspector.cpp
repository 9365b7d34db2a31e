// Beside the stage: the step in one sentence, the counts, the findings.
#include <algorithm>

#include "app/models/step_sentence.h"
#include "app/views/step_parts.h"
#include "app/widgets/marks.h"

namespace upsweep::app::step {
namespace {

constexpr float finding_em = 2.1F, head_em = 1.9F;

float count_em(const Frame& frame) { return frame.density >= Density::wide ? 1.75F : 1.5F; }
std::size_t counts_wanted(const Frame& frame) { return frame.density >= Density::wide ? 5 : 4; }
/// Three lines of sentence, whatever this step needs: nothing jumps from step to step.
float sentence_em(const Frame& frame) { return frame.density >= Density::wide ? 6.6F : 5.4F; }

TextStyle sentence_style(const Frame& frame) {
    return {Face::sans, frame.density >= Density::wide ? 1.18F : 1.0F};
}

std::vector<Run> sentence_runs(const Frame& frame, const StepModel& model) {
    auto runs = marked_runs(sentence_style(frame), frame.colour(Role::t1), model.position()->sentence());
    for (Run& run : runs)
        if (run.style.face == Face::mono) run.style.face = Face::mono_bold;
    return runs;
}

/// At the end of the run: whether the result is right.
void draw_verdict(Frame& frame, ImVec2 at, float width, const RunScene& run) {
    const bool right = run.check.right;
    const float size = frame.em(0.8F);
    (right ? marks::tick : marks::cross)(frame, Rect::around({at.x + size / 2, at.y}, size, size),
                                         frame.colour(right ? Role::right : Role::trouble));
    draw_elided(frame, {at.x + frame.em(1.2F), at.y}, width - frame.em(1.2F), type::body,
                frame.colour(Role::t1), right ? "The result equals the reference." : run.check.message);
}

bool at_end(const StepModel& model) {
    const StepPosition& at = *model.position();
    return at.step() == at.step_count() && at.trace().complete;
}

int findings_wanted(const Frame& frame, const StepModel& model) {
    const auto all = static_cast<int>(model.position()->index().findings().size());
    return std::min(all, frame.density >= Density::wide ? 3 : 1);
}

std::string title_of_mark(const emulator::Finding& finding) {
    std::string title(emulator::title_of(finding.kind));
    if (finding.degree > 1) title += ", " + std::to_string(finding.degree) + "-way";
    return title;
}

void draw_findings(Frame& frame, Rect rect, StepModel& model) {
    const StepPosition& at = *model.position();
    const auto& findings = at.index().findings();
    Rect head = rect.cut_top(frame.em(head_em));
    const std::string title = "Findings";
    draw_text(frame, {head.min.x + frame.em(1), head.centre().y}, type::head, frame.colour(Role::t2), title);
    draw_text(frame, {head.min.x + frame.em(1.5F) + text_width(frame, type::head, title), head.centre().y},
              {Face::mono, 0.85F}, frame.colour(Role::t2), std::to_string(findings.size()));
    if (findings.empty()) {
        draw_text(frame, {rect.min.x + frame.em(1), rect.min.y + frame.em(0.9F)}, type::label,
                  frame.colour(Role::t3),
                  "No findings in these " + std::to_string(at.step_count()) + " steps.");
        return;
    }
    draw_text(frame, {head.max.x - frame.em(1), head.centre().y}, {Face::mono, 0.85F}, frame.colour(Role::t3),
              "F3 next", Align::right);
    const int fit = std::max(1, static_cast<int>(rect.height() / frame.em(finding_em)));
    const bool more_row = static_cast<int>(findings.size()) > fit;
    const int shown = std::min<int>(static_cast<int>(findings.size()), more_row && fit > 1 ? fit - 1 : fit);
    // Begin with the finding of the present step, or the next one.
    int first = at.index().next_finding(at.step() - 1);
    if (first < 0) first = static_cast<int>(findings.size()) - 1;
    first = std::clamp(first, 0, static_cast<int>(findings.size()) - shown);
    for (int i = first; i < first + shown; ++i) {
        const FindingMark& mark = findings[static_cast<std::size_t>(i)];
        const emulator::Finding& finding = at.trace().findings[mark.finding];
        const std::string name = title_of_mark(finding), step = "step " + std::to_string(mark.step + 1);
        std::string place = finding.where.line > 0 ? "line " + std::to_string(finding.where.line) : "";
        if (!finding.lanes.empty()) place += (place.empty() ? "" : ", ") + lanes_text(finding.lanes);
        const Rect row = rect.cut_top(frame.em(finding_em)).inset(frame.em(0.5F), frame.px(1));
        const bool current = at.picture().range.contains(mark.step);
        if (finding_row(frame, "step.finding." + std::to_string(i), row,
                        {name, place, step, finding.severity == emulator::Severity::fault, current}))
            model.seek(mark.step + 1);
        if (ImGui::IsWindowHovered() && row.contains(ImGui::GetIO().MousePos) && !finding.message.empty())
            tooltip(frame, finding.message);
    }
    const int others = static_cast<int>(findings.size()) - shown;
    if (others > 0 && rect.height() > frame.em(1.2F))
        draw_text(frame, {rect.min.x + frame.em(2.2F), rect.min.y + frame.em(0.9F)}, type::label,
                  frame.colour(Role::t3), "and " + std::to_string(others) + " more");
}

}  // namespace

float draw_sentence(Frame& frame, Rect rect, const StepModel& model) {
    if (model.position() == nullptr) return 0;
    return draw_paragraph(frame, rect.min, rect.width(), sentence_runs(frame, model), 1.45F);
}

float inspector_height(const Frame& frame, float width, const StepModel& model) {
    if (model.position() == nullptr) return 0;
    (void)width;

    float height = sentence_em(frame);
    height += static_cast<float>(model.position()->counts(counts_wanted(frame)).size()) * count_em(frame) + 1;
    const int findings = findings_wanted(frame, model);
    const bool more = static_cast<int>(model.position()->index().findings().size()) > findings;
    height += head_em + static_cast<float>(std::max(1, findings)) * finding_em +
              (more && findings > 1 ? 1.9F : 0.4F);
    return frame.em(height);
}

void draw_inspector(Frame& frame, Rect rect, StepModel& model) {
    const Pane pane(frame, "step.inspector", rect, Role::bg1);
    if (model.position() == nullptr) return;
    const StepPosition& at = *model.position();
    const float margin = frame.em(1);
    const auto line = [&](float y) {
        frame.list()->AddLine({rect.min.x + margin, snap(y)}, {rect.max.x - margin, snap(y)},
                              frame.colour(Role::line));
    };
    frame.list()->AddLine(rect.min, {rect.max.x, rect.min.y}, frame.colour(Role::line));
    Rect rest = rect;
    Rect words = rest.cut_top(frame.em(sentence_em(frame)));
    frame.items.add("step.sentence", words);
    words = words.inset(margin, frame.em(frame.density >= Density::wide ? 0.75F : 0.55F));
    frame.list()->PushClipRect(words.min, words.max, true);
    const float used = draw_sentence(frame, words, model);
    if (at_end(model) && used < words.height() - frame.em(1.2F))
        draw_verdict(frame, {words.min.x, words.min.y + used + frame.em(0.8F)}, words.width(), at.run());
    frame.list()->PopClipRect();
    line(rest.min.y);
    rest.cut_top(frame.em(0.4F));
    for (const CountLine& count : at.counts(counts_wanted(frame))) {
        if (rest.height() < frame.em(count_em(frame))) break;
        const Rect row = rest.cut_top(frame.em(count_em(frame))).inset(margin, 0);
        count_row(frame, row, {count.name, count.now, count.total, count.note, count.trouble});
    }
    rest.cut_top(frame.em(0.4F));
    if (rest.height() < frame.em(head_em + finding_em)) return;
    line(rest.min.y);
    draw_findings(frame, rest, model);
}

}  // namespace upsweep::app::step
