// Beside the stage: the step in one sentence, the counts, the findings.

#include "app/step/view/step_parts.h"
#include "app/ui/marks.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "replay/code/code.h"
#include "replay/data/picture.h"
#include "replay/position/counts.h"
#include "replay/words/finding.h"
#include "replay/words/sentence.h"

namespace upsweep::app::step {

using namespace replay;
using namespace scenes;

// ---- The findings, beside the stage: a row for each, and at its step its sentence, cause and cure

void draw_list(Frame& frame, const char* id, Rect rect, float height, size_t count,
               const std::function<float(Rect)>& scroll, const std::function<void(size_t, Rect)>& draw) {
    // None is cut.
    rect.max.y = rect.min.y + std::max(1.0F, std::floor(rect.height() / height + 0.02F)) * height;
    Pane list(frame, id, rect, Role::bg1, true);
    const float whole = height * float(count);
    if (scroll) ImGui::SetScrollY(std::clamp(scroll(rect), 0.0F, std::max(0.0F, whole - rect.height())));
    const float top = list.origin().y;
    for (auto i = size_t(std::max(0.0F, (rect.min.y - top) / height)); i < count; ++i) {
        const float y = top + float(i) * height;
        if (y > rect.max.y - frame.px(2)) break;
        const Rect row(rect.min.x + frame.em(0.5F), y, rect.max.x - frame.em(0.9F), y + height);
        draw(i, row.inset(0, frame.px()));
    }
    list.set_height(whole);
}

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
    const emulator::Finding& finding = nth(trace.findings, number);
    const int64_t target = model.step_of_finding(number);
    const emulator::Finding here = finding_at(trace, finding, target);
    const std::string name = title_of_row(here), step = "step " + std::to_string(target + 1);
    std::string place = finding_place(trace, finding, target);
    if (finding.times > 1) place += (place.empty() ? "" : ", ") + std::to_string(finding.times) + " times";
    const bool fault = finding.severity == emulator::Severity::fault;
    if (finding_row(frame, "step.finding." + std::to_string(number), row,
                    {name, place, step, fault, number == model.finding_here()}))
        model.go_to_finding(number);
}

