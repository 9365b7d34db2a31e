// The single-pass scan with flags: its plan, its cost, its catalog entry.
#include <algorithm>

#include <fmt/format.h>

#include "core/ranges.h"
#include "pipelines/parts/kinds.h"

namespace upsweep::entries::scan_single_pass {
namespace {

int64_t section_size(int64_t wanted, int64_t width) {
    return wanted == 0 ? std::min<int64_t>(power_from(width), 256) : wanted;
}

std::vector<Option> options() {
    return {
        section_option("SECTION_SIZE: elements per block"),
        inclusive_option(),
        operator_option(),
        safety_option("counted", "number from a counter", "block numbers from a counter",
                      "with numbers from blockIdx, a block may wait for one that cannot start, and then all "
                      "wait forever"),
        safety_option("together", "waiting for the number", "all threads wait for the block's number",
                      "as printed for Numba, the barrier after the number is in the branch of one thread, so "
                      "the others may read the number too early"),
        safety_option("barrier", "barrier before publishing", "barrier before publishing",
                      "as printed, there is no barrier between the last addition and the read of the "
                      "section's sum, which can lack its last half"),
        safety_option("fence", "fence before the flag", "fence before the flag",
                      "without the fence, another block can see the flag before the sum"),
        safety_option("acquire", "acquire after the flag", "acquire after the flag",
                      "as printed, a plain load reads the sum after the flag and may return an old value")};
}

Definitions slips_of(const Parameters& parameters) {
    Definitions slips;
    define_slip(slips, "COUNTED", parameters, "counted");
    define_slip(slips, "TOGETHER", parameters, "together");
    define_slip(slips, "BARRIER", parameters, "barrier");
    define_slip(slips, "FENCE", parameters, "fence");
    define_slip(slips, "ACQUIRE", parameters, "acquire");
    return slips;
}

SinglePassSettings settings_of(const Parameters& parameters) {
    return {parameters.option("section"), scans_inclusively(parameters), slips_of(parameters),
            other_operator_definitions(parameters)};
}

Plan make_plan(const Parameters& parameters) {
    Plan plan = start_plan("scan_single_pass", parameters);
    plan.emulator_only = slips_in(options(), parameters);
    append_single_pass(plan, plan.input, plan.output, settings_of(parameters), "scan rows");
    return plan;
}

std::vector<Expectation> expectations(const Parameters& parameters) {
    const SinglePassSettings settings = settings_of(parameters);
    return to_expectations(
        single_pass_cost(parameters.extent, parameters.types.output, settings, parameters.machine),
        single_pass_depth(parameters.extent.width, settings));
}

double roundings(const Parameters& parameters) {
    const int64_t section = section_size(parameters.option("section"), parameters.extent.width);
    return double(log2_of(section) + 1 + pieces(parameters.extent.width, section));
}

/// Adds the turns of `blocks` blocks whose section holds `count` elements of the row; `waits` for all but a
/// row's first section.
void add_section_turns(Cost& cost, int64_t blocks, int64_t section, int64_t count, bool waits, bool inclusive,
                       ScalarType output, MachineShape machine) {
    const auto cell = [](int64_t) { return 0; };
    BankCount number(machine, 4), bank(machine, size_of(output));
    number.access(1, cell);
    number.access(section, cell);
    add_straight_access(bank, section);
    add_kogge_stone_accesses(bank, section);
    // Thread 0 reads the section's sum, and keeps the one before for all to read.
    bank.access(1, cell);
    for (int i = 0; waits && i < 2; ++i) bank.access(1, cell);
    const int64_t shift = inclusive ? 0 : 1;
    bank.access(section, [=](int64_t t) { return t >= shift && t < count ? t - shift : -1; });
    if (waits) bank.access(section, [=](int64_t t) { return t < count ? 0 : -1; });
    add_turns(cost, blocks, number);
    add_turns(cost, blocks, bank);
}

}  // namespace

extern const Algorithm algorithm = scan_entry({
    .slug = "scan_single_pass",
    .title = "Single pass with flags",
    .source = "Bugetti 2025, section 2.2",
    .teaches = "Blocks pass sums to each other: flags, fences, and block numbers that cannot deadlock",
    .options = options(),
    .opening = {.extent = {24, 1},
                .options = {{"section", 4}, {"inclusive", 1}},
                .resident_blocks = 2,
                .at = 84,
                .step = StepSize::phase},
    .compared_with = {"scan_lookback", "Flags, look-back"},
    .make_plan = make_plan,
    .expectations = expectations,
    .roundings = roundings,
});

}  // namespace upsweep::entries::scan_single_pass

