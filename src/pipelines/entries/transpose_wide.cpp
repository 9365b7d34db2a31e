// The transpose with wide accesses: its launch and its catalog entry.
#include <fmt/format.h>

#include "pipelines/parts/kinds.h"

namespace upsweep::entries::transpose_wide {

namespace {

Extent wide_tiles(Extent extent, MachineShape machine) {
    const int64_t side = 2 * machine.lanes;
    return {pieces(extent.width, side), pieces(extent.height, side)};
}

Plan make_plan(const Parameters& parameters) {
    Plan plan = start_plan("transpose_wide", parameters, parameters.extent.transposed());
    append_wide_transpose(plan, plan.input, plan.output, parameters.machine, "transpose");
    return plan;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return work_expectations(wide_transpose_cost(parameters.extent, parameters.machine));
}

}  // namespace

extern const Algorithm algorithm = transpose_entry({
    .slug = "transpose_wide",
    .title = "Transpose with wide accesses",
    .source = "Upsweep; a tile as in Bilgic et al. 2010, section IV.C",
    .teaches = "Four elements per access both ways: fewer, wider loads and stores keep more bytes in flight",
    .opening = {.extent = {16, 12}, .at = 331},
    .make_plan = make_plan,
    .expectations = expectations,
});

}  // namespace upsweep::entries::transpose_wide

namespace upsweep {

void append_wide_transpose(Plan& plan, BufferId from, BufferId to, MachineShape machine,
                           const std::string& name) {
    using namespace entries::transpose_wide;
    const Extent extent = plan[from].extent, tiles = wide_tiles(extent, machine);
    Definitions definitions = type_definitions({plan[from].type, plan[to].type});
    define_warp(definitions, machine);
    const int64_t thread_rows = machine.lanes == 32 ? 8 : 2;
    append_pass(plan, from, to,
                {.kernel = {"transpose_wide.cu", "transpose", std::move(definitions)},
                 .grid = {checked_blocks(tiles.count(), "A transpose of this matrix")},
                 .block = {machine.lanes, thread_rows},
                 .arguments = arguments(extent.width, extent.height),
                 .name = name});
}

Cost wide_transpose_cost(Extent extent, MachineShape machine) {
    using namespace entries::transpose_wide;
    const Extent tiles = wide_tiles(extent, machine);
    Cost cost;
    cost.barriers = {tiles.count(), fmt::format("{}·{} tiles", tiles.width, tiles.height)};
    return cost;
}

}  // namespace upsweep
