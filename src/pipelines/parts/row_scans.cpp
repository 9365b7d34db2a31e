// What the scans of rows share.
#include "pipelines/parts/row_scans.h"

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/format.h>

#include "core/error.h"
#include "pipelines/parts/building_blocks.h"
#include "reference/reference.h"

namespace upsweep {

int log2_of(std::int64_t power) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(power))) - 1;
}

std::int64_t power_from(std::int64_t n) {
    return std::max<std::int64_t>(2, static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(n))));
}

std::int64_t pieces(std::int64_t n, std::int64_t piece) { return (n + piece - 1) / piece; }

std::int64_t checked_blocks(std::int64_t blocks, std::string_view what) {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    if (blocks <= most) return blocks;
    throw UsageError(fmt::format("{} needs {} blocks, and a grid holds {}; use bigger blocks or less data.",
                                 what, blocks, most));
}

Option threads_option() {
    return {.name = "threads",
            .title = "threads a block",
            .lowest = 2,
            .highest = 1024,
            .initial = 0,
            .power_of_two = true,
            .automatic = true};
}

std::int64_t threads_of(std::int64_t wanted, std::int64_t items, MachineShape machine) {
    if (wanted != 0) return wanted;
    return std::clamp<std::int64_t>(power_from(items), machine.lanes, 256);
}

Option thread_segment_option() {
    return {.name = "segment",
            .title = "elements a block scans at a time",
            .lowest = 2,
            .highest = 1024,
            .initial = 0,
            .power_of_two = true,
            .automatic = true};
}

std::int64_t segment_of(std::int64_t wanted, std::int64_t width) {
    return wanted == 0 ? std::min<std::int64_t>(power_from(width), 512) : wanted;
}

Option safety_option(std::string_view name, std::string_view leaves_out, std::string_view title,
                     std::string_view slip) {
    return {.name = name,
            .title = title,
            .lowest = 0,
            .highest = 1,
            .initial = 1,
            .value_names = {"off", "on"},
            .slip = slip,
            .leaves_out = leaves_out};
}

std::string slips_in(const std::vector<Option>& options, const Parameters& parameters) {
    std::string text;
    for (const Option& option : options)
        if (!option.slip.empty() && parameters.option(option.name) != option.initial)
            text += fmt::format("{}{}", text.empty() ? "" : "; ", option.slip);
    return text.empty() ? text : text + ".";
}

void define_slip(Definitions& definitions, std::string_view definition, const Parameters& parameters,
                 std::string_view option) {
    if (parameters.option(option) == 0) definitions.emplace_back(definition, "0");
}

Array scanned_rows(const Parameters& parameters, const Array& input) {
    return reference::scan_rows(input, parameters.types.output, parameters.option("inclusive") != 0);
}

Convention scan_convention(const Parameters& parameters) {
    return parameters.option("inclusive") != 0 ? Convention::inclusive : Convention::exclusive;
}

std::int64_t kogge_stone_additions(std::int64_t n) { return n * log2_of(n) - (n - 1); }

std::string kogge_stone_formula(std::int64_t n) { return fmt::format("({} log₂ {} − {})", n, n, n - 1); }

Plan make_row_walk_plan(std::string_view slug, const Parameters& parameters, std::int64_t buffers,
                        const Definitions& further) {
    const Extent extent = parameters.extent;
    const RowWalk walk(extent, parameters.option("segment"));
    Plan plan = start_plan(slug, parameters, extent);
    Definitions definitions = type_definitions(parameters.types);
    definitions.insert(definitions.end(), further.begin(), further.end());
    std::vector<Subject> subjects = {subject(plan.input)};
    for (std::int64_t i = 0; i < buffers; ++i) {
        Subject part = kept(buffers == 1 ? "sums" : "buffers");
        if (buffers > 1) part.first = i * walk.segment, part.count = walk.segment;
        subjects.push_back(part);
    }
    subjects.push_back(subject(plan.output));
    plan.operations.push_back({Launch{
        .kernel = {std::string(slug) + ".cu", "scan_rows", std::move(definitions)},
        .grid = {checked_blocks(walk.rows, "A scan with a block for each row")},
        .block = {walk.segment},
        .dynamic_shared_bytes = buffers * walk.segment * size_of(parameters.types.output),
        .arguments = {BufferArgument{plan.input}, BufferArgument{plan.output}, int_argument(walk.width),
                      int_argument(walk.segment), int_argument(parameters.option("inclusive"))},
        .name = "scan rows",
        .bytes_read = plan[plan.input].bytes(),
        .bytes_written = plan[plan.output].bytes(),
        .subjects = std::move(subjects)}});
    return plan;
}

Cost row_walk_cost(const RowWalk& walk, int barriers) {
    const std::int64_t n = walk.segment, passes = walk.passes(), steps = log2_of(n);
    Cost cost;
    cost.additions = Term::of(walk.rows * passes, kogge_stone_additions(n), kogge_stone_formula(n));
    cost.additions += Term::of(walk.rows * (passes - 1), 1, "1");
    cost.barriers =
        Term::of(walk.rows * passes, barriers * steps + 2,
                 fmt::format("({}log₂ {} + 2)", barriers == 1 ? "" : std::to_string(barriers) + " ", n));
    cost.rounds = Term::of(passes, steps, fmt::format("log₂ {}", n));
    cost.rounds += Term::of(passes - 1, 1, "1");
    return cost;
}

void add_straight_access(BankCount& bank, std::int64_t threads, std::int64_t from, std::int64_t offset) {
    bank.access(threads, [=](std::int64_t t) { return t >= from ? t + offset : -1; });
}

void add_kogge_stone_accesses(BankCount& bank, std::int64_t threads) {
    for (std::int64_t stride = 1; stride < threads; stride *= 2) {
        add_straight_access(bank, threads, stride, -stride);
        for (int i = 0; i < 2; ++i) add_straight_access(bank, threads, stride);
    }
}

void add_turns(Cost& cost, std::int64_t times, const BankCount& bank) {
    cost.wavefronts += times * bank.wavefronts();
    cost.conflicts += times * bank.conflicts();
}

std::vector<Expectation> work_expectations(const Cost& cost, const std::optional<Term>& depth) {
    std::vector<Expectation> all = to_expectations(cost, depth);
    all.resize(depth ? 5 : 4);
    return all;
}

}  // namespace upsweep
