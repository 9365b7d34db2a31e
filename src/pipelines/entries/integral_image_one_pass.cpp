// The integral image in one pass over tiles with look-back: its plan and its catalog entry.
#include <algorithm>

#include <fmt/format.h>

#include "pipelines/parts/kinds.h"
#include "pipelines/parts/row_scans.h"
#include "pipelines/parts/tables.h"

namespace upsweep::entries::integral_image_one_pass {
namespace {

/// How the result is cut. Defaults for 32 lanes are those of kernels/integral_image_one_pass.cu; a toy has
/// small tiles, so that small pictures have several.
struct Tiling {
    int64_t each = 0;            ///< pixels a lane has side by side
    int64_t across = 0;          ///< how many times a warp's lanes fit across a tile
    int64_t down = 0;            ///< warps of a tile
    int64_t rows = 0, kept = 0;  ///< of a warp's part, and of those the ones kept in registers
    Extent tile, tiles;
    bool default_shape = false;
};

/// A machine that is not a GPU: its warps are small.
bool is_toy(const Parameters& parameters) { return parameters.machine.lanes != 32; }

int64_t each_of(const Parameters& parameters) {
    const int64_t chosen = parameters.option("each");
    return chosen != 0 ? chosen : is_toy(parameters) ? 1 : 4;
}

/// Rows that all begin at a multiple of a lane's pixels need no moving over.
bool is_even(const Parameters& parameters) {
    return convention_of(parameters) == Convention::inclusive &&
           parameters.extent.width % each_of(parameters) == 0;
}

Tiling tiling(const Parameters& parameters) {
    const int64_t lanes = parameters.machine.lanes, bytes = size_of(parameters.types.input);
    const bool even = is_even(parameters);
    const int64_t across_here = bytes == 1 ? 2 : 1, down_here = bytes == 1 ? 8 : 4;
    const auto chosen = [&](std::string_view name, int64_t here) {
        const int64_t value = parameters.option(name);
        return value != 0 ? value : is_toy(parameters) ? 1 : here;
    };
    Tiling cut;
    cut.each = each_of(parameters);
    cut.across = chosen("across", across_here);
    cut.down = chosen("down", down_here);
    cut.default_shape = cut.across == across_here && cut.down == down_here;
    const int64_t wide = cut.each * bytes, share = (wide > 16 ? 2 : 1) * (even || wide < 16 ? 1 : 2);
    cut.rows = std::max<int64_t>(1, lanes / cut.across / share);
    cut.kept = even && wide >= 16 ? cut.rows * 3 / 8 : 0;
    cut.tile = {cut.across * cut.each * lanes, cut.down * cut.rows};
    const Extent output = table_extent(parameters);
    cut.tiles = {pieces(output.width, cut.tile.width), pieces(output.height, cut.tile.height)};
    return cut;
}

KernelName kernel(const Parameters& parameters, const Tiling& cut) {
    Definitions definitions = type_definitions(parameters.types);
    define_warp(definitions, parameters.machine);
    define_each(definitions, cut.each);
    if (!is_even(parameters)) definitions.emplace_back("EVEN", "0");
    if (!cut.default_shape) {
        definitions.emplace_back("ACROSS", std::to_string(cut.across));
        definitions.emplace_back("DOWN", std::to_string(cut.down));
    }
    return {"integral_image_one_pass.cu", "integral_image", std::move(definitions)};
}

Plan make_plan(const Parameters& parameters) {
    const Tiling cut = tiling(parameters);
    const Extent output = table_extent(parameters);
    const ScalarType type = parameters.types.output;
    Plan plan = start_plan("integral_image_one_pass", parameters, output);
    const BufferId rows =
        add_words(plan, "row_words", {cut.tile.height * cut.tiles.width, cut.tiles.height}, type);
    const BufferId columns =
        add_words(plan, "column_words", {cut.tile.width * cut.tiles.width, cut.tiles.height}, type);
    const BufferId tickets = add_tickets(plan);
    const int64_t shift = convention_of(parameters) == Convention::inclusive ? 0 : 1;
    const auto words_of = [&](BufferId words, int64_t values) {
        Subject published = subject(words, SubjectRole::word, SubjectForm::one_a_block,
                                    {{values * words_a_value(type), 1}, cut.tiles});
        published.value = type;
        return published;
    };
    const Parts a_tile{cut.tile, cut.tiles};
    append_pass(
        plan, plan.input, plan.output,
        {.kernel = kernel(parameters, cut),
         .grid = {checked_blocks(cut.tiles.count(), "An integral image by tiles")},
         .block = {parameters.machine.lanes, cut.down},
         .dynamic_shared_bytes =
             cut.tile.width * cut.down * (cut.rows - cut.kept) * size_of(parameters.types.input),
         .arguments = arguments(rows, columns, tickets, parameters.extent.width, parameters.extent.height,
                                output.width, output.height, shift, cut.tiles.width, cut.tiles.height),
         .name = "integral image",
         .subjects = {on_grid(plan.input, SubjectRole::picture, a_tile),
                      kept("taken", SubjectRole::number, SubjectForm::chip), kept("pixels"),
                      words_of(rows, cut.tile.height), words_of(columns, cut.tile.width),
                      kept("column_sums", SubjectRole::aggregate),
                      subject(tickets, SubjectRole::counter, SubjectForm::chip),
                      on_grid(plan.output, SubjectRole::table, a_tile)}});
    return plan;
}

/// What a tile adds, the same for all: pixels outside the picture are added as zeros.
Term tile_additions(const Tiling& cut, MachineShape machine) {
    const int64_t lanes = machine.lanes, warps = cut.down, threads = warps * lanes;
    const int64_t scan = scan_lanes_additions(lanes, lanes);
    // A lane adds its pixels of each row to the row and to its columns; to store them, to one another before
    // the scan, twice after it, and each to two sums; and once it adds up its columns and puts them in their
    // place. What lies across a row is one more where the lanes go side by side again.
    const int64_t a_row = 2 * cut.each + (cut.each - 1) + 2 + 2 * cut.each,
                  columns = (cut.each - 1) + 2 + cut.each;
    const int64_t in_lanes =
        threads * (cut.across * (cut.rows * a_row + columns) + (cut.across - 1) * (cut.rows + 1));
    // Row sums halve from swap to swap; then a scan of the columns and one a row. What lies left of the rows
    // is summed up as well, but came in words of control.
    const int64_t swaps = cut.rows - 1 + log2_of(lanes / cut.rows);
    const int64_t across_lanes = threads * swaps + warps * cut.across * (cut.rows + 1) * scan;
    // Column sums of the warps: added up for the tile, and added to what lies above.
    const int64_t across_warps = 2 * cut.down * cut.tile.width;
    return {in_lanes + across_lanes + across_warps,
            fmt::format("({} in lanes + {} across lanes + {} across warps)", in_lanes, across_lanes,
                        across_warps)};
}

/// Three barriers a tile, whatever its size. Looking back is not counted, since what is published are words
/// of control; but tiles that have others on both sides add their own sums to what they found and hand that
/// on.
std::vector<Expectation> expectations(const Parameters& parameters) {
    const Tiling cut = tiling(parameters);
    const Extent tiles = cut.tiles;
    const int64_t steps = log2_of(parameters.machine.lanes), inner_across = tiles.width - 2,
                  inner_down = tiles.height - 2;
    const Term tile = tile_additions(cut, parameters.machine);
    Cost cost;
    cost.barriers = {3 * tiles.count(), fmt::format("3·{}·{} tiles", tiles.width, tiles.height)};
    // Zeros outside the picture count as data where they went through shared memory, not where they are kept
    // in registers: no formula then.
    const Extent extent = parameters.extent;
    if (cut.kept > 0 && (extent.width % cut.tile.width != 0 || extent.height % cut.tile.height != 0))
        return {{"barriers", cost.barriers.formula, cost.barriers.value}};
    cost.additions = Term::of(tiles.count(), tile.value, tile.formula);
    if (inner_across > 0)
        cost.additions += Term::of(inner_across * tiles.height, cut.tile.height,
                                   fmt::format("{} passed on", cut.tile.height));
    if (inner_down > 0)
        cost.additions +=
            Term::of(inner_down * tiles.width, cut.tile.width, fmt::format("{} passed on", cut.tile.width));
    // Swaps; scans of the columns and of each row, each after what the lanes add
    // up of their own, if anything, or were handed on; and what is added between the
    // barriers. Rows that are moved over, four pixels a lane, are handed from lane to lane before the row
    // continues.
    const int64_t swaps = cut.rows - 1 + log2_of(parameters.machine.lanes / cut.rows);
    const int64_t scans = cut.across * (steps + 1) - (cut.each == 1 ? 1 : 0);
    const int64_t moved = is_even(parameters) || cut.each < 4 ? 0 : (cut.across - 1) * cut.rows;
    cost.rounds = {swaps + scans + cut.rows * scans + moved + 2,
                   fmt::format("{} + ({} + 1)·{} + {}", swaps, cut.rows, scans, moved + 2)};
    return work_expectations(cost);
}

/// Along a row: the lane's columns, the lanes' scan, the warps of a tile, the tiles; down a column the same
/// with the rows of a warp's part.
double roundings(const Parameters& parameters) {
    const Tiling cut = tiling(parameters);
    double scan = 0;
    for (int64_t lanes = 1; lanes < parameters.machine.lanes; lanes *= 2) ++scan;
    const double along = 2 * scan + double(2 * cut.each + cut.across + cut.tiles.width);
    const double down = double(2 * cut.rows + 2 * cut.down + cut.tiles.height) + scan;
    return along + down;
}

}  // namespace

extern const Algorithm algorithm = table_entry({
    .slug = "integral_image_one_pass",
    .title = "One pass over tiles",
    .source = "Decoupled look-back, Merrill and Garland 2016; in two dimensions, Emoto et al. 2017",
    .teaches = "Reads each pixel once, writes each sum once: tiles look back at what others have published "
               "instead of waiting for them",
    .options = {inclusive_option(true), padded_table_option(), each_option(),
                power_option("across", "how many times a warp's lanes fit across a tile", 1, 2),
                power_option("down", "warps per tile, stacked vertically", 1, 2)},
    .types = {{u8, u32}, {u32, u32}, {f32, f32}, {f64, f64}},
    .opening = {.extent = {12, 12},
                .multiprocessors = 2,
                .schedule = "blocks in-order, warps random:9",
                .at = 2850,
                .step = StepSize::phase},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::integral_image_one_pass
