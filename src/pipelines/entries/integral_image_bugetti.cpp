// Bugetti's integral image: single-pass scan, diagonal transpose, twice. Kernels of two other entries.
#include "pipelines/parts/kinds.h"
#include "pipelines/parts/tables.h"

namespace upsweep::entries::integral_image_bugetti {
namespace {

TableStep scan_step(const Parameters& parameters) {
    const SinglePassSettings settings{parameters.option("section"), scans_inclusively(parameters)};
    const MachineShape machine = parameters.machine;
    const ScalarType type = parameters.types.output;
    return {"scan",
            [=](Plan& plan, BufferId from, BufferId to, const std::string& name) {
                append_single_pass(plan, from, to, settings, name);
            },
            [=](Extent extent) { return single_pass_cost(extent, type, settings, machine); }};
}

TableStep turn_step(const Parameters& parameters) {
    const DiagonalSettings settings{parameters.option("tile"), parameters.option("block_rows")};
    const MachineShape machine = parameters.machine;
    const ScalarType type = parameters.types.output;
    return {"transpose",
            [=](Plan& plan, BufferId from, BufferId to, const std::string& name) {
                append_diagonal_transpose(plan, from, to, settings, machine, name);
            },
            [=](Extent extent) { return diagonal_transpose_cost(extent, type, settings, machine); }};
}

Plan make_plan(const Parameters& parameters) {
    TablePlan started = start_table("integral_image_bugetti", parameters);
    append_scans_and_turns(started.plan, started.plan.input, started.table, scan_step(parameters),
                           turn_step(parameters));
    return finish_table(std::move(started), parameters);
}

Cost cost_of(const Parameters& parameters) {
    return scans_and_turns_cost(parameters.extent, scan_step(parameters), turn_step(parameters));
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    std::optional<Term> depth;
    const SinglePassSettings settings{parameters.option("section"), true};
    // What a column's section publishes is the deepest; it continues from the last sum of a row.
    if (scans_inclusively(parameters) && single_pass_depth(parameters.extent.width, settings))
        depth = both_ways(doubling_depth(parameters.extent.width),
                          single_pass_depth(parameters.extent.height, settings));
    return to_expectations(cost_of(parameters), depth);
}

/// Along a row and down a column: the steps of a section, and the sections before it one by one.
double roundings(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    return double(cost_of(parameters).rounds.value + extent.width + extent.height);
}

}  // namespace

extern const Algorithm algorithm = table_entry({
    .slug = "integral_image_bugetti",
    .title = "Single-pass scan, transpose, twice",
    .source = "Bugetti 2025, section 2.2",
    .teaches =
        "Four kernels: each pass reads and writes the matrix once, so the minimum is 32 bytes per pixel",
    .options = {convention_option(), section_option("SECTION_SIZE: elements per block"), block_rows_option(),
                tile_option()},
    .opening = {.extent = {8, 4}},
    .compared_with = {"integral_image_one_pass", "Four passes, one pass"},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::integral_image_bugetti
