// Brent and Kung's scan in place: its plan, its cost, its catalog entry.
#include <fmt/format.h>

#include "pipelines/parts/kinds.h"

namespace upsweep::entries::scan_brent_kung {
namespace {

Plan make_plan(const Parameters& parameters) { return make_row_walk_plan("scan_brent_kung", parameters, 1); }

/// The turns of a pass's steps: of every pair of sums one is read, the other read and written.
void add_steps(BankCount& bank, int64_t n) {
    const auto pairs = [&](int64_t stride, int64_t right) {
        const auto place = [=](int64_t back) {
            return [=](int64_t t) {
                const int64_t cell = t * 2 * stride + right;
                return cell < n ? cell - back : -1;
            };
        };
        bank.access(n, place(stride));
        for (int i = 0; i < 2; ++i) bank.access(n, place(0));
    };
    for (int64_t stride = 1; stride < n; stride *= 2) pairs(stride, 2 * stride - 1);
    for (int64_t stride = n / 4; stride > 0; stride /= 2) pairs(stride, 3 * stride - 1);
}

Cost cost_of(const Parameters& parameters) {
    const RowWalk walk(parameters.extent, parameters.option("segment"));
    const int64_t n = walk.segment, steps = log2_of(n);
    Cost cost = row_walk_cost(walk, {2 * n - 2 - steps, fmt::format("(2·{} − 2 − log₂ {})", n, n)},
                              {2 * steps + 1, fmt::format("(2 log₂ {} + 1)", n)},
                              {2 * steps - 1, fmt::format("(2 log₂ {} − 1)", n)});
    add_turns(cost, walk.rows,
              row_walk_accesses(walk, parameters, [n](BankCount& bank) { add_steps(bank, n); }));
    return cost;
}

/// Behind a row that fits one segment.
Term depth_of(const RowWalk& walk, bool inclusive) {
    const auto n = size_t(walk.segment);
    Depths sums(n, -1);
    std::fill_n(sums.begin(), walk.width, 0);
    for (size_t stride = 1; stride < n; stride *= 2)
        for (size_t right = 2 * stride - 1; right < n; right += 2 * stride)
            sums[right] = depth_of_sum(sums[right], sums[right - stride]);
    for (size_t stride = n / 4; stride > 0; stride /= 2)
        for (size_t between = 3 * stride - 1; between < n; between += 2 * stride)
            sums[between] = depth_of_sum(sums[between], sums[between - stride]);
    sums.resize(size_t(elements_summed(walk.width, inclusive)));
    const int64_t depth = deepest(sums);
    const bool whole = walk.width == walk.segment && walk.width > 2;
    return {depth, whole ? fmt::format("2 log₂ {} − 2", walk.width) : std::to_string(depth)};
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return row_walk_expectations(
        parameters, cost_of(parameters),
        {.additions = "2n − 2 − log₂ n", .barriers = "2 log₂ n + 1", .rounds = "2 log₂ n − 1"}, depth_of);
}

}  // namespace

extern const Algorithm algorithm = scan_entry({
    .slug = "scan_brent_kung",
    .title = "Brent–Kung, in place",
    .source = "Brent and Kung 1982",
    .teaches = "2n − 2 − log₂ n additions and no swaps: a tree adds up, then complete sums fill the gaps",
    .options = {thread_segment_option(), inclusive_option(), operator_option()},
    .opening = {.extent = {8, 1}},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings_of<cost_of>,
});

}  // namespace upsweep::entries::scan_brent_kung
