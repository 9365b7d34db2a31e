// The coarsened transpose in diagonal order: its plan, its cost, its catalog entry.
#include <algorithm>

#include "pipelines/parts/kinds.h"

namespace upsweep::entries::transpose_diagonal {
namespace {

std::vector<Option> options() {
    return {tile_option(), block_rows_option(),
            safety_option("guarded", "test before every store", "test every store",
                          "as printed, a thread tests only its first row against the output's height and "
                          "stores the others past its end")};
}

DiagonalSettings settings_of(const Parameters& parameters) {
    return {parameters.option("tile"), parameters.option("block_rows"), parameters.is_on("guarded")};
}

Plan make_plan(const Parameters& parameters) {
    Plan plan = start_plan("transpose_diagonal", parameters, parameters.extent.transposed());
    plan.emulator_only = slips_in(options(), parameters);
    append_diagonal_transpose(plan, plan.input, plan.output, settings_of(parameters), parameters.machine,
                              "transpose");
    return plan;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const DiagonalSettings settings = settings_of(parameters);
    const Cost cost =
        diagonal_transpose_cost(parameters.extent, parameters.types.output, settings, parameters.machine);
    // As printed, cells of the tile are read that were never filled: those turns are not counted here.
    return settings.guarded ? to_expectations(cost) : work_expectations(cost);
}

struct Tiles {
    int64_t tile = 0, across = 0, down = 0;
};

Tiles tiles_of(Extent extent, int64_t wanted, MachineShape machine) {
    const int64_t tile = wanted == 0 ? machine.lanes : wanted;
    return {tile, pieces(extent.width, tile), pieces(extent.height, tile)};
}

}  // namespace

extern const Algorithm algorithm = transpose_entry({
    .slug = "transpose_diagonal",
    .title = "Coarsened transpose, diagonal order",
    .source = "Bugetti 2025, section 2.2",
    .teaches = "Several rows per thread, and blocks in diagonal order; its guard works for every shape",
    .options = options(),
    .opening = {.extent = {8, 8}, .lanes = 8, .at = 81},
    .make_plan = make_plan,
    .expectations = expectations,
});

}  // namespace upsweep::entries::transpose_diagonal

namespace upsweep {

void append_diagonal_transpose(Plan& plan, BufferId from, BufferId to, const DiagonalSettings& settings,
                               MachineShape machine, const std::string& name) {
    using namespace entries::transpose_diagonal;
    const Extent extent = plan[from].extent;
    const Tiles cut = tiles_of(extent, settings.tile, machine);
    const int64_t rows = std::min<int64_t>(settings.block_rows == 0 ? 8 : settings.block_rows, cut.tile);
    Definitions definitions = type_definitions({plan[from].type, plan[to].type});
    define_tile(definitions, cut.tile);
    if (!settings.guarded) definitions.emplace_back("GUARDED", "0");
    append_pass(plan, from, to,
                {.kernel = {"transpose_diagonal.cu", "transpose", std::move(definitions)},
                 .grid = {checked_blocks(cut.across * cut.down, "A transpose of this matrix")},
                 .block = {cut.tile, rows},
                 .arguments = arguments(extent.width, extent.height, cut.across, cut.down),
                 .name = name});
}

/// Another order of the same tiles.
Cost diagonal_transpose_cost(Extent extent, ScalarType output, const DiagonalSettings& settings,
                             MachineShape machine) {
    using namespace entries::transpose_diagonal;
    const TileSettings tiles{.tile = settings.tile, .padding = true, .thread_rows = settings.block_rows};
    return transpose_cost(extent, output, tiles, machine);
}

}  // namespace upsweep
