// The integral image from the sums of tiles: its plan and its catalog entry.
#include <algorithm>

#include <fmt/format.h>

#include "pipelines/parts/kinds.h"
#include "pipelines/parts/row_scans.h"
#include "pipelines/parts/tables.h"

namespace upsweep::entries::integral_image_aggregates {
namespace {

/// Tiles as wide and high as a warp.
struct Tiles {
    int64_t side = 0, warps = 0, across = 0, down = 0;

    int64_t count() const { return across * down; }
};

Tiles tiles_of(const Parameters& parameters) {
    const int64_t side = parameters.machine.lanes;
    return {side, std::min<int64_t>(side, 8), pieces(parameters.extent.width, side),
            pieces(parameters.extent.height, side)};
}

KernelName kernel(std::string function, const Parameters& parameters) {
    Definitions definitions = type_definitions(parameters.types);
    define_warp(definitions, parameters.machine);
    return {"integral_image_aggregates.cu", std::move(function), std::move(definitions)};
}

/// Appends a launch with a block for each tile.
void append_for_tiles(Plan& plan, const Parameters& parameters, Launch launch) {
    const Tiles tiles = tiles_of(parameters);
    launch.grid = {checked_blocks(tiles.count(), "An integral image by tiles")};
    launch.block = {tiles.side, tiles.warps};
    append_launch(plan, std::move(launch));
}

void append_tile_sums(Plan& plan, BufferId columns, BufferId rows, const Parameters& parameters) {
    append_for_tiles(plan, parameters,
                     {.kernel = kernel("sum_tiles", parameters),
                      .grid = {},
                      .block = {},
                      .arguments = arguments(plan.input, columns, rows, parameters.extent.width,
                                             parameters.extent.height, tiles_of(parameters).across),
                      .name = "sum tiles",
                      .bytes_read = plan[plan.input].bytes(),
                      .bytes_written = plan[columns].bytes() + plan[rows].bytes()});
}

void append_carry(Plan& plan, BufferId sums, const Parameters& parameters, const char* name) {
    const Extent extent = plan[sums].extent;
    const int64_t threads = 4 * parameters.machine.lanes;
    append_launch(plan, {.kernel = kernel("carry_sums", parameters),
                         .grid = {pieces(extent.width, threads)},
                         .block = {threads},
                         .arguments = arguments(sums, extent.height, extent.width),
                         .name = name,
                         .bytes_read = plan[sums].bytes(),
                         .bytes_written = plan[sums].bytes()});
}

void append_tiles(Plan& plan, BufferId above, BufferId left, const Parameters& parameters) {
    const Extent output = plan[plan.output].extent;
    const bool shifted = convention_of(parameters) != Convention::inclusive;
    append_for_tiles(plan, parameters,
                     {.kernel = kernel("write_tiles", parameters),
                      .grid = {},
                      .block = {},
                      .arguments = arguments(plan.input, above, left, plan.output, parameters.extent.width,
                                             parameters.extent.height, tiles_of(parameters).across,
                                             output.width, output.height, shifted),
                      .name = "write tiles",
                      .bytes_read = plan[plan.input].bytes() + plan[above].bytes() + plan[left].bytes(),
                      .bytes_written = plan[plan.output].bytes()});
}

Plan make_plan(const Parameters& parameters) {
    const Tiles tiles = tiles_of(parameters);
    const ScalarType type = parameters.types.output;
    Plan plan = start_plan("integral_image_aggregates", parameters, table_extent(parameters));
    const BufferId columns = add_buffer(plan, "column_sums", type, {parameters.extent.width, tiles.down});
    const BufferId rows = add_buffer(plan, "row_sums", type, {parameters.extent.height, tiles.across});
    const BufferId above = add_buffer(plan, "above", type, plan[columns].extent);
    append_tile_sums(plan, columns, rows, parameters);
    append_carry(plan, columns, parameters, "carry column sums down");
    append_carry(plan, rows, parameters, "carry row sums to the right");
    // A row scan of all column sums above a row of tiles is the table's row there.
    append_raking_scan(plan, columns, above, true, parameters.machine, "scan column sums");
    append_tiles(plan, above, rows, parameters);
    return plan;
}

Chunks chunks_of(const Parameters& parameters) {
    return cut_into_chunks(ChunkKernel::raking, parameters.extent.width, parameters.types.output,
                           parameters.machine);
}

/// Sums over the tiles of a row of tiles of what their lanes do; the last tile may have fewer columns.
template <typename Additions>
int64_t along_tiles(const Tiles& tiles, int64_t width, Additions additions) {
    return (tiles.across - 1) * additions(tiles.side, tiles.side) +
           additions(width - (tiles.across - 1) * tiles.side, tiles.side);
}

/// The first kernel: each warp adds its rows to its columns, and the lanes of every row; then the first warp
/// adds the others' columns. A row below the picture is added too, if its warp has one inside.
Cost tile_sums_cost(Extent extent, const Tiles& tiles) {
    const int64_t w = extent.width, h = extent.height, rows = tiles.side / tiles.warps;
    const int64_t steps = log2_of(tiles.side), deepest = std::min(rows, h);
    const int64_t across = along_tiles(tiles, w, sum_lanes_additions);
    Cost cost;
    cost.additions = Term::of(pieces(h, rows) * rows, w, "w");
    cost.additions += Term::of(h, across, fmt::format("{} across lanes", across));
    cost.additions += Term::of(tiles.down * (tiles.warps - 1), w, "w");
    cost.barriers = {tiles.count(), fmt::format("{}·{} tiles", tiles.across, tiles.down)};
    const int64_t below = std::max<int64_t>(0, rows - deepest - 1);
    cost.rounds = {2 + deepest * steps + below,
                   fmt::format("{}·log₂ {} + {}", deepest, tiles.side, 2 + below)};
    return cost;
}

/// The last kernel: each warp adds what lies left to its rows' scans and these to its columns; every column,
/// what the warps above have; every entry, what lies above the tile.
/// `stored` are the entries that are not zero by convention.
Cost tile_entries_cost(Extent extent, const Tiles& tiles, Extent stored) {
    const int64_t w = extent.width, h = extent.height, rows = tiles.side / tiles.warps;
    const int64_t steps = log2_of(tiles.side), deepest = std::min(rows, h);
    const int64_t across = along_tiles(tiles, w, scan_lanes_additions);
    const int64_t lanes = tiles.across * tiles.side;
    Cost cost;
    cost.additions = Term::of(h, across, fmt::format("{} across lanes", across));
    cost.additions += Term::of(h + pieces(h, rows) * rows, lanes, std::to_string(lanes));
    cost.additions += Term::of(tiles.down * tiles.warps * (tiles.warps - 1) / 2, w, "w");
    cost.additions += {stored.count(), fmt::format("{}·{} entries", stored.width, stored.height)};
    cost.barriers = {tiles.count(), fmt::format("{}·{} tiles", tiles.across, tiles.down)};
    cost.rounds = {deepest * steps + rows - deepest + 1,
                   fmt::format("{}·log₂ {} + {}", deepest, tiles.side, rows - deepest + 1)};
    return cost;
}

/// All accesses to shared memory are straight.
std::vector<Expectation> expectations(const Parameters& parameters) {
    const Tiles tiles = tiles_of(parameters);
    const Extent extent = parameters.extent;
    Cost cost = tile_sums_cost(extent, tiles);
    Cost carries;
    carries.additions = Term::of(tiles.down, extent.width, "w");
    carries.additions += Term::of(tiles.across, extent.height, "h");
    carries.rounds = {2, "2"};
    cost += carries;
    cost += raking_cost({extent.width, tiles.down}, parameters.types.output, parameters.machine);
    const bool cut = convention_of(parameters) == Convention::exclusive;
    cost += tile_entries_cost(extent, tiles, {extent.width - cut, extent.height - cut});
    std::vector<Expectation> all = work_expectations(cost);
    all.push_back({"bank_conflicts", "0", 0});
    return all;
}

/// Along a row and down a column: within a tile, from tile to tile, and the scan of the column sums.
double roundings(const Parameters& parameters) {
    const Tiles tiles = tiles_of(parameters);
    return double(4 * tiles.side + tiles.across + tiles.down) +
           chunk_roundings(parameters.machine, chunks_of(parameters));
}

}  // namespace

extern const Algorithm algorithm = table_entry({
    .slug = "integral_image_aggregates",
    .title = "Sums of tiles first",
    .source = "Nehab, Maximo, Lima and Hoppe 2011",
    .teaches =
        "Carry the small sums of tiles instead of the table: two reads, one write, and no block waits for "
        "another",
    .options = {convention_option()},
    .opening = {.extent = {8, 8}, .at = 1163},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::integral_image_aggregates
