// At the stage's foot: what an own program printed, as a terminal shows it, and what it left in its buffers
// beside what was expected.

#include <fmt/format.h>

#include "app/step/view/step_parts.h"
#include "app/ui/marks.h"
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "programs/whole.h"
#include "stage/plan_parts.h"

namespace upsweep::app::step {

using programs::Outcome;
using scenes::Scene;

namespace {

constexpr float step_output_head_em = 2.4F, box_em = 2.7F, foot_em = 0.7F;

/// What lanes printed, on one line: the lines are side by side.
std::string printed_text(const emulator::Trace& trace) {
    constexpr size_t most = 400;
    std::string text;
    for (const emulator::Printed& printed : trace.printed) {
        std::string line = printed.text;
        while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.pop_back();
        text += (text.empty() ? "" : "   ") + one_line(line);
        if (text.size() > most) break;
    }
    return text;
}

/// "values:1,2,3" of what is typed as plain numbers.
std::string as_values(const std::string& text) {
    const bool plain = text.find_first_of(":@") == std::string::npos;
    if (!plain) return text;
    std::string joined;
    for (const char c : text)
        if (c != ' ')
            joined += c;
        else if (!joined.empty() && joined.back() != ',')
            joined += ',';
    return "values:" + joined;
}

struct Output {
    Frame& frame;
    Services& services;
    StepModel& model;
    OutputState& state;
    const scenes::ProgramRun& run;
};

bool expected_menu(Output& output, const std::string& name) {
    const std::string now = named(output.model.scene().program()->expected, name);
    return text_menu(output.frame, "step.output.expected", output.state.expected[name], now,
                     "120, 376, 632 or @file.npy", "none", now.empty() ? "" : "Expect nothing",
                     [&](const std::string& text) {
                         return try_scene(output.services, output.model, [&] {
                             Scene scene = output.model.scene();
                             set_named(scene.program()->expected, name, text.empty() ? "" : as_values(text));
                             return scene;
                         });
                     });
}

/// "as expected" or "2 of 4 wrong", and the chip for what is expected. Gives where it begins.
float draw_verdict(Output& output, const Outcome& outcome, Rect line) {
    Frame& frame = output.frame;
    const std::string typed = named(output.model.scene().program()->expected, outcome.name);
    const std::string value = typed.empty() ? "none" : shown_value(typed);
    float x = line.max.x - chip_width(frame, "expected", value);
    const float y = line.centre().y;
    chip(frame, "step.output.expected", {x, snap(y - frame.em(0.875F))}, "expected", value, 22,
         [&] { return expected_menu(output, outcome.name); });
    if (outcome.expected.empty()) return x;
    const bool right = outcome.different == 0;
    const std::string text =
        right ? "as expected" : fmt::format("{} of {} wrong", outcome.different, outcome.count);
    x -= text_width(frame, type::body, text) + frame.em(0.8F);
    const Role role = right ? Role::right : Role::trouble;
    draw_text(frame, {x, y}, type::body, role, text);
    const float size = frame.em(0.8F);
    x -= size + frame.em(0.5F);
    const Rect mark = Rect::around({x + size / 2, y}, size);
    marks::verdict(frame, mark, right);
    return x;
}

/// The numbers that fit, wrong ones as cells of their state with what they should be.
void draw_cells(Frame& frame, const Outcome& outcome, Rect box) {
    const float y = box.centre().y, gap = frame.em(0.9F);
    float x = box.min.x + frame.em(0.8F);
    const float end = box.max.x - frame.em(0.8F);
    if (outcome.first > 0) {
        const std::string skipped = fmt::format("… [{}]", outcome.first);
        draw_text(frame, {x, y}, type::small, Role::t3, skipped);
        x += text_width(frame, type::small, skipped) + gap;
    }
    for (size_t i = 0; i < outcome.cells.size(); ++i) {
        const bool written = outcome.written[i];
        const std::string text = written ? bits_to_text(outcome.cells[i].type, outcome.cells[i].bits) : "–";
        const bool wrong =
            !outcome.expected.empty() && !programs::are_alike(outcome.cells[i], outcome.expected[i]);
        const std::string should =
            wrong ? "should be " + bits_to_text(outcome.expected[i].type, outcome.expected[i].bits) : "";
        const float number = text_width(frame, type::number, text);
        const float width = wrong ? number + frame.em(2.2F) + text_width(frame, type::small, should) : number;
        const bool last =
            i + 1 == outcome.cells.size() && outcome.first + std::ssize(outcome.cells) == outcome.count;
        const std::string rest = fmt::format("… {} numbers", outcome.count);
        const float room = last ? 0 : text_width(frame, type::small, rest) + gap;
        if (x + width + room > end) {
            draw_text(frame, {x, y}, type::small, Role::t3, rest);
            return;
        }
        if (wrong) {
            const Rect cell(x, box.centre().y - frame.em(0.85F), x + number + frame.em(1.4F),
                            box.centre().y + frame.em(0.85F));
            frame.fill(cell, Role::trouble_fill, frame.em(0.25F));
            frame.outline(cell, Role::trouble, frame.em(0.25F), frame.px(2));
            const float size = frame.em(0.42F);
            marks::cross(frame, Rect::around({x + frame.em(0.5F), cell.min.y + frame.em(0.5F)}, size),
                         Role::trouble_text);
            draw_text(frame, {x + frame.em(0.9F), y}, type::number, Role::trouble_text, text);
            draw_text(frame, {cell.max.x + frame.em(0.4F), y}, type::small, Role::t2, should);
        } else {
            draw_text(frame, {x, y}, type::number, written ? Role::t1 : Role::t3, text);
        }
        x += width + gap;
    }
}

/// A program that ran whole, as a terminal shows it: its lines, how many of them were printed by now, and
/// which of these the last operation that printed has printed.
struct Terminal {
    std::vector<std::string> lines;
    std::vector<int64_t> steps;  ///< of each line: behind the operation that printed it; -1: not known
    size_t so_far = 0, lit_first = 0, lit_end = 0;
    int32_t line = 0;    ///< of main, that printed the lit ones
    bool ended = false;  ///< the last line says how it ended
};

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(one_line(std::string(text.substr(at, end - at)), 400));
        at = end + 1;
    }
    return lines;
}

