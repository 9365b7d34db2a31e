// One thread per column of the transposed problem: its catalog entry.
#include "pipelines/parts/kinds.h"
#include "reference/reference.h"

namespace upsweep::entries::scan_serial_columns {
namespace {

Plan make_plan(const Parameters& parameters) {
    Plan plan = start_plan("scan_serial_columns", parameters);
    append_serial_scan(plan, plan.input, plan.output, Axis::columns,
                       {parameters.option("threads"), scans_inclusively(parameters)}, parameters.machine,
                       "scan columns");
    return plan;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return to_expectations(serial_cost(parameters.extent.transposed()),
                           serial_depth(parameters.extent.height));
}

Array reference_of(const Parameters& parameters, const Array& input) {
    const ScalarType type = parameters.types.output;
    // Turned columns are rows.
    const Array rows = reference::transpose(input, type);
    return reference::transpose(reference::scan_rows(rows, type, scans_inclusively(parameters)), type);
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "scan_serial_columns",
    .title = "One thread per column",
    .chapter = "Prefix sums",
    .source = "contrast to one thread per row",
    .teaches = "The transposed problem: the same loop, but the lanes of a warp read neighbouring elements",
    .options = {threads_option(), inclusive_option()},
    .types = usual_types(),
    .opening = {.extent = {8, 8}},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
    .result = ResultKind::scan,
    .roundings = [](const Parameters& parameters) { return double(parameters.extent.height); },
};

}  // namespace upsweep::entries::scan_serial_columns
