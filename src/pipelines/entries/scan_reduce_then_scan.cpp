// Reduce, then scan, in three launches: its plan, its cost, its catalog entry.
#include <algorithm>

#include <fmt/format.h>

#include "core/ranges.h"
#include "pipelines/parts/kinds.h"

namespace upsweep::entries::scan_reduce_then_scan {
namespace {

struct Sections {
    int64_t width = 0, rows = 0, section = 0, sections = 0;

    int64_t blocks() const { return rows * sections; }
    /// The scan of the sections' sums.
    RowWalk list() const { return {{sections, rows}, 0}; }
};

Sections sections_of(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    const int64_t section = segment_of(parameters.option("section"), extent.width);
    return {extent.width, extent.height, section, pieces(extent.width, section)};
}

KernelName kernel(std::string function, const Parameters& parameters) {
    return {"scan_reduce_then_scan.cu", std::move(function), operator_definitions(parameters)};
}

/// The sum before each section, in a buffer of one element a section.
BufferId append_sums_before(Plan& plan, const Sections& cut, const Parameters& parameters,
                            const Subject& input) {
    const ElementTypes types = parameters.types;
    const Parts one_each{{1, 1}, {cut.sections, cut.rows}};
    const BufferId sums = add_buffer(plan, "section_sums", types.output, {cut.sections, cut.rows});
    const BufferId before = add_buffer(plan, "sums_before", types.output, {cut.sections, cut.rows});
    append_pass(plan, plan.input, sums,
                {.kernel = kernel("reduce_sections", parameters),
                 .grid = {checked_blocks(cut.blocks(), "A scan of these rows")},
                 .block = {cut.section},
                 .dynamic_shared_bytes = cut.section * size_of(types.output),
                 .arguments = arguments(cut.width, cut.sections, cut.section),
                 .name = "reduce sections",
                 .subjects = {input, kept("sums"),
                              subject(sums, SubjectRole::aggregate, SubjectForm::one_a_block, one_each)}});
    append_row_walk(plan, "scan_kogge_stone", sums, before,
                    {.definitions = other_operator_definitions(parameters)}, "scan section sums");
    return before;
}

Plan make_plan(const Parameters& parameters) {
    const Sections cut = sections_of(parameters);
    const ElementTypes types = parameters.types;
    Plan plan = start_plan("scan_reduce_then_scan", parameters);
    const Parts a_section{{cut.section, 1}, {cut.sections, cut.rows}};
    const Subject input = subject(plan.input, SubjectRole::data, SubjectForm::row, a_section);
    std::vector<Subject> subjects = {input, kept("sums"),
                                     subject(plan.output, SubjectRole::data, SubjectForm::row, a_section)};
    // With one section a row nothing lies before it, and any pointer will do.
    BufferId before = plan.output;
    if (cut.sections > 1) {
        before = append_sums_before(plan, cut, parameters, input);
        subjects.insert(subjects.begin(), subject(before, SubjectRole::prefix, SubjectForm::one_a_block,
                                                  {{1, 1}, {cut.sections, cut.rows}}));
    }
    append_launch(
        plan, {.kernel = kernel("scan_sections", parameters),
               .grid = {checked_blocks(cut.blocks(), "A scan of these rows")},
               .block = {cut.section},
               .dynamic_shared_bytes = cut.section * size_of(types.output),
               .arguments = arguments(plan.input, plan.output, before, cut.width, cut.sections, cut.section,
                                      parameters.option("inclusive")),
               .name = "scan sections",
               .bytes_read = plan[plan.input].bytes() + (cut.sections > 1 ? plan[before].bytes() : 0),
               .bytes_written = plan[plan.output].bytes(),
               .subjects = std::move(subjects)});
    return plan;
}

/// The turns of a block that reduces a section.
BankCount reduce_accesses(const Sections& cut, const Parameters& parameters) {
    BankCount bank(parameters.machine, size_of(parameters.types.output));
    const int64_t n = cut.section;
    add_straight_access(bank, n);
    for (int64_t stride = 1; stride < n; stride *= 2)
        for (const int64_t back : {stride, int64_t{0}, int64_t{0}})
            bank.access(n, [=](int64_t t) {
                const int64_t right = (t + 1) * 2 * stride - 1;
                return right < n ? right - back : -1;
            });
    bank.access(1, [=](int64_t) { return n - 1; });
    return bank;
}

/// The turns of a block that scans a section, the first of its row or another.
BankCount scan_accesses(const Sections& cut, bool is_first, const Parameters& parameters) {
    BankCount bank(parameters.machine, size_of(parameters.types.output));
    add_straight_access(bank, cut.section);
    for (int i = 0; !is_first && i < 2; ++i) bank.access(1, [](int64_t) { return 0; });
    add_kogge_stone_accesses(bank, cut.section);
    const int64_t shift = scans_inclusively(parameters) ? 0 : 1;
    bank.access(cut.section, [=](int64_t t) { return t >= shift ? t - shift : -1; });
    return bank;
}

/// The two launches before the last.
Cost sums_cost(const Sections& cut, const Parameters& parameters) {
    const int64_t n = cut.section;
    const RowWalk list = cut.list();
    Cost cost;
    cost.additions = Term::of(cut.blocks(), n - 1, fmt::format("({} − 1)", n));
    cost.barriers = Term::of(cut.blocks(), log2_of(n), fmt::format("log₂ {}", n));
    cost.rounds = {log2_of(n), fmt::format("log₂ {}", n)};
    add_turns(cost, cut.blocks(), reduce_accesses(cut, parameters));
    cost += row_walk_cost(list, 2);
    Parameters of_list = parameters;
    of_list.options = {{"inclusive", 0}};
    add_turns(cost, cut.rows, row_walk_accesses(list, of_list, [&](BankCount& bank) {
                  add_kogge_stone_accesses(bank, list.segment);
              }));
    return cost;
}

Cost cost_of(const Parameters& parameters) {
    const Sections cut = sections_of(parameters);
    const int64_t n = cut.section, further = cut.rows * (cut.sections - 1);
    Cost cost = cut.sections > 1 ? sums_cost(cut, parameters) : Cost();
    cost.additions += Term::of(cut.blocks(), kogge_stone_additions(n), kogge_stone_formula(n));
    cost.additions += Term::of(further, 1, "1");
    cost.barriers += Term::of(cut.blocks(), 2 * log2_of(n) + 1, fmt::format("(2 log₂ {} + 1)", n));
    cost.rounds += {log2_of(n), fmt::format("log₂ {}", n)};
    if (further > 0) cost.rounds += {1, "1"};
    add_turns(cost, cut.rows, scan_accesses(cut, true, parameters));
    add_turns(cost, further, scan_accesses(cut, false, parameters));
    return cost;
}

std::optional<Term> depth_of(const Parameters& parameters) {
    const Sections cut = sections_of(parameters);
    const bool inclusive = scans_inclusively(parameters);
    if (cut.sections == 1) return doubling_depth(elements_summed(cut.width, inclusive));
    constexpr int64_t longest = 1 << 16;
    if (cut.width > longest) return {};
    const auto elements = [&](int64_t number) {
        Depths section(size_t(cut.section), -1);
        std::fill_n(section.begin(), std::min(cut.section, cut.width - number * cut.section), 0);
        return section;
    };
    Depths list;
    for (int64_t number = 0; number < cut.sections; ++number) {
        Depths leaves = elements(number);
        list.push_back(sweep_tree(leaves));
    }
    // Exclusive sums of the list.
    Depths before = list;
    scan_in_pieces(before, cut.list().segment);
    before.insert(before.begin(), -1);
    before.pop_back();
    int64_t depth = std::max(deepest(list), deepest(before));
    for (int64_t number = 0; number < cut.sections; ++number) {
        Depths sums = elements(number);
        if (number > 0) sums[0] = depth_of_sum(sums[0], nth(before, number));
        double_reach(sums);
        const int64_t count = std::min(cut.section, cut.width - number * cut.section);
        sums.resize(size_t(elements_summed(count, inclusive)));
        depth = std::max(depth, deepest(sums));
    }
    return Term{depth, std::to_string(depth)};
}

}  // namespace

extern const Algorithm algorithm = scan_entry({
    .slug = "scan_reduce_then_scan",
    .title = "Reduce, then scan",
    .source = "Merrill and Grimshaw 2009",
    .teaches = "Sums of the sections first, then a scan of each section from its start: every element is "
               "read twice and written once",
    .options = {section_option("elements per block"), inclusive_option(), operator_option()},
    .opening = {.extent = {16, 1}, .options = {{"section", 4}}, .step = StepSize::launch},
    .make_plan = make_plan,
    .expectations = expectations_of<cost_of, depth_of>,
    .roundings = roundings_of<cost_of>,
});

}  // namespace upsweep::entries::scan_reduce_then_scan
