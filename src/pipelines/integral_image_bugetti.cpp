// Bugetti's integral image: single-pass scan, diagonal transpose, twice. Kernels of two other entries.
#include "pipelines/building_blocks.h"
#include "pipelines/row_scans.h"
#include "pipelines/tables.h"

namespace upsweep {
namespace {

SinglePassSettings scan_settings(const Parameters& parameters) { return {parameters.option("section")}; }

DiagonalSettings tile_settings(const Parameters& parameters) {
    return {parameters.option("tile"), parameters.option("block_rows")};
}

Plan make_plan(const Parameters& parameters) {
    const Extent extent = parameters.extent, turned = extent.transposed();
    const ScalarType type = parameters.types.output;
    const MachineShape machine = parameters.machine;
    TablePlan started = start_table("integral_image_bugetti", parameters);
    Plan& plan = started.plan;
    const BufferId row_sums = add_buffer(plan, "row_sums", type, extent);
    const BufferId columns = add_buffer(plan, "columns", type, turned);
    const BufferId sums = add_buffer(plan, "column_sums", type, turned);
    append_single_pass(plan, plan.input, row_sums, scan_settings(parameters), "scan rows");
    append_diagonal_transpose(plan, row_sums, columns, tile_settings(parameters), machine, "transpose");
    append_single_pass(plan, columns, sums, scan_settings(parameters), "scan columns");
    append_diagonal_transpose(plan, sums, started.table, tile_settings(parameters), machine,
                              "transpose back");
    return finish_table(std::move(started), parameters);
}

Cost cost_of(const Parameters& parameters) {
    const Extent extent = parameters.extent, turned = extent.transposed();
    Cost cost = single_pass_cost(extent, scan_settings(parameters));
    cost += diagonal_transpose_cost(extent, tile_settings(parameters), parameters.machine);
    cost += single_pass_cost(turned, scan_settings(parameters));
    cost += diagonal_transpose_cost(turned, tile_settings(parameters), parameters.machine);
    return cost;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return work_expectations(cost_of(parameters));
}

/// Along a row and down a column: the steps of a section, and the sections before it one by one.
double roundings(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    return static_cast<double>(cost_of(parameters).depth.value + extent.width + extent.height);
}

}  // namespace

namespace entries {
extern const Algorithm integral_image_bugetti;
const Algorithm integral_image_bugetti = {
    .slug = "integral_image_bugetti",
    .title = "Single-pass scan, transpose, twice",
    .chapter = "Integral images",
    .source = "Bugetti 2025, section 2.2",
    .teaches = "Four kernels: each pass reads and writes the matrix once, and 32 bytes a pixel are the floor",
    .shape = Shape::matrix,
    .options = {convention_option(), section_size_option(), block_rows_option(), tile_option()},
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
