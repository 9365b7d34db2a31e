// The work-efficient scan of rows of any length: its plan, its cost, its catalog entry.
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "core/error.h"
#include "pipelines/parts/kinds.h"

namespace upsweep::entries::scan_blelloch {
namespace {

/// Totals are few: no bigger tree than they need. Two pieces at least must become one at some level.
std::vector<ScanLevel> levels_of(Extent extent, int64_t segment) {
    return scan_levels(extent, [=](int64_t width, bool is_first) {
        const int64_t side = segment_of(segment, width);
        return is_first ? side : std::min(side, power_from(width));
    });
}

int64_t padded(int64_t index, const ScanSettings& settings, MachineShape machine) {
    if (settings.offset_as_printed) return index + machine.banks;
    return index + (settings.padding ? index / machine.banks : 0);
}

KernelName kernel(std::string function, ElementTypes types, const ScanSettings& settings,
                  MachineShape machine) {
    Definitions definitions = definitions_or_types(settings.definitions, types);
    if (settings.offset_as_printed) definitions.emplace_back("OFFSET_AS_PRINTED", "1");
    if (machine.banks != 32) definitions.emplace_back("BANKS", std::to_string(machine.banks));
    return {"scan_blelloch.cu", std::move(function), std::move(definitions)};
}

/// Wavefronts and conflicts of one block of scan_segments whose segment holds `count` elements of the row.
BankCount segment_accesses(const ScanLevel& level, int64_t count, int element_bytes,
                           const ScanSettings& settings, MachineShape machine) {
    BankCount bank(machine, element_bytes);
    const int64_t threads = level.segment / 2, half = threads;
    const auto pad = [&](int64_t index) { return padded(index, settings, machine); };
    bank.access(threads, [&](int64_t t) { return pad(t); });
    bank.access(threads, [&](int64_t t) { return pad(t + half); });
    const auto tree = [&](int64_t stride, int lefts, int rights) {
        const auto node = [&](int64_t back) {
            return [=](int64_t t) {
                const int64_t right = (t + 1) * 2 * stride - 1;
                return right < level.segment ? pad(right - back) : -1;
            };
        };
        for (int i = 0; i < lefts; ++i) bank.access(threads, node(stride));
        for (int i = 0; i < rights; ++i) bank.access(threads, node(0));
    };
    // A sum is read twice and written once on the way up, read three times and written twice on the way down.
    for (int64_t stride = 1; stride < level.segment; stride *= 2) tree(stride, 1, 2);
    for (int i = 0; i < 2; ++i) bank.access(1, [&](int64_t) { return pad(level.segment - 1); });
    for (int64_t stride = half; stride > 0; stride /= 2) tree(stride, 2, 3);
    const int64_t shift = settings.inclusive ? 1 : 0;
    bank.access(threads, [&](int64_t t) { return t >= shift && t - shift < count ? pad(t) : -1; });
    bank.access(threads, [&](int64_t t) { return t + half - shift < count ? pad(t + half) : -1; });
    return bank;
}

void add_shared_cost(Cost& cost, const ScanLevel& level, int element_bytes, const ScanSettings& settings,
                     MachineShape machine) {
    const BankCount full = segment_accesses(level, level.segment, element_bytes, settings, machine);
    const BankCount rest = segment_accesses(level, level.rest(), element_bytes, settings, machine);
    cost.wavefronts += level.rows * ((level.segments - 1) * full.wavefronts() + rest.wavefronts());
    cost.conflicts += level.rows * ((level.segments - 1) * full.conflicts() + rest.conflicts());
}

Cost level_cost(const ScanLevel& level) {
    const int64_t n = level.segment, passes = std::bit_width(uint64_t(n)) - 1;
    Cost cost;
    cost.additions = Term::of(level.blocks(), 2 * (n - 1), fmt::format("2({} − 1)", n));
    cost.copies = Term::of(level.blocks(), n - 1, fmt::format("({} − 1)", n));
    cost.barriers = Term::of(level.blocks(), 2 * passes + 1, fmt::format("(2 log₂ {} + 1)", n));
    cost.rounds = {2 * passes, fmt::format("2 log₂ {}", n)};
    add_block_sums(cost, level);
    return cost;
}

/// Exclusive sums of one level in place of the elements; `deepest` takes its totals, which are in global
/// memory too.
void scan_level(Depths& row, const std::vector<ScanLevel>& levels, size_t number, bool inclusive,
                int64_t& deepest_total) {
    const ScanLevel& level = levels[number];
    const auto segment = size_t(level.segment);
    Depths totals, sums;
    for (size_t first = 0; first < row.size(); first += segment) {
        Depths leaves(segment, -1);
        const size_t count = std::min(segment, row.size() - first);
        std::copy_n(row.begin() + ptrdiff_t(first), count, leaves.begin());
        totals.push_back(sweep_tree(leaves));
        leaves.push_back(totals.back());
        const auto from = leaves.begin() + (inclusive ? 1 : 0);
        sums.insert(sums.end(), from, from + ptrdiff_t(count));
    }
    row = std::move(sums);
    if (level.segments == 1) return;
    deepest_total = std::max(deepest_total, deepest(totals));
    scan_level(totals, levels, number + 1, false, deepest_total);
    for (size_t i = segment; i < row.size(); ++i) row[i] = depth_of_sum(row[i], totals[i / segment]);
    deepest_total = std::max(deepest_total, deepest(totals));
}

ScanSettings settings_of(const Parameters& parameters) {
    return {.segment = parameters.option("segment"),
            .padding = parameters.is_on("padding"),
            .inclusive = scans_inclusively(parameters),
            .definitions = other_operator_definitions(parameters)};
}

std::vector<Option> options() {
    return {padding_option(),
            segment_option(),
            inclusive_option(),
            operator_option(),
            order_option(),
            safety_option("any_length", "rows of any length", "rows of any length",
                          "as printed, one block scans the first row's 2 · blockDim elements; unless that is "
                          "a power of two, its tree goes past the array")};
}

/// One block of n / 2 threads for the first row, whatever n is.
void append_printed(Plan& plan, const Parameters& parameters) {
    const int64_t n = parameters.extent.width / 2 * 2;
    if (n < 2 || n > 2048)
        throw UsageError("The scan as printed takes 2 to 2048 elements, two for each thread of one block.");
    append_launch(plan,
                  {.kernel = {"scan_blelloch_printed.cu", "scan_printed", operator_definitions(parameters)},
                   .grid = {1},
                   .block = {n / 2},
                   .dynamic_shared_bytes = n * size_of(parameters.types.output),
                   .arguments = arguments(plan.input, plan.output, n),
                   .name = "scan as printed",
                   .bytes_read = n * size_of(parameters.types.input),
                   .bytes_written = n * size_of(parameters.types.output)});
}

Plan make_plan(const Parameters& parameters) {
    Plan plan = start_plan("scan_blelloch", parameters);
    plan.emulator_only = slips_in(options(), parameters);
    if (!parameters.is_on("any_length")) {
        append_printed(plan, parameters);
        return plan;
    }
    append_scan(plan, plan.input, plan.output, settings_of(parameters), parameters.machine, "scan rows");
    return plan;
}

/// Where one full segment is all there is, the papers' formulas in n.
std::vector<Expectation> expectations(const Parameters& parameters) {
    // A tree that leaves the array keeps no promises.
    if (!parameters.is_on("any_length")) return {};
    Cost cost =
        scan_cost(parameters.extent, parameters.types.output, settings_of(parameters), parameters.machine);
    const ScanLevel level = levels_of(parameters.extent, parameters.option("segment")).front();
    if (parameters.extent == Extent{level.segment, 1}) {
        cost.additions.formula = "2(n − 1)";
        cost.copies.formula = "n − 1";
        cost.barriers.formula = "2 log₂ n + 1";
        cost.rounds.formula = "2 log₂ n";
    } else if (level.segments == 1 && level.rows == 1) {
        cost.additions.formula =
            fmt::format("2({} − 1): n = {} is padded to {}", level.segment, level.width, level.segment);
        cost.copies.formula = fmt::format("{} − 1", level.segment);
        cost.barriers.formula = fmt::format("2 log₂ {} + 1", level.segment);
    }
    return to_expectations(cost, scan_depth(parameters.extent.width, settings_of(parameters)));
}

/// No element passes more additions than the tree is deep.
double roundings(const Parameters& parameters) {
    return double(
        scan_cost(parameters.extent, parameters.types.output, settings_of(parameters), parameters.machine)
            .rounds.value);
}

}  // namespace

extern const Algorithm algorithm = scan_entry({
    .slug = "scan_blelloch",
    .title = "Work-efficient scan",
    .source = "Bilgic et al. 2010, section IV.A",
    .teaches = "2(n − 1) additions in 2 log₂ n steps: a tree up, a tree down",
    .options = options(),
    .opening = {.extent = {8, 1}},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::scan_blelloch

namespace upsweep {

void append_scan(Plan& plan, BufferId from, BufferId to, const ScanSettings& settings, MachineShape machine,
                 const std::string& name) {
    using namespace entries::scan_blelloch;
    append_levels(
        plan, from, to, levels_of(plan[from].extent, settings.segment),
        {.function = "scan_segments",
         .kept = "sums",
         .elements_a_thread = 2,
         .choice = settings.padding,
         .inclusive = settings.inclusive,
         .kernel = [&](std::string function,
                       ElementTypes types) { return kernel(std::move(function), types, settings, machine); },
         .shared_elements =
             [&](const ScanLevel& level) { return padded(level.segment - 1, settings, machine) + 1; }},
        name);
}

Cost scan_cost(Extent extent, ScalarType output, const ScanSettings& settings, MachineShape machine) {
    using namespace entries::scan_blelloch;
    Cost cost;
    ScanSettings at_level = settings;
    for (const ScanLevel& level : levels_of(extent, settings.segment)) {
        cost += level_cost(level);
        add_shared_cost(cost, level, size_of(output), at_level, machine);
        at_level.inclusive = false;
    }
    return cost;
}

std::optional<Term> scan_depth(int64_t width, const ScanSettings& settings) {
    using namespace entries::scan_blelloch;
    constexpr int64_t longest = 1 << 16;
    if (width > longest) return {};
    const std::vector<ScanLevel> levels = levels_of({width, 1}, settings.segment);
    Depths row(size_t(width), 0);
    int64_t depth = 0;
    scan_level(row, levels, 0, settings.inclusive, depth);
    depth = std::max(depth, deepest(row));
    const bool one_tree = levels.size() == 1 && width == levels.front().segment && width > 1;
    return Term{depth, one_tree ? fmt::format("2 log₂ {} − 1", width) : std::to_string(depth)};
}

}  // namespace upsweep
