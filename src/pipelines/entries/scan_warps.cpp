// Warp scan, block scan, grid scan: their plan, their cost, their catalog entry.
#include <algorithm>

#include <fmt/format.h>

#include "pipelines/parts/kinds.h"

namespace upsweep::entries::scan_warps {
namespace {

/// One launch of scan_blocks: rows of `width`, cut into segments.
struct Level {
    std::int64_t width = 0, rows = 0, segment = 0, segments = 0;

    std::int64_t blocks() const { return rows * segments; }
};

/// The scan of the rows, the scan of its block totals, and so on until a row fits one block.
std::vector<Level> levels_of(Extent extent, std::int64_t wanted, std::int64_t lanes) {
    std::vector<Level> levels;
    const std::int64_t most = std::min<std::int64_t>(lanes * lanes, 1024);
    std::int64_t width = extent.width;
    for (;;) {
        const std::int64_t fitting = power_from(width);
        const std::int64_t side = std::clamp(wanted == 0 ? fitting : std::min(wanted, fitting), lanes, most);
        levels.push_back({width, extent.height, side, pieces(width, side)});
        if (levels.back().segments == 1) return levels;
        width = levels.back().segments;
    }
}

Definitions definitions_of(ElementTypes types, const WarpScanSettings& settings, MachineShape machine) {
    Definitions definitions = definitions_or_types(settings.definitions, types);
    define_warp(definitions, machine);
    if (!settings.syncwarp) definitions.emplace_back("SYNCWARP", "0");
    return definitions;
}

void append_level(Plan& plan, BufferId from, BufferId to, const std::vector<Level>& levels,
                  std::size_t number, const WarpScanSettings& settings, MachineShape machine,
                  const std::string& name) {
    const Level& level = levels[number];
    const ElementTypes types{plan[from].type, plan[to].type};
    const std::int64_t out = size_of(types.output), count = level.width * level.rows;
    const bool last = level.segments == 1;
    // With one segment a row the kernel stores no totals, and any pointer will do.
    BufferId totals = to, sums = to;
    if (!last) {
        totals = add_buffer(plan, "block_totals", types.output, {level.segments, level.rows});
        sums = add_buffer(plan, "block_sums", types.output, {level.segments, level.rows});
    }
    const Parts a_segment{{level.segment, 1}, {level.segments, level.rows}};
    std::vector<Subject> subjects = {subject(from, SubjectRole::data, SubjectForm::row, a_segment),
                                     kept("cells"),
                                     subject(to, SubjectRole::data, SubjectForm::row, a_segment)};
    if (!last)
        subjects.push_back(subject(totals, SubjectRole::aggregate, SubjectForm::one_a_block,
                                   {{1, 1}, {level.segments, level.rows}}));
    append_launch(plan, {.kernel = {"scan_warps.cu", "scan_blocks", definitions_of(types, settings, machine)},
                         .grid = {checked_blocks(level.blocks(), "A scan of these rows")},
                         .block = {level.segment},
                         .dynamic_shared_bytes = (level.segment + machine.lanes) * out,
                         .arguments = arguments(from, to, totals, level.width, level.segments, level.segment,
                                                settings.shuffle, settings.inclusive),
                         .name = name,
                         .bytes_read = plan[from].bytes(),
                         .bytes_written = (count + (last ? 0 : level.blocks())) * out,
                         .subjects = std::move(subjects)});
    if (last) return;
    WarpScanSettings above = settings;
    above.inclusive = false;
    append_level(plan, totals, sums, levels, number + 1, above, machine, "scan block totals");
    const std::int64_t increments = count - level.segment * level.rows;
    append_launch(plan, {.kernel = {"scan_warps.cu", "add_block_sums",
                                    definitions_of({types.output, types.output}, settings, machine)},
                         .grid = {level.rows * (level.segments - 1)},
                         .block = {level.segment},
                         .arguments = arguments(to, sums, level.width, level.segments, level.segment),
                         .name = "add block sums",
                         .bytes_read = (increments + level.rows * (level.segments - 1)) * out,
                         .bytes_written = increments * out,
                         .subjects = {subject(sums, SubjectRole::prefix), subject(to)}});
}

/// Additions on data of a warp scan in registers whose first `filled` lanes hold data; the others hold a zero
/// that belongs to no sum yet.
std::int64_t shuffle_additions(std::int64_t filled, std::int64_t lanes) {
    std::int64_t additions = 0;
    for (std::int64_t stride = 1; stride < lanes && filled > 0; stride *= 2) {
        filled = std::min(lanes, filled + stride);
        additions += std::max<std::int64_t>(0, filled - stride);
    }
    return additions;
}

/// Additions of the warp scans of a segment that holds `count` elements of the row.
std::int64_t warp_additions(std::int64_t count, const Level& level, bool shuffle, std::int64_t lanes) {
    if (!shuffle) return level.segment / lanes * kogge_stone_additions(lanes);
    std::int64_t additions = 0;
    for (std::int64_t first = 0; first < level.segment; first += lanes)
        additions += shuffle_additions(std::clamp<std::int64_t>(count - first, 0, lanes), lanes);
    return additions;
}

/// The accesses of scan_cells by one warp: its steps, and the sum that it returns.
void add_warp_scan_accesses(BankCount& bank, std::int64_t lanes) {
    add_kogge_stone_accesses(bank, lanes);
    add_straight_access(bank, lanes);
}

/// The accesses of a block of scan_blocks.
BankCount block_accesses(const Level& level, bool shuffle, ScalarType output, MachineShape machine) {
    const std::int64_t lanes = machine.lanes, warps = level.segment / lanes;
    BankCount bank(machine, size_of(output));
    for (std::int64_t warp = 0; !shuffle && warp < warps; ++warp) {
        add_straight_access(bank, lanes);
        add_warp_scan_accesses(bank, lanes);
    }
    if (warps == 1) return bank;
    // Every warp stores its total, and the first one zeros for those that the block does not have.
    for (std::int64_t warp = 0; warp < warps; ++warp) bank.access(1, [](std::int64_t) { return 0; });
    add_straight_access(bank, lanes, warps);
    if (shuffle)
        for (int i = 0; i < 2; ++i) add_straight_access(bank, lanes);
    else
        add_warp_scan_accesses(bank, lanes);
    bank.access(level.segment, [=](std::int64_t t) { return t / lanes - 1; });
    return bank;
}

Cost level_cost(const Level& level, bool shuffle, ScalarType output, MachineShape machine) {
    const std::int64_t lanes = machine.lanes;
    const std::int64_t warps = level.segment / lanes, steps = log2_of(lanes);
    const std::int64_t rest = level.width - (level.segments - 1) * level.segment;
    const std::int64_t full = warp_additions(level.segment, level, shuffle, lanes);
    Cost cost;
    cost.additions = Term::of(level.rows * (level.segments - 1), full, std::to_string(full));
    const std::int64_t last = warp_additions(rest, level, shuffle, lanes);
    cost.additions += Term::of(level.rows, last, std::to_string(last));
    // Between two barriers, the steps of a warp in shared memory are one interval; each shuffle is a round.
    const std::int64_t rounds = shuffle ? steps : 1;
    const std::string formula = shuffle ? fmt::format("log₂ {}", lanes) : "1";
    cost.rounds = {rounds, formula};
    add_turns(cost, level.blocks(), block_accesses(level, shuffle, output, machine));
    if (warps > 1) {
        const std::int64_t joining = kogge_stone_additions(lanes) + level.segment - lanes;
        cost.additions += Term::of(level.blocks(), joining, std::to_string(joining));
        cost.barriers = Term::of(level.blocks(), 2, "2");
        // In shared memory the warps' totals go from cell to cell; in registers only the first is stored
        // unchanged.
        const std::int64_t copies = shuffle ? 1 : warps;
        cost.copies = Term::of(level.blocks(), copies, std::to_string(copies));
        cost.rounds += {rounds + 1, formula + " + 1"};
    }
    if (level.segments > 1) {
        const std::int64_t increments = (level.width - level.segment) * level.rows;
        cost.additions += {increments, std::to_string(increments)};
        cost.rounds += {1, "1"};
    }
    return cost;
}

WarpScanSettings settings_of(const Parameters& parameters) {
    return {parameters.option("segment"), parameters.is_on("shuffle"), scans_inclusively(parameters),
            parameters.is_on("syncwarp"), other_operator_definitions(parameters)};
}

std::vector<Option> options() {
    return {shuffle_option(), titled(thread_segment_option(), "elements per block, in whole warps"),
            inclusive_option(), operator_option(),
            safety_option("syncwarp", "__syncwarp()", "lanes wait for each other",
                          "as printed, the warp scan relies on lockstep: since Volta (independent thread "
                          "scheduling) each read and write phase needs a __syncwarp()")};
}

Plan make_plan(const Parameters& parameters) {
    Plan plan = start_plan("scan_warps", parameters);
    plan.emulator_only = slips_in(options(), parameters);
    append_warp_scan(plan, plan.input, plan.output, settings_of(parameters), parameters.machine, "scan rows");
    return plan;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const WarpScanSettings settings = settings_of(parameters);
    return to_expectations(
        warp_scan_cost(parameters.extent, parameters.types.output, settings, parameters.machine),
        warp_scan_depth(parameters.extent.width, settings, parameters.machine));
}

double roundings(const Parameters& parameters) {
    return warp_scan_roundings(parameters.extent, settings_of(parameters), parameters.machine);
}

/// Behind the inclusive sum up to element `last` of a segment: its place in the first warp, or all steps of a
/// warp, those of the totals before its own warp's, and one more.
Term block_depth(std::int64_t last, std::int64_t lanes) {
    const std::int64_t warp = last / lanes;
    if (warp == 0) return doubling_depth(last + 1);
    Term depth = doubling_depth(lanes);
    depth += doubling_depth(warp);
    depth += {1, "1"};
    return depth;
}

}  // namespace

extern const Algorithm algorithm = scan_entry({
    .slug = "scan_warps",
    .title = "Warp, block, grid",
    .source = "Oro et al. 2011, section 4",
    .teaches = "The lanes of a warp need no barrier: scan 32, scan the totals of 32 warps, scan the blocks",
    .options = options(),
    .opening = {.extent = {16, 1}, .lanes = 2, .step = StepSize::launch},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::scan_warps

namespace upsweep {

void append_warp_scan(Plan& plan, BufferId from, BufferId to, const WarpScanSettings& settings,
                      MachineShape machine, const std::string& name) {
    using namespace entries::scan_warps;
    append_level(plan, from, to, levels_of(plan[from].extent, settings.segment, machine.lanes), 0, settings,
                 machine, name);
}

Cost warp_scan_cost(Extent extent, ScalarType output, const WarpScanSettings& settings,
                    MachineShape machine) {
    using namespace entries::scan_warps;
    Cost cost;
    for (const Level& level : levels_of(extent, settings.segment, machine.lanes)) {
        // Totals of the level below are data in every cell.
        cost += level_cost(level, settings.shuffle, output, machine);
    }
    return cost;
}

Term warp_scan_depth(std::int64_t width, const WarpScanSettings& settings, MachineShape machine) {
    using namespace entries::scan_warps;
    const std::vector<Level> levels = levels_of({width, 1}, settings.segment, machine.lanes);
    Term depth;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const Level& level = levels[i];
        if (level.segments > 1) {
            depth += block_depth(level.segment - 1, machine.lanes);
            continue;
        }
        const std::int64_t summed = elements_summed(level.width, i == 0 && settings.inclusive);
        if (summed > 0) depth += block_depth(summed - 1, machine.lanes);
    }
    for (std::size_t i = 1; i < levels.size(); ++i) depth += {1, "1"};
    return depth;
}

double warp_scan_roundings(Extent extent, const WarpScanSettings& settings, MachineShape machine) {
    using namespace entries::scan_warps;
    const std::size_t levels = levels_of(extent, settings.segment, machine.lanes).size();
    // Twice the steps of a warp, the warps' totals added, the blocks' totals added.
    return static_cast<double>(levels) * (2 * log2_of(machine.lanes) + 2);
}

}  // namespace upsweep
