// The integral image by passes over global memory, one launch each: its catalog entry. Kernels of scan_naive.
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/tables.h"

namespace upsweep::entries::integral_image_passes {
namespace {

Plan make_plan(const Parameters& parameters) {
    TablePlan started = start_table("integral_image_passes", parameters);
    append_passes(started.plan, started.plan.input, started.table, {Axis::rows, Axis::columns},
                  {parameters.option("threads"), scans_inclusively(parameters)}, parameters.machine);
    return finish_table(std::move(started), parameters);
}

Cost cost_of(const Parameters& parameters) {
    const bool inclusive = scans_inclusively(parameters);
    Cost cost = passes_cost(parameters.extent, inclusive);
    cost += passes_cost(parameters.extent.transposed(), inclusive);
    return cost;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const bool inclusive = scans_inclusively(parameters);
    const Extent extent = parameters.extent;
    return work_expectations(cost_of(parameters), both_ways(passes_depth(extent.width, inclusive),
                                                            passes_depth(extent.height, inclusive)));
}

}  // namespace

extern const Algorithm algorithm = table_entry({
    .slug = "integral_image_passes",
    .title = "Passes over global memory",
    .source = "stands for Messom and Barczak 2008, the comparison in Bilgic et al. 2010",
    .teaches =
        "No shared memory, no transpose: each of the log₂ w + log₂ h passes is a launch that moves the "
        "whole picture",
    .options = {convention_option(), threads_option()},
    .opening = {.extent = {8, 4}, .step = StepSize::launch},
    .compared_with = {"integral_image_blelloch", "Passes, shared memory"},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings_of<cost_of>,
});

}  // namespace upsweep::entries::integral_image_passes
