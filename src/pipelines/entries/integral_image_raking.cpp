// The integral image by scan, transpose, scan, transpose with the quickest kernels of each kind.
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/depth.h"
#include "pipelines/parts/row_scans.h"
#include "pipelines/parts/scan_chunks.h"
#include "pipelines/parts/tables.h"
#include "pipelines/parts/transpose_wide.h"

namespace upsweep::entries::integral_image_raking {
namespace {

/// The kernels make both tables; the padded one is the inclusive one, shifted.
bool inclusive(const Parameters& parameters) {
    return switched_convention(parameters) != Convention::exclusive;
}

Plan make_plan(const Parameters& parameters) {
    const Extent extent = parameters.extent, turned = extent.transposed();
    const ScalarType type = parameters.types.output;
    const MachineShape machine = parameters.machine;
    const bool padded = switched_convention(parameters) == Convention::padded;
    TablePlan started = start_table("integral_image_raking", parameters, extent, padded);
    Plan& plan = started.plan;
    const BufferId row_sums = plan.add_buffer({"row_sums", type, extent});
    const BufferId columns = plan.add_buffer({"columns", type, turned});
    const BufferId sums = plan.add_buffer({"sums", type, turned});
    append_raking_scan(plan, plan.input, row_sums, inclusive(parameters), machine, "scan rows");
    append_wide_transpose(plan, row_sums, columns, machine, "transpose");
    append_raking_scan(plan, columns, sums, inclusive(parameters), machine, "scan columns");
    append_wide_transpose(plan, sums, started.table, machine, "transpose back");
    return finish_table(std::move(started), parameters);
}

Array reference_of(const Parameters& parameters, const Array& input) {
    return reference_table(input, parameters.types.output, switched_convention(parameters));
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
    const auto depth = [&](std::int64_t width) {
        return raking_depth(width, inclusive(parameters), parameters.types.output, machine);
    };
    return work_expectations(cost, both_ways(depth(extent.width), depth(extent.height)));
}

double roundings(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    return chunk_roundings(parameters.machine, cut_of(extent, parameters)) +
           chunk_roundings(parameters.machine, cut_of(extent.transposed(), parameters));
}

}  // namespace

extern const Algorithm algorithm = {
    .slug = "integral_image_raking",
    .title = "Scan, transpose, scan, transpose, wide",
    .chapter = "Integral images",
    .source = "The four passes of Oro et al. 2011 and Bugetti 2025 with wide accesses",
    .teaches =
        "Four passes near the speed of four copies are still four passes: one pass is what makes it fast",
    .shape = Shape::matrix,
    .options = {inclusive_table_option(), padded_table_option()},
    .types = usual_types(),
    .opening = {.extent = {16, 8}},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
    .result = ResultKind::table,
    .layout = upright_layout,
    .convention = switched_convention,
    .roundings = roundings,
};

}  // namespace upsweep::entries::integral_image_raking
