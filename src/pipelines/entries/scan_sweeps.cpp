// The work-efficient scan with a launch a level over global memory: its plan, its cost, its catalog entry.
#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "core/ranges.h"
#include "pipelines/parts/kinds.h"

namespace upsweep::entries::scan_sweeps {
namespace {

/// One launch of a sweep: its threads look at every element, or only at the nodes of the level.
struct Level {
    int64_t leaves = 0, rows = 0, stride = 0;
    bool nodes_alone = false;

    int64_t nodes() const { return leaves / (2 * stride); }
    int64_t apart() const { return nodes_alone ? 2 * stride : 1; }
};

void append_level(Plan& plan, BufferId sums, const char* function, const Level& level,
                  const Parameters& parameters) {
    const int64_t looked_at = level.leaves / level.apart();
    const int64_t threads =
        std::min(looked_at, threads_of(parameters.option("threads"), level.leaves, parameters.machine));
    const int64_t blocks = pieces(looked_at, threads);
    const int64_t bytes = 2 * level.nodes() * level.rows * size_of(parameters.types.output);
    const bool up = std::string_view(function) == "sweep_up";
    const ElementTypes sums_types{parameters.types.output, parameters.types.output};
    append_launch(plan,
                  {.kernel = {"scan_sweeps.cu", function, operator_definitions(parameters, sums_types)},
                   .grid = {checked_blocks(blocks * level.rows, "A sweep with a thread for each element")},
                   .block = {threads},
                   .arguments = arguments(sums, level.leaves, blocks, level.stride, level.apart()),
                   .name = fmt::format("{}, {} apart", up ? "up" : "down", level.stride),
                   .bytes_read = bytes,
                   .bytes_written = up ? bytes / 2 : bytes});
}

Plan make_plan(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    const ElementTypes types = parameters.types;
    const int64_t leaves = power_from(extent.width), rows = extent.height;
    const bool nodes_alone = parameters.is_on("nodes_alone"), inclusive = scans_inclusively(parameters);
    Plan plan = start_plan("scan_sweeps", parameters);
    const BufferId sums = plan.add_buffer({"sums", types.output, {leaves, rows}});
    const int64_t threads = threads_of(parameters.option("threads"), leaves, parameters.machine);
    const auto blocks = [&](int64_t width) { return pieces(width, threads); };
    const Definitions definitions = operator_definitions(parameters);
    append_launch(plan, {.kernel = {"scan_sweeps.cu", "load_leaves", definitions},
                         .grid = {checked_blocks(blocks(leaves) * rows, "A scan of these rows")},
                         .block = {threads},
                         .arguments = arguments(plan.input, sums, extent.width, leaves, blocks(leaves)),
                         .name = "load",
                         .bytes_read = plan[plan.input].bytes(),
                         .bytes_written = plan[sums].bytes()});
    for (int64_t stride = 1; stride < leaves; stride *= 2)
        append_level(plan, sums, "sweep_up", {leaves, rows, stride, nodes_alone}, parameters);
    for (int64_t stride = leaves / 2; stride > 0; stride /= 2)
        append_level(plan, sums, "sweep_down", {leaves, rows, stride, nodes_alone}, parameters);
    append_launch(plan, {.kernel = {"scan_sweeps.cu", "store_sums", definitions},
                         .grid = {blocks(extent.width) * rows},
                         .block = {threads},
                         .arguments = arguments(plan.input, sums, plan.output, extent.width, leaves,
                                                blocks(extent.width), inclusive),
                         .name = "store",
                         .bytes_read = plan[plan.output].bytes() + (inclusive ? plan[plan.input].bytes() : 0),
                         .bytes_written = plan[plan.output].bytes()});
    return plan;
}

Cost cost_of(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    const int64_t n = power_from(extent.width), steps = log2_of(n);
    Cost cost;
    cost.additions = Term::of(extent.height, 2 * (n - 1), fmt::format("2({} − 1)", n));
    cost.copies = Term::of(extent.height, n - 1, fmt::format("({} − 1)", n));
    cost.rounds = {2 * steps, fmt::format("2 log₂ {}", n)};
    if (!scans_inclusively(parameters)) return cost;
    cost.additions += {extent.count(), std::to_string(extent.count())};
    cost.rounds += {1, "1"};
    return cost;
}

std::optional<Term> depth_of(const Parameters& parameters) {
    constexpr int64_t longest = 1 << 16;
    const int64_t width = parameters.extent.width;
    if (width > longest) return {};
    Depths sums(size_t(power_from(width)), -1);
    std::fill_n(sums.begin(), width, 0);
    int64_t depth = sweep_tree(sums);
    depth = std::max(depth, deepest(sums));
    if (scans_inclusively(parameters))
        for (int64_t x = 0; x < width; ++x) depth = std::max(depth, depth_of_sum(nth(sums, x), 0));
    return Term{depth, std::to_string(depth)};
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    return work_expectations(cost_of(parameters), depth_of(parameters));
}

}  // namespace

extern const Algorithm algorithm = scan_entry({
    .slug = "scan_sweeps",
    .title = "Work-efficient scan, one launch per level",
    .source = "Blelloch 1990; Harris et al. 2007, GPU Gems 3, chapter 39, algorithms 3 and 4",
    .teaches = "The fewest additions, and yet slow: a launch for every level, and in the launches near the "
               "root nearly every thread is idle",
    .options = {switch_option("nodes_alone", "threads only for the nodes of a level"), threads_option(),
                inclusive_option(), operator_option()},
    .opening = {.extent = {8, 1}, .step = StepSize::launch},
    .compared_with = {"scan_naive", "Work-efficient, naive"},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings_of<cost_of>,
});

}  // namespace upsweep::entries::scan_sweeps
