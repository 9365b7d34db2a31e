// Beside the stage: the present text on the GPU, and whether it gives what the emulator gives.
#include "app/step/view/step_parts.h"
#include "app/ui/marks.h"
#include "core/quotes.h"
#include "emulator/trace/trace.h"

namespace upsweep::app::step {
namespace {

using State = GpuCheck::State;

constexpr float button_em = 2;
constexpr std::size_t most_printed = 400;

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
    const std::string why = GpuCheck::why_not_raced(model.scene());
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
    (equal ? marks::tick : marks::cross)(frame, Rect::around({row.max.x - size, row.centre().y}, size, size),
                                         frame.colour(equal ? Role::right : Role::trouble));
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

}  // namespace

void draw_gpu(Frame& frame, Rect rect, const StepModel& model, const InspectorState& state) {
    GpuCheck& check = *state.gpu;
    Rect rest = rect.inset(frame.em(1), 0);
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

}  // namespace upsweep::app::step
