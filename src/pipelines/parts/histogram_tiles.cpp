// The launches of the one-pass integral histogram.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/error.h"
#include "pipelines/parts/histogram_parts.h"
#include "pipelines/parts/lane_sums.h"
#include "pipelines/parts/look_back.h"
#include "pipelines/parts/row_scans.h"

namespace upsweep {
namespace {

constexpr std::int64_t columns_a_lane = 4;
constexpr std::int64_t counting_warps = 16;  ///< of a block
constexpr std::int64_t writing_warps = 8;    ///< of a block, at most: WARPS of the kernel
/// Of more warps each takes several tiles, and adds up what lies left of them only once: that grows with the
/// picture. With fewer but longer ones an H200 is slower, since the last ones keep it waiting.
constexpr std::int64_t enough_warps = 131072;
/// Bins that a block counts: the counters of more do not fit into the shared memory that every GPU has.
constexpr std::int64_t counted_bins = 128;

/// How the picture is cut: tiles, and runs of them that a warp writes from left to right.
struct HistogramTiles {
    Extent tile, count;
    std::int64_t run = 0, runs = 0;  ///< tiles of a run; runs of a row of tiles
    std::int64_t group = 0;          ///< rows that a warp has under way at a time
    std::int64_t row_words = 0;      ///< words of four rows

