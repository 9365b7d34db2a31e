// Pieces that box filters share.
#include "pipelines/window_parts.h"

#include <limits>

#include <fmt/format.h>

#include "core/error.h"

namespace upsweep {
namespace {

constexpr ScanSettings inclusive_scan = {.segment = 0, .padding = true, .inclusive = true};

}  // namespace

Option radius_option(std::int64_t highest) {
    return {.name = "radius",
            .title = "the window is 2 r + 1 pixels wide and high",
            .lowest = 1,
            .highest = highest,
            .initial = 1};
}

Option border_option() {
    return {.name = "border",
            .title = "what lies beyond the picture",
            .lowest = 0,
            .highest = 2,
            .initial = 0,
            .value_names = {"cut the window", "replicate", "reflect"}};
}

reference::Border border_of(const Parameters& parameters) {
    return static_cast<reference::Border>(parameters.option("border"));
}

void append_integral_image(Plan& plan, BufferId from, BufferId to, MachineShape machine) {
    const Extent extent = plan[from].extent, turned = extent.transposed();
    const ScalarType type = plan[to].type;
    const BufferId row_sums = add_buffer(plan, "row_sums", type, extent);
    const BufferId columns = add_buffer(plan, "columns", type, turned);
    const BufferId sums = add_buffer(plan, "sums", type, turned);
    append_scan(plan, from, row_sums, inclusive_scan, machine, "scan rows");
    append_transpose(plan, row_sums, columns, {}, machine, "transpose");
    append_scan(plan, columns, sums, inclusive_scan, machine, "scan columns");
    append_transpose(plan, sums, to, {}, machine, "transpose back");
}

Cost integral_image_cost(Extent extent, ScalarType sums, MachineShape machine) {
    const Extent turned = extent.transposed();
    Cost cost = scan_cost(extent, sums, inclusive_scan, machine);
    cost += transpose_cost(extent, sums, {}, machine);
    cost += scan_cost(turned, sums, inclusive_scan, machine);
    cost += transpose_cost(turned, sums, {}, machine);
    return cost;
}

Launch pixel_launch(KernelName kernel, Extent picture, MachineShape machine, std::string name) {
    const std::int64_t threads = 8 * machine.lanes;
    const std::int64_t blocks = (picture.width + threads - 1) / threads * picture.height;
    if (blocks > std::numeric_limits<std::int32_t>::max())
        throw UsageError(
            fmt::format("A picture of {} × {} needs {} blocks, and a grid holds {}; take a smaller one.",
                        picture.width, picture.height, blocks, std::numeric_limits<std::int32_t>::max()));
    Launch launch;
    launch.kernel = std::move(kernel);
    launch.grid = {blocks};
    launch.block = {threads};
    launch.name = std::move(name);
    return launch;
}

}  // namespace upsweep
