// The transpose with wide accesses: its launch and its catalog entry.
#include "pipelines/parts/transpose_wide.h"

#include <limits>

#include <fmt/format.h>

#include "core/error.h"
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/look_back.h"
#include "pipelines/parts/row_scans.h"
#include "reference/reference.h"

namespace upsweep::entries::transpose_wide {

namespace {

Extent wide_tiles(Extent extent, MachineShape machine) {
    const std::int64_t side = 2 * machine.lanes;
    return {(extent.width + side - 1) / side, (extent.height + side - 1) / side};
}

Plan make_plan(const Parameters& parameters) {
    Plan plan = start_plan("transpose_wide", parameters, parameters.extent.transposed());
    append_wide_transpose(plan, plan.input, plan.output, parameters.machine, "transpose");
    return plan;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return work_expectations(wide_transpose_cost(parameters.extent, parameters.machine));
}

Array reference_of(const Parameters& parameters, const Array& input) {
    return reference::transpose(input, parameters.types.output);
}

}  // namespace

}  // namespace upsweep::entries::transpose_wide

namespace upsweep {

void append_wide_transpose(Plan& plan, BufferId from, BufferId to, MachineShape machine,
                           const std::string& name) {
    using namespace entries::transpose_wide;
    const Extent extent = plan[from].extent, tiles = wide_tiles(extent, machine);
    if (tiles.count() > std::numeric_limits<std::int32_t>::max())
        throw UsageError(fmt::format(
            "A transpose of {}x{} needs {} tiles, and a grid holds {}; use a smaller matrix.", extent.width,
            extent.height, tiles.count(), std::numeric_limits<std::int32_t>::max()));
    Definitions definitions = type_definitions({plan[from].type, plan[to].type});
    define_warp(definitions, machine);
    const std::int64_t thread_rows = machine.lanes == 32 ? 8 : 2;
    plan.operations.push_back({Launch{.kernel = {"transpose_wide.cu", "transpose", std::move(definitions)},
                                      .grid = {tiles.count()},
                                      .block = {machine.lanes, thread_rows},
                                      .arguments = {BufferArgument{from}, BufferArgument{to},
                                                    int_argument(extent.width), int_argument(extent.height)},
                                      .name = name,
                                      .bytes_read = plan[from].bytes(),
                                      .bytes_written = plan[to].bytes()}});
}

Cost wide_transpose_cost(Extent extent, MachineShape machine) {
    using namespace entries::transpose_wide;
    const Extent tiles = wide_tiles(extent, machine);
    Cost cost;
    cost.barriers = Term::of(1, tiles.count(), fmt::format("{}·{} tiles", tiles.width, tiles.height));
    return cost;
}

}  // namespace upsweep

namespace upsweep::entries::transpose_wide {

extern const Algorithm algorithm = {
    .slug = "transpose_wide",
    .title = "Transpose with wide accesses",
    .chapter = "Transpose",
    .source = "Upsweep; a tile as in Bilgic et al. 2010, section IV.C",
    .teaches = "Four elements per access both ways: fewer, wider loads and stores keep more bytes in flight",
    .shape = Shape::matrix,
    .types = usual_types(),
    .opening = {.extent = {16, 12}},
    .make_plan = make_plan,
    .reference = reference_of,
    .expectations = expectations,
    .result = ResultKind::transpose,
    .layout = transposed_layout,
    .convention = [](const Parameters&) { return Convention::none; },
    .roundings = [](const Parameters&) { return 0.0; },
};

}  // namespace upsweep::entries::transpose_wide
