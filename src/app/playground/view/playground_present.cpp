// The Playground presented to a class: the picture and one line about what is done to it.
#include <algorithm>

#include <fmt/core.h>

#include "app/playground/view/playground_view.h"
#include "stage/page.h"

namespace upsweep::app {

std::optional<stage::Page> PlaygroundView::page() const {
    stage::Page page{.subject = fmt::format("Box filter, radius {}", model_.radius())};
    page.place = static_cast<int>(model_.show) + 1;
    page.count = 3;
    if (!model_.picture()) return page;
    const int side = 2 * model_.radius() + 1;
    page.sentence = fmt::format(
        "Each pixel becomes the mean of **{} × {}** around it, from **four corners** of one table of sums.",
        side, side);
    const Extent extent = model_.picture()->extent();
    page.counts = {fmt::format("{}, {} × {} pixels", model_.picture()->name, extent.width, extent.height)};
    return page;
}

void PlaygroundView::draw_presented(Frame& frame) {
    const Pane pane(frame, "playground.presented", frame.area, Role::bg0);
    const float margin = frame.em(1.5F);
    draw_camera(frame, frame.area.inset(margin, 0).snapped());
}

void PlaygroundView::turn(int by) {
    model_.show = static_cast<Playground::Show>(std::clamp(static_cast<int>(model_.show) + by, 0, 2));
}

std::int64_t PlaygroundView::moment() const { return static_cast<int>(model_.show) * 1000 + model_.radius(); }

}  // namespace upsweep::app
