// Oro's integral image: multiscan, transpose, multiscan, transpose. Kernels of two other entries.
#include "pipelines/building_blocks.h"
#include "pipelines/row_scans.h"
#include "pipelines/tables.h"

namespace upsweep {
namespace {

WarpScanSettings scan_settings(const Parameters& parameters) {
    return {parameters.option("segment"), parameters.option("shuffle") != 0};
}

TileSettings tile_settings(const Parameters& parameters) { return {parameters.option("tile"), true}; }

Plan make_plan(const Parameters& parameters) {
    const Extent extent = parameters.extent, turned = extent.transposed();
    const ScalarType type = parameters.types.output;
    const MachineShape machine = parameters.machine;
    TablePlan started = start_table("integral_image_oro", parameters);
    Plan& plan = started.plan;
    const BufferId row_sums = add_buffer(plan, "row_sums", type, extent);
    const BufferId columns = add_buffer(plan, "columns", type, turned);
    const BufferId sums = add_buffer(plan, "sums", type, turned);
    append_warp_scan(plan, plan.input, row_sums, scan_settings(parameters), machine, "multiscan rows");
    append_transpose(plan, row_sums, columns, tile_settings(parameters), machine, "transpose");
    append_warp_scan(plan, columns, sums, scan_settings(parameters), machine, "multiscan columns");
    append_transpose(plan, sums, started.table, tile_settings(parameters), machine, "transpose back");
    return finish_table(std::move(started), parameters);
}

Cost cost_of(const Parameters& parameters) {
    const Extent extent = parameters.extent, turned = extent.transposed();
    const ScalarType type = parameters.types.output;
    const MachineShape machine = parameters.machine;
    // The turned sums come out of memory: every cell is data, those past the end are not.
    Cost cost = warp_scan_cost(extent, scan_settings(parameters), machine);
    cost += transpose_cost(extent, type, tile_settings(parameters), machine);
    cost += warp_scan_cost(turned, scan_settings(parameters), machine);
    cost += transpose_cost(turned, type, tile_settings(parameters), machine);
    return cost;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return work_expectations(cost_of(parameters));
}

/// No element passes more additions than both scans are deep.
double roundings(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    const WarpScanSettings settings = scan_settings(parameters);
    return warp_scan_roundings(extent, settings, parameters.machine) +
           warp_scan_roundings(extent.transposed(), settings, parameters.machine);
}

Option shuffle_option() {
    return {.name = "shuffle",
            .title = "where a warp keeps its sums",
            .lowest = 0,
            .highest = 1,
            .initial = 0,
            .value_names = {"shared memory", "registers"}};
}

}  // namespace

namespace entries {
extern const Algorithm integral_image_oro;
const Algorithm integral_image_oro = {
    .slug = "integral_image_oro",
    .title = "Multiscan, transpose, twice",
    .chapter = "Integral images",
    .source = "Oro et al. 2011, section 4",
    .teaches = "Every row in one launch, turn the matrix, every row again, and turn it back",
    .shape = Shape::matrix,
    .options = {convention_option(), shuffle_option(), thread_segment_option(), tile_option()},
    .types = usual_types(),
    .initial_extent = {8, 4},
    .make_plan = make_plan,
    .reference = reference_table,
    .expectations = expectations,
    .convention = table_convention,
    .roundings = roundings,
};
}  // namespace entries

}  // namespace upsweep
