// The stage's foot for an own program: what it printed, and what it left in its buffers beside what was
// expected.
#include <algorithm>

#include <fmt/format.h>

#include "app/step/view/step_chips.h"
#include "app/step/view/step_parts.h"
#include "app/ui/marks.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "emulator/trace/trace.h"

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
            marks::cross(frame, Rect::around({x + frame.em(0.5F), cell.min.y + frame.em(0.5F)}, size, size),
                         Role::trouble_text);
            draw_text(frame, {x + frame.em(0.9F), y}, type::number, Role::trouble_text, text);
            draw_text(frame, {cell.max.x + frame.em(0.4F), y}, type::small, Role::t2, should);
        } else {
            draw_text(frame, {x, y}, type::number, written ? Role::t1 : Role::t3, text);
        }
        x += width + gap;
    }
}

}  // namespace

float output_height(const Frame& frame, const StepModel& model, float room) {
    if (model.position() == nullptr || model.program() == nullptr) return 0;
    const float wanted = frame.em(step_output_head_em + box_em + foot_em);
    return room < 3.4F * wanted ? 0 : wanted;
}

void draw_output(Frame& frame, Rect rect, Services& services, StepModel& model, OutputState& state) {
    const auto run = model.program();
    Output output{frame, services, model, state, *run};
    const emulator::Trace& trace = model.position()->trace();
    frame.line(rect.min, {rect.max.x, rect.min.y}, Role::line);
    Rect line = rect.cut_top(frame.em(step_output_head_em));
    const float margin = frame.margin();
    line = line.inset(margin, 0);
    const std::string_view title = trace.complete ? "Program output" : "Output up to the end of the run";
    draw_text(frame, {line.min.x, line.centre().y}, type::strong, Role::t1, title);
    if (run->outcomes.empty() && trace.printed.empty()) {
        draw_text(frame, {line.min.x, rect.min.y + frame.em(0.7F)}, type::body, Role::t2,
                  "The program printed nothing and changed no buffer.");
        return;
    }
    std::vector<std::string_view> names;
    const bool printed = !trace.printed.empty();
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
    const float left = line.min.x + text_width(frame, type::strong, title) + frame.em(1);
    if (names.size() > 1 && left + segmented_width(frame, names) < line.max.x - frame.em(10)) {
        if (segmented(frame, "step.output.of", {left, line.centre().y - frame.em(1)}, names, state.chosen))
            state.name = nth(names, state.chosen);
    } else if (!(printed && state.chosen == 0)) {
        draw_text(frame, {left, line.centre().y}, type::code, Role::t2, nth(names, state.chosen));
    }
    Rect box = rect.inset(margin, 0);
    box.max.y -= frame.em(foot_em);
    frame.items.note("step.output", box);
    frame.fill(box, Role::bg1, frame.em(0.375F));
    frame.outline(box, Role::line, frame.em(0.375F));
    if (printed && state.chosen == 0) {
        draw_elided(frame, {box.min.x + frame.em(0.8F), box.centre().y}, box.width() - frame.em(1.6F),
                    type::code, Role::t1, printed_text(trace));
        return;
    }
    const Outcome& outcome = nth(run->outcomes, state.chosen - (printed ? 1 : 0));
    draw_verdict(output, outcome, line);
    draw_cells(frame, outcome, box);
}

}  // namespace upsweep::app::step
