// The segmented scan in three kernels: its plan, its cost, its catalog entry.
#include <algorithm>

#include <fmt/format.h>

#include "pipelines/parts/kinds.h"

namespace upsweep::entries::scan_segmented {
namespace {

struct Sections {
    int64_t width = 0, rows = 0, section = 0, sections = 0, list_section = 0;
};

Sections sections_of(const Parameters& parameters) {
    const Extent extent = parameters.extent;
    const int64_t section = segment_of(parameters.option("section"), extent.width);
    const int64_t sections = pieces(extent.width, section);
    return {extent.width, extent.height, section, sections, segment_of(0, sections)};
}

KernelName kernel(std::string function, const Parameters& parameters, ElementTypes types) {
    return {"scan_segmented.cu", std::move(function), operator_definitions(parameters, types)};
}

Plan make_plan(const Parameters& parameters) {
    const Sections cut = sections_of(parameters);
    const ElementTypes types = parameters.types;
    const int64_t out = size_of(types.output), blocks = cut.rows * cut.sections;
    Plan plan = start_plan("scan_segmented", parameters);
    const BufferId values = plan.add_buffer({"last_values", types.output, {cut.sections, cut.rows}});
    const Parts a_section{{cut.section, 1}, {cut.sections, cut.rows}};
    append_launch(
        plan, {.kernel = kernel("scan_sections", parameters, types),
               .grid = {checked_blocks(blocks, "A scan of these rows")},
               .block = {cut.section},
               .dynamic_shared_bytes = cut.section * out,
               .arguments = arguments(plan.input, plan.output, values, cut.width, cut.sections, cut.section,
                                      parameters.option("inclusive")),
               .name = "scan sections",
               .bytes_read = plan[plan.input].bytes(),
               .bytes_written = plan[plan.output].bytes() + blocks * out,
               .subjects = {subject(plan.input, SubjectRole::data, SubjectForm::row, a_section), kept("sums"),
                            subject(values, SubjectRole::aggregate, SubjectForm::one_a_block,
                                    {{1, 1}, {cut.sections, cut.rows}}),
                            subject(plan.output, SubjectRole::data, SubjectForm::row, a_section)}});
    if (cut.sections == 1) return plan;
    append_launch(plan, {.kernel = kernel("scan_last_values", parameters, {types.output, types.output}),
                         .grid = {cut.rows},
                         .block = {cut.list_section},
                         .dynamic_shared_bytes = cut.list_section * out,
                         .arguments = arguments(values, cut.sections, cut.list_section),
                         .name = "scan last values",
                         .bytes_read = blocks * out,
                         .bytes_written = blocks * out});
    const int64_t corrected = (cut.width - cut.section) * cut.rows;
    append_launch(plan, {.kernel = kernel("correct_sections", parameters, {types.output, types.output}),
                         .grid = {cut.rows * (cut.sections - 1)},
                         .block = {cut.section},
                         .arguments = arguments(plan.output, values, cut.width, cut.sections, cut.section),
                         .name = "correct sections",
                         .bytes_read = (corrected + cut.rows * (cut.sections - 1)) * out,
                         .bytes_written = corrected * out,
                         .subjects = {subject(values, SubjectRole::prefix), subject(plan.output)}});
    return plan;
}

/// The turns of `blocks` first kernels whose section holds `count` elements of the row.
void add_section_turns(Cost& cost, int64_t blocks, const Sections& cut, int64_t count,
                       const Parameters& parameters) {
    BankCount bank(parameters.machine, size_of(parameters.types.output));
    add_straight_access(bank, cut.section);
    add_kogge_stone_accesses(bank, cut.section);
    const int64_t shift = scans_inclusively(parameters) ? 0 : 1;
    bank.access(cut.section, [=](int64_t t) { return t >= shift && t < count ? t - shift : -1; });
    bank.access(1, [](int64_t) { return 0; });
    add_turns(cost, blocks, bank);
}

/// The turns of the second kernel: a block a row walks along the list.
void add_list_turns(Cost& cost, const Sections& cut, const Parameters& parameters) {
    BankCount bank(parameters.machine, size_of(parameters.types.output));
    const int64_t n = cut.list_section;
    for (int64_t first = 0; first < cut.sections; first += n) {
        add_straight_access(bank, n);
        for (int i = 0; first > 0 && i < 2; ++i) bank.access(1, [](int64_t) { return 0; });
        add_kogge_stone_accesses(bank, n);
        bank.access(n, [=, &cut](int64_t t) { return first + t < cut.sections ? t : -1; });
        bank.access(n, [=](int64_t) { return n - 1; });
    }
    add_turns(cost, cut.rows, bank);
}

Cost cost_of(const Parameters& parameters) {
    const Sections cut = sections_of(parameters);
    const int64_t n = cut.section, blocks = cut.rows * cut.sections;
    Cost cost;
    cost.additions = Term::of(blocks, kogge_stone_additions(n), kogge_stone_formula(n));
    cost.barriers = Term::of(blocks, 2 * log2_of(n) + 1, fmt::format("(2 log₂ {} + 1)", n));
    cost.rounds = {log2_of(n), fmt::format("log₂ {}", n)};
    add_section_turns(cost, cut.rows * (cut.sections - 1), cut, n, parameters);
    add_section_turns(cost, cut.rows, cut, cut.width - (cut.sections - 1) * n, parameters);
    if (cut.sections == 1) return cost;
    add_list_turns(cost, cut, parameters);
    const int64_t m = cut.list_section, passes = pieces(cut.sections, m);
    cost.additions += Term::of(cut.rows * passes, kogge_stone_additions(m), kogge_stone_formula(m));
    cost.additions += Term::of(cut.rows * (passes - 1), 1, "1");
    cost.barriers += Term::of(cut.rows * passes, 2 * log2_of(m) + 2, fmt::format("(2 log₂ {} + 2)", m));
    cost.rounds += Term::of(passes, log2_of(m), fmt::format("log₂ {}", m));
    cost.rounds += Term::of(passes - 1, 1, "1");
    const int64_t corrected = (cut.width - n) * cut.rows;
    cost.additions += {corrected, std::to_string(corrected)};
    cost.rounds += {1, "1"};
    return cost;
}

std::optional<Term> depth_of(const Parameters& parameters) {
    const Sections cut = sections_of(parameters);
    if (cut.sections == 1) return doubling_depth(cut.section);
    constexpr int64_t longest = 1 << 16;
    if (cut.width > longest) return {};
    const bool inclusive = scans_inclusively(parameters);
    std::vector<Depths> sections;
    Depths list;
    for (int64_t first = 0; first < cut.width; first += cut.section) {
        Depths sums(size_t(cut.section), -1);
        std::fill_n(sums.begin(), std::min(cut.section, cut.width - first), 0);
        double_reach(sums);
        list.push_back(sums.back());
        // An exclusive sum is its left neighbour's; past the row's end none is stored.
        sums.resize(size_t(std::min(cut.section, cut.width - first)));
        if (!inclusive) {
            sums.insert(sums.begin(), -1);
            sums.pop_back();
        }
        sections.push_back(std::move(sums));
    }
    int64_t depth = deepest(list);
    scan_in_pieces(list, cut.list_section);
    depth = std::max(depth, deepest(list));
    for (size_t number = 0; number < sections.size(); ++number) {
        for (int64_t& sum : sections[number])
            if (number > 0) sum = depth_of_sum(sum, list[number - 1]);
        depth = std::max(depth, deepest(sections[number]));
    }
    return Term{depth, std::to_string(depth)};
}

}  // namespace

extern const Algorithm algorithm = scan_entry({
    .slug = "scan_segmented",
    .title = "Segmented, three kernels",
    .source = "Bugetti 2025, figure 4",
    .teaches = "Rows longer than a block: scan sections, scan their last values, correct them; every element "
               "moves twice",
    .options = {section_option("elements per block"), inclusive_option(), operator_option()},
    .opening = {.extent = {16, 1}, .options = {{"section", 4}}, .step = StepSize::launch},
    .compared_with = {"scan_single_pass", "Several launches, one"},
    .make_plan = make_plan,
    .expectations = expectations_of<cost_of, depth_of>,
    .roundings = roundings_of<cost_of>,
});

}  // namespace upsweep::entries::scan_segmented
