// Sklansky's scan of rows: its plan, its cost, its catalog entry. A skeleton to copy: CONTRIBUTING.md says
// how.
#include <fmt/format.h>

#include "pipelines/parts/kinds.h"

namespace upsweep::entries::scan_skeleton {
namespace {

/// Buffers, then operations in their order: start_plan adds the input, the output and the upload.
Plan make_plan(const Parameters& parameters) {
    const RowWalk walk(parameters.extent, parameters.option("segment"));
    Plan plan = start_plan("scan_skeleton", parameters);
    append_pass(plan, plan.input, plan.output,
                {.kernel = {"scan_skeleton.cu", "scan_rows", type_definitions(parameters.types)},
                 .grid = {checked_blocks(walk.rows, "A scan with a block for each row")},
                 .block = {walk.segment},
                 .dynamic_shared_bytes = walk.segment * size_of(parameters.types.output),
                 .arguments = arguments(walk.width, walk.segment, parameters.option("inclusive")),
                 .name = "scan rows"});
    return plan;
}

/// Shared memory's turns in one row: an access for each read and each write of the kernel's text, with the
/// cell that each thread touches, or -1 where it takes no part.
BankCount row_accesses(const RowWalk& walk, const Parameters& parameters) {
    BankCount bank(parameters.machine, size_of(parameters.types.output));
    const std::int64_t n = walk.segment, shift = scans_inclusively(parameters) ? 0 : 1;
    for (std::int64_t pass = 0; pass < walk.passes(); ++pass) {
        add_straight_access(bank, n);
        // sums[0] += before: a read and a write by the first thread.
        for (int i = 0; pass > 0 && i < 2; ++i)
            bank.access(n, [](std::int64_t t) { return t == 0 ? std::int64_t{0} : -1; });
        for (std::int64_t stride = 1; stride < n; stride *= 2) {
            bank.access(n, [=](std::int64_t t) { return (t & stride) != 0 ? (t & -stride) - 1 : -1; });
            for (int i = 0; i < 2; ++i)
                bank.access(n, [=](std::int64_t t) { return (t & stride) != 0 ? t : -1; });
        }
        bank.access(n, [=](std::int64_t t) { return t >= shift ? t - shift : -1; });
        bank.access(n, [=](std::int64_t) { return n - 1; });
    }
    return bank;
}

/// How many times data are added one after another: the rounds of every pass, and one addition between two
/// passes.
std::int64_t rounds_of(const RowWalk& walk) {
    return walk.passes() * log2_of(walk.segment) + walk.passes() - 1;
}

/// The counts that a run has to meet, each with the formula as people write it. docs/counts.md says what each
/// means.
std::vector<Expectation> expectations(const Parameters& parameters) {
    const RowWalk walk(parameters.extent, parameters.option("segment"));
    const std::int64_t n = walk.segment, steps = log2_of(n), scans = walk.rows * walk.passes();
    const std::int64_t carries = walk.rows * (walk.passes() - 1);
    const BankCount bank = row_accesses(walk, parameters);
    const std::int64_t turns = walk.rows * bank.wavefronts(), extra = walk.rows * bank.conflicts();
    std::vector<Expectation> all = {
        {"additions", fmt::format("{}·{}/2 log₂ {} + {}", scans, n, n, carries),
         scans * n / 2 * steps + carries},
        {"copies", "0", 0},
        {"barriers", fmt::format("{}·(log₂ {} + 2)", scans, n), scans * (steps + 2)},
        {"rounds", fmt::format("{}·log₂ {} + {}", walk.passes(), n, walk.passes() - 1), rounds_of(walk)},
        {"shared_wavefronts", fmt::format("{} without conflicts", turns - extra), turns},
        {"bank_conflicts", fmt::format("{} − {}", turns, turns - extra), extra}};
    // Depth follows the values and not the text. Leave it out where it is not known, as here for several
    // passes.
    if (walk.passes() == 1) {
        const Term depth = doubling_depth(elements_summed(walk.width, scans_inclusively(parameters)));
        all.push_back({"depth", depth.formula, depth.value});
    }
    return all;
}

}  // namespace

extern const Algorithm algorithm = scan_entry({
    .slug = "scan_skeleton",
    .title = "Sklansky, halves joined",
    .source = "Sklansky 1960",
    .teaches = "Every pass joins two scanned halves: log₂ n passes, n/2 log₂ n additions",
    .options = {thread_segment_option(), inclusive_option()},
    .opening = {.extent = {16, 1}},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings =
        [](const Parameters& parameters) {
            return static_cast<double>(rounds_of(RowWalk(parameters.extent, parameters.option("segment"))));
        },
});

}  // namespace upsweep::entries::scan_skeleton
