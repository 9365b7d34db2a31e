// The box filter's controls, keys and marks.
#include "app/playground/view/box_filter_panel.h"

#include <fmt/core.h>

#include "vision/box_filter.h"

namespace upsweep::app {

BoxFilterPanel::BoxFilterPanel(PlaygroundContext context)
    : model_(context.playground), task_(context.services.jobs) {}

void BoxFilterPanel::restore(const Settings& settings) {
    task_.set_radius(static_cast<int>(settings.integer("playground.radius", task_.radius())));
}

void BoxFilterPanel::save(Settings& settings) const { settings.set("playground.radius", task_.radius()); }

void BoxFilterPanel::bind_keys(KeyMap& keys) {
    keys.bind("Left", "Radius one less", [this] { task_.set_radius(task_.radius() - 1); });
    keys.bind("Right", "Radius one more", [this] { task_.set_radius(task_.radius() + 1); });
}

float BoxFilterPanel::draw_controls(Frame& frame, ImVec2 at, float width) {
    const float start = at.y;
    at.y += radius_.draw(frame, at, width, "playground.radius", task_.radius(), BoxFilterTask::most_radius,
                         [this](int radius) { task_.set_radius(radius); });
    const int side = 2 * task_.radius() + 1;
    at.y += value_row(frame, at, width, "window", fmt::format("{} × {} pixels", side, side), type::code);
    at.y += value_row(frame, at, width, "edge", "mean of what is inside");
    return at.y - start;
}

void BoxFilterPanel::draw_over(Frame& frame, const PlaygroundSight& sight) {
    if (model_.region()) draw_region(frame, sight.plates, sight.rect(*model_.region()), *model_.region());
    const std::int64_t x = model_.pointer_x(), y = model_.pointer_y();
    const vision::Region window = vision::window_around(x, y, task_.radius(), model_.picture()->extent());
    draw_window(frame, sight.plates, sight.rect(window), sight.rect({x, y, x + 1, y + 1}), window);
}

std::string BoxFilterPanel::presented_subject() const {
    return fmt::format("Box filter, radius {}", task_.radius());
}

std::string BoxFilterPanel::presented_sentence() const {
    const int side = 2 * task_.radius() + 1;
    return fmt::format(
        "Each pixel becomes the mean of **{} × {}** around it, from **four corners** of one table of sums.",
        side, side);
}

std::unique_ptr<PlaygroundPanel> make_box_filter_panel(PlaygroundContext context) {
    return std::make_unique<BoxFilterPanel>(context);
}

}  // namespace upsweep::app
