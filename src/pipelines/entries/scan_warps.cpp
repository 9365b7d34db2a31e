// Warp scan, block scan, grid scan: their plan, their cost, their catalog entry.
#include <algorithm>

#include <fmt/format.h>

#include "pipelines/parts/kinds.h"

namespace upsweep::entries::scan_warps {
namespace {

std::vector<ScanLevel> levels_of(Extent extent, int64_t wanted, int64_t lanes) {
    return scan_levels(extent, [=](int64_t width, bool) {
        const int64_t fitting = power_from(width), most = std::min<int64_t>(lanes * lanes, 1024);
        return std::clamp(wanted == 0 ? fitting : std::min(wanted, fitting), lanes, most);
    });
}

Definitions definitions_of(ElementTypes types, const WarpScanSettings& settings, MachineShape machine) {
    Definitions definitions = definitions_or_types(settings.definitions, types);
    define_warp(definitions, machine);
    if (!settings.syncwarp) definitions.emplace_back("SYNCWARP", "0");
    return definitions;
}

/// Additions on data of a warp scan in registers whose first `filled` lanes hold data; the others hold a zero
/// that belongs to no sum yet.
int64_t shuffle_additions(int64_t filled, int64_t lanes) {
    int64_t additions = 0;
    for (int64_t stride = 1; stride < lanes && filled > 0; stride *= 2) {
        filled = std::min(lanes, filled + stride);
        additions += std::max<int64_t>(0, filled - stride);
    }
    return additions;
}

/// Additions of the warp scans of a segment that holds `count` elements of the row.
int64_t warp_additions(int64_t count, const ScanLevel& level, bool shuffle, int64_t lanes) {
    if (!shuffle) return level.segment / lanes * kogge_stone_additions(lanes);
    int64_t additions = 0;
    for (int64_t first = 0; first < level.segment; first += lanes)
        additions += shuffle_additions(std::clamp<int64_t>(count - first, 0, lanes), lanes);
    return additions;
}

/// The accesses of scan_cells by one warp: its steps, and the sum that it returns.
void add_warp_scan_accesses(BankCount& bank, int64_t lanes) {
    add_kogge_stone_accesses(bank, lanes);
    add_straight_access(bank, lanes);
}

/// The accesses of a block of scan_blocks.
BankCount block_accesses(const ScanLevel& level, bool shuffle, ScalarType output, MachineShape machine) {
    const int64_t lanes = machine.lanes, warps = level.segment / lanes;
    BankCount bank(machine, size_of(output));
    for (int64_t warp = 0; !shuffle && warp < warps; ++warp) {
        add_straight_access(bank, lanes);
        add_warp_scan_accesses(bank, lanes);
    }
    if (warps == 1) return bank;
    // Every warp stores its total, and the first one zeros for those that the block does not have.
    for (int64_t warp = 0; warp < warps; ++warp) bank.access(1, [](int64_t) { return 0; });
    add_straight_access(bank, lanes, warps);
    if (shuffle)
        for (int i = 0; i < 2; ++i) add_straight_access(bank, lanes);
    else
        add_warp_scan_accesses(bank, lanes);
    bank.access(level.segment, [=](int64_t t) { return t / lanes - 1; });
    return bank;
}

Cost level_cost(const ScanLevel& level, bool shuffle, ScalarType output, MachineShape machine) {
    const int64_t lanes = machine.lanes;
    const int64_t warps = level.segment / lanes, steps = log2_of(lanes);
    const int64_t full = warp_additions(level.segment, level, shuffle, lanes);
    Cost cost;
    cost.additions = Term::of(level.rows * (level.segments - 1), full, std::to_string(full));
    const int64_t last = warp_additions(level.rest(), level, shuffle, lanes);
    cost.additions += Term::of(level.rows, last, std::to_string(last));
    // Between two barriers, the steps of a warp in shared memory are one interval; each shuffle is a round.
    const int64_t rounds = shuffle ? steps : 1;
    const std::string formula = shuffle ? fmt::format("log₂ {}", lanes) : "1";
    cost.rounds = {rounds, formula};
    add_turns(cost, level.blocks(), block_accesses(level, shuffle, output, machine));
    if (warps > 1) {
        const int64_t joining = kogge_stone_additions(lanes) + level.segment - lanes;
        cost.additions += Term::of(level.blocks(), joining, std::to_string(joining));
        cost.barriers = Term::of(level.blocks(), 2, "2");
        // In shared memory the warps' totals go from cell to cell; in registers only the first is stored
        // unchanged.
        const int64_t copies = shuffle ? 1 : warps;
        cost.copies = Term::of(level.blocks(), copies, std::to_string(copies));
        cost.rounds += {rounds + 1, formula + " + 1"};
    }
    add_block_sums(cost, level);
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
Term block_depth(int64_t last, int64_t lanes) {
    const int64_t warp = last / lanes;
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
    append_levels(
        plan, from, to, levels_of(plan[from].extent, settings.segment, machine.lanes),
        {.function = "scan_blocks",
         .kept = "cells",
         .choice = settings.shuffle,
         .inclusive = settings.inclusive,
         .kernel = [&](std::string function, ElementTypes types) -> KernelName {
             return {"scan_warps.cu", std::move(function), definitions_of(types, settings, machine)};
         },
         .shared_elements = [&](const ScanLevel& level) { return level.segment + machine.lanes; }},
        name);
}

Cost warp_scan_cost(Extent extent, ScalarType output, const WarpScanSettings& settings,
                    MachineShape machine) {
    using namespace entries::scan_warps;
    Cost cost;
    for (const ScanLevel& level : levels_of(extent, settings.segment, machine.lanes)) {
        // Totals of the level below are data in every cell.
        cost += level_cost(level, settings.shuffle, output, machine);
    }
    return cost;
}

Term warp_scan_depth(int64_t width, const WarpScanSettings& settings, MachineShape machine) {
    using namespace entries::scan_warps;
    const std::vector<ScanLevel> levels = levels_of({width, 1}, settings.segment, machine.lanes);
    Term depth;
    for (size_t i = 0; i < levels.size(); ++i) {
        const ScanLevel& level = levels[i];
        if (level.segments > 1) {
            depth += block_depth(level.segment - 1, machine.lanes);
            continue;
        }
        const int64_t summed = elements_summed(level.width, i == 0 && settings.inclusive);
        if (summed > 0) depth += block_depth(summed - 1, machine.lanes);
    }
    for (size_t i = 1; i < levels.size(); ++i) depth += {1, "1"};
    return depth;
}

double warp_scan_roundings(Extent extent, const WarpScanSettings& settings, MachineShape machine) {
    using namespace entries::scan_warps;
    const size_t levels = levels_of(extent, settings.segment, machine.lanes).size();
    // Twice the steps of a warp, the warps' totals added, the blocks' totals added.
    return double(levels) * (2 * log2_of(machine.lanes) + 2);
}

}  // namespace upsweep
