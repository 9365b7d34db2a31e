// The integral image as scan, transpose, scan; and, to have it upright, transpose again. Kernels of two other
// entries.
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/tables.h"

namespace upsweep::entries::integral_image_blelloch {
namespace {

ScanSettings scan_settings(const Parameters& parameters) {
    return {parameters.option("segment"), parameters.is_on("padding"), scans_inclusively(parameters)};
}

TileSettings tile_settings(const Parameters& parameters) {
    return {parameters.option("tile"), parameters.is_on("padding")};
}

Plan make_plan(const Parameters& parameters) {
    const Extent extent = parameters.extent, turned = extent.transposed();
    const ScalarType type = parameters.types.output;
    const ScanSettings scan = scan_settings(parameters);
    const TileSettings tile = tile_settings(parameters);
    const MachineShape machine = parameters.machine;
    TablePlan started = start_table("integral_image_blelloch", parameters);
    Plan& plan = started.plan;
    const BufferId row_sums = plan.add_buffer({"row_sums", type, extent});
    const BufferId columns = plan.add_buffer({"columns", type, turned});
    const BufferId sums = is_upright(parameters) ? plan.add_buffer({"sums", type, turned}) : started.table;
    append_scan(plan, plan.input, row_sums, scan, machine, "scan rows");
    append_transpose(plan, row_sums, columns, tile, machine, "transpose");
    append_scan(plan, columns, sums, scan, machine, "scan columns");
    if (is_upright(parameters)) append_transpose(plan, sums, started.table, tile, machine, "transpose back");
    return finish_table(std::move(started), parameters);
}

Cost cost_of(const Parameters& parameters) {
    const Extent extent = parameters.extent, turned = extent.transposed();
    const ScalarType type = parameters.types.output;
    const MachineShape machine = parameters.machine;
    Cost cost = scan_cost(extent, type, scan_settings(parameters), machine);
    cost += transpose_cost(extent, type, tile_settings(parameters), machine);
    cost += scan_cost(turned, type, scan_settings(parameters), machine);
    if (is_upright(parameters)) cost += transpose_cost(turned, type, tile_settings(parameters), machine);
    return cost;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const ScanSettings settings = scan_settings(parameters);
    return to_expectations(cost_of(parameters), both_ways(scan_depth(parameters.extent.width, settings),
                                                          scan_depth(parameters.extent.height, settings)));
}

}  // namespace

extern const Algorithm algorithm = table_entry({
    .slug = "integral_image_blelloch",
    .title = "Scan, transpose, scan",
    .source = "Bilgic et al. 2010, section IV",
    .teaches =
        "A transpose turns columns into rows: one scan kernel and one transpose make an integral image",
    .options = {padding_option(), inclusive_option(), padded_table_option(), turned_back_option(),
                segment_option(), tile_option()},
    .opening = {.extent = {8, 4}},
    .make_plan = make_plan,
    .expectations = expectations,
    // No element passes more additions than both trees are deep.
    .roundings = roundings_of<cost_of>,
});

}  // namespace upsweep::entries::integral_image_blelloch
