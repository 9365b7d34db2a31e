// The integral image by a wavefront of tiles: its plan, its cost, its catalog entry.
#include <algorithm>

#include <fmt/format.h>

#include "pipelines/parts/kinds.h"
#include "pipelines/parts/tables.h"

namespace upsweep::entries::integral_image_wavefront {
namespace {

struct Tiling {
    int64_t tile = 0;
    Extent tiles;

    int64_t diagonals() const { return tiles.width + tiles.height - 1; }
    /// Tile rows on a diagonal: from the first to the last.
    int64_t first(int64_t diagonal) const { return std::max<int64_t>(0, diagonal - tiles.width + 1); }
    int64_t last(int64_t diagonal) const { return std::min(diagonal, tiles.height - 1); }
};

Tiling tiling(const Parameters& parameters) {
    const int64_t wanted = parameters.option("tile");
    const int64_t tile = wanted == 0 ? parameters.machine.lanes : wanted;
    return {tile, {pieces(parameters.extent.width, tile), pieces(parameters.extent.height, tile)}};
}

KernelName kernel(const Parameters& parameters) {
    Definitions definitions = type_definitions(parameters.types);
    const int64_t tile = tiling(parameters).tile;
    define_tile(definitions, tile);
    return {"integral_image_wavefront.cu", "scan_diagonal", std::move(definitions)};
}

Plan make_plan(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    const Tiling cut = tiling(parameters);
    TablePlan started = start_table("integral_image_wavefront", parameters);
    Plan& plan = started.plan;
    const BufferId table = started.table;
    const ScalarType type = parameters.types.output;
    const BufferId row_sums = add_buffer(plan, "row_sums", type, {1, extent.height});
    const BufferId column_sums = add_buffer(plan, "column_sums", type, {extent.width, 1});
    const int64_t in = size_of(parameters.types.input), out = size_of(parameters.types.output);
    for (int64_t diagonal = 0; diagonal < cut.diagonals(); ++diagonal) {
        const int64_t tiles = cut.last(diagonal) - cut.first(diagonal) + 1;
        const int64_t pixels = extent.count() * tiles / cut.tiles.count();
        append_launch(
            plan,
            {.kernel = kernel(parameters),
             .grid = {tiles},
             .block = {cut.tile},
             .arguments = arguments(plan.input, table, row_sums, column_sums, extent.width, extent.height,
                                    diagonal, cut.first(diagonal), scans_inclusively(parameters)),
             .name = fmt::format("diagonal {}", diagonal + 1),
             .bytes_read = pixels * in,
             .bytes_written = pixels * out,
             .subjects = {on_grid(plan.input, SubjectRole::picture),
                          kept("tile", SubjectRole::data, SubjectForm::grid),
                          on_grid(row_sums, SubjectRole::prefix), on_grid(column_sums, SubjectRole::prefix),
                          on_grid(table, SubjectRole::table)}});
    }
    return finish_table(std::move(started), parameters);
}

/// The turns of one tile: whatever lies outside the picture is loaded as zeros and summed up like the rest.
BankCount tile_accesses(const Tiling& cut, const Parameters& parameters) {
    BankCount bank(parameters.machine, size_of(parameters.types.output));
    const int64_t n = cut.tile, pitch = n + 1;
    for (int64_t i = 0; i < n; ++i) {
        // Loaded, and read by columns; between, read and written by rows.
        for (int k = 0; k < 2; ++k) bank.access(n, [=](int64_t t) { return i * pitch + t; });
        for (int k = 0; k < 2; ++k) bank.access(n, [=](int64_t t) { return t * pitch + i; });
    }
    return bank;
}

/// Along the last row and down the last column: each sum begins by adding to zero. An exclusive table of one
/// row is zero, and what is deepest are the row's sums between two tiles.
Term depth_of(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    const Tiling cut = tiling(parameters);
    if (scans_inclusively(parameters)) return {extent.width + extent.height, "w + h"};
    if (extent.height > 1) return {extent.width + extent.height - 2, "w + h − 2"};
    const int64_t depth = (cut.tiles.width - 1) * cut.tile;
    return {depth, std::to_string(depth)};
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const Tiling cut = tiling(parameters);
    const int64_t tiles = cut.tiles.count(), n = cut.tile;
    Cost cost;
    cost.additions = Term::of(tiles, 2 * n * n, fmt::format("2·{}·{}", n, n));
    cost.barriers = Term::of(tiles, 2, "2");
    cost.rounds = {2 * cut.diagonals(), fmt::format("2({} + {} − 1)", cut.tiles.width, cut.tiles.height)};
    add_turns(cost, tiles, tile_accesses(cut, parameters));
    return to_expectations(cost, depth_of(parameters));
}

/// Along the row and then down the column.
double roundings(const Parameters& parameters) {
    return double(parameters.extent.width + parameters.extent.height);
}

}  // namespace

extern const Algorithm algorithm = table_entry({
    .slug = "integral_image_wavefront",
    .title = "A wavefront of tiles",
    .source = "Bellens et al. 2011, the comparison in Poostchi et al. 2012",
    .teaches = "One launch per diagonal: a tile starts when the tiles to its left and above are done, so the "
               "first and last launches leave most of the GPU idle",
    .options = {convention_option(), tile_option()},
    .opening = {.extent = {12, 12}, .multiprocessors = 4, .step = StepSize::launch},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::integral_image_wavefront
