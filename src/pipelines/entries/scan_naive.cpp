// The naive scan, one launch a pass over global memory: its plan, its cost, its catalog entry.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "pipelines/parts/kinds.h"

namespace upsweep::entries::scan_naive {
namespace {

/// Passes that reach over `length` elements; one at least, which copies.
int64_t passes_over(int64_t length, bool inclusive) {
    const int64_t summed = std::max<int64_t>(1, elements_summed(length, inclusive));
    return std::max<int64_t>(1, std::bit_width(uint64_t(summed - 1)));
}

/// Of a line of `length` elements, those that have one `stride` before them.
int64_t additions_of_pass(int64_t length, int64_t stride, bool inclusive) {
    const int64_t shift = stride == 1 && !inclusive ? 1 : 0;
    return std::max<int64_t>(0, length - stride - shift);
}

Plan make_plan(const Parameters& parameters) {
    Plan plan = start_plan("scan_naive", parameters);
    append_passes(
        plan, plan.input, plan.output, {Axis::rows},
        {parameters.option("threads"), scans_inclusively(parameters), other_operator_definitions(parameters)},
        parameters.machine);
    return plan;
}

Cost cost_of(const Parameters& parameters) {
    const bool inclusive = scans_inclusively(parameters);
    Cost cost = passes_cost(parameters.extent, inclusive);
    const int64_t n = parameters.extent.width;
    if (parameters.extent.height == 1 && n > 2 && std::has_single_bit(uint64_t(n))) {
        // The first pass of exclusive sums has one element less to add to.
        cost.additions.formula = inclusive ? "n log₂ n − (n − 1)" : "n log₂ n − n";
        cost.rounds.formula = "log₂ n";
    }
    return cost;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return work_expectations(cost_of(parameters),
                             passes_depth(parameters.extent.width, scans_inclusively(parameters)));
}

}  // namespace

extern const Algorithm algorithm = scan_entry({
    .slug = "scan_naive",
    .title = "Naive scan, one launch per pass",
    .source = "Harris et al. 2007, GPU Gems 3, chapter 39, algorithm 1",
    .teaches =
        "Every pass is a launch that reads and writes the whole array: log₂ n passes over global memory",
    .options = {threads_option(), inclusive_option(), operator_option()},
    .opening = {.extent = {8, 1}, .step = StepSize::launch},
    .compared_with = {"scan_hillis_steele", "Global memory, shared memory"},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings_of<cost_of>,
});

}  // namespace upsweep::entries::scan_naive

namespace upsweep {

Term passes_depth(int64_t length, bool inclusive) {
    return doubling_depth(std::max<int64_t>(1, elements_summed(length, inclusive)));
}

Cost passes_cost(Extent extent, bool inclusive) {
    using namespace entries::scan_naive;
    Cost cost;
    int64_t additions = 0, rounds = 0;
    for (int64_t pass = 0; pass < passes_over(extent.width, inclusive); ++pass) {
        const int64_t added = additions_of_pass(extent.width, int64_t{1} << pass, inclusive);
        additions += added;
        rounds += added > 0 ? 1 : 0;
    }
    cost.additions = Term::of(extent.height, additions, std::to_string(additions));
    cost.rounds = Term::of(rounds > 0 ? 1 : 0, rounds, std::to_string(rounds));
    return cost;
}

void append_passes(Plan& plan, BufferId from, BufferId to, const std::vector<Axis>& axes,
                   const PassSettings& settings, MachineShape machine) {
    using namespace entries::scan_naive;
    const Extent extent = plan[from].extent;
    const auto passes_of = [&](Axis axis) {
        return passes_over(axis == Axis::rows ? extent.width : extent.height, settings.inclusive);
    };
    int64_t left = 0;
    for (const Axis axis : axes) left += passes_of(axis);
    const ScalarType type = plan[to].type;
    // Passes write one array and the other in turn, and the last one writes `to`.
    const BufferId other = left > 1 ? add_buffer(plan, "sums", type, extent) : to;
    const int64_t threads = threads_of(settings.threads, extent.width, machine);
    const int64_t blocks = pieces(extent.width, threads);
    for (const Axis axis : axes)
        for (int64_t pass = 0; pass < passes_of(axis); ++pass) {
            const BufferId written = --left % 2 == 0 ? to : other;
            const int64_t stride = int64_t{1} << pass;
            const bool rows = axis == Axis::rows;
            append_pass(
                plan, from, written,
                {.kernel = {"scan_naive.cu", rows ? "add_left" : "add_above",
                            definitions_or_types(settings.definitions, {plan[from].type, type})},
                 .grid = {checked_blocks(blocks * extent.height, "A scan with a thread for each element")},
                 .block = {threads},
                 .arguments = arguments(extent.width, blocks, stride, pass == 0 && !settings.inclusive),
                 .name = fmt::format("add {} {}", stride, rows ? "to the left" : "above")});
            from = written;
        }
}

}  // namespace upsweep
