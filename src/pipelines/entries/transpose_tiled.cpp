// The tiled transpose: its plan, its cost, its catalog entry.
#include <algorithm>

#include <fmt/format.h>

#include "pipelines/parts/kinds.h"

namespace upsweep::entries::transpose_tiled {
namespace {

/// How the matrix is cut: `tile` x `tile` cells a block of `tile` x `thread_rows` threads.
struct Tiling {
    int64_t tile = 0, thread_rows = 0, across = 0, down = 0;
};

Tiling tiling(Extent extent, const TileSettings& settings, MachineShape machine) {
    const int64_t tile = settings.tile == 0 ? machine.lanes : settings.tile;
    return {tile, std::min<int64_t>(tile, settings.thread_rows == 0 ? 8 : settings.thread_rows),
            pieces(extent.width, tile), pieces(extent.height, tile)};
}

/// Wavefronts of one block whose tile holds `part` of the matrix.
BankCount tile_accesses(const Tiling& cut, Extent part, bool padding, int element_bytes,
                        MachineShape machine) {
    BankCount bank(machine, element_bytes);
    const int64_t pitch = cut.tile + (padding ? 1 : 0), threads = cut.tile * cut.thread_rows;
    for (int64_t first = 0; first < cut.tile; first += cut.thread_rows)
        bank.access(threads, [&](int64_t t) {
            const int64_t x = t % cut.tile, row = first + t / cut.tile;
            return row < cut.tile && x < part.width && row < part.height ? row * pitch + x : -1;
        });
    for (int64_t first = 0; first < cut.tile; first += cut.thread_rows)
        bank.access(threads, [&](int64_t t) {
            const int64_t y = t % cut.tile, column = first + t / cut.tile;
            return column < cut.tile && column < part.width && y < part.height ? y * pitch + column : -1;
        });
    return bank;
}

TileSettings settings_of(const Parameters& parameters) {
    return {parameters.option("tile"), parameters.is_on("padding"), parameters.option("thread_rows")};
}

Plan make_plan(const Parameters& parameters) {
    Plan plan = start_plan("transpose_tiled", parameters, parameters.extent.transposed());
    append_transpose(plan, plan.input, plan.output, settings_of(parameters), parameters.machine, "transpose");
    return plan;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return to_expectations(transpose_cost(parameters.extent, parameters.types.output, settings_of(parameters),
                                          parameters.machine));
}

}  // namespace

extern const Algorithm algorithm = transpose_entry({
    .slug = "transpose_tiled",
    .title = "Tiled transpose",
    .source = "Bilgic et al. 2010, section IV.C",
    .teaches = "Read rows, write rows: a tile in shared memory transposes the matrix, and a padding column "
               "avoids bank conflicts",
    .options = {padding_option(), tile_option(), thread_rows_option()},
    .opening = {.extent = {8, 8}, .lanes = 8, .at = 130},
    .make_plan = make_plan,
    .expectations = expectations,
});

}  // namespace upsweep::entries::transpose_tiled

namespace upsweep {

void append_transpose(Plan& plan, BufferId from, BufferId to, const TileSettings& settings,
                      MachineShape machine, const std::string& name) {
    using namespace entries::transpose_tiled;
    const Extent stored = plan[from].extent;
    const Extent extent{stored.width / settings.components, stored.height};
    const Tiling cut = tiling(extent, settings, machine);
    Definitions definitions = type_definitions({plan[from].type, plan[to].type, settings.components});
    define_tile(definitions, cut.tile);
    if (!settings.padding) definitions.emplace_back("PADDING", "0");
    append_pass(plan, from, to,
                {.kernel = {"transpose_tiled.cu", "transpose", std::move(definitions)},
                 .grid = {checked_blocks(cut.across * cut.down, "A transpose of this matrix")},
                 .block = {cut.tile, cut.thread_rows},
                 .arguments = arguments(extent.width, extent.height),
                 .name = name});
}

Cost transpose_cost(Extent extent, ScalarType output, const TileSettings& settings, MachineShape machine) {
    using namespace entries::transpose_tiled;
    const Tiling cut = tiling(extent, settings, machine);
    Cost cost;
    cost.barriers = {cut.across * cut.down, fmt::format("{}·{} tiles", cut.across, cut.down)};
    // Whole tiles, those at the right edge, those at the bottom, and the one in the corner.
    const Extent rest{extent.width - (cut.across - 1) * cut.tile, extent.height - (cut.down - 1) * cut.tile};
    const auto add = [&](int64_t tiles, Extent part) {
        if (tiles == 0) return;
        const BankCount bank = tile_accesses(cut, part, settings.padding, size_of(output), machine);
        cost.wavefronts += tiles * bank.wavefronts();
        cost.conflicts += tiles * bank.conflicts();
    };
    add((cut.across - 1) * (cut.down - 1), {cut.tile, cut.tile});
    add(cut.down - 1, {rest.width, cut.tile});
    add(cut.across - 1, {cut.tile, rest.height});
    add(1, rest);
    return cost;
}

}  // namespace upsweep
