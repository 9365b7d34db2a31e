// The box filter from an integral image.
#include <algorithm>
#include <cmath>
#include <compare>
#include <map>

#include <fmt/format.h>

#include "pipelines/parts/kinds.h"
#include "pipelines/parts/windows.h"

namespace upsweep::entries::box_filter {
namespace {

Plan make_plan(const Parameters& parameters) {
    const Algorithm& table = find_algorithm("integral_image_one_pass");
    return make_box_filter_plan(
        parameters, table,
        with_defaults(table, {.extent = parameters.extent,
                              .types = {parameters.types.input, window_sum_type(parameters)},
                              .machine = parameters.machine,
                              .options = {}}));
}

/// Which parts of the sum up to a window's edge hold data: sum_up_to in kernels/borders.cuh.
struct Edge {
    bool first = false, more = false, has_more = false;

    friend auto operator<=>(const Edge&, const Edge&) = default;
};

Edge edge_at(int64_t place, int64_t n, reference::Border border) {
    if (place >= 0 && place <= n) return {.first = place > 0};
    if (border == reference::Border::cut) return {.first = place > n};
    if (border == reference::Border::replicate)
        return place < 0 ? Edge{.first = true} : Edge{.first = true, .more = n > 1, .has_more = true};
    return {.first = true, .more = place % (2 * n) != 0, .has_more = true};
}

/// Additions of one corner: of the two parts along a row, in one row or two, and of the rows.
int64_t corner_additions(const Edge& x, const Edge& y) {
    const auto any = [&](bool row) { return row && (x.first || (x.has_more && x.more)); };
    const bool upper = any(y.first), lower = y.has_more && any(y.more);
    const int64_t along = x.has_more ? 1 : 0;
    return along * upper + along * lower + (y.has_more && (upper || lower) ? 1 : 0);
}

/// The windows along an axis: how many have edges of a kind.
struct Window {
    Edge from, to;
    bool inside = false;

    friend auto operator<=>(const Window&, const Window&) = default;
};

std::map<Window, int64_t> windows_along(int64_t n, const Parameters& parameters) {
    const int64_t r = parameters.option("radius");
    const reference::Border border = border_of(parameters);
    std::map<Window, int64_t> windows;
    for (int64_t i = 0; i < n; ++i)
        ++windows[{edge_at(i - r, n, border), edge_at(i + r + 1, n, border), i >= r && i + r < n}];
    return windows;
}

/// What goes beyond three additions a window: where it reaches over the border, its corners are sums.
int64_t additions_beyond(const Parameters& parameters) {
    int64_t additions = 0;
    for (const auto& [x, columns] : windows_along(parameters.extent.width, parameters))
        for (const auto& [y, rows] : windows_along(parameters.extent.height, parameters)) {
            if (x.inside && y.inside) continue;
            additions += columns * rows *
                         (corner_additions(x.to, y.to) + corner_additions(x.from, y.to) +
                          corner_additions(x.to, y.from) + corner_additions(x.from, y.from));
        }
    return additions;
}

/// The table's; three between a window's four corners, and the half that rounds.
std::vector<Expectation> expectations(const Parameters& parameters) {
    std::vector<Expectation> all = integral_image_expectations(
        parameters.extent, {parameters.types.input, window_sum_type(parameters)}, parameters.machine);
    Cost cost;
    cost.additions = {4 * parameters.extent.count(), "4wh"};
    const int64_t beyond = additions_beyond(parameters);
    if (beyond > 0) cost.additions += {beyond, fmt::format("{} beyond the border", beyond)};
    cost.rounds = {1, "1"};
    append_expectations(all, work_expectations(cost));
    return all;
}

/// An f32 table holds sums up to w·h pixels, and its entries' roundings, as good as independent, stay when
/// corners are subtracted; a mean has its share of them. Eight standard deviations are allowed. Beyond a
/// border, corners count many times, and nothing of the error is divided away.
double roundings(const Parameters& parameters) {
    if (parameters.types.output == u8) return 0;
    const int64_t w = parameters.extent.width, h = parameters.extent.height;
    const int64_t reach = parameters.option("radius") + 1;
    const bool cut = border_of(parameters) == reference::Border::cut;
    const int64_t smallest = cut ? std::min(reach, w) * std::min(reach, h) : 1;
    return 8 * std::sqrt(double(w + h)) * double(w * h) / double(smallest);
}

}  // namespace

extern const Algorithm algorithm = filter_entry({
    .slug = "box_filter",
    .title = "From the integral image",
    .source = "Crow 1984; the sums continue past the borders",
    .teaches = "Four corners per pixel: the mean of any window at the same cost, for every radius",
    // A window of 4095² white pixels is the last whose sum fits 32 bits.
    .options = {radius_option(2047), border_option()},
    .types = {{u8, u8}, {f32, f32}},
    .opening = {.extent = {10, 8}, .launch = "mean of each window", .at = 4413},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::box_filter

namespace upsweep {

Plan make_box_filter_plan(const Parameters& parameters, const Algorithm& table,
                          const Parameters& table_parameters) {
    using namespace entries::box_filter;
    const Extent picture = parameters.extent;
    Plan plan = start_plan("box_filter", parameters);
    const BufferId sums = plan.add_buffer({"table", window_sum_type(parameters), picture});
    append_plan(plan, table.make_plan(table_parameters), plan.input, sums);
    // PIXELS of the kernel; a toy's threads have one each, so that small pictures have several blocks.
    const int64_t pixels = parameters.machine.lanes == 32 ? 4 : 1;
    KernelName kernel{"box_filter.cu", "box_filter",
                      type_definitions({window_sum_type(parameters), parameters.types.output})};
    if (pixels != 4) kernel.definitions.emplace_back("PIXELS", std::to_string(pixels));
    Launch launch =
        pixel_launch(std::move(kernel), picture, parameters.machine, "mean of each window", pixels);
    launch.arguments = arguments(sums, plan.output, picture.width, picture.height,
                                 parameters.option("radius"), parameters.option("border"));
    append_from_table(plan, sums, std::move(launch), SubjectRole::picture);
    return plan;
}

}  // namespace upsweep
