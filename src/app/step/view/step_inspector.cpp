// Beside the stage: the step in one sentence, the counts, the findings.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/step/view/step_parts.h"
#include "app/ui/marks.h"
#include "replay/finding.h"
#include "replay/sentence.h"

namespace upsweep::app::step {

using namespace replay;
using namespace scenes;

namespace {

constexpr float finding_em = 2.1F;

/// Of the head over the findings: higher where it has two words to choose by.
float head_height_em(const StepPosition& at) { return at.trace().printed.empty() ? 1.9F : 2.8F; }

float count_em(const Frame& frame) { return frame.density >= Density::wide ? 1.75F : 1.5F; }
std::size_t counts_wanted(const Frame& frame) { return frame.density >= Density::wide ? 5 : 4; }
/// Three lines of sentence, whatever this step needs: nothing jumps from step to step.
float sentence_em(const Frame& frame) { return frame.density >= Density::wide ? 6.6F : 5.4F; }

TextStyle sentence_style(const Frame& frame) {
    return {Face::sans, frame.density >= Density::wide ? 1.18F : 1.0F};
}

std::vector<Run> sentence_runs(const Frame& frame, const StepModel& model) {
    auto runs = marked_runs(sentence_style(frame), {Role::t1}, model.position()->sentence());
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

CountRow row_of(const CountLine& count) {
    return {count.name, count.now, count.total, count.note, count.trouble};
}

float count_height(const Frame& frame, float width, const CountLine& count) {
    const bool wraps = count_row_wraps(frame, width - frame.em(2), row_of(count));
    return frame.em(count_em(frame) + (wraps ? 1.2F : 0));
}

/// Rows of findings (or printed lines) that are in view at once; the others are a turn of the wheel away.
int findings_wanted(const Frame& frame, const StepModel& model) {
    const auto all = static_cast<int>(
        std::max(model.position()->index().findings().size(), model.position()->trace().printed.size()));
    return std::min(all, frame.density >= Density::wide ? 4 : 2);
}

std::string title_of_mark(const emulator::Finding& finding) {
    std::string title(emulator::title_of(finding.kind));
    if (finding.degree > 1) title += ", " + std::to_string(finding.degree) + "-way";
    return title;
}

void draw_finding(Frame& frame, Rect row, StepModel& model, int number) {
    const StepPosition& at = *model.position();
    const FindingMark& mark = at.index().findings()[static_cast<std::size_t>(number)];
    const emulator::Finding& finding = at.trace().findings[mark.finding];
    const std::string name = title_of_mark(finding), step = "step " + std::to_string(mark.step + 1);
    const std::string place = finding_place(finding, mark.step);
    const bool fault = finding.severity == emulator::Severity::fault;
    const bool current = at.picture().range.contains(mark.step);
    const bool hovered = ImGui::IsWindowHovered() && row.contains(ImGui::GetIO().MousePos);
    if (hovered && !finding.message.empty()) tooltip(frame, finding_sentence(at.trace(), finding, mark.step));
    if (finding_row(frame, "step.finding." + std::to_string(number), row,
                    {name, place, step, fault, current}))
        model.seek(mark.step + 1);
}

/// The list scrolls; at each move of the position it goes to the present finding, or the next one.
void draw_finding_list(Frame& frame, Rect rect, StepModel& model, bool follow) {
    const TraceIndex& index = model.position()->index();
    const auto count = static_cast<int>(index.findings().size());
    const float height = frame.em(finding_em);
    // Whole rows only: none is cut.
    rect.max.y = rect.min.y + std::max(1.0F, std::floor(rect.height() / height + 0.02F)) * height;
    Pane list(frame, "step.findings", rect, Role::bg1, true);
    if (follow) {
        const int next = index.next_finding(model.position()->step() - 1);
        const float wanted = height * static_cast<float>(next < 0 ? count - 1 : next);
        ImGui::SetScrollY(
            std::clamp(wanted, 0.0F, std::max(0.0F, height * static_cast<float>(count) - rect.height())));
    }
    const float top = list.origin().y;
    const int first = std::clamp(static_cast<int>((rect.min.y - top) / height), 0, count - 1);
    for (int i = first; i < count; ++i) {
        const float y = top + static_cast<float>(i) * height;
        if (y > rect.max.y - frame.px(2)) break;
        const Rect row(rect.min.x + frame.em(0.5F), y, rect.max.x - frame.em(0.9F), y + height);
        draw_finding(frame, row.inset(0, frame.px(1)), model, i);
    }
    list.set_height(height * static_cast<float>(count));
}

/// "3 of 8", or how many there are while none is present.
std::string count_of_findings(const StepPosition& at) {
    const auto& findings = at.index().findings();
    const std::string all = std::to_string(findings.size());
    for (std::size_t i = 0; i < findings.size(); ++i)
        if (at.picture().range.contains(findings[i].step)) return std::to_string(i + 1) + " of " + all;
    return all;
}

/// Findings or what was printed: two words to choose by, where lanes printed; else only the findings' head.
void draw_list_head(Frame& frame, Rect head, const StepPosition& at, InspectorState& state) {
    const std::size_t printed = at.trace().printed.size();
    if (printed == 0) {
        const std::string title = "Findings";
        draw_text(frame, {head.min.x + frame.em(1), head.centre().y}, type::head, frame.colour(Role::t2),
                  title);
        draw_text(frame,
                  {head.min.x + frame.em(1.5F) + text_width(frame, type::head, title), head.centre().y},
                  {Face::mono, 0.85F}, frame.colour(Role::t2), count_of_findings(at));
        return;
    }
    const std::string texts[] = {"Findings " + std::to_string(at.index().findings().size()),
                                 "Printed " + std::to_string(printed)};
    const std::array<std::string_view, 2> labels = {texts[0], texts[1]};
    segmented(frame, "step.list", {head.min.x + frame.em(1), head.centre().y - frame.em(1)}, labels,
              state.list);
}

void draw_lists(Frame& frame, Rect rect, StepModel& model, InspectorState& state) {
    const StepPosition& at = *model.position();
    const auto& findings = at.index().findings();
    const auto& printed = at.trace().printed;
    if (state.trace != &at.trace()) {
        state.trace = &at.trace();
        state.list = findings.empty() && !printed.empty() ? 1 : 0;
    }
    const int before = state.list;
    Rect head = rect.cut_top(frame.em(head_height_em(at)));
    draw_list_head(frame, head, at, state);
    const bool follow = state.moves != model.moves() || before != state.list;
    state.moves = model.moves();
    if (state.list == 1 && !printed.empty()) return draw_printed(frame, rect, model, follow);
    if (findings.empty()) {
        draw_text(frame, {rect.min.x + frame.em(1), rect.min.y + frame.em(0.9F)}, type::label,
                  frame.colour(Role::t3),
                  "No findings in these " + std::to_string(at.step_count()) + " steps.");
        return;
    }
    draw_text(frame, {head.max.x - frame.em(1), head.centre().y}, {Face::mono, 0.85F}, frame.colour(Role::t3),
              "F3 next", Align::right);
    draw_finding_list(frame, rect, model, follow);
}

}  // namespace

float draw_sentence(Frame& frame, Rect rect, const StepModel& model) {
    if (model.position() == nullptr) return 0;
    return draw_paragraph(frame, rect.min, rect.width(), sentence_runs(frame, model), 1.45F);
}

float inspector_height(const Frame& frame, float width, const StepModel& model) {
    if (model.position() == nullptr) return 0;
    float height = frame.em(sentence_em(frame) + 1 + head_height_em(*model.position()) + 0.4F);
    for (const CountLine& count : model.position()->counts(counts_wanted(frame)))
        height += count_height(frame, width, count);
    return height + frame.em(static_cast<float>(std::max(1, findings_wanted(frame, model))) * finding_em);
}

void draw_inspector(Frame& frame, Rect rect, StepModel& model, InspectorState& state) {
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
    if (at.run().algorithm != nullptr && at_end(model) && used < words.height() - frame.em(1.2F))
        draw_verdict(frame, {words.min.x, words.min.y + used + frame.em(0.8F)}, words.width(), at.run());
    frame.list()->PopClipRect();
    line(rest.min.y);
    rest.cut_top(frame.em(0.4F));
    for (const CountLine& count : at.counts(counts_wanted(frame))) {
        const float height = count_height(frame, rect.width(), count);
        if (rest.height() < height) break;
        const Rect row = rest.cut_top(height).inset(margin, 0);
        count_row(frame, row, row_of(count));
        if (!count.meaning.empty() && ImGui::IsWindowHovered() && row.contains(ImGui::GetIO().MousePos))
            tooltip(frame, std::string(count.meaning));
    }
    rest.cut_top(frame.em(0.4F));
    if (rest.height() < frame.em(head_height_em(at) + finding_em)) return;
    line(rest.min.y);
    draw_lists(frame, rest, model, state);
}

}  // namespace upsweep::app::step