/// The lines that a finding speaks of: its own first.
std::vector<emulator::SourceRange> lines_of(const emulator::Finding& finding) {
    std::vector<emulator::SourceRange> lines;
    const auto add = [&](const emulator::SourceRange& where) {
        const bool known = any_of(
            lines, [&](const auto& line) { return line.file == where.file && line.line == where.line; });
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
    const emulator::Finding& finding = nth(trace.findings, number);
    const int64_t step = model.step_here(number);
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

/// "line 12", "line 4 of order.cuh": the lines that the present finding speaks of; a click on one opens it in
/// the code pane.
void draw_finding_lines(Frame& frame, Rect row, const StepModel& model, InspectorState& state) {
    const StepPosition& at = *model.position();
    const int present = model.finding_here();
    if (present < 0) return;
    const emulator::Finding finding =
        finding_at(at.trace(), nth(at.trace().findings, present), model.step_here(present));
    float x = row.min.x;
    int number = 0;
    for (const emulator::SourceRange& where : lines_of(finding)) {
        std::string text = "line " + std::to_string(where.line);
        if (where.file != at.code().file) text += " of " + nth(at.trace().sources, where.file).name;
        const float width = text_width(frame, type::label, text);
        if (x + width > row.max.x) return;
        const Rect box(x, row.min.y, x + width, row.max.y);
        const Interaction hit = interact(frame, "step.finding.line." + std::to_string(number++), box);
        const Role ink = hit.hovered ? Role::t1 : Role::t2;
        draw_text(frame, {x, row.centre().y}, type::label, ink, text);
        const float y = snap(row.centre().y + frame.em(0.55F));
        frame.line({x, y}, {x + width, y}, ink);
        if (hit.focused) draw_focus(frame, box, frame.em(0.2F));
        if (hit.clicked) state.opens = where;
        x += width + frame.em();
    }
}

/// Height in pixels that they would like to have in a pane of that width.
float findings_height(const Frame& frame, float width, const StepModel& model) {
    const StepPosition& at = *model.position();
    const auto all = float(at.trace().findings.size());
    const float rows =
        std::clamp(all, 1.0F, frame.density >= Density::wide ? 3.0F : 2.0F) * frame.em(step_findings_row_em);
    if (at.trace().findings.empty()) return rows;
    // Room for the words, whether this step has a finding or not: nothing jumps from step to step.
    return rows + frame.em(width < frame.em(34) ? 9.5F : 8);
}

/// The findings' rows, over them the words of the one at this step, unless it is `told` elsewhere. With
/// `follow` it scrolls to that one.
void draw_findings(Frame& frame, Rect rect, StepModel& model, bool follow, bool told) {
    if (model.finding_here() >= 0 && !told) {
        Rect words = rect.inset(frame.em(), 0);
        words.max.y -= frame.em(step_findings_row_em + step_findings_gap_em);
        if (words.height() > frame.em(3))
            rect.cut_top(draw_words(frame, words, model) + frame.em(step_findings_gap_em));
    }
    // At each move of the position it goes to the present finding, or the next one.
    const float height = frame.em(step_findings_row_em);
    std::function<float(Rect)> scroll;
    if (follow) scroll = [&](Rect) { return height * float(std::max(0, model.finding_near())); };
    draw_list(frame, "step.findings", rect, height, model.position()->trace().findings.size(), scroll,
              [&](size_t i, Rect row) { draw_row(frame, row, model, int(i)); });
}

// ---- What lanes printed, beside the stage: every line with its thread and its step

constexpr float step_printed_row_em = 1.75F;

/// One line of plain characters: what a lane prints may hold anything.
std::string shown_text(const std::string& printed) {
    std::string text = printed;
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

void draw_line(Frame& frame, Rect row, StepModel& model, size_t number) {
    const StepPosition& at = *model.position();
    const emulator::Printed& printed = at.trace().printed[number];
    const Interaction hit = interact(frame, "step.printed." + std::to_string(number), row);
    const bool current = at.picture().range.contains(printed.step), done = printed.step < at.step();
    if (current || hit.hovered) frame.fill(row, current ? Role::bg3 : Role::bg2, frame.em(0.25F));
    const float y = row.centre().y;
    const std::string who =
        replay::block_name(
            at.staged(size_t(at.trace().launch_near(at.trace().step_at(printed.step).operation))),
            printed.block, printed.step + 1) +
        ", thread " + std::to_string(printed.thread);
    const std::string step = "step " + std::to_string(printed.step + 1);
    const float right = row.max.x - frame.em(0.5F), steps = text_width(frame, type::small, step);
    const float who_width = text_width(frame, type::small, who);
    const float left = row.min.x + frame.em(0.5F);
    draw_text(frame, {right, y}, type::small, Role::t3, step, Align::right);
    draw_text(frame, {right - steps - frame.em(0.8F), y}, type::small, Role::t3, who, Align::right);
    draw_elided(frame, {left, y}, right - steps - who_width - frame.em(1.6F) - left, type::code,
                done ? Role::t1 : Role::t3, shown_text(printed.text));
    if (hit.focused) draw_focus(frame, row.inset(frame.px(2)), frame.em(0.25F));
    if (hit.clicked) model.seek(printed.step + 1);
}

/// What lanes printed, a row a line; a click goes to its step. With `follow` it scrolls to the present step.
void draw_printed(Frame& frame, Rect rect, StepModel& model, bool follow) {
    const auto& printed = model.position()->trace().printed;
    const float height = frame.em(step_printed_row_em);
    const auto next =
        std::lower_bound(printed.begin(), printed.end(), model.position()->step(),
                         [](const emulator::Printed& one, int64_t step) { return one.step < step; });
    // The line printed last is at the list's foot, as in a terminal.
    const float foot = height * float(next - printed.begin());
    std::function<float(Rect)> scroll;
    if (follow) scroll = [foot](Rect room) { return foot - room.height(); };
    draw_list(frame, "step.printed", rect, height, printed.size(), scroll,
              [&](size_t i, Rect row) { draw_line(frame, row, model, i); });
}

// ---- Beside the stage: the present text on the GPU, and whether it gives what the emulator gives

using State = GpuCheck::State;

constexpr float button_em = 2, beside_counts_em = 16;
constexpr size_t most_printed = 400;

/// The button at the top: runs it, or gives it up.
void draw_button(Frame& frame, Rect row, const StepModel& model, GpuCheck& check) {
    const bool running = check.state() == State::running;
    const char* label = running ? "Cancel" : check.state() == State::idle ? "Run on the GPU" : "Run again";
    const Rect place = {row.min.x, row.min.y, row.min.x + button_width(frame, label), row.max.y};
    if (!button(frame, "step.gpu.run", place, label)) return;
    if (running)
        check.cancel();
    else
        check.start(model.scene());
}

/// Beside it: into the Race, where it is timed at its sizes.
void draw_race_it(Frame& frame, Rect row, const StepModel& model, const InspectorState& state) {
    const std::string why = state.gpu->why_not_raced(model.scene());
    const ButtonOptions options{
        .hint = "R", .disabled = why, .tip = "Times this code in the Race, as one more line: R"};
    const float left = row.min.x + button_width(frame, "Run on the GPU") + frame.em(0.6F);
    const Rect place(left, row.min.y, left + button_width(frame, "Race it", options), row.max.y);
    if (button(frame, "step.gpu.race", place, "Race it", options)) state.race();
}

void draw_verdict(Frame& frame, Rect row, const GpuCheck& check) {
    if (check.state() != State::equal && check.state() != State::different) return;
    const bool equal = check.state() == State::equal;
    const float size = frame.em(0.8F);
    marks::verdict(frame, Rect::around({row.max.x - size, row.centre().y}, size), equal);
}

std::vector<std::string> lines_of(const GpuCheck& check) {
    if (check.state() == State::idle)
        return {
            "Compiles this code for the GPU, runs it there on the same inputs in an isolated process, and "
            "compares every buffer."};
    if (check.state() == State::running) return {"Running on the GPU."};
    std::vector<std::string> lines = check.sentences();
    if (!check.printed().empty())
        lines.push_back("Printed there: " + one_line(check.printed(), most_printed));
    return lines;
}

/// The scene on the GPU: a button, what came of it, and one that takes it to the Race.
void draw_gpu(Frame& frame, Rect rect, const StepModel& model, const InspectorState& state) {
    GpuCheck& check = *state.gpu;
    Rect rest = rect.inset(frame.em(), 0);
    const Rect row = rest.cut_top(frame.em(button_em));
    draw_button(frame, row, model, check);
    draw_race_it(frame, row, model, state);
    draw_verdict(frame, row, check);
    rest.cut_top(frame.em(0.5F));
    Pane list(frame, "step.gpu", rest, Role::bg1, true);
    float height = 0;
    for (const std::string& line : lines_of(check))
        height += draw_paragraph(frame, {rest.min.x, list.origin().y + height}, rest.width() - frame.em(0.9F),
                                 {{line, {Face::sans}, {Role::t1}}}) +
                  frame.em(0.4F);
    list.set_height(height);
    frame.items.note("step.gpu.verdict", rest);
}

// ---- The step in one sentence, the counts, the lists

constexpr float least_list_em = 2.1F;

/// Which lists there are, as InspectorState::list names them.
std::vector<int> lists_of(const StepModel& model, bool beside) {
    std::vector<int> lists = {0};
    if (!model.position()->trace().printed.empty()) lists.push_back(1);
    if (GpuCheck::concerns(model.scene())) lists.push_back(2);
    if (has_variables(model) && !beside) lists.push_back(3);
    return lists;
}

/// Of the head over the findings: higher where it has words to choose by.
float head_height_em(const StepModel& model, bool beside) {
    return lists_of(model, beside).size() == 1 ? 1.9F : 2.8F;
}

float count_em(const Frame& frame) { return frame.density >= Density::wide ? 1.75F : 1.5F; }
size_t counts_wanted(const Frame& frame) { return frame.density >= Density::wide ? 5 : 4; }
/// What a lesson explains late: how lanes' reads fall into memory, how values move between lanes.
bool is_asked_for(const CountLine& count) {
    if (count.trouble) return false;
    return count.name == "moves" || count.name == "rounds" || count.name.ends_with("sectors");
}

/// Those that are shown at once, or `all`; and how many more there are.
std::pair<std::vector<CountLine>, size_t> shown_counts(const Frame& frame, const StepModel& model, bool all) {
    std::vector<CountLine> counts = model.position()->counts(counts_wanted(frame) + (all ? 2 : 0));
    const auto later = size_t(count_if(counts, is_asked_for));
    if (all || later == counts.size()) return {std::move(counts), 0};
    std::erase_if(counts, is_asked_for);
    return {std::move(counts), later};
}

constexpr float more_em = 1.5F;

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
    marks::verdict(frame, Rect::around({at.x + size / 2, at.y}, size), right);
    draw_elided(frame, {at.x + frame.em(1.2F), at.y}, width - frame.em(1.2F), type::body, Role::t1,
                right ? "The result equals the reference." : run.check.message);
}

bool at_end(const StepModel& model) {
    const StepPosition& at = *model.position();
    return at.step() == at.step_count() && at.trace().complete;
}

/// Over and under the sentence.
float sentence_margin(const Frame& frame) { return frame.em(frame.density >= Density::wide ? 0.75F : 0.55F); }

/// Three lines of sentence, whatever this step needs: nothing jumps from step to step. At the end as many as
/// the result takes.
float sentence_height(const Frame& frame, float width, const StepModel& model) {
    const float usual = frame.em(frame.density >= Density::wide ? 6.6F : 5.4F);
    if (!at_end(model)) return usual;
    const float text = paragraph_height(frame, width - 2 * frame.em(), sentence_runs(frame, model), 1.45F);
    return std::max(usual, text + 2 * sentence_margin(frame));
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
    const std::vector<int> lists = lists_of(model, variables_beside_counts(frame, head.width(), model));
    if (lists.size() == 1) {
        state.list = 0;
        const std::string title = "Findings";
        draw_text(frame, {head.min.x + frame.em(), head.centre().y}, type::head, Role::t2, title);
        const float x = head.min.x + frame.em(1.5F) + text_width(frame, type::head, title);
        const std::string count = count_of_findings(model);
        draw_text(frame, {x, head.centre().y}, {Face::mono, 0.85F}, Role::t2, count);
        return x + text_width(frame, {Face::mono, 0.85F}, count);
    }
    const std::string texts[] = {"Findings " + std::to_string(trace.findings.size()),
                                 "Printed " + std::to_string(trace.printed.size()), "GPU", "Variables"};
    std::vector<std::string_view> labels;
    int chosen = 0;
    for (const int list : lists) {
        if (list == state.list) chosen = int(labels.size());
        labels.push_back(texts[list]);
    }
    segmented(frame, "step.list", {head.min.x + frame.em(), head.centre().y - frame.em()}, labels, chosen);
    state.list = nth(lists, chosen);
    return head.min.x + frame.em() + segmented_width(frame, labels);
}

void draw_lists(Frame& frame, Rect rect, StepModel& model, InspectorState& state) {
    const StepPosition& at = *model.position();
    const auto& findings = at.trace().findings;
    const auto& printed = at.trace().printed;
    if (state.trace != &at.trace()) {
        state.trace = &at.trace();
        // Who looks at the GPU's verdict changes the text and looks at the next one.
        if (state.list < 2) state.list = findings.empty() && !printed.empty() ? 1 : 0;
        if (state.list == 0 && findings.empty() && has_variables(model)) state.list = 3;
    }
    const int before = state.list;
    const bool beside = variables_beside_counts(frame, rect.width(), model);
    Rect head = rect.cut_top(frame.em(head_height_em(model, beside)));
    Rect lines = head;
    lines.min.x = draw_list_head(frame, head, model, state) + frame.em(1.2F);
    lines.max.x -= frame.em(6);
    const bool follow = state.moves != model.moves() || before != state.list;
    state.moves = model.moves();
    if (state.list == 3) return draw_variables(frame, rect, model, state);
    if (state.list == 2) return draw_gpu(frame, rect, model, state);
    if (state.list == 1 && !printed.empty()) return draw_printed(frame, rect, model, follow);
    if (findings.empty()) {
        draw_text(frame, {rect.min.x + frame.em(), rect.min.y + frame.em(0.9F)}, type::label, Role::t3,
                  at.step_count() == 1
                      ? "No findings in this step."
                      : "No findings in these " + std::to_string(at.step_count()) + " steps.");
        return;
    }
    draw_text(frame, {head.max.x - frame.em(), head.centre().y}, {Face::mono, 0.85F}, Role::t3, "F3 next",
              Align::right);
    draw_findings(frame, rect, model, follow, state.told);
    draw_finding_lines(frame, lines, model, state);
}

}  // namespace

float draw_sentence(Frame& frame, Rect rect, const StepModel& model) {
    if (model.position() == nullptr) return 0;
    return draw_paragraph(frame, rect.min, rect.width(), sentence_runs(frame, model), 1.45F);
}

float inspector_height(const Frame& frame, float width, const StepModel& model) {
    if (model.position() == nullptr) return 0;
    const bool beside = variables_beside_counts(frame, width, model);
    float height = sentence_height(frame, width, model) + frame.em(1 + head_height_em(model, beside) + 0.4F);
    const auto [counts, later] = shown_counts(frame, model, false);
    float counted = later > 0 ? frame.em(more_em) : 0;
    for (const CountLine& count : counts)
        counted += count_height(frame, beside ? frame.em(beside_counts_em) : width, count);
    height += beside ? std::max(counted + frame.em(1.9F), variables_height(frame, model)) : counted;
    // Either list has the room; that of what was printed shows a few lines.
    const auto printed = float(std::min<size_t>(4, model.position()->trace().printed.size()));
    return height + std::max(findings_height(frame, width, model), printed * frame.em(1.9F));
}

void draw_inspector(Frame& frame, Rect rect, StepModel& model, InspectorState& state) {
    const Pane pane(frame, "step.inspector", rect, Role::bg1);
    if (state.gpu != nullptr) state.gpu->follow(model.scene());
    if (model.position() == nullptr) return;
    const StepPosition& at = *model.position();
    const float margin = frame.em();
    const auto line = [&](float y) {
        frame.line({rect.min.x + margin, snap(y)}, {rect.max.x - margin, snap(y)}, Role::line);
    };
    frame.line(rect.min, {rect.max.x, rect.min.y}, Role::line);
    Rect rest = rect;
    Rect words = rest.cut_top(std::min(sentence_height(frame, rect.width(), model), 0.6F * rect.height()));
    frame.items.note("step.sentence", words);
    words = words.inset(margin, sentence_margin(frame));
    frame.list()->PushClipRect(words.min, words.max, true);
    const float used = draw_sentence(frame, words, model);
    if (at.run().algorithm != nullptr && at_end(model) && used < words.height() - frame.em(1.2F))
        draw_verdict(frame, {words.min.x, words.min.y + used + frame.em(0.8F)}, words.width(), at.run());
    frame.list()->PopClipRect();
    line(rest.min.y);
    rest.cut_top(frame.em(0.4F));
    const auto [counts, later] = shown_counts(frame, model, state.all_counts);
    const bool beside = variables_beside_counts(frame, rect.width(), model);
    Rect below = rest;
    if (beside) {
        Rect both = rest.cut_top(std::min(variables_height(frame, model), rest.height()));
        below = rest;
        rest = both.cut_right(frame.em(beside_counts_em));
        const auto head = [&](Rect& column, float left, std::string_view text) {
            const Rect line_of_head = column.cut_top(frame.em(1.9F));
            draw_text(frame, {left, line_of_head.centre().y}, type::head, Role::t2, text);
        };
        head(both, both.min.x + margin, "Host variables");
        head(rest, rest.min.x + margin, "Counts");
        draw_variables(frame, both, model, state);
    }
    const bool instead = !beside && is_at_main(model);
    if (instead) {
        const Rect head = rest.cut_top(frame.em(1.9F));
        draw_text(frame, {head.min.x + margin, head.centre().y}, type::head, Role::t2, "Host variables");
        const float lists = frame.em(head_height_em(model, beside) + 3 * least_list_em);
        const float room = std::max(0.6F * variables_height(frame, model), rest.height() - lists);
        draw_variables(frame, rest.cut_top(std::min({room, rest.height(), variables_height(frame, model)})),
                       model, state);
    }
    for (const CountLine& count : instead ? std::vector<CountLine>() : counts) {
        const float height = count_height(frame, rest.width(), count);
        if (rest.height() < height) break;
        const Rect row = rest.cut_top(height).inset(margin, 0);
        count_row(frame, row, row_of(count));
        if (!count.meaning.empty() && under_mouse(row)) tooltip(frame, std::string(count.meaning));
    }
    if (!instead && (later > 0 || state.all_counts) && rest.height() > frame.em(more_em)) {
        const Rect row = rest.cut_top(frame.em(more_em)).inset(margin, 0);
        const std::string offer = state.all_counts ? "Fewer counts" : "More counts: sectors, moves";
        if (text_link(frame, "step.counts.more", {row.min.x, row.centre().y}, type::label, offer, 0.55F)
                .clicked)
            state.all_counts = !state.all_counts;
    }
    if (beside) rest = below;
    rest.cut_top(frame.em(0.4F));
    if (rest.height() < frame.em(head_height_em(model, beside) + least_list_em)) return;
    line(rest.min.y);
    draw_lists(frame, rest, model, state);
}

}  // namespace upsweep::app::step
