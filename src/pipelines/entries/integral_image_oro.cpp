// Oro's integral image: multiscan, transpose, multiscan, transpose. Kernels of two other entries.
#include <algorithm>

#include "pipelines/parts/kinds.h"
#include "pipelines/parts/tables.h"

namespace upsweep::entries::integral_image_oro {
namespace {

WarpScanSettings scan_settings(const Parameters& parameters) {
    return {parameters.option("segment"), parameters.is_on("shuffle"), scans_inclusively(parameters)};
}

TableStep scan_step(const Parameters& parameters) {
    const WarpScanSettings settings = scan_settings(parameters);
    const MachineShape machine = parameters.machine;
    const ScalarType type = parameters.types.output;
    return {"multiscan",
            [=](Plan& plan, BufferId from, BufferId to, const std::string& name) {
                append_warp_scan(plan, from, to, settings, machine, name);
            },
            [=](Extent extent) { return warp_scan_cost(extent, type, settings, machine); }};
}

TableStep turn_step(const Parameters& parameters) {
    const TileSettings settings{parameters.option("tile"), true};
    const MachineShape machine = parameters.machine;
    const ScalarType type = parameters.types.output;
    return {"transpose",
            [=](Plan& plan, BufferId from, BufferId to, const std::string& name) {
                append_transpose(plan, from, to, settings, machine, name);
            },
            [=](Extent extent) { return transpose_cost(extent, type, settings, machine); }};
}

/// What is scanned and turned: the picture, or with zeros a square of whole warps.
Extent worked_extent(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    if (!parameters.is_on("square")) return extent;
    const int64_t lanes = parameters.machine.lanes;
    const int64_t side = pieces(std::max(extent.width, extent.height), lanes) * lanes;
    return {side, side};
}

Plan make_plan(const Parameters& parameters) {
    const Extent worked = worked_extent(parameters);
    TablePlan started = start_table("integral_image_oro", parameters);
    Plan& plan = started.plan;
    if (worked == parameters.extent) {
        append_scans_and_turns(plan, plan.input, started.table, scan_step(parameters), turn_step(parameters));
        return finish_table(std::move(started), parameters);
    }
    const BufferId square = add_buffer(plan, "square", parameters.types.input, worked);
    const BufferId sums = add_buffer(plan, "square_sums", parameters.types.output, worked);
    append_fit(plan, plan.input, square, parameters.machine, "pad with zeros");
    append_scans_and_turns(plan, square, sums, scan_step(parameters), turn_step(parameters));
    append_fit(plan, sums, started.table, parameters.machine, "cut out the picture");
    return finish_table(std::move(started), parameters);
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const Extent worked = worked_extent(parameters);
    std::optional<Term> depth;
    if (worked == parameters.extent)
        depth = both_ways(warp_scan_depth(worked.width, scan_settings(parameters), parameters.machine),
                          warp_scan_depth(worked.height, scan_settings(parameters), parameters.machine));
    return to_expectations(scans_and_turns_cost(worked, scan_step(parameters), turn_step(parameters)), depth);
}

/// No element passes more additions than both scans are deep.
double roundings(const Parameters& parameters) {
    const Extent extent = worked_extent(parameters);
    const WarpScanSettings settings = scan_settings(parameters);
    return warp_scan_roundings(extent, settings, parameters.machine) +
           warp_scan_roundings(extent.transposed(), settings, parameters.machine);
}

}  // namespace

extern const Algorithm algorithm = table_entry({
    .slug = "integral_image_oro",
    .title = "Multiscan, transpose, twice",
    .source = "Oro et al. 2011, section 4",
    .teaches =
        "Scan every row in one launch, transpose the matrix, scan every row again, and transpose it back",
    .options = {convention_option(), shuffle_option(), thread_segment_option(), tile_option(),
                switch_option("square",
                              "pad with zeros to a square of whole warps first, as the paper does")},
    .opening = {.extent = {8, 4}},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::integral_image_oro
