// The box filter that adds up every window again.
#include <algorithm>

#include <fmt/format.h>

#include "pipelines/parts/kinds.h"
#include "pipelines/parts/windows.h"

namespace upsweep::entries::box_filter_window {
namespace {

Plan make_plan(const Parameters& parameters) {
    const Extent picture = parameters.extent;
    Plan plan = start_plan("box_filter_window", parameters);
    Launch launch =
        pixel_launch({"box_filter_window.cu", "box_filter_window", window_definitions(parameters)}, picture,
                     parameters.machine, "add up each window");
    launch.arguments = window_arguments(parameters);
    append_pass(plan, plan.input, plan.output, std::move(launch));
    return plan;
}

/// How many pixels the windows along a line of n have, all together; a cut window lacks what lies beyond.
int64_t pixels_along(int64_t n, int64_t r, bool cut) {
    const int64_t reach = std::min(r, n - 1);
    return cut ? n + 2 * n * reach - reach * (reach + 1) : n * (2 * r + 1);
}

/// Every pixel of every window, and the half that rounds.
std::vector<Expectation> expectations(const Parameters& parameters) {
    const int64_t w = parameters.extent.width, h = parameters.extent.height;
    const int64_t r = parameters.option("radius");
    const bool cut = border_of(parameters) == reference::Border::cut;
    Cost cost;
    const int64_t across = pixels_along(w, r, cut), down = pixels_along(h, r, cut);
    cost.additions = {across * down, cut && r < w && r < h ? "((2r + 1)w − r(r + 1))((2r + 1)h − r(r + 1))"
                                     : cut                 ? fmt::format("{}·{}", across, down)
                                                           : "(2r + 1)²wh"};
    cost.additions += {w * h, "wh"};
    cost.rounds = {1, "1"};
    return work_expectations(cost);
}

/// Every pixel of the window is added to the sum, and the sum divided.
double roundings(const Parameters& parameters) {
    if (parameters.types.output == u8) return 0;
    const auto side = double(2 * parameters.option("radius") + 1);
    return side * side + 1;
}

}  // namespace

extern const Algorithm algorithm = filter_entry({
    .slug = "box_filter_window",
    .title = "Recompute every window",
    .source = "the plain filter",
    .teaches = "(2r + 1)² reads per pixel: this is what the integral image saves",
    .options = {radius_option(7), border_option()},
    .types = {{u8, u8}, {f32, f32}},
    .opening = {.extent = {10, 8}, .at = 2506},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::box_filter_window
