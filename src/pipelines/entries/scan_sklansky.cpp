// Sklansky's scan in place: its plan, its cost, its catalog entry.
#include <fmt/format.h>

#include "pipelines/parts/kinds.h"

namespace upsweep::entries::scan_sklansky {
namespace {

Plan make_plan(const Parameters& parameters) { return make_row_walk_plan("scan_sklansky", parameters, 1); }

/// The turns of a pass's steps: the right half of a group reads one cell, then its own ones.
void add_steps(BankCount& bank, int64_t n) {
    for (int64_t stride = 1; stride < n; stride *= 2) {
        bank.access(n, [=](int64_t t) { return (t & stride) != 0 ? (t & -stride) - 1 : -1; });
        for (int i = 0; i < 2; ++i) bank.access(n, [=](int64_t t) { return (t & stride) != 0 ? t : -1; });
    }
}

Cost cost_of(const Parameters& parameters) {
    const RowWalk walk(parameters.extent, parameters.option("segment"));
    const int64_t n = walk.segment, steps = log2_of(n);
    Cost cost =
        row_walk_cost(walk, {n / 2 * steps, fmt::format("{}/2 log₂ {}", n, n)},
                      {steps + 2, fmt::format("(log₂ {} + 2)", n)}, {steps, fmt::format("log₂ {}", n)});
    add_turns(cost, walk.rows,
              row_walk_accesses(walk, parameters, [n](BankCount& bank) { add_steps(bank, n); }));
    return cost;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return row_walk_expectations(parameters, cost_of(parameters),
                                 {.additions = "n/2 log₂ n", .barriers = "log₂ n + 2", .rounds = "log₂ n"});
}

}  // namespace

extern const Algorithm algorithm = scan_entry({
    .slug = "scan_sklansky",
    .title = "Sklansky, halves joined",
    .source = "Sklansky 1960",
    .teaches = "The fewest steps, with n/2 log₂ n additions; the price: half a group reads the same sum",
    .options = {thread_segment_option(), inclusive_option(), operator_option()},
    .opening = {.extent = {8, 1}},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings_of<cost_of>,
});

}  // namespace upsweep::entries::scan_sklansky
