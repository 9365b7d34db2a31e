// The integral image without a transpose: scan the rows, then the columns in place. Kernels of two other
// entries.
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/tables.h"

namespace upsweep::entries::integral_image_rows_columns {
namespace {

WarpScanSettings row_settings(const Parameters& parameters) {
    WarpScanSettings settings{parameters.option("segment")};
    settings.inclusive = scans_inclusively(parameters);
    return settings;
}

Plan make_plan(const Parameters& parameters) {
    TablePlan started = start_table("integral_image_rows_columns", parameters);
    Plan& plan = started.plan;
    // Down the columns in place; exclusive sums need what they would overwrite.
    const bool inclusive = scans_inclusively(parameters);
    const BufferId row_sums =
        inclusive ? started.table : add_buffer(plan, "row_sums", parameters.types.output, parameters.extent);
    append_warp_scan(plan, plan.input, row_sums, row_settings(parameters), parameters.machine, "scan rows");
    append_serial_scan(plan, row_sums, started.table, Axis::columns,
                       {parameters.option("threads"), inclusive}, parameters.machine, "scan columns");
    return finish_table(std::move(started), parameters);
}

Cost cost_of(const Parameters& parameters) {
    Cost cost = warp_scan_cost(parameters.extent, parameters.types.output, row_settings(parameters),
                               parameters.machine);
    cost += serial_cost(parameters.extent.transposed());
    // In place, a column's first element is stored where it was.
    if (scans_inclusively(parameters)) cost.copies += {parameters.extent.width, "w"};
    return cost;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return to_expectations(
        cost_of(parameters),
        both_ways(warp_scan_depth(parameters.extent.width, row_settings(parameters), parameters.machine),
                  serial_depth(parameters.extent.height)));
}

double roundings(const Parameters& parameters) {
    return warp_scan_roundings(parameters.extent, row_settings(parameters), parameters.machine) +
           double(parameters.extent.height);
}

}  // namespace

extern const Algorithm algorithm = table_entry({
    .slug = "integral_image_rows_columns",
    .title = "Rows, then columns",
    .source = "contrast to scan and transpose",
    .teaches = "No transpose is needed where the lanes of a warp take neighbouring columns",
    .options = {convention_option(), thread_segment_option(), threads_option()},
    .opening = {.extent = {8, 4}},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::integral_image_rows_columns
