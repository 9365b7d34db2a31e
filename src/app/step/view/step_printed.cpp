// What lanes printed, beside the stage: every line with its thread and its step.
#include <algorithm>
#include <cmath>

#include "app/step/view/step_parts.h"
#include "emulator/trace/trace.h"
#include "replay/data/picture.h"

namespace upsweep::app::step {

using namespace replay;

namespace {

constexpr float step_printed_row_em = 1.75F;

/// One line of plain characters: what a lane prints may hold anything.
std::string shown_text(const std::string& printed) {
    std::string text = printed;
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
    return text;
}

void draw_line(Frame& frame, Rect row, StepModel& model, std::size_t number) {
    const StepPosition& at = *model.position();
    const emulator::Printed& printed = at.trace().printed[number];
    const Interaction hit = interact(frame, "step.printed." + std::to_string(number), row);
    const bool current = at.picture().range.contains(printed.step), done = printed.step < at.step();
    if (current || hit.hovered)
        frame.list()->AddRectFilled(row.min, row.max, frame.colour(current ? Role::bg3 : Role::bg2),
                                    frame.em(0.25F));
    const float y = row.centre().y;
    const std::string who =
        "block " + std::to_string(printed.block) + ", thread " + std::to_string(printed.thread);
    const std::string step = "step " + std::to_string(printed.step + 1);
    const float right = row.max.x - frame.em(0.5F), steps = text_width(frame, type::small, step);
    const float who_width = text_width(frame, type::small, who);
    const float left = row.min.x + frame.em(0.5F);
    draw_text(frame, {right, y}, type::small, frame.colour(Role::t3), step, Align::right);
    draw_text(frame, {right - steps - frame.em(0.8F), y}, type::small, frame.colour(Role::t3), who,
              Align::right);
    draw_elided(frame, {left, y}, right - steps - who_width - frame.em(1.6F) - left, type::code,
                frame.colour(done ? Role::t1 : Role::t3), shown_text(printed.text));
    if (hit.focused) draw_focus(frame, row.inset(frame.px(2)), frame.em(0.25F));
    if (hit.clicked) model.seek(printed.step + 1);
}

}  // namespace

void draw_printed(Frame& frame, Rect rect, StepModel& model, bool follow) {
    const auto& printed = model.position()->trace().printed;
    const float height = frame.em(step_printed_row_em);
    rect.max.y = rect.min.y + std::max(1.0F, std::floor(rect.height() / height + 0.02F)) * height;
    Pane list(frame, "step.printed", rect, Role::bg1, true);
    const float whole = height * static_cast<float>(printed.size());
    if (follow) {
        const auto next =
            std::lower_bound(printed.begin(), printed.end(), model.position()->step(),
                             [](const emulator::Printed& one, std::int64_t step) { return one.step < step; });
        // The line printed last is at the list's foot, as in a terminal.
        const float foot = height * static_cast<float>(next - printed.begin());
        ImGui::SetScrollY(std::clamp(foot - rect.height(), 0.0F, std::max(0.0F, whole - rect.height())));
    }
    const float top = list.origin().y;
    const auto first = static_cast<std::size_t>(std::max(0.0F, std::floor((rect.min.y - top) / height)));
    for (std::size_t i = first; i < printed.size(); ++i) {
        const float y = top + static_cast<float>(i) * height;
        if (y > rect.max.y - frame.px(2)) break;
        const Rect row(rect.min.x + frame.em(0.5F), y, rect.max.x - frame.em(0.9F), y + height);
        draw_line(frame, row.inset(0, frame.px(1)), model, i);
    }
    list.set_height(whole);
}

}  // namespace upsweep::app::step
