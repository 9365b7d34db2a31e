// Kogge and Stone's scan in place: its plan, its cost, its catalog entry.
#include "pipelines/parts/kinds.h"

namespace upsweep::entries::scan_kogge_stone {
namespace {

std::vector<Option> options() {
    return {
        thread_segment_option(),
        inclusive_option(),
        operator_option(),
        order_option(),
        safety_option("between", "barrier after reading", "barrier between reading and adding",
                      "without the barrier between reading and adding, a thread may read a sum that its "
                      "neighbour has already changed"),
        safety_option("before", "barrier before reading", "barrier before reading",
                      "without the barrier before reading, a thread may read a sum that its neighbour has "
                      "not changed yet")};
}

Plan make_plan(const Parameters& parameters) {
    Definitions further;
    define_slip(further, "BETWEEN", parameters, "between");
    define_slip(further, "BEFORE", parameters, "before");
    Plan plan = make_row_walk_plan("scan_kogge_stone", parameters, 1, further);
    plan.emulator_only = slips_in(options(), parameters);
    return plan;
}

int barriers_a_step(const Parameters& parameters) {
    return int(parameters.option("before") + parameters.option("between"));
}

Cost cost_of(const Parameters& parameters) {
    const RowWalk walk(parameters.extent, parameters.option("segment"));
    const int barriers = barriers_a_step(parameters);
    Cost cost = row_walk_cost(walk, barriers);
    // Without any barrier a pass is one round.
    if (barriers == 0) cost.rounds = Term::of(walk.passes(), 1, "1");
    // Every access goes straight along the cells, so nothing conflicts.
    add_turns(cost, walk.rows, row_walk_accesses(walk, parameters, [&](BankCount& bank) {
                  add_kogge_stone_accesses(bank, walk.segment);
              }));
    return cost;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const int barriers = barriers_a_step(parameters);
    return row_walk_expectations(parameters, cost_of(parameters),
                                 {.additions = "n log₂ n − (n − 1)",
                                  .barriers = barriers == 2   ? "2 log₂ n + 2"
                                              : barriers == 1 ? "log₂ n + 2"
                                                              : "2",
                                  .rounds = barriers == 0 ? "1" : "log₂ n"});
}

}  // namespace

extern const Algorithm algorithm = scan_entry({
    .slug = "scan_kogge_stone",
    .title = "Kogge–Stone, in place",
    .source = "Kogge and Stone 1973; Bugetti 2025, figure 3",
    .teaches = "In place a step needs two barriers: all read, then all write",
    .options = options(),
    .opening = {.extent = {8, 1}},
    .compared_with = {"scan_blelloch", "Kogge–Stone, Blelloch"},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings_of<cost_of>,
});

}  // namespace upsweep::entries::scan_kogge_stone
