// The Playground presented to a class: the picture and one line about what is done to it.
#include <algorithm>

#include <fmt/core.h>

#include "app/playground/view/playground_view.h"
#include "replay/data/picture.h"
#include "stage/page.h"

namespace upsweep::app {

std::optional<stage::Page> PlaygroundView::page() const {
    stage::Page page{.subject = panel().presented_subject()};
    page.place = static_cast<int>(model_.show) + 1;
    page.count = 3;
    if (!model_.picture()) return page;
    page.sentence = panel().presented_sentence();
    const Extent extent = model_.picture()->extent();
    page.counts = panel().presented_counts();
    if (page.counts.empty())
        page.counts = {
            fmt::format("{}, {} × {} pixels", model_.picture()->name, extent.width, extent.height)};
    return page;
}

void PlaygroundView::draw_presented(Frame& frame) {
    const Pane pane(frame, "playground.presented", frame.area, Role::bg0);
    const float margin = frame.em(1.5F);
    Rect area = frame.area.inset(margin, 0);
    if (const float beside = panel().presented_beside_em(frame); beside > 0 && model_.picture()) {
        panel().draw_presented_beside(frame, area.cut_right(frame.em(beside)));
        area.cut_right(margin);
    }
    draw_camera(frame, area.snapped());
}

void PlaygroundView::turn(int by) {
    model_.show = static_cast<Playground::Show>(std::clamp(static_cast<int>(model_.show) + by, 0, 2));
}

std::int64_t PlaygroundView::moment() const {
    const auto task = static_cast<std::int64_t>(task_);
    return (task * 3 + static_cast<int>(model_.show)) * 1'000'000 + panel().moment();
}

}  // namespace upsweep::app
