// Pieces that the integral histograms share.
#include "pipelines/parts/histograms.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/error.h"
#include "core/ranges.h"
#include "pipelines/parts/cost.h"
#include "pipelines/parts/row_scans.h"

namespace upsweep {

Option bins_option() {
    return {.name = "bins",
            .title = "bins of each histogram",
            .lowest = 2,
            .highest = 256,
            .initial = 4,
            .power_of_two = true};
}

Option levels_option() { return automatic_option("levels", "the bins divide the values below this", 2, 256); }

reference::Binning binning_of(const Parameters& parameters) {
    // Small pictures are made of digits (see random_input).
    constexpr int64_t readable_count = 64;
    int64_t levels = parameters.option("levels");
    if (levels == 0) levels = parameters.extent.count() <= readable_count ? 10 : 256;
    return {int(parameters.option("bins")), int(levels)};
}

Extent tensor_extent(Extent picture, int64_t bins) { return {picture.width, picture.height * bins}; }

Array reference_tensor(const Parameters& parameters, const Array& input) {
    const Array tensor =
        reference::integral_histogram(input, binning_of(parameters), scans_inclusively(parameters));
    return is_upright(parameters) ? tensor : reference::transpose_planes(tensor, parameters.extent.height);
}

Plan make_histogram_loop_plan(std::string_view slug, const Parameters& parameters) {
    const reference::Binning binning = binning_of(parameters);
    return make_loop_plan(slug, parameters, arguments(binning.bins, binning.levels),
                          tensor_extent(parameters.extent, binning.bins));
}

void append_binning(Plan& plan, BufferId image, BufferId tensor, Extent picture, reference::Binning binning,
                    MachineShape machine) {
    const int64_t pixels = picture.count(), threads = 8 * machine.lanes;
    const ElementTypes types{plan[image].type, plan[tensor].type};
    plan.operations.push_back({Clear{tensor}});
    append_launch(plan,
                  {.kernel = {"histogram_binning.cu", "mark_bins", type_definitions(types)},
                   .grid = {checked_blocks(pieces(pixels, threads), "A histogram of this picture")},
                   .block = {threads},
                   .arguments = arguments(image, tensor, long_argument(pixels), binning.bins, binning.levels),
                   .name = "mark bins",
                   .bytes_read = pixels * size_of(types.input),
                   .bytes_written = pixels * size_of(types.output)});
}

void append_pieces(Plan& plan, BufferId from, BufferId to, const Pieces& pieces,
                   const std::function<void(Plan&, BufferId, BufferId)>& append,
                   const std::function<std::string(int64_t)>& name_of) {
    Plan one;
    const BufferId piece_from = one.add_buffer({"from", plan[from].type, pieces.from});
    const BufferId piece_to = one.add_buffer({"to", plan[to].type, pieces.to});
    append(one, piece_from, piece_to);
    // What a piece needs besides serves all pieces in turn.
    std::vector<BufferId> places = {from, to};
    for (size_t i = places.size(); i < one.buffers.size(); ++i)
        places.push_back(add_buffer(plan, one.buffers[i].name, one.buffers[i].type, one.buffers[i].extent));
    const int64_t strides[] = {pieces.from.count(), pieces.to.count()};
    for (int64_t piece = 0; piece < pieces.count; ++piece)
        for (const Operation& operation : one.operations) {
            Launch launch = std::get<Launch>(operation.what);
            launch.name = name_of(piece);
            for (Argument& argument : launch.arguments) {
                auto* buffer = std::get_if<BufferArgument>(&argument);
                if (buffer == nullptr) continue;
                const int index = buffer->buffer.index;
                if (index < 2) buffer->offset += piece * strides[index];
                buffer->buffer = nth(places, index);
            }
            for (Subject& subject : launch.subjects) {
                if (subject.buffer.index < 0) continue;
                // Where a piece begins is not said twice: the trace shows it.
                if (subject.buffer.index < 2) subject.parts = {};
                subject.buffer = nth(places, subject.buffer.index);
            }
            append_launch(plan, std::move(launch));
        }
}

namespace {

constexpr int64_t columns_a_lane = 4;
constexpr int64_t counting_warps = 16;  ///< of a block
constexpr int64_t writing_warps = 8;    ///< of a block, at most: WARPS of the kernel
/// Of more warps each takes several tiles, and adds up what lies left of them only once: that grows with the
/// picture. With fewer but longer ones an H200 is slower, since the last ones keep it waiting.
constexpr int64_t enough_warps = 131072;
/// Bins that a block counts: the counters of more do not fit into the shared memory that every GPU has.
constexpr int64_t counted_bins = 128;

/// How the picture is cut: tiles, and runs of them that a warp writes from left to right.
struct HistogramTiles {
    Extent tile, count;
    int64_t run = 0, runs = 0;  ///< tiles of a run; runs of a row of tiles
    int64_t group = 0;          ///< rows that a warp has under way at a time
    int64_t row_words = 0;      ///< words of four rows

