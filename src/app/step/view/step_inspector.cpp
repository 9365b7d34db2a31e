// Beside the stage: the step in one sentence, the counts, the findings.
#include <algorithm>

#include "app/step/view/step_parts.h"
#include "app/ui/marks.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/position/counts.h"
#include "replay/words/sentence.h"

namespace upsweep::app::step {

using namespace replay;
using namespace scenes;

namespace {

constexpr float least_list_em = 2.1F;

/// Which lists there are, as InspectorState::list names them.
std::vector<int> lists_of(const StepModel& model) {
    std::vector<int> lists = {0};
    if (!model.position()->trace().printed.empty()) lists.push_back(1);
    if (GpuCheck::concerns(model.scene())) lists.push_back(2);
    return lists;
}

/// Of the head over the findings: higher where it has words to choose by.
float head_height_em(const StepModel& model) { return lists_of(model).size() == 1 ? 1.9F : 2.8F; }

float count_em(const Frame& frame) { return frame.density >= Density::wide ? 1.75F : 1.5F; }
std::size_t counts_wanted(const Frame& frame) { return frame.density >= Density::wide ? 5 : 4; }
/// Three lines of sentence, whatever this step needs: nothing jumps from step to step.
float step_inspector_sentence_em(const Frame& frame) { return frame.density >= Density::wide ? 6.6F : 5.4F; }

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

/// "3 of 8", or how many there are while none is present.
std::string count_of_findings(const StepModel& model) {
    const std::string all = std::to_string(model.position()->trace().findings.size());
    return model.finding_here() < 0 ? all : std::to_string(model.finding_here() + 1) + " of " + all;
}

/// Findings, what was printed, the GPU: words to choose by; where there is only one the findings' head.
/// Returns where it ends.
float draw_list_head(Frame& frame, Rect head, const StepModel& model, InspectorState& state) {
    const emulator::Trace& trace = model.position()->trace();
    const std::vector<int> lists = lists_of(model);
    if (lists.size() == 1) {
        state.list = 0;
        const std::string title = "Findings";
        draw_text(frame, {head.min.x + frame.em(1), head.centre().y}, type::head, frame.colour(Role::t2),
                  title);
        const float x = head.min.x + frame.em(1.5F) + text_width(frame, type::head, title);
        const std::string count = count_of_findings(model);
        draw_text(frame, {x, head.centre().y}, {Face::mono, 0.85F}, frame.colour(Role::t2), count);
        return x + text_width(frame, {Face::mono, 0.85F}, count);
    }
    const std::string texts[] = {"Findings " + std::to_string(trace.findings.size()),
                                 "Printed " + std::to_string(trace.printed.size()), "GPU"};
    std::vector<std::string_view> labels;
    int chosen = 0;
    for (const int list : lists) {
        if (list == state.list) chosen = static_cast<int>(labels.size());
        labels.push_back(texts[list]);
    }
    segmented(frame, "step.list", {head.min.x + frame.em(1), head.centre().y - frame.em(1)}, labels, chosen);
    state.list = lists[static_cast<std::size_t>(chosen)];
    return head.min.x + frame.em(1) + segmented_width(frame, labels);
}

void draw_lists(Frame& frame, Rect rect, StepModel& model, InspectorState& state) {
    const StepPosition& at = *model.position();
    const auto& findings = at.trace().findings;
    const auto& printed = at.trace().printed;
    if (state.trace != &at.trace()) {
        state.trace = &at.trace();
        // Who looks at the GPU's verdict changes the text and looks at the next one.
        if (state.list != 2) state.list = findings.empty() && !printed.empty() ? 1 : 0;
    }
    const int before = state.list;
    Rect head = rect.cut_top(frame.em(head_height_em(model)));
    Rect lines = head;
    lines.min.x = draw_list_head(frame, head, model, state) + frame.em(1.2F);
    lines.max.x -= frame.em(6);
    const bool follow = state.moves != model.moves() || before != state.list;
    state.moves = model.moves();
    if (state.list == 2) return draw_gpu(frame, rect, model, state);
    if (state.list == 1 && !printed.empty()) return draw_printed(frame, rect, model, follow);
    if (findings.empty()) {
        draw_text(frame, {rect.min.x + frame.em(1), rect.min.y + frame.em(0.9F)}, type::label,
                  frame.colour(Role::t3),
                  at.step_count() == 1
                      ? "No findings in this step."
                      : "No findings in these " + std::to_string(at.step_count()) + " steps.");
        return;
    }
    draw_text(frame, {head.max.x - frame.em(1), head.centre().y}, {Face::mono, 0.85F}, frame.colour(Role::t3),
              "F3 next", Align::right);
    draw_findings(frame, rect, model, follow);
    draw_finding_lines(frame, lines, model, state);
}

}  // namespace

float draw_sentence(Frame& frame, Rect rect, const StepModel& model) {
    if (model.position() == nullptr) return 0;
    return draw_paragraph(frame, rect.min, rect.width(), sentence_runs(frame, model), 1.45F);
}

float inspector_height(const Frame& frame, float width, const StepModel& model) {
    if (model.position() == nullptr) return 0;
    float height = frame.em(step_inspector_sentence_em(frame) + 1 + head_height_em(model) + 0.4F);
    for (const CountLine& count : model.position()->counts(counts_wanted(frame)))
        height += count_height(frame, width, count);
    // Either list has the room; that of what was printed shows a few lines.
    const auto printed =
        static_cast<float>(std::min<std::size_t>(4, model.position()->trace().printed.size()));
    return height + std::max(findings_height(frame, width, model), printed * frame.em(1.9F));
}

void draw_inspector(Frame& frame, Rect rect, StepModel& model, InspectorState& state) {
    const Pane pane(frame, "step.inspector", rect, Role::bg1);
    if (state.gpu != nullptr) state.gpu->follow(model.scene());
    if (model.position() == nullptr) return;
    const StepPosition& at = *model.position();
    const float margin = frame.em(1);
    const auto line = [&](float y) {
        frame.list()->AddLine({rect.min.x + margin, snap(y)}, {rect.max.x - margin, snap(y)},
                              frame.colour(Role::line));
    };
    frame.list()->AddLine(rect.min, {rect.max.x, rect.min.y}, frame.colour(Role::line));
    Rect rest = rect;
    Rect words = rest.cut_top(frame.em(step_inspector_sentence_em(frame)));
    frame.items.note("step.sentence", words);
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
    if (rest.height() < frame.em(head_height_em(model) + least_list_em)) return;
    line(rest.min.y);
    draw_lists(frame, rest, model, state);
}

}  // namespace upsweep::app::step
