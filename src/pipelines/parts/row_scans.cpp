// What the scans of rows share.
#include "pipelines/parts/row_scans.h"

#include <algorithm>
#include <bit>
#include <limits>

#include <fmt/format.h>

#include "core/error.h"
#include "core/ranges.h"
#include "pipelines/parts/building_blocks.h"

namespace upsweep {

int log2_of(int64_t power) { return int(std::bit_width(uint64_t(power))) - 1; }

int64_t power_from(int64_t n) { return std::max<int64_t>(2, int64_t(std::bit_ceil(uint64_t(n)))); }

int64_t pieces(int64_t n, int64_t piece) { return (n + piece - 1) / piece; }

int64_t checked_blocks(int64_t blocks, std::string_view what) {
    constexpr int64_t most = std::numeric_limits<int32_t>::max();
    if (blocks <= most) return blocks;
    throw UsageError("{} needs {} blocks, and a grid holds {}; use larger blocks or less data.", what, blocks,
                     most);
}

Option threads_option() { return power_option("threads", "threads per block", 2, 1024); }

int64_t threads_of(int64_t wanted, int64_t items, MachineShape machine) {
    if (wanted != 0) return wanted;
    return std::clamp<int64_t>(power_from(items), machine.lanes, 256);
}

Option thread_segment_option() { return power_option("segment", "elements per block at a time", 2, 1024); }

int64_t segment_of(int64_t wanted, int64_t width) {
    return wanted == 0 ? std::min<int64_t>(power_from(width), 512) : wanted;
}

Option section_option(std::string_view title) { return power_option("section", title, 2, 1024); }

Option with_slip(Option option, std::string_view slip, std::string_view leaves_out) {
    option.slip = slip;
    option.leaves_out = leaves_out;
    return option;
}

Option safety_option(std::string_view name, std::string_view leaves_out, std::string_view title,
                     std::string_view slip) {
    return with_slip(switch_option(name, title, true), slip, leaves_out);
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

Option operator_option() {
    return choice_option("operator", "what the scan combines", reference::operator_names());
}

reference::Operator operator_of(const Parameters& parameters) {
    return reference::Operator(parameters.option_or("operator", 0));
}

Option order_option() {
    return with_slip(choice_option("order", "the operands' order", {"earlier first", "as printed"}),
                     "as printed, the later operand is on the left: right for sums, wrong for operators that "
                     "do not commute",
                     "order of the operands");
}

Definitions operator_definitions(const Parameters& parameters, ElementTypes types) {
    const reference::Operator operation = operator_of(parameters);
    if (operation == reference::Operator::sum) return type_definitions(types);
    const std::string type(reference::type_name(operation));
    Definitions definitions = {{"Input", type}, {"Output", type}, {"OPERATOR", type}};
    if (parameters.option_or("order", 0) != 0) definitions.emplace_back("AS_PRINTED", "1");
    return definitions;
}

Definitions operator_definitions(const Parameters& parameters) {
    return operator_definitions(parameters, parameters.types);
}

Definitions other_operator_definitions(const Parameters& parameters) {
    return operator_of(parameters) == reference::Operator::sum ? Definitions()
                                                               : operator_definitions(parameters);
}

void check_operator(const Parameters& parameters) {
    const reference::Operator operation = operator_of(parameters);
    if (operation == reference::Operator::sum ||
        parameters.types == ElementTypes{ScalarType::u32, ScalarType::u32})
        return;
    throw UsageError("The operator {} takes u32, not {}; choose the type u32, or the operator sum.",
                     nth(reference::operator_names(), operation), to_string(parameters.types));
}

Convention convention_of(const Parameters& parameters) {
    constexpr Convention all[] = {Convention::inclusive, Convention::exclusive, Convention::padded};
    if (parameters.option_or("padded", 0) != 0) return Convention::padded;
    return all[parameters.option_or("convention", parameters.option_or("inclusive", 1) != 0 ? 0 : 1)];
}

bool scans_inclusively(const Parameters& parameters) {
    return convention_of(parameters) != Convention::exclusive;
}

int64_t kogge_stone_additions(int64_t n) { return n * log2_of(n) - (n - 1); }

std::string kogge_stone_formula(int64_t n) { return fmt::format("({} log₂ {} − {})", n, n, n - 1); }

std::vector<ScanLevel> scan_levels(Extent extent,
                                   const std::function<int64_t(int64_t width, bool is_first)>& segment_for) {
    std::vector<ScanLevel> levels;
    int64_t width = extent.width;
    for (;;) {
        const int64_t segment = segment_for(width, levels.empty());
        levels.push_back({width, extent.height, segment, pieces(width, segment)});
        if (levels.back().segments == 1) return levels;
        width = levels.back().segments;
    }
}

void append_levels(Plan& plan, BufferId from, BufferId to, std::span<const ScanLevel> levels,
                   LevelLaunch launch, const std::string& name) {
    const ScanLevel& level = levels.front();
    const ElementTypes types{plan[from].type, plan[to].type};
    const int64_t out = size_of(types.output), count = level.width * level.rows;
    const int64_t threads = level.segment / launch.elements_a_thread;
    const bool last = level.segments == 1;
    // With one segment a row the kernel stores no totals, and any pointer will do.
    BufferId totals = to, sums = to;
    const Extent one_each{level.segments, level.rows};
    if (!last) {
        totals = add_buffer(plan, "block_totals", types.output, one_each);
        sums = add_buffer(plan, "block_sums", types.output, one_each);
    }
    const Parts a_segment{{level.segment, 1}, one_each};
    std::vector<Subject> subjects = {subject(from, SubjectRole::data, SubjectForm::row, a_segment),
                                     kept(launch.kept),
                                     subject(to, SubjectRole::data, SubjectForm::row, a_segment)};
    if (!last)
        subjects.push_back(
            subject(totals, SubjectRole::aggregate, SubjectForm::one_a_block, {{1, 1}, one_each}));
    append_launch(plan, {.kernel = launch.kernel(launch.function, types),
                         .grid = {checked_blocks(level.blocks(), "A scan of these rows")},
                         .block = {threads},
                         .dynamic_shared_bytes = launch.shared_elements(level) * out,
                         .arguments = arguments(from, to, totals, level.width, level.segments, level.segment,
                                                launch.choice, launch.inclusive),
                         .name = name,
                         .bytes_read = count * size_of(types.input),
                         .bytes_written = (count + (last ? 0 : level.blocks())) * out,
                         .subjects = std::move(subjects)});
    if (last) return;
    const KernelName adding = launch.kernel("add_block_sums", {types.output, types.output});
    launch.inclusive = false;
    append_levels(plan, totals, sums, levels.subspan(1), std::move(launch), "scan block totals");
    const int64_t blocks = level.rows * (level.segments - 1);
    append_launch(plan, {.kernel = adding,
                         .grid = {blocks},
                         .block = {threads},
                         .arguments = arguments(to, sums, level.width, level.segments, level.segment),
                         .name = "add block sums",
                         .bytes_read = (level.increments() + blocks) * out,
                         .bytes_written = level.increments() * out,
                         .subjects = {subject(sums, SubjectRole::prefix), subject(to)}});
}

void add_block_sums(Cost& cost, const ScanLevel& level) {
    if (level.segments == 1) return;
    cost.additions += {level.increments(), std::to_string(level.increments())};
    cost.rounds += {1, "1"};
}

Plan make_row_walk_plan(std::string_view slug, const Parameters& parameters, int64_t buffers,
                        const Definitions& further) {
    Plan plan = start_plan(slug, parameters);
    Definitions definitions = operator_definitions(parameters);
    append(definitions, further);
    append_row_walk(
        plan, slug, plan.input, plan.output,
        {parameters.option("segment"), scans_inclusively(parameters), buffers, std::move(definitions)},
        "scan rows");
    return plan;
}

void append_row_walk(Plan& plan, std::string_view slug, BufferId from, BufferId to,
                     const RowWalkSettings& settings, const std::string& name) {
    const RowWalk walk(plan[from].extent, settings.segment);
    const ElementTypes types{plan[from].type, plan[to].type};
    Definitions definitions = definitions_or_types(settings.definitions, types);
    std::vector<Subject> subjects = {subject(from)};
    for (int64_t i = 0; i < settings.buffers; ++i) {
        Subject part = kept(settings.buffers == 1 ? "sums" : "buffers");
        if (settings.buffers > 1) part.first = i * walk.segment, part.count = walk.segment;
        subjects.push_back(part);
    }
    subjects.push_back(subject(to));
    append_pass(plan, from, to,
                {.kernel = {std::string(slug) + ".cu", "scan_rows", std::move(definitions)},
                 .grid = {checked_blocks(walk.rows, "A scan with a block for each row")},
                 .block = {walk.segment},
                 .dynamic_shared_bytes = settings.buffers * walk.segment * size_of(types.output),
                 .arguments = arguments(walk.width, walk.segment, settings.inclusive),
                 .name = name,
                 .subjects = std::move(subjects)});
}

Cost row_walk_cost(const RowWalk& walk, int barriers) {
    const int64_t n = walk.segment, steps = log2_of(n);
    return row_walk_cost(
        walk, {kogge_stone_additions(n), kogge_stone_formula(n)},
        {barriers * steps + 2,
         fmt::format("({}log₂ {} + 2)", barriers == 1 ? "" : std::to_string(barriers) + " ", n)},
        {steps, fmt::format("log₂ {}", n)});
}

Cost row_walk_cost(const RowWalk& walk, const Term& additions, const Term& barriers, const Term& rounds) {
    const int64_t passes = walk.passes();
    Cost cost;
    cost.additions = Term::of(walk.rows * passes, additions.value, additions.formula);
    cost.additions += Term::of(walk.rows * (passes - 1), 1, "1");
    cost.barriers = Term::of(walk.rows * passes, barriers.value, barriers.formula);
    cost.rounds = Term::of(passes, rounds.value, rounds.formula);
    cost.rounds += Term::of(passes - 1, 1, "1");
    return cost;
}

BankCount row_walk_accesses(const RowWalk& walk, const Parameters& parameters,
                            const std::function<void(BankCount&)>& add_steps) {
    BankCount bank(parameters.machine, size_of(parameters.types.output));
    const int64_t n = walk.segment, shift = scans_inclusively(parameters) ? 0 : 1;
    for (int64_t pass = 0; pass < walk.passes(); ++pass) {
        add_straight_access(bank, n);
        // The sum before is added to the first: read and written.
        for (int i = 0; pass > 0 && i < 2; ++i) bank.access(1, [](int64_t) { return 0; });
        add_steps(bank);
        bank.access(n, [=](int64_t t) { return t >= shift ? t - shift : -1; });
        bank.access(n, [=](int64_t) { return n - 1; });
    }
    return bank;
}

std::vector<Expectation> row_walk_expectations(const Parameters& parameters, Cost cost,
                                               const WalkFormulas& formulas,
                                               Term (*depth_of)(const RowWalk&, bool inclusive)) {
    const RowWalk walk(parameters.extent, parameters.option("segment"));
    const bool inclusive = scans_inclusively(parameters);
    if (parameters.extent == Extent{walk.segment, 1}) {
        cost.additions.formula = formulas.additions;
        if (!formulas.copies.empty()) cost.copies.formula = formulas.copies;
        cost.barriers.formula = formulas.barriers;
        cost.rounds.formula = formulas.rounds;
    }
    std::optional<Term> depth;
    if (walk.passes() == 1)
        depth = depth_of != nullptr ? depth_of(walk, inclusive)
                                    : doubling_depth(elements_summed(walk.width, inclusive));
    return to_expectations(cost, depth);
}

void add_straight_access(BankCount& bank, int64_t threads, int64_t from, int64_t offset) {
    bank.access(threads, [=](int64_t t) { return t >= from ? t + offset : -1; });
}

void add_kogge_stone_accesses(BankCount& bank, int64_t threads) {
    for (int64_t stride = 1; stride < threads; stride *= 2) {
        add_straight_access(bank, threads, stride, -stride);
        for (int i = 0; i < 2; ++i) add_straight_access(bank, threads, stride);
    }
}

void add_turns(Cost& cost, int64_t times, const BankCount& bank) {
    cost.wavefronts += times * bank.wavefronts();
    cost.conflicts += times * bank.conflicts();
}

std::vector<Expectation> work_expectations(const Cost& cost, const std::optional<Term>& depth) {
    std::vector<Expectation> all = to_expectations(cost, depth);
    all.resize(depth ? 5 : 4);
    return all;
}

namespace {

/// What one chunk of a row adds before and after the warps' totals are known, and how deep its sums are.
struct ChunkWork {
    int64_t in_lanes = 0;      ///< a lane's elements, twice, and where they begin
    int64_t across_lanes = 0;  ///< scans of the lanes' sums
    int64_t rounds = 0;        ///< of the sums: the first warp's, which has the most elements

    int64_t additions() const { return in_lanes + across_lanes; }
};

/// A round of a warp whose first `busy` lanes have `each` elements: each of those adds its own; all of them
/// place their sums (three additions, one of them only where the round has elements), and add up again what
/// they store (one more than they have elements).
void add_round(ChunkWork& work, int64_t each, int64_t busy, int64_t lanes) {
    work.in_lanes += each * busy + ((busy > 0 ? 3 : 2) + each + 1) * lanes;
    work.across_lanes += scan_lanes_additions(busy, lanes);
}

/// Of a chunk with `elements` in its row. Warps without elements do nothing.
ChunkWork chunk_work(const Chunks& cut, int64_t elements, int64_t lanes) {
    ChunkWork work{.rounds = 1};
    const int64_t a_round = cut.each * lanes;
    for (int64_t warp = 0; warp < cut.warps; ++warp) {
        const int64_t left = elements - warp * cut.rounds * a_round;
        for (int64_t round = 0; left > 0 && round < cut.rounds; ++round) {
            const int64_t busy = std::clamp<int64_t>(pieces(left - round * a_round, cut.each), 0, lanes);
            add_round(work, cut.each, busy, lanes);
            // A shuffle a step, and one that hands the round's sum on.
            if (warp == 0) work.rounds += busy > 0 ? log2_of(lanes) + 1 : 2;
        }
    }
    return work;
}

/// Each warp adds up the totals of those before it.
int64_t warps_before(const Chunks& cut, int64_t lanes) { return lanes * cut.warps * (cut.warps - 1) / 2; }

/// A row's chunks: so many whole ones, and what is left over.
struct RowCut {
    Chunks cut;
    int64_t whole = 0, rest = 0;

    RowCut(ChunkKernel kernel, int64_t width, ScalarType output, MachineShape machine, int64_t each)
        : cut(cut_into_chunks(kernel, width, output, machine, each)),
          whole(width / cut.chunk),
          rest(width % cut.chunk) {}
};

std::string text_of(const ChunkWork& work, int64_t across_warps) {
    return fmt::format("({} in lanes + {} across lanes + {} across warps)", work.in_lanes, work.across_lanes,
                       across_warps);
}

/// Additions of all rows, `across_warps` of them a chunk for the warps' totals.
Term row_additions(const RowCut& row, int64_t rows, int64_t lanes, int64_t across_warps) {
    const ChunkWork whole = chunk_work(row.cut, row.cut.chunk, lanes),
                    rest = chunk_work(row.cut, row.rest, lanes);
    Term all = Term::of(rows * row.whole, whole.additions() + across_warps, text_of(whole, across_warps));
    if (row.rest > 0) all += Term::of(rows, rest.additions() + across_warps, text_of(rest, across_warps));
    return all;
}

/// A lane's elements that begin at `first`, behind each; -1 for the zeros past the row's end.
Depths lane_values(int64_t first, int64_t each, int64_t width) {
    Depths values(size_t(each), -1);
    for (int64_t k = 0; k < each && first + k < width; ++k) nth(values, k) = 0;
    return values;
}

/// What sum_chunk of kernels/chunk.cuh leaves of a warp's share from `first` on.
struct ShareDepths {
    Depths before;  ///< of each round's lanes
    int64_t total = -1;
};

ShareDepths sum_share(int64_t first, int64_t width, const Chunks& cut, int64_t lanes) {
    ShareDepths share;
    for (int64_t round = 0; round < cut.rounds; ++round) {
        Depths own(size_t(lanes), -1);
        for (int64_t lane = 0; lane < lanes; ++lane)
            for (const int64_t value :
                 lane_values(first + (round * lanes + lane) * cut.each, cut.each, width))
                nth(own, lane) = depth_of_sum(nth(own, lane), value);
        Depths with_own = own;
        double_reach(with_own);
        for (size_t lane = 0; lane < own.size(); ++lane)
            share.before.push_back(depth_of_sum(share.total, depth_of_sum(with_own[lane], own[lane])));
        share.total = depth_of_sum(share.total, with_own.back());
    }
    return share;
}

/// The deepest sum that store_chunk stores of a share, whose sums begin with `base`.
int64_t deepest_stored(const ShareDepths& share, int64_t base, int64_t first, int64_t width,
                       const Chunks& cut, bool inclusive) {
    int64_t deepest = 0;
    for (size_t lane = 0; lane < share.before.size(); ++lane) {
        const int64_t start = first + int64_t(lane) * cut.each;
        int64_t running = depth_of_sum(base, share.before[lane]);
        for (int64_t place = start; place < std::min(start + cut.each, width); ++place) {
            const int64_t here = depth_of_sum(running, 0);
            deepest = std::max(deepest, inclusive ? here : running);
            running = here;
        }
    }
    return deepest;
}

}  // namespace

Option each_option() { return power_option("each", "adjacent elements per lane", 1, 4); }

Chunks cut_into_chunks(ChunkKernel kernel, int64_t width, ScalarType output, MachineShape machine,
                       int64_t each) {
    const bool toy = machine.lanes != 32, looks_back = kernel == ChunkKernel::look_back;
    Chunks cut;
    cut.each = each != 0 ? each : !toy ? 4 : looks_back ? 1 : 2;
    cut.warps = !toy ? 8 : looks_back ? 1 : 2;
    cut.rounds = toy ? 1 : (looks_back ? 48 : 32) / size_of(output);
    cut.chunk = cut.warps * cut.rounds * cut.each * machine.lanes;
    cut.in_a_row = pieces(width, cut.chunk);
    return cut;
}

Definitions chunk_definitions(ElementTypes types, MachineShape machine, const Chunks& chunks) {
    Definitions definitions = type_definitions(types);
    define_each(definitions, chunks.each);
    if (machine.lanes == 32) return definitions;
    define_warp(definitions, machine);
    definitions.emplace_back("WARPS", std::to_string(chunks.warps));
    definitions.emplace_back("ROUNDS", std::to_string(chunks.rounds));
    return definitions;
}

double chunk_roundings(MachineShape machine, const Chunks& chunks) {
    double scan = 0;
    for (int64_t lanes = 1; lanes < machine.lanes; lanes *= 2) ++scan;
    return 2 * scan + double(2 * chunks.each + 2 * chunks.rounds + 2 * chunks.warps + chunks.in_a_row);
}

std::optional<Term> raking_depth(int64_t width, bool inclusive, ScalarType output, MachineShape machine,
                                 int64_t each) {
    constexpr int64_t longest = 1 << 16;
    if (width > longest) return {};
    const Chunks cut = cut_into_chunks(ChunkKernel::raking, width, output, machine, each);
    const int64_t share_length = cut.chunk / cut.warps;
    int64_t carry = -1, deepest = 0;
    for (int64_t first = 0; first < width; first += cut.chunk) {
        int64_t base = carry;
        for (int64_t start = first; start < first + cut.chunk; start += share_length) {
            ShareDepths share;
            if (start < width) {
                share = sum_share(start, width, cut, machine.lanes);
                deepest = std::max(deepest, deepest_stored(share, base, start, width, cut, inclusive));
            }
            base = depth_of_sum(base, share.total);
        }
        carry = base;
    }
    return Term{deepest, std::to_string(deepest)};
}

Cost raking_cost(Extent extent, ScalarType output, MachineShape machine, int64_t each) {
    const RowCut row(ChunkKernel::raking, extent.width, output, machine, each);
    const int64_t lanes = machine.lanes, warps = row.cut.warps, chunks = row.cut.in_a_row;
    Cost cost;
    // Every thread adds all totals to what it carries on.
    cost.additions =
        row_additions(row, extent.height, lanes, lanes * warps * warps + warps_before(row.cut, lanes));
    cost.barriers = {extent.height * chunks, fmt::format("{} chunks", extent.height * chunks)};
    // The last chunk's sums are stored after its barrier; what stores a chunk's belongs to the next one's.
    const ChunkWork whole = chunk_work(row.cut, row.cut.chunk, lanes);
    cost.rounds =
        Term::of(row.whole, whole.rounds, fmt::format("(1 + {}(log₂ {} + 1))", row.cut.rounds, lanes));
    if (row.rest > 0) {
        const int64_t rounds = chunk_work(row.cut, row.rest, lanes).rounds;
        cost.rounds += {rounds, std::to_string(rounds)};
    }
    cost.rounds += {1, "1"};
    return cost;
}

Cost look_back_scan_cost(Extent extent, ScalarType output, MachineShape machine, int64_t each) {
    const RowCut row(ChunkKernel::look_back, extent.width, output, machine, each);
    const int64_t lanes = machine.lanes, warps = row.cut.warps, chunks = row.cut.in_a_row;
    Cost cost;
    // The first warp adds up the chunk; every chunk but a row's first adds it to what lies before.
    cost.additions = row_additions(row, extent.height, lanes, lanes * warps + warps_before(row.cut, lanes));
    cost.additions += Term::of(extent.height * (chunks - 1), 1, "1");
    cost.barriers = Term::of(extent.height * chunks, 3, "3");
    // The deepest block: the chunk's sums, its total, with what lies before it, and the stored sums.
    for (const int64_t number : {int64_t{0}, std::min<int64_t>(1, chunks - 1), chunks - 1}) {
        const int64_t sums = chunk_work(row.cut, number < row.whole ? row.cut.chunk : row.rest, lanes).rounds;
        const int64_t after = number > 0 ? 3 : 2;
        if (sums + after > cost.rounds.value)
            cost.rounds = {sums + after, fmt::format("{} + {}", sums, after)};
    }
    return cost;
}

}  // namespace upsweep