Terminal terminal_of(const StepModel& model) {
    const emulator::WholeProgramRun& whole = *model.program()->opened.whole;
    const emulator::Trace& trace = model.position()->trace();
    const std::string_view output = whole.host.output;
    Terminal made;
    made.lines = lines_of(output);
    const int64_t step = model.position()->step();
    const bool over = step >= trace.step_count() && trace.plan.operations.size() == whole.printed.size();
    const auto line_at = [&](size_t characters) {
        return lines_of(output.substr(0, std::min(characters, output.size()))).size();
    };
    const auto end_of = [&](size_t operation) {
        return operation + 1 < whole.printed.size() ? whole.printed[operation + 1] : output.size();
    };
    made.steps.assign(made.lines.size(), -1);
    // A line that several operations print belongs to the first.
    const std::vector<stage::ProgramAct> acts = stage::program_acts(*model.position());
    const size_t present = stage::present_act(acts, *model.position());
    for (size_t i = 0; i < acts.size(); ++i) {
        const stage::ProgramAct& act = acts[i];
        const size_t operation = act.operation->operation;
        const bool prints = act.name == "print";
        const size_t first = prints ? line_at(whole.printed[operation]) : 0;
        const size_t end = prints ? line_at(end_of(operation)) : 0;
        for (size_t line = first; line < end; ++line)
            if (made.steps[line] < 0) made.steps[line] = act.operation->ran() ? act.steps.end : -1;
        const bool done = act.operation->done(step);
        if (done) made.so_far = line_at(end_of(operation));
        // What was printed just before stays lit while the next operation is done.
        if (!prints || !done || i > present || i + 1 < present) continue;
        made.lit_first = std::min(first, end == 0 ? 0 : end - 1);
        made.lit_end = end;
        made.line = act.line;
    }
    for (const std::string& line : lines_of(whole.host.errors)) made.lines.push_back(line);
    made.steps.resize(made.lines.size(), -1);
    made.ended = !whole.host.ended.empty() || whole.host.exit_status != 0;
    if (made.ended) made.lines.push_back(programs::ended_sentence(model.program()->opened));
    if (over) made.so_far = made.lines.size();
    made.steps.resize(made.lines.size(), trace.step_count());
    return made;
}

constexpr float terminal_row_em = 1.45F;
constexpr size_t terminal_rows = 5;

size_t rows_of(const Terminal& terminal) {
    return std::clamp(terminal.lines.size() + 1, size_t(2), terminal_rows);
}

/// The command, then the lines that fit, the latest that was printed among them; those to come are dim.
/// A click on a line goes behind the operation that printed it.
void draw_terminal(Frame& frame, Rect line, Rect box, StepModel& model, const Terminal& terminal) {
    const std::string name = programs::name_of(*model.scene().program());
    const size_t rows =
        std::max<size_t>(1, std::min(rows_of(terminal), size_t(box.height() / frame.em(1.2F))));
    const size_t all = terminal.lines.size() + 1, done = terminal.so_far + 1;
    draw_text(frame, {line.max.x, line.centre().y}, type::label, Role::t3,
              terminal.lines.empty() ? "it prints nothing"
                                     : fmt::format("{} of {} so far", terminal.so_far,
                                                   upsweep::counted(std::ssize(terminal.lines), "line")),
              Align::right);
    const size_t first = std::min(all - std::min(all, rows), done > rows ? done - rows : 0);
    const float height = box.height() / float(rows);
    for (size_t i = first; i < std::min(all, first + rows); ++i) {
        const Rect row = Rect::sized({box.min.x, box.min.y + float(i - first) * height}, box.width(), height);
        const bool latest = i > terminal.lit_first && i <= terminal.lit_end;
        const int64_t step = i > 0 ? nth(terminal.steps, i - 1) : -1;
        const Interaction touch =
            step >= 0 ? interact(frame, "step.output.line." + std::to_string(i), row) : Interaction{};
        if (touch.hovered && !latest) frame.fill(row.snapped(), Role::bg2);
        if (touch.clicked) model.seek(step);
        if (latest) {
            frame.fill(row.snapped(), Role::bg3);
            frame.fill(Rect::sized(row.min, frame.px(3), height).snapped(), Role::ink);
        }
        const std::string text =
            i == 0 ? "$ ./" + name.substr(0, name.rfind('.')) : nth(terminal.lines, i - 1);
        const bool end = terminal.ended && i + 1 == all;
        const std::string beside =
            latest && i == terminal.lit_end ? fmt::format("just printed, line {}", terminal.line) : "";
        const float right = beside.empty() ? 0 : text_width(frame, type::label, beside) + frame.em();
        if (!beside.empty())
            draw_text(frame, {row.max.x - frame.em(0.8F), row.centre().y}, type::label, Role::t2, beside,
                      Align::right);
        draw_elided(frame, {row.min.x + frame.em(0.8F), row.centre().y}, row.width() - frame.em(1.6F) - right,
                    latest ? type::code_strong : type::code,
                    i >= done ? Role::t3
                    : end     ? Role::trouble
                    : i == 0  ? Role::t2
                              : Role::t1,
                    text);
        if (touch.focused) draw_focus(frame, row.inset(frame.px(2)), 0);
    }
}

}  // namespace

