// The integral image by scan, transpose, scan, transpose with the quickest kernels of each kind.
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/row_scans.h"
#include "pipelines/parts/tables.h"

namespace upsweep::entries::integral_image_raking {
namespace {

Plan make_plan(const Parameters& parameters) {
    const Extent extent = parameters.extent, turned = extent.transposed();
    const ScalarType type = parameters.types.output;
    const MachineShape machine = parameters.machine;
    TablePlan started = start_table("integral_image_raking", parameters);
    Plan& plan = started.plan;
    const BufferId row_sums = plan.add_buffer({"row_sums", type, extent});
    const BufferId columns = plan.add_buffer({"columns", type, turned});
    const BufferId sums = plan.add_buffer({"sums", type, turned});
    append_raking_scan(plan, plan.input, row_sums, scans_inclusively(parameters), machine, "scan rows");
    append_wide_transpose(plan, row_sums, columns, machine, "transpose");
    append_raking_scan(plan, columns, sums, scans_inclusively(parameters), machine, "scan columns");
    append_wide_transpose(plan, sums, started.table, machine, "transpose back");
    return finish_table(std::move(started), parameters);
}

Chunks cut_of(Extent extent, const Parameters& parameters) {
    return cut_into_chunks(ChunkKernel::raking, extent.width, parameters.types.output, parameters.machine);
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const Extent extent = parameters.extent, turned = extent.transposed();
    const MachineShape machine = parameters.machine;
    Cost cost = raking_cost(extent, parameters.types.output, machine);
    cost += wide_transpose_cost(extent, machine);
    cost += raking_cost(turned, parameters.types.output, machine);
    cost += wide_transpose_cost(turned, machine);
    const auto depth = [&](int64_t width) {
        return raking_depth(width, scans_inclusively(parameters), parameters.types.output, machine);
    };
    return work_expectations(cost, both_ways(depth(extent.width), depth(extent.height)));
}

double roundings(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    return chunk_roundings(parameters.machine, cut_of(extent, parameters)) +
           chunk_roundings(parameters.machine, cut_of(extent.transposed(), parameters));
}

}  // namespace

extern const Algorithm algorithm = table_entry({
    .slug = "integral_image_raking",
    .title = "Scan, transpose, scan, transpose, wide",
    .source = "The four passes of Oro et al. 2011 and Bugetti 2025 with wide accesses",
    .teaches =
        "Four passes near the speed of four copies are still four passes: one pass is what makes it fast",
    .options = {inclusive_option(true), padded_table_option()},
    .opening = {.extent = {16, 8}},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::integral_image_raking
