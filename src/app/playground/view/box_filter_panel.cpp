// The box filter's controls, keys and marks.
#include "app/playground/view/box_filter_panel.h"

#include <array>

#include <fmt/core.h>

#include "app/ui/controls.h"
#include "vision/smoothing.h"

namespace upsweep::app {

BoxFilterPanel::BoxFilterPanel(PlaygroundContext context)
    : model_(context.playground), task_(context.services.jobs) {}

void BoxFilterPanel::bind_keys(KeyMap& keys) {
    bind_radius_keys(keys, task_);
    keys.bind("P", "One, two or three passes",
              [this] { task_.set_passes(task_.passes() % BoxFilterTask::most_passes + 1); });
}

float BoxFilterPanel::draw_controls(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    at.y += radius_.draw(frame, at, width, task_.radius(), BoxFilterTask::most_radius,
                         [this](int radius) { task_.set_radius(radius); });
    static constexpr std::array<std::string_view, 3> passes = {"1", "2", "3"};
    draw_text(frame, {at.x, at.y + frame.em(1)}, type::label, frame.colour(Role::t2), "passes");
    int chosen = task_.passes() - 1;
    if (segmented(frame, "playground.passes", {at.x + width - segmented_width(frame, passes), at.y}, passes,
                  chosen))
        task_.set_passes(chosen + 1);
    at.y += frame.em(2.2F);
    if (task_.passes() > 1)
        at.y +=
            value_row(frame, at, width, "like a Gaussian of",
                      fmt::format("σ = {:.1f}", vision::smoothing_deviation(task_.radius(), task_.passes())),
                      type::code);
    at.y += value_row(frame, at, width, "edge", "mean of the pixels inside");
    return at.y - start;
}

void BoxFilterPanel::draw_over(Frame& frame, const PlaygroundSight& sight) {
    if (model_.region()) draw_region(frame, sight.plates, sight.rect(*model_.region()), *model_.region());
    draw_pointer_window(frame, sight, model_, task_.radius());
}

std::string BoxFilterPanel::presented_subject() const {
    return fmt::format("Box filter, radius {}", task_.radius());
}

std::string BoxFilterPanel::presented_sentence() const {
    const int side = 2 * task_.radius() + 1;
    if (task_.passes() > 1)
        return fmt::format(
            "**{}** means of **{} × {}**, one after another, approximate a Gaussian of **σ = {:.1f}**.",
            task_.passes(), side, side, vision::smoothing_deviation(task_.radius(), task_.passes()));
    return fmt::format(
        "Each pixel becomes the mean of **{} × {}** around it, from **four corners** of one table of sums.",
        side, side);
}

std::unique_ptr<PlaygroundPanel> make_box_filter_panel(PlaygroundContext context) {
    return std::make_unique<BoxFilterPanel>(context);
}

}  // namespace upsweep::app