    std::int64_t rows_of(std::int64_t tile_y, Extent picture) const {
        return std::min(tile.height, picture.height - tile_y * tile.height);
    }
};

HistogramTiles cut(Extent picture, std::int64_t bins, MachineShape machine, std::int64_t run) {
    HistogramTiles tiles;
    tiles.tile = {columns_a_lane * machine.lanes, 2 * machine.lanes};
    tiles.count = {pieces(picture.width, tiles.tile.width), pieces(picture.height, tiles.tile.height)};
    tiles.run =
        run != 0 ? run
                 : std::clamp<std::int64_t>(tiles.count.count() * bins / enough_warps, 1, tiles.count.width);
    tiles.runs = pieces(tiles.count.width, tiles.run);
    tiles.group = std::min<std::int64_t>(tiles.tile.height, 16);
    tiles.row_words = tiles.tile.height / 4;
    return tiles;
}

KernelName kernel(std::string function, Extent picture, MachineShape machine) {
    Definitions definitions = type_definitions({ScalarType::u8, ScalarType::u32});
    define_warp(definitions, machine);
    if (picture.width % 4 != 0) definitions.emplace_back("EVEN", "0");
    return {"integral_histogram_tiled.cu", std::move(function), std::move(definitions)};
}

void check_grid(const HistogramTiles& tiles, Extent picture) {
    constexpr std::int64_t most_down = 65535, most = std::numeric_limits<std::int32_t>::max();
    if (tiles.count.height > most_down)
        throw UsageError(fmt::format(
            "A picture of {} rows has {} rows of tiles, and a grid holds {}; choose one of at most {} rows.",
            picture.height, tiles.count.height, most_down, most_down * tiles.tile.height));
    if (tiles.count.count() > most)
        throw UsageError(fmt::format(
            "An integral histogram of {} x {} needs {} tiles, and a grid holds {}; choose a smaller picture.",
            picture.width, picture.height, tiles.count.count(), most));
}

/// What the counting kernel leaves for the writing one.
struct Counts {
    BufferId binned, columns, rows, totals;
};

Counts add_counts(Plan& plan, const HistogramTiles& tiles, std::int64_t bins) {
    const std::int64_t width = tiles.count.width * tiles.tile.width,
                       height = tiles.count.height * tiles.tile.height;
    Counts counts;
    counts.binned = add_buffer(plan, "binned", ScalarType::u8, {width, height});
    counts.columns = add_buffer(plan, "column_counts", ScalarType::u8, {width, tiles.count.height * bins});
    counts.rows = add_buffer(plan, "row_counts", ScalarType::u8, {height, tiles.count.width * bins});
    counts.totals =
        add_buffer(plan, "totals", ScalarType::u32, {tiles.count.width, tiles.count.height * bins});
    return counts;
}

void append_counting(Plan& plan, BufferId image, const Counts& counts, Extent picture,
                     reference::Binning binning, const HistogramTiles& tiles, MachineShape machine) {
    const std::int64_t part = std::min<std::int64_t>(binning.bins, counted_bins);
    plan.operations.push_back({Launch{
        .kernel = kernel("count_tiles", picture, machine),
        .grid = {tiles.count.width, tiles.count.height, pieces(binning.bins, part)},
        .block = {machine.lanes, std::min(counting_warps, tiles.tile.height)},
        .dynamic_shared_bytes = 4 * part * (machine.lanes + tiles.row_words),
        .arguments = {BufferArgument{image}, BufferArgument{counts.binned}, BufferArgument{counts.columns},
                      BufferArgument{counts.rows}, BufferArgument{counts.totals}, int_argument(picture.width),
                      int_argument(picture.height), int_argument(binning.bins), int_argument(binning.levels),
                      int_argument(part)},
        .name = "count tiles",
        .bytes_read = plan[image].bytes(),
        .bytes_written = plan[counts.binned].bytes() + plan[counts.columns].bytes() +
                         plan[counts.rows].bytes() + plan[counts.totals].bytes()}});
}

void append_writing(Plan& plan, const Counts& counts, BufferId tensor, Extent picture, std::int64_t bins,
                    const HistogramTiles& tiles, MachineShape machine) {
    const std::int64_t warps = std::min(writing_warps, tiles.runs);
    plan.operations.push_back({Launch{
        .kernel = kernel("write_tables", picture, machine),
        .grid = {pieces(tiles.runs, warps), tiles.count.height, bins},
        .block = {machine.lanes, warps},
        .arguments = {BufferArgument{counts.binned}, BufferArgument{counts.columns},
                      BufferArgument{counts.rows}, BufferArgument{counts.totals}, BufferArgument{tensor},
                      int_argument(picture.width), int_argument(picture.height), int_argument(bins),
                      int_argument(tiles.count.width), int_argument(tiles.count.height),
                      int_argument(tiles.run)},
        .name = "write all bins",
        .bytes_read = plan[counts.binned].bytes() + plan[counts.columns].bytes() + plan[counts.rows].bytes() +
                      plan[counts.totals].bytes(),
        .bytes_written = picture.count() * bins * 4}});
}

/// A run of tiles of one bin: `before` tiles lie left of it and `above` rows of tiles over it; `rows` of its
/// rows are in the picture.
struct Run {
    std::int64_t before = 0, tiles = 0, above = 0, rows = 0;
};

template <typename Visit>
void for_runs(const HistogramTiles& tiles, Extent picture, Visit visit) {
    for (std::int64_t above = 0; above < tiles.count.height; ++above)
        for (std::int64_t before = 0; before < tiles.count.width; before += tiles.run)
            visit(Run{before, std::min(tiles.run, tiles.count.width - before), above,
                      tiles.rows_of(above, picture)});
}

/// To find out what lies before: the corner, the rows to the left, the columns above.
std::int64_t additions_before(const Run& run, const HistogramTiles& tiles, MachineShape machine) {
    const std::int64_t lanes = machine.lanes, corner = run.before * run.above;
    std::int64_t additions = corner + sum_lanes_additions(std::min(corner, lanes), lanes);
    additions += columns_a_lane * tiles.row_words * (run.before + run.tiles - 1);
    // Nothing lies above the first tiles. Else three for a lane's columns, six to place them.
    if (run.above > 0)
        additions +=
            run.tiles * (columns_a_lane * lanes * run.above + 9 * lanes + scan_lanes_additions(lanes, lanes));
    return additions;
}

/// To write: nine a row in every lane, and for each four rows a scan and one more.
std::int64_t additions_written(const Run& run, const HistogramTiles& tiles, MachineShape machine) {
    const std::int64_t lanes = machine.lanes, rows = pieces(run.rows, tiles.group) * tiles.group;
    return run.tiles * (9 * rows * lanes + rows / 4 * (scan_lanes_additions(lanes, lanes) + lanes));
}

/// One round each: the look at earlier tiles; scans; every written row; the move to a next tile.
std::int64_t rounds_of(const Run& run, const HistogramTiles& tiles, MachineShape machine) {
    const std::int64_t steps = log2_of(machine.lanes), groups = pieces(run.rows, tiles.group);
    std::int64_t start = run.before > 0 || run.above > 0 ? 1 : 0;
    if (run.before > 0 && run.above > 0) start += steps;
    const std::int64_t tile = (run.above > 0 ? steps : 0) + groups * (tiles.group / 4 * steps + tiles.group);
    return start + run.tiles * tile + run.tiles - 1;
}

}  // namespace

void append_integral_histogram(Plan& plan, BufferId image, BufferId tensor, Extent picture,
                               reference::Binning binning, MachineShape machine, std::int64_t run) {
    const HistogramTiles tiles = cut(picture, binning.bins, machine, run);
    check_grid(tiles, picture);
    const Counts counts = add_counts(plan, tiles, binning.bins);
    append_counting(plan, image, counts, picture, binning, tiles, machine);
    append_writing(plan, counts, tensor, picture, binning.bins, tiles, machine);
}

Cost integral_histogram_cost(Extent picture, std::int64_t bins, MachineShape machine, std::int64_t run) {
    const HistogramTiles tiles = cut(picture, bins, machine, run);
    const std::int64_t lanes = machine.lanes, steps = log2_of(lanes), count = tiles.count.count(),
                       warps = std::min(counting_warps, tiles.tile.height);
    std::int64_t before = 0, written = 0, rounds = 0;
    for_runs(tiles, picture, [&](const Run& part) {
        before += additions_before(part, tiles, machine);
        written += additions_written(part, tiles, machine);
        rounds = std::max(rounds, rounds_of(part, tiles, machine));
    });
    Cost cost;
    // Every pixel into the counters of its column and its row; then the totals of the tile's bins.
    const std::int64_t pixels = tiles.tile.count(), total = 3 * lanes + sum_lanes_additions(lanes, lanes);
    cost.additions =
        Term::of(count, 2 * pixels + bins * total, fmt::format("(2·{} + {}·{})", pixels, bins, total));
    if (before > 0) cost.additions += Term::of(bins, before, fmt::format("{} for the sums before", before));
    cost.additions += Term::of(bins, written, fmt::format("{} in tiles", written));
    const std::int64_t parts = pieces(bins, counted_bins);
    cost.barriers = Term::of(parts, 3 * count, fmt::format("3·{} tiles", count));
    const std::int64_t totals = pieces(std::min(bins, counted_bins), warps);
    cost.rounds = Term::of(1, 2 + totals * steps, fmt::format("2 + {} log₂ {}", totals, lanes));
    cost.rounds += Term::of(1, rounds, std::to_string(rounds));
    return cost;
}

}  // namespace upsweep