namespace upsweep {

void append_single_pass(Plan& plan, BufferId from, BufferId to, const SinglePassSettings& settings,
                        const std::string& name) {
    using namespace entries::scan_single_pass;
    const Extent extent = plan[from].extent;
    const ElementTypes types{plan[from].type, plan[to].type};
    const int64_t section = section_size(settings.section, extent.width);
    const int64_t sections = pieces(extent.width, section), out = size_of(types.output);
    const auto control = [&](const char* what, Extent size) {
        const BufferId id = add_buffer(plan, what, ScalarType::u32, size);
        nth(plan.buffers, id.index).role = BufferRole::control;
        plan.operations.push_back({Clear{id}});
        return id;
    };
    // A row of these for each section, and one more for the rows' ends.
    const BufferId flags = control("flags", {extent.height, sections + 1});
    const BufferId counter = control("counter", {1, 1});
    const BufferId sums = add_buffer(plan, "sums", types.output, {extent.height, sections + 1});
    plan.operations.push_back({Clear{sums}});
    Definitions definitions = definitions_or_types(settings.definitions, types);
    append(definitions, settings.slips);
    const int64_t blocks = checked_blocks(extent.height * sections, "A scan of these rows");
    const Parts a_section{{section, 1}, {sections, extent.height}, true},
        handed_on{{1, 1}, {extent.height, sections}, false, extent.height};
    append_pass(plan, from, to,
                {.kernel = {"scan_single_pass.cu", "scan_single_pass", std::move(definitions)},
                 .grid = {blocks},
                 .block = {section},
                 .dynamic_shared_bytes = section * out,
                 .arguments = arguments(flags, sums, counter, extent.width, extent.height, section,
                                        settings.inclusive),
                 .name = name,
                 .subjects = {subject(from, SubjectRole::data, SubjectForm::row, a_section),
                              kept("number", SubjectRole::number, SubjectForm::chip), kept("scanned"),
                              subject(flags, SubjectRole::flag, SubjectForm::one_a_block, handed_on),
                              subject(sums, SubjectRole::prefix, SubjectForm::one_a_block, handed_on),
                              subject(counter, SubjectRole::counter, SubjectForm::chip),
                              kept("before", SubjectRole::prefix, SubjectForm::chip),
                              subject(to, SubjectRole::data, SubjectForm::row, a_section)}});
}

std::optional<Term> single_pass_depth(int64_t width, const SinglePassSettings& settings) {
    using namespace entries::scan_single_pass;
    const int64_t section = section_size(settings.section, width);
    if (pieces(width, section) > 1) return {};
    return doubling_depth(section);
}

Cost single_pass_cost(Extent extent, ScalarType output, const SinglePassSettings& settings,
                      MachineShape machine) {
    using namespace entries::scan_single_pass;
    const int64_t n = section_size(settings.section, extent.width), sections = pieces(extent.width, n);
    const int64_t blocks = extent.height * sections, steps = log2_of(n);
    const bool barrier = none_of(settings.slips, [](const auto& slip) { return slip.first == "BARRIER"; });
    Cost cost;
    cost.additions = Term::of(blocks, kogge_stone_additions(n), kogge_stone_formula(n));
    cost.barriers =
        Term::of(blocks, 2 * steps + (barrier ? 3 : 2), fmt::format("(2 log₂ {} + {})", n, barrier ? 3 : 2));
    cost.rounds = {steps, fmt::format("log₂ {}", n)};
    const int64_t last = extent.width - (sections - 1) * n;
    const auto add = [&](int64_t count, int64_t held, bool waits) {
        add_section_turns(cost, extent.height * count, n, held, waits, settings.inclusive, output, machine);
    };
    add(1, sections == 1 ? last : n, false);
    if (sections == 1) return cost;
    add(sections - 2, n, true);
    add(1, last, true);
    cost.additions += Term::of(extent.height * (sections - 1), 1, "1");
    const int64_t corrected = (extent.width - n) * extent.height;
    cost.additions += {corrected, std::to_string(corrected)};
    cost.rounds += {2, "2"};
    return cost;
}

}  // namespace upsweep