float output_height(const Frame& frame, const StepModel& model, float room) {
    if (model.position() == nullptr || model.program() == nullptr) return 0;
    float box = box_em;
    if (model.program()->opened.whole != nullptr)
        box = std::max(box, terminal_row_em * float(rows_of(terminal_of(model))));
    const float least = frame.em(step_output_head_em + box_em + foot_em);
    if (room < 3.4F * least) return 0;
    return std::max(least, std::min(frame.em(step_output_head_em + box + foot_em), room * 0.3F));
}

void draw_output(Frame& frame, Rect rect, Services& services, StepModel& model, OutputState& state) {
    const auto run = model.program();
    Output output{frame, services, model, state, *run};
    const emulator::Trace& trace = model.position()->trace();
    frame.line(rect.min, {rect.max.x, rect.min.y}, Role::line);
    Rect line = rect.cut_top(frame.em(step_output_head_em));
    const float margin = frame.margin();
    line = line.inset(margin, 0);
    const bool whole = run->opened.whole != nullptr;
    const bool printed = whole ? !run->opened.whole->host.output.empty() ||
                                     !run->opened.whole->host.errors.empty() ||
                                     !run->opened.whole->host.ended.empty()
                               : !trace.printed.empty();
    const bool nothing = run->outcomes.empty() && !printed;
    if (nothing) {
        draw_text(frame, {line.min.x, line.centre().y}, type::strong, Role::t1, "Program output");
        draw_text(frame, {line.min.x, rect.min.y + frame.em(0.7F)}, type::body, Role::t2,
                  "The program printed nothing and changed no buffer.");
        return;
    }
    std::vector<std::string_view> names;
    if (printed) names.push_back("printed");
    for (const Outcome& outcome : run->outcomes) names.push_back(outcome.name);
    if (state.scenes != model.scenes()) {
        // The first buffer is the result, unless another was chosen before.
        state.scenes = model.scenes();
        state.chosen = 0;
        for (size_t i = 0; i < names.size(); ++i)
            if (names[i] == state.name) state.chosen = int(i);
    }
    state.chosen = std::clamp(state.chosen, 0, int(names.size()) - 1);
    // What lanes printed is the program's output; a buffer is what the run left in memory.
    const bool printed_shown = printed && state.chosen == 0;
    const std::string_view title = printed_shown ? "Program output"
                                   : trace.complete && run->opened.left_out.empty()
                                       ? "Memory after the run"
                                       : "Memory where the run ended";
    draw_text(frame, {line.min.x, line.centre().y}, type::strong, Role::t1, title);
    const float left = line.min.x + text_width(frame, type::strong, title) + frame.em();
    if (names.size() > 1 && left + segmented_width(frame, names) < line.max.x - frame.em(10)) {
        if (segmented(frame, "step.output.of", {left, line.centre().y - frame.em()}, names, state.chosen))
            state.name = nth(names, state.chosen);
    } else if (!printed_shown) {
        draw_text(frame, {left, line.centre().y}, type::code, Role::t2, nth(names, state.chosen));
    }
    Rect box = rect.inset(margin, 0);
    box.max.y -= frame.em(foot_em);
    frame.items.note("step.output", box);
    frame.fill(box, Role::bg1, frame.em(0.375F));
    frame.outline(box, Role::line, frame.em(0.375F));
    if (printed_shown && whole) return draw_terminal(frame, line, box, model, terminal_of(model));
    if (printed_shown) {
        draw_elided(frame, {box.min.x + frame.em(0.8F), box.centre().y}, box.width() - frame.em(1.6F),
                    type::code, Role::t1, printed_text(trace));
        return;
    }
    const Outcome& outcome = nth(run->outcomes, state.chosen - (printed ? 1 : 0));
    draw_verdict(output, outcome, line);
    draw_cells(frame, outcome, box);
}

}  // namespace upsweep::app::step
