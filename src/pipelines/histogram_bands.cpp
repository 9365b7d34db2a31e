// The launches of the one-pass integral histogram.
#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/error.h"
#include "pipelines/histogram_parts.h"
#include "pipelines/lane_sums.h"
#include "pipelines/row_scans.h"

namespace upsweep {
namespace {

/// How the picture is cut: bands of rows, strips of columns.
struct Bands {
    std::int64_t rows = 0, bands = 0;
    std::int64_t threads = 0;   ///< of a block that writes: whole warps, four columns a lane
    std::int64_t strips = 0;    ///< that such a block takes one after another
    std::int64_t counters = 0;  ///< columns of a block that counts
};

constexpr std::int64_t columns_a_lane = 4;
constexpr std::int64_t most_warps = 8;

std::int64_t quotient_up(std::int64_t n, std::int64_t divisor) { return (n + divisor - 1) / divisor; }

Bands cut(Extent picture, std::int64_t bins, MachineShape machine) {
    Bands bands;
    // Half as many rows as lanes, in words of four: with all of them an H200 took a quarter longer.
    bands.rows = std::max(4, machine.lanes / 2 / 4 * 4);
    bands.bands = quotient_up(picture.height, bands.rows);
    const std::int64_t warp_columns = columns_a_lane * machine.lanes;
    bands.threads = std::min(most_warps, quotient_up(picture.width, warp_columns)) * machine.lanes;
    bands.strips = quotient_up(picture.width, bands.threads * columns_a_lane);
    // A byte of shared memory for each bin of each column, and 48 KiB at most.
    bands.counters = std::min<std::int64_t>(4 * machine.lanes, 49152 / bins);
    return bands;
}

KernelName kernel(std::string function, MachineShape machine, const Bands& bands) {
    Definitions definitions = type_definitions({ScalarType::u8, ScalarType::u32});
    if (machine.lanes != 32) {
        definitions.emplace_back("WARP", std::to_string(machine.lanes));
        definitions.emplace_back("ROWS", std::to_string(bands.rows));
    }
    return {"integral_histogram_tiled.cu", std::move(function), std::move(definitions)};
}

void check_grid(std::int64_t blocks, Extent picture, std::int64_t bins) {
    if (blocks > std::numeric_limits<std::int32_t>::max())
        throw UsageError(fmt::format(
            "An integral histogram of {} x {} with {} bins needs {} blocks, and a grid "
            "holds {}; take fewer bins or a smaller picture.",
            picture.width, picture.height, bins, blocks, std::numeric_limits<std::int32_t>::max()));
}

void append_counting(Plan& plan, BufferId image, BufferId binned, BufferId counts, Extent picture,
                     reference::Binning binning, const Bands& bands, MachineShape machine) {
    if (bands.bands > 65535)
        throw UsageError(
            fmt::format("A picture of {} rows has {} bands, and a grid holds 65535 of them; take one of "
                        "at most {} rows.",
                        picture.height, bands.bands, 65535 * bands.rows));
    plan.operations.push_back(
        {Launch{.kernel = kernel("count_columns", machine, bands),
                .grid = {quotient_up(picture.width, bands.counters), bands.bands},
                .block = {bands.counters},
                .dynamic_shared_bytes = bands.counters * binning.bins,
                .arguments = {BufferArgument{image}, BufferArgument{binned}, BufferArgument{counts},
                              int_argument(picture.width), int_argument(picture.height),
                              int_argument(binning.bins), int_argument(binning.levels)},
                .name = "count columns of each band",
                .bytes_read = plan[image].bytes(),
                .bytes_written = plan[binned].bytes() + plan[counts].bytes()}});
}

void append_sums(Plan& plan, BufferId counts, BufferId above, std::int64_t columns, const Bands& bands,
                 MachineShape machine) {
    const std::int64_t threads = 4 * machine.lanes;
    plan.operations.push_back(
        {Launch{.kernel = kernel("sum_bands", machine, bands),
                .grid = {quotient_up(columns, threads)},
                .block = {threads},
                .arguments = {BufferArgument{counts}, BufferArgument{above},
                              ScalarArgument{ScalarType::i64, static_cast<std::uint64_t>(columns)},
                              int_argument(bands.bands)},
                .name = "sum bands",
                .bytes_read = plan[counts].bytes(),
                .bytes_written = plan[above].bytes()}});
}

/// What the block of one bin writes of a band with `rows` rows in the picture.
Term band_additions(const Bands& bands, std::int64_t width, std::int64_t rows, MachineShape machine) {
    const std::int64_t lanes = machine.lanes, warps = bands.threads / lanes;
    // Of all warps of all strips: those whose lanes all have columns, and one with the rest.
    const std::int64_t busy = quotient_up(width, columns_a_lane), whole = busy / lanes, rest = busy % lanes;
    const std::int64_t groups = quotient_up(rows, 4);
    // Six to place a lane's four columns, nine a row to count on.
    const std::int64_t in_lanes = width + bands.strips * bands.threads * (6 + 9 * rows);
    const std::int64_t across_lanes =
        (groups + 1) * (whole * scan_lanes_additions(lanes, lanes) + scan_lanes_additions(rest, lanes)) +
        groups * lanes * (whole + (rest > 0 ? 1 : 0));
    const std::int64_t across_warps = bands.strips * warps * (bands.rows + 1);
    return {in_lanes + across_lanes + across_warps,
            fmt::format("({} in lanes + {} across lanes + {} across warps)", in_lanes, across_lanes,
                        across_warps)};
}

}  // namespace

void append_integral_histogram(Plan& plan, BufferId image, BufferId tensor, Extent picture,
                               reference::Binning binning, MachineShape machine) {
    const Bands bands = cut(picture, binning.bins, machine);
    const std::int64_t columns = picture.width * binning.bins;
    check_grid(bands.bands * binning.bins, picture, binning.bins);
    const BufferId binned = add_buffer(plan, "binned", ScalarType::u8, picture);
    const Extent a_row_each{picture.width, bands.bands * binning.bins};
    const BufferId counts = add_buffer(plan, "band_counts", ScalarType::u32, a_row_each);
    const BufferId above = add_buffer(plan, "above", ScalarType::u32, a_row_each);
    append_counting(plan, image, binned, counts, picture, binning, bands, machine);
    append_sums(plan, counts, above, columns, bands, machine);
    plan.operations.push_back({Launch{
        .kernel = kernel("write_tables", machine, bands),
        .grid = {bands.bands * binning.bins},
        .block = {bands.threads},
        .arguments = {BufferArgument{binned}, BufferArgument{above}, BufferArgument{tensor},
                      int_argument(picture.width), int_argument(picture.height), int_argument(binning.bins)},
        .name = "write all bins",
        .bytes_read = plan[binned].bytes() + plan[above].bytes(),
        .bytes_written = picture.count() * binning.bins * 4}});
}

Cost integral_histogram_cost(Extent picture, std::int64_t bins, MachineShape machine) {
    const Bands bands = cut(picture, bins, machine);
    const std::int64_t last_rows = picture.height - (bands.bands - 1) * bands.rows;
    const auto add_bands = [&](Cost& cost, std::int64_t count, std::int64_t rows) {
        const Term band = band_additions(bands, picture.width, rows, machine);
        cost.additions += Term::of(count * bins, band.value, band.formula);
    };
    Cost cost;
    // Every pixel into its counter, and every band's counts to those above.
    cost.additions = Term::of(1, picture.count(), "wh");
    cost.additions += Term::of(bands.bands * bins, picture.width, "w");
    add_bands(cost, bands.bands - 1, bands.rows);
    add_bands(cost, 1, last_rows);
    cost.barriers = Term::of(1, 2 * bands.bands * bins * bands.strips,
                             fmt::format("2·{} bands·{} bins·{} strips", bands.bands, bins, bands.strips));
    // Counting and summing bands are a round each. A strip: the sum of the lane's columns, a scan for every
    // four rows and one for what lies above, and the scan of warps; what is written belongs to the next
    // strip.
    const std::int64_t scans = quotient_up(std::min(picture.height, bands.rows), 4) + 1;
    cost.depth = Term::of(1, 2, "2");
    cost.depth += Term::of(bands.strips, 2 + scans * log2_of(machine.lanes),
                           fmt::format("(2 + {} log₂ {})", scans, machine.lanes));
    cost.depth += Term::of(1, 1, "1");
    return cost;
}

}  // namespace upsweep
