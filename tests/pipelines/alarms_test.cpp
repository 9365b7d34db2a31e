// No false alarms over the whole catalog: every sound variant of every entry, on machines of many shapes,
// under every schedule, however diverged lanes proceed, with weak memory, is right and free of faults; and
// what is said of its costs is what its accesses cost.
#include <algorithm>
#include <map>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/emulator.h"
#include "emulator/findings/finding_table.h"
#include "emulator/helpers/costs.h"
#include "emulator/helpers/untraced.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "pipelines/helpers/catalog_run.h"

namespace upsweep {
namespace {

using Options = std::vector<OptionValue>;

/// Values of an option that are sound, beside the initial one.
std::vector<int64_t> further_values(const Option& option) {
    if (!option.slip.empty()) return {};
    std::vector<int64_t> values;
    if (option.power_of_two)
        for (int64_t value = option.lowest; value <= std::min<int64_t>(option.highest, 8); value *= 4)
            values.push_back(value);
    else if (option.highest - option.lowest < 4)
        for (int64_t value = option.lowest; value <= option.highest; ++value) values.push_back(value);
    else
        values = {option.lowest, std::min(option.highest, option.lowest + 7)};
    std::erase(values, option.initial);
    return values;
}

/// The usual options; each option alone at each of its other values; all of them at once at their last.
std::vector<Options> sound_variants(const Algorithm& algorithm) {
    std::vector<Options> variants = {{}};
    Options last;
    for (const Option& option : algorithm.options) {
        const std::vector<int64_t> values = further_values(option);
        for (int64_t value : values) variants.push_back({{std::string(option.name), value}});
        if (!values.empty()) last.push_back({std::string(option.name), values.back()});
    }
    if (last.size() > 1) variants.push_back(last);
    return variants;
}

/// One of the machines, in turn: two numbers without a common divisor meet in every pair.
emulator::ToyGpu machine_at(size_t turn) {
    static const std::vector<const char*> schedules = {"round-robin",
                                                       "in-order",
                                                       "reversed",
                                                       "unkind",
                                                       "adversarial",
                                                       "random:1",
                                                       "by-hand:5,5,3,3,7,1,0,4,2,2,6,9"};
    static const std::vector<MachineShape> shapes = {{4, 8}, {8, 4}, {32, 32}, {2, 16}, {16, 32}};
    emulator::ToyGpu gpu;
    gpu.lanes = shapes[turn % shapes.size()].lanes;
    gpu.banks = shapes[turn % shapes.size()].banks;
    gpu.schedule = emulator::parse_schedule(schedules[turn % schedules.size()]);
    // Blocks of 1024 lanes that run apart take long: few of them.
    gpu.lanes_proceed = (turn / 2 % 2 == 1 && (gpu.lanes < 32 || turn % 7 == 0))
                            ? emulator::LanesProceed::adversarial
                        : turn % 3 == 0 ? emulator::LanesProceed::before_volta
                                        : emulator::LanesProceed::since_volta;
    gpu.weak_memory = turn % 2 == 1;
    gpu.resident_blocks = 1 + int(turn % 3);
    gpu.multiprocessors = 1 + int(turn / 3 % 2);
    return gpu;
}

/// On both sides of segments and tiles; a larger one for the usual options only.
std::vector<Extent> extents_of(const Algorithm& algorithm, bool usual) {
    const bool rows = algorithm.shape == Shape::rows;
    std::vector<Extent> extents = {{1, 1}, {7, 1}, {9, 4}, {33, 2}};
    if (!rows) extents = {{1, 7}, {9, 5}};
    if (usual) extents.push_back(rows ? Extent{64, 3} : Extent{33, 9});
    return extents;
}

std::string in_words(const Parameters& parameters, const emulator::ToyGpu& gpu) {
    std::string words =
        std::to_string(parameters.extent.width) + "x" + std::to_string(parameters.extent.height);
    for (const OptionValue& option : parameters.options)
        words += " " + option.name + "=" + std::to_string(option.value);
    return words + ", warp " + std::to_string(gpu.lanes) + ", banks " + std::to_string(gpu.banks) + ", " +
           to_string(gpu.schedule) + ", " + std::to_string(gpu.slots()) + " slots" + ", lanes " +
           std::string(to_string(gpu.lanes_proceed)) + (gpu.weak_memory ? ", weak memory" : "");
}

/// Runs a variant unless its size or machine is refused, which takes a sentence.
template <typename Use>
bool run_variant(const Algorithm& algorithm, Extent extent, const Options& options,
                 const emulator::RunOptions& run, Use use) {
    Plan plan;
    Parameters parameters;
    try {
        parameters = test::parameters_of(algorithm, extent, options, {run.gpu.lanes, run.gpu.banks});
        plan = algorithm.make_plan(parameters);
    } catch (const UsageError&) {
        return false;
    }
    EXPECT_EQ(plan.emulator_only, "") << algorithm.slug;
    const Array input = random_input(algorithm, parameters, test::usual_seed);
    use(parameters, input, test::run_entry(algorithm, parameters, input, run).trace);
    return true;
}

TEST(Alarms, NoneOverTheWholeCatalog) {
    size_t turn = 0, variants = 0;
    for (const Algorithm* algorithm : catalog())
        for (const Options& options : sound_variants(*algorithm)) {
            ++variants;
            bool ran = false;
            for (Extent extent : extents_of(*algorithm, options.empty()))
                for (int i = 0; i < (options.empty() && extent.count() < 100 && !algorithm->cpu_loop ? 3 : 1);
                     ++i) {
                    emulator::RunOptions run;
                    run.gpu = machine_at(turn++);
                    run.record = false;
                    const auto expect_clean = [&](const Parameters& parameters, const Array& input,
                                                  const emulator::Trace& trace) {
                        SCOPED_TRACE(std::string(algorithm->slug) + " " + in_words(parameters, run.gpu));
                        EXPECT_TRUE(trace.complete);
                        EXPECT_EQ(check_result(*algorithm, parameters, input, trace.output()).message, "");
                        for (const emulator::Finding& finding : trace.findings)
                            EXPECT_NE(finding.severity, emulator::Severity::fault)
                                << sentence_of(trace, finding);
                    };
                    ran |= run_variant(*algorithm, extent, options, run, expect_clean);
                }
            EXPECT_TRUE(ran) << algorithm->slug << ": a variant that is always refused";
        }
    EXPECT_GE(variants, 2 * catalog().size());
}

TEST(Alarms, OfCostsSayWhatTheAccessesCostAndAreTheSameWithoutATrace) {
    const std::vector<MachineShape> shapes = {{4, 8}, {8, 4}, {32, 32}};
    std::map<emulator::FindingKind, int> told;
    size_t turn = 0;
    const auto expect_true = [&](const Algorithm& algorithm, const Options& options, Extent extent) {
        emulator::RunOptions run;
        run.gpu.lanes = shapes[turn % 3].lanes;
        run.gpu.banks = shapes[turn++ % 3].banks;
        run.races = false;
        run_variant(algorithm, extent, options, run,
                    [&](const Parameters& parameters, const Array& input, const emulator::Trace& trace) {
                        SCOPED_TRACE(std::string(algorithm.slug) + " " + in_words(parameters, run.gpu));
                        EXPECT_THAT(cost_differences(trace), testing::IsEmpty());
                        emulator::RunOptions without = run;
                        without.record = false;
                        const emulator::Trace untraced =
                            test::run_entry(algorithm, parameters, input, without).trace;
                        EXPECT_THAT(differences_without_trace(trace, untraced), testing::IsEmpty());
                        for (const emulator::Finding& finding : trace.findings) ++told[finding.kind];
                    });
    };
    for (const Algorithm* algorithm : catalog())
        for (const Options& options : sound_variants(*algorithm))
            for (size_t i = 0; i < (options.empty() ? shapes.size() : 1); ++i)
                expect_true(*algorithm, options,
                            algorithm->shape == Shape::rows ? Extent{33, 2}
                            : options.empty()               ? Extent{17, 9}
                                                            : Extent{9, 5});
    for (emulator::FindingKind kind : {emulator::FindingKind::bank_conflict,
                                       emulator::FindingKind::uncoalesced, emulator::FindingKind::divergence})
        EXPECT_GT(told[kind], 50) << name_of(kind);
}

/// A run shows the slip by a fault, a wrong result, or more conflicts than without it.
bool shows_slip(const Algorithm& algorithm, Extent extent, const OptionValue& slip, Options parts,
                const emulator::RunOptions& run) {
    try {
        const auto parameters_with = [&](const Options& options) {
            return test::parameters_of(algorithm, extent, options, {run.gpu.lanes, run.gpu.banks});
        };
        const Parameters mended = parameters_with(parts);
        parts.push_back(slip);
        const Parameters printed = parameters_with(parts);
        const Array input = random_input(algorithm, printed, test::usual_seed);
        const auto trace_of = [&](const Parameters& parameters) {
            return test::run_entry(algorithm, parameters, input, run).trace;
        };
        const emulator::Trace wrong = trace_of(printed);
        for (const emulator::Finding& finding : wrong.findings)
            if (finding.severity == emulator::Severity::fault) return true;
        return wrong.counts.bank_conflicts > trace_of(mended).counts.bank_conflicts ||
               !check_result(algorithm, printed, input, wrong.output()).right;
    } catch (const UsageError&) {
        return false;
    }
}

/// Small sections, so that a row has several.
Options small_parts(const Algorithm& algorithm) {
    Options options;
    for (const Option& option : algorithm.options)
        if (option.power_of_two && option.automatic)
            options.push_back({std::string(option.name), std::max<int64_t>(option.lowest, 8)});
    return options;
}

TEST(Alarms, EverySlipOfTheCatalogIsShownUnderSomeMachine) {
    int slips = 0;
    for (const Algorithm* algorithm : catalog())
        for (const Option& option : algorithm->options)
            for (int64_t value = option.lowest; value <= option.highest && !option.slip.empty(); ++value) {
                if (value == option.initial) continue;
                ++slips;
                const OptionValue slip{std::string(option.name), value};
                bool shown = false;
                for (Extent extent : {Extent{12, 2}, Extent{6, 9}, Extent{64, 1}})
                    for (size_t turn = 0; turn < 24 && !shown; ++turn) {
                        emulator::RunOptions run;
                        run.gpu = machine_at(turn);
                        run.record = false;
                        // Operands that changed places show where they do not commute.
                        shown = shows_slip(*algorithm, extent, slip, {}, run) ||
                                shows_slip(*algorithm, extent, slip, small_parts(*algorithm), run) ||
                                shows_slip(*algorithm, extent, slip, {{"operator", 2}}, run);
                    }
                EXPECT_TRUE(shown) << algorithm->slug << ": " << option.name << " = " << value;
            }
    EXPECT_GE(slips, 12);
}

}  // namespace
}  // namespace upsweep
