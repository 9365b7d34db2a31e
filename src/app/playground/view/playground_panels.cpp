// The list of the Playground's tasks.
#include "app/playground/view/playground_panel.h"
#include "replay/data/picture.h"
#include "vision/box_filter.h"

namespace upsweep::app {

std::vector<std::unique_ptr<PlaygroundPanel>> make_playground_panels(PlaygroundContext context) {
    // Rows are in this order: box filter, local contrast, adaptive threshold, difference of boxes, region
    // histogram and likelihood, face detection.
    static constexpr auto make = {
        make_box_filter_panel, make_contrast_panel,   make_threshold_panel,
        make_difference_panel, make_likelihood_panel, make_faces_panel,
    };
    std::vector<std::unique_ptr<PlaygroundPanel>> panels;
    for (const auto make_one : make) panels.push_back(make_one(context));
    return panels;
}

void draw_pointer_window(Frame& frame, const PlaygroundSight& sight, const Playground& model, int radius) {
    const std::int64_t x = model.pointer_x(), y = model.pointer_y();
    const vision::Region window = vision::window_around(x, y, radius, model.picture()->extent());
    draw_window(frame, sight.plates, sight.rect(window), sight.rect({x, y, x + 1, y + 1}), window);
}

std::span<const std::string_view> PlaygroundPanel::hints() const {
    static constexpr std::string_view hints[] = {"hold A: original · right-drag: rectangle",
                                                 "hold A: original"};
    return std::span(hints).subspan(takes_region() ? 0 : 1);
}

}  // namespace upsweep::app
