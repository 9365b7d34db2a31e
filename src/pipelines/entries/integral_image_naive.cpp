// Bugetti's naive integral image: one thread per row, transpose, twice. Kernels of two other entries.
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/tables.h"

namespace upsweep::entries::integral_image_naive {
namespace {

SerialSettings scan_settings(const Parameters& parameters) {
    return {parameters.option("threads"), scans_inclusively(parameters)};
}

DiagonalSettings tile_settings(const Parameters& parameters) {
    return {parameters.option("tile"), parameters.option("block_rows")};
}

Plan make_plan(const Parameters& parameters) {
    const Extent extent = parameters.extent, turned = extent.transposed();
    const ScalarType type = parameters.types.output;
    const MachineShape machine = parameters.machine;
    TablePlan started = start_table("integral_image_naive", parameters);
    Plan& plan = started.plan;
    const BufferId row_sums = add_buffer(plan, "row_sums", type, extent);
    const BufferId columns = add_buffer(plan, "columns", type, turned);
    append_serial_scan(plan, plan.input, row_sums, Axis::rows, scan_settings(parameters), machine,
                       "scan rows");
    append_diagonal_transpose(plan, row_sums, columns, tile_settings(parameters), machine, "transpose");
    // In place, as the paper does it; exclusive sums need what they would overwrite.
    const BufferId sums =
        scans_inclusively(parameters) ? columns : add_buffer(plan, "column_sums", type, turned);
    append_serial_scan(plan, columns, sums, Axis::rows, scan_settings(parameters), machine, "scan columns");
    append_diagonal_transpose(plan, sums, started.table, tile_settings(parameters), machine,
                              "transpose back");
    return finish_table(std::move(started), parameters);
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const Extent extent = parameters.extent, turned = extent.transposed();
    const auto transpose = [&](Extent from) {
        return diagonal_transpose_cost(from, parameters.types.output, tile_settings(parameters),
                                       parameters.machine);
    };
    Cost cost = serial_cost(extent);
    cost += transpose(extent);
    cost += serial_cost(turned);
    // In place, a row's first element is stored where it was.
    if (scans_inclusively(parameters)) cost.copies += {extent.width, "w"};
    cost += transpose(turned);
    return to_expectations(cost, both_ways(serial_depth(extent.width), serial_depth(extent.height)));
}

double roundings(const Parameters& parameters) {
    return double(parameters.extent.width + parameters.extent.height);
}

}  // namespace

extern const Algorithm algorithm = table_entry({
    .slug = "integral_image_naive",
    .title = "One thread per row, transpose, twice",
    .source = "Bugetti 2025, section 2.2 (naive)",
    .teaches =
        "The fewest additions and the worst accesses: the number of additions does not predict the time",
    .options = {convention_option(), titled(threads_option(), "SECTION_SIZE: rows a block scans"),
                block_rows_option(), tile_option()},
    .opening = {.extent = {8, 4}},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::integral_image_naive
