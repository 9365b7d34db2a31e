// Hillis and Steele's scan with two buffers: its plan, its cost, its catalog entry.
#include "pipelines/parts/kinds.h"

namespace upsweep::entries::scan_hillis_steele {
namespace {

Plan make_plan(const Parameters& parameters) {
    return make_row_walk_plan("scan_hillis_steele", parameters, 2);
}

/// The turns of a pass's steps. Every access goes straight along the cells, so nothing conflicts.
void add_steps(BankCount& bank, int64_t n) {
    for (int64_t stride = 1; stride < n; stride *= 2) {
        // Two sums read and one written; a lane without a neighbour that far away copies its own.
        add_straight_access(bank, n, stride, -stride);
        for (int i = 0; i < 2; ++i) add_straight_access(bank, n, stride);
        for (int i = 0; i < 2; ++i) bank.access(n, [=](int64_t t) { return t < stride ? t : -1; });
    }
}

Cost cost_of(const Parameters& parameters) {
    const RowWalk walk(parameters.extent, parameters.option("segment"));
    Cost cost = row_walk_cost(walk, 1);
    const int64_t n = walk.segment;
    cost.copies = Term::of(walk.rows * walk.passes(), n - 1, std::to_string(n - 1));
    add_turns(cost, walk.rows,
              row_walk_accesses(walk, parameters, [n](BankCount& bank) { add_steps(bank, n); }));
    return cost;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return row_walk_expectations(
        parameters, cost_of(parameters),
        {.additions = "n log₂ n − (n − 1)", .copies = "n − 1", .barriers = "log₂ n + 2", .rounds = "log₂ n"});
}

}  // namespace

extern const Algorithm algorithm = scan_entry({
    .slug = "scan_hillis_steele",
    .title = "Hillis–Steele, two buffers",
    .source = "Hillis and Steele 1986; Oro et al. 2011, section 4",
    .teaches = "The reach doubles: log₂ n steps instead of n − 1, but n log₂ n − (n − 1) additions",
    .options = {thread_segment_option(), inclusive_option(), operator_option()},
    .opening = {.extent = {8, 1}},
    .compared_with = {"scan_kogge_stone", "Hillis–Steele, Kogge–Stone"},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings_of<cost_of>,
});

}  // namespace upsweep::entries::scan_hillis_steele
