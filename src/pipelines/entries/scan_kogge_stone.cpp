// Kogge and Stone's scan in place: its plan, its cost, its catalog entry.
#include "pipelines/parts/building_blocks.h"
#include "pipelines/parts/depth.h"
#include "pipelines/parts/row_scans.h"

namespace upsweep {
namespace {

std::vector<Option> options() {
    return {thread_segment_option(), inclusive_option(),
            safety_option("between", "barrier after reading", "barrier between reading and adding",
                          "without the barrier between reading and adding, a thread may read a sum that its "
                          "neighbour has already changed")};
}

Plan make_plan(const Parameters& parameters) {
    Definitions further;
    define_slip(further, "BETWEEN", parameters, "between");
    Plan plan = make_row_walk_plan("scan_kogge_stone", parameters, 1, further);
    plan.emulator_only = slips_in(options(), parameters);
    return plan;
}

/// The turns of one row. Every access goes straight along the cells, so nothing conflicts.
BankCount row_accesses(const RowWalk& walk, const Parameters& parameters) {
    BankCount bank(parameters.machine, size_of(parameters.types.output));
    const std::int64_t n = walk.segment, shift = parameters.option("inclusive") != 0 ? 0 : 1;
    for (std::int64_t pass = 0; pass < walk.passes(); ++pass) {
        add_straight_access(bank, n);
        for (int i = 0; pass > 0 && i < 2; ++i) bank.access(1, [](std::int64_t) { return 0; });
        add_kogge_stone_accesses(bank, n);
        bank.access(n, [=](std::int64_t t) { return t >= shift ? t - shift : -1; });
        bank.access(n, [=](std::int64_t) { return n - 1; });
    }
    return bank;
}

Cost cost_of(const Parameters& parameters) {
    const RowWalk walk(parameters.extent, parameters.option("segment"));
    Cost cost = row_walk_cost(walk, parameters.option("between") != 0 ? 2 : 1);
    const BankCount bank = row_accesses(walk, parameters);
    cost.wavefronts = walk.rows * bank.wavefronts();
    cost.conflicts = walk.rows * bank.conflicts();
    return cost;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    Cost cost = cost_of(parameters);
    if (parameters.extent == Extent{segment_of(parameters.option("segment"), parameters.extent.width), 1}) {
        cost.additions.formula = "n log₂ n − (n − 1)";
        cost.barriers.formula = parameters.option("between") != 0 ? "2 log₂ n + 2" : "log₂ n + 2";
        cost.rounds.formula = "log₂ n";
    }
    std::optional<Term> depth;
    if (RowWalk(parameters.extent, parameters.option("segment")).passes() == 1)
        depth = doubling_depth(elements_summed(parameters.extent.width, parameters.option("inclusive") != 0));
    return to_expectations(cost, depth);
}

}  // namespace

namespace entries {
extern const Algorithm scan_kogge_stone;
const Algorithm scan_kogge_stone = {
    .slug = "scan_kogge_stone",
    .title = "Kogge–Stone, in place",
    .chapter = "Prefix sums",
    .source = "Kogge and Stone 1973; Bugetti 2025, figure 3",
    .teaches = "In place a step needs two barriers: all read, then all write",
    .shape = Shape::rows,
    .options = options(),
    .types = usual_types(),
    .opening = {.extent = {8, 1}},
    .make_plan = make_plan,
    .reference = scanned_rows,
    .expectations = expectations,
    .result = ResultKind::scan,
    .layout = upright_layout,
    .convention = scan_convention,
    .roundings =
        [](const Parameters& parameters) { return static_cast<double>(cost_of(parameters).rounds.value); },
};
}  // namespace entries

}  // namespace upsweep