    int64_t rows_of(int64_t tile_y, Extent picture) const {
        return std::min(tile.height, picture.height - tile_y * tile.height);
    }
};

HistogramTiles cut(Extent picture, int64_t bins, MachineShape machine, int64_t run) {
    HistogramTiles tiles;
    tiles.tile = {columns_a_lane * machine.lanes, 2 * machine.lanes};
    tiles.count = {pieces(picture.width, tiles.tile.width), pieces(picture.height, tiles.tile.height)};
    tiles.run =
        run != 0 ? run : std::clamp<int64_t>(tiles.count.count() * bins / enough_warps, 1, tiles.count.width);
    tiles.runs = pieces(tiles.count.width, tiles.run);
    tiles.group = std::min<int64_t>(tiles.tile.height, 16);
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
    constexpr int64_t most_down = 65535, most = std::numeric_limits<int32_t>::max();
    if (tiles.count.height > most_down)
        throw UsageError(
            "A picture of {} rows has {} rows of tiles, and a grid holds {}; choose one of at most {} rows.",
            picture.height, tiles.count.height, most_down, most_down * tiles.tile.height);
    if (tiles.count.count() > most)
        throw UsageError(
            "An integral histogram of {} x {} needs {} tiles, and a grid holds {}; choose a smaller picture.",
            picture.width, picture.height, tiles.count.count(), most);
}

/// What the counting kernel leaves for the writing one.
struct Counts {
    BufferId binned, columns, rows, totals;
};

Counts add_counts(Plan& plan, const HistogramTiles& tiles, int64_t bins) {
    const int64_t width = tiles.count.width * tiles.tile.width,
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
    const int64_t part = std::min<int64_t>(binning.bins, counted_bins);
    append_launch(plan,
                  {.kernel = kernel("count_tiles", picture, machine),
                   .grid = {tiles.count.width, tiles.count.height, pieces(binning.bins, part)},
                   .block = {machine.lanes, std::min(counting_warps, tiles.tile.height)},
                   .dynamic_shared_bytes = 4 * part * (machine.lanes + tiles.row_words),
                   .arguments = arguments(image, counts.binned, counts.columns, counts.rows, counts.totals,
                                          picture.width, picture.height, binning.bins, binning.levels, part),
                   .name = "count tiles",
                   .bytes_read = plan[image].bytes(),
                   .bytes_written = plan[counts.binned].bytes() + plan[counts.columns].bytes() +
                                    plan[counts.rows].bytes() + plan[counts.totals].bytes()});
}

void append_writing(Plan& plan, const Counts& counts, BufferId tensor, Extent picture, int64_t bins,
                    const HistogramTiles& tiles, MachineShape machine) {
    const int64_t warps = std::min(writing_warps, tiles.runs);
    append_launch(plan, {.kernel = kernel("write_tables", picture, machine),
                         .grid = {pieces(tiles.runs, warps), tiles.count.height, bins},
                         .block = {machine.lanes, warps},
                         .arguments = arguments(counts.binned, counts.columns, counts.rows, counts.totals,
                                                tensor, picture.width, picture.height, bins,
                                                tiles.count.width, tiles.count.height, tiles.run),
                         .name = "write all bins",
                         .bytes_read = plan[counts.binned].bytes() + plan[counts.columns].bytes() +
                                       plan[counts.rows].bytes() + plan[counts.totals].bytes(),
                         .bytes_written = picture.count() * bins * 4});
}

/// A run of tiles of one bin: `before` tiles lie left of it and `above` rows of tiles over it; `rows` of its
/// rows are in the picture.
struct Run {
    int64_t before = 0, tiles = 0, above = 0, rows = 0;
};

template <typename Visit>
void for_runs(const HistogramTiles& tiles, Extent picture, Visit visit) {
    for (int64_t above = 0; above < tiles.count.height; ++above)
        for (int64_t before = 0; before < tiles.count.width; before += tiles.run)
            visit(Run{before, std::min(tiles.run, tiles.count.width - before), above,
                      tiles.rows_of(above, picture)});
}

/// To find out what lies before: the corner, the rows to the left, the columns above.
int64_t additions_before(const Run& run, const HistogramTiles& tiles, MachineShape machine) {
    const int64_t lanes = machine.lanes, corner = run.before * run.above;
    int64_t additions = corner + sum_lanes_additions(std::min(corner, lanes), lanes);
    additions += columns_a_lane * tiles.row_words * (run.before + run.tiles - 1);
    // Nothing lies above the first tiles. Else three for a lane's columns, six to place them.
    if (run.above > 0)
        additions +=
            run.tiles * (columns_a_lane * lanes * run.above + 9 * lanes + scan_lanes_additions(lanes, lanes));
    return additions;
}

/// To write: nine a row in every lane, and for each four rows a scan and one more.
int64_t additions_written(const Run& run, const HistogramTiles& tiles, MachineShape machine) {
    const int64_t lanes = machine.lanes, rows = pieces(run.rows, tiles.group) * tiles.group;
    return run.tiles * (9 * rows * lanes + rows / 4 * (scan_lanes_additions(lanes, lanes) + lanes));
}

/// One round each: the look at earlier tiles; scans; every written row; the move to a next tile.
int64_t rounds_of(const Run& run, const HistogramTiles& tiles, MachineShape machine) {
    const int64_t steps = log2_of(machine.lanes), groups = pieces(run.rows, tiles.group);
    int64_t start = run.before > 0 || run.above > 0 ? 1 : 0;
    if (run.before > 0 && run.above > 0) start += steps;
    const int64_t tile = (run.above > 0 ? steps : 0) + groups * (tiles.group / 4 * steps + tiles.group);
    return start + run.tiles * tile + run.tiles - 1;
}

}  // namespace

void append_integral_histogram(Plan& plan, BufferId image, BufferId tensor, Extent picture,
                               reference::Binning binning, MachineShape machine, int64_t run) {
    const HistogramTiles tiles = cut(picture, binning.bins, machine, run);
    check_grid(tiles, picture);
    const Counts counts = add_counts(plan, tiles, binning.bins);
    append_counting(plan, image, counts, picture, binning, tiles, machine);
    append_writing(plan, counts, tensor, picture, binning.bins, tiles, machine);
}

Cost integral_histogram_cost(Extent picture, int64_t bins, MachineShape machine, int64_t run) {
    const HistogramTiles tiles = cut(picture, bins, machine, run);
    const int64_t lanes = machine.lanes, steps = log2_of(lanes), count = tiles.count.count(),
                  warps = std::min(counting_warps, tiles.tile.height);
    int64_t before = 0, written = 0, rounds = 0;
    for_runs(tiles, picture, [&](const Run& part) {
        before += additions_before(part, tiles, machine);
        written += additions_written(part, tiles, machine);
        rounds = std::max(rounds, rounds_of(part, tiles, machine));
    });
    Cost cost;
    // Every pixel into the counters of its column and its row; then the totals of the tile's bins.
    const int64_t pixels = tiles.tile.count(), total = 3 * lanes + sum_lanes_additions(lanes, lanes);
    cost.additions =
        Term::of(count, 2 * pixels + bins * total, fmt::format("(2·{} + {}·{})", pixels, bins, total));
    if (before > 0) cost.additions += Term::of(bins, before, fmt::format("{} for the sums before", before));
    cost.additions += Term::of(bins, written, fmt::format("{} in tiles", written));
    const int64_t parts = pieces(bins, counted_bins);
    cost.barriers = Term::of(parts, 3 * count, fmt::format("3·{} tiles", count));
    const int64_t totals = pieces(std::min(bins, counted_bins), warps);
    cost.rounds = {2 + totals * steps, fmt::format("2 + {} log₂ {}", totals, lanes)};
    cost.rounds += {rounds, std::to_string(rounds)};
    return cost;
}

namespace {

ScanSettings scan_of(const Parameters& parameters, int64_t row) {
    int64_t segment = 2;
    while (segment < 2048 && segment < row) segment *= 2;
    return {segment, true, scans_inclusively(parameters), !parameters.is_on("offset")};
}

Option offset_option() {
    return safety_option("offset", "padding by index / 32", "padding moves an index by index / 32",
                         "as printed, every index gets the same offset of 32, so the bank conflicts remain");
}

/// The host array that the tensor rests in between launches; slot 0 is the input.
constexpr int host_tensor = 1;

void append_round_trip(Plan& plan, BufferId tensor) {
    plan.operations.push_back({Download{tensor, host_tensor}});
    plan.operations.push_back({Upload{host_tensor, tensor}});
}

}  // namespace

StsScans::StsScans(const Parameters& parameters)
    : picture(parameters.extent),
      turned(picture.transposed()),
      bins(parameters.option("bins")),
      across(scan_of(parameters, picture.width)),
      down(scan_of(parameters, picture.height)) {}

Plan start_sts(std::string_view slug, const Parameters& parameters, StsBuffers& buffers) {
    const StsScans scans(parameters);
    const Extent tensor = tensor_extent(scans.picture, scans.bins),
                 turned_tensor = tensor_extent(scans.turned, scans.bins);
    Plan plan = start_plan(slug, parameters, is_upright(parameters) ? tensor : turned_tensor);
    plan.emulator_only = slips_in({offset_option()}, parameters);
    const ScalarType type = parameters.types.output;
    buffers.marks = plan.add_buffer({"marks", type, tensor});
    buffers.row_sums = plan.add_buffer({"row_sums", type, tensor});
    buffers.columns = plan.add_buffer({"columns", type, turned_tensor});
    buffers.sums = is_upright(parameters) ? plan.add_buffer({"sums", type, turned_tensor}) : plan.output;
    append_binning(plan, plan.input, buffers.marks, scans.picture, binning_of(parameters),
                   parameters.machine);
    return plan;
}

Plan make_single_sts_plan(std::string_view slug, const Parameters& parameters, bool round_trips) {
    const StsScans scans(parameters);
    const MachineShape machine = parameters.machine;
    StsBuffers buffers;
    Plan plan = start_sts(slug, parameters, buffers);
    append_scan(plan, buffers.marks, buffers.row_sums, scans.across, machine, "scan rows of all bins");
    if (round_trips) append_round_trip(plan, buffers.row_sums);
    append_transpose_planes(plan, buffers.row_sums, buffers.columns, scans.picture, scans.bins, 0, machine,
                            "transpose all bins");
    if (round_trips) append_round_trip(plan, buffers.columns);
    append_scan(plan, buffers.columns, buffers.sums, scans.down, machine, "scan columns of all bins");
    if (!is_upright(parameters)) return plan;
    if (round_trips) append_round_trip(plan, buffers.sums);
    append_transpose_planes(plan, buffers.sums, plan.output, scans.turned, scans.bins, 0, machine,
                            "transpose back");
    return plan;
}

std::vector<Expectation> sts_expectations(const Parameters& parameters, bool one_by_one) {
    const StsScans scans(parameters);
    const MachineShape machine = parameters.machine;
    const auto rows = [&](Extent plane, const ScanSettings& scan) {
        if (!one_by_one) return scan_cost(tensor_extent(plane, scans.bins), ScalarType::u32, scan, machine);
        const Cost row = scan_cost({plane.width, 1}, ScalarType::u32, scan, machine);
        return repeated(plane.height * scans.bins, row);
    };
    Cost cost = rows(scans.picture, scans.across);
    const auto transpose = [&](Extent plane) {
        return transpose_planes_cost(plane, ScalarType::u32, scans.bins, 0, machine);
    };
    cost += transpose(scans.picture);
    cost += rows(scans.turned, scans.down);
    if (is_upright(parameters)) cost += transpose(scans.turned);
    return to_expectations(cost);
}

std::vector<Option> sts_options() {
    return {bins_option(), levels_option(), inclusive_option(), turned_back_option(), offset_option()};
}

}  // namespace upsweep
