// The bar under the exercise page.
#include <string>

#include <fmt/format.h>

#include "app/lessons/view/exercise_view.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"

namespace upsweep::app {

void ExerciseView::draw_foot(Frame& frame, Rect rect) {
    const Pane pane(frame, "exercise.foot", rect, Role::bg1);
    frame.fill(rect.top(snap(frame.px())), Role::line);
    const bool roomy = frame.density >= Density::wide, tiny = frame.density == Density::tiny;
    const float margin = frame.em(roomy ? 3 : 1.2F), y = rect.centre().y, gap = frame.em(0.5F);
    const auto place = [&](float left, float wide) {
        return Rect(left, y - frame.em(1.05F), left + wide, y + frame.em(1.05F));
    };
    float x = rect.min.x + margin;
    const auto put = [&](std::string_view id, std::string_view label, const ButtonOptions& options) {
        const float wide = button_width(frame, label, options);
        const bool clicked = button(frame, id, place(x, wide), label, options);
        x += wide + gap;
        return clicked;
    };
    if (put("lessons.back", tiny ? "" : "Back", {.icon = marks::step_back, .tip = "Previous page (PgUp)"}))
        doors_.back();
    x += frame.em(roomy ? 3 : 0.5F);
    if (put("exercise.reset", "Reset",
            {.icon = marks::back_to, .tip = "Puts your part back as it was at the start"}))
        model_.reset();
    if (model_.checking()) {
        if (put("exercise.cancel", "Stop", {.icon = marks::stop})) model_.cancel();
    } else if (put("exercise.check", "Check",
                   {.primary = !model_.passed() || model_.stale(),
                    .icon = marks::play,
                    .hint = roomy ? "Ctrl+Enter" : "",
                    .tip = "Runs your answer under many schedules: Ctrl+Enter"})) {
        check();
    }
    const bool may = model_.may_show_solution();
    const std::string why = fmt::format("Opens after {} tries that compile and differ from the previous one.",
                                        ExerciseModel::tries_before_solution);
    ButtonOptions solution{.chosen = model_.solution_shown()};
    if (!may) solution.disabled = why, solution.icon = marks::lock;
    if (put("exercise.solution",
            model_.solution_shown() ? "My answer"
            : tiny                  ? "Solution"
                                    : "Show solution",
            solution))
        model_.show_solution(!model_.solution_shown());

    float right = rect.max.x - margin;
    const ButtonOptions next{
        .primary = model_.passed() && !model_.stale(), .icon = marks::step_on, .tip = "PgDn"};
    const std::string_view onwards = tiny ? "Next" : "Next page";
    float wide = button_width(frame, onwards, next);
    right -= wide;
    if (button(frame, "lessons.next", place(right, wide), onwards, next)) doors_.next();
    if (model_.position() != nullptr && !tiny) {
        wide = button_width(frame, "Open in Step", {});
        right -= wide + gap;
        if (button(frame, "exercise.open", place(right, wide), "Open in Step", {}))
            services_.open(model_.scene());
    }
    const std::string says =
        model_.passed() && !model_.stale() ? "Passed."
        : may
            ? std::string()
            : fmt::format("opens after {} tries; {}", ExerciseModel::tries_before_solution,
                          model_.tries() == 0 ? "none yet" : fmt::format("this was try {}", model_.tries()));
    if (right - x > frame.em(6))
        draw_elided(frame, {x + frame.em(0.4F), y}, right - x - frame.em(1), type::label,
                    model_.passed() ? Role::right : Role::t3, says);
}

}  // namespace upsweep::app
