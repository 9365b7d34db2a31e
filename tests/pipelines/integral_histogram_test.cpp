// The integral histograms' plans: as many launches and as many tensors over the bus as Poostchi et al. 2012
// say.
#include <algorithm>

#include <gtest/gtest.h>

#include "emulator/emulator.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"
#include "pipelines/helpers/catalog_run.h"
#include "reference/integral_histogram.h"

namespace upsweep {
namespace {

using test::parameters_of;

template <typename What>
int64_t launch_count(const Plan& plan) {
    return std::count_if(plan.operations.begin(), plan.operations.end(), [](const Operation& operation) {
        return std::holds_alternative<What>(operation.what);
    });
}

Plan plan_of(std::string_view slug, Extent extent, int64_t bins) {
    const Algorithm& algorithm = find_algorithm(slug);
    return algorithm.make_plan(parameters_of(algorithm, extent, {{"bins", bins}}));
}

/// The binning launch is not among those that the paper counts.
TEST(IntegralHistogramPlan, LaunchesAreAsManyAsThePaperSays) {
    for (Extent extent : {Extent{8, 4}, Extent{640, 480}, Extent{5, 3}, Extent{2048, 3}})
        for (int64_t bins : {2, 16}) {
            const int64_t w = extent.width, h = extent.height;
            EXPECT_EQ(launch_count<Launch>(plan_of("integral_histogram_multi_sts", extent, bins)) - 1,
                      (w + h) * bins + bins);
            EXPECT_EQ(launch_count<Launch>(plan_of("integral_histogram_single_sts", extent, bins)) - 1, 3);
            EXPECT_EQ(launch_count<Launch>(plan_of("integral_histogram_single_sts1", extent, bins)) - 1, 3);
        }
}

/// Rows over 2048 carry from segment to segment: the "3 launches" leave that out.
TEST(IntegralHistogramPlan, LongRowsTakeLaunchesThatThePaperLeavesOut) {
    EXPECT_EQ(launch_count<Launch>(plan_of("integral_histogram_single_sts", {2049, 5}, 4)) - 1, 5);
}

/// Two round trips and the way down at the end: five tensors, against one.
TEST(IntegralHistogramPlan, CopiesMoveFiveTensorsInsteadOfOne) {
    const Plan plan = plan_of("integral_histogram_single_sts1", {8, 4}, 4);
    EXPECT_EQ(launch_count<Upload>(plan), 1 + 2);
    EXPECT_EQ(launch_count<Download>(plan), 2);
    EXPECT_EQ(launch_count<Download>(plan_of("integral_histogram_single_sts", {8, 4}, 4)), 0);
}

Array emulated(const Algorithm& algorithm, const Parameters& parameters, const Array& input) {
    return test::run_entry(algorithm, parameters, input, test::machine_of(parameters, 1)).trace.output();
}

/// Poostchi et al.'s padding as printed moves all indices alike: the sums are right, and the banks as crowded
/// as without.
TEST(IntegralHistogramAsPrinted, AnOffsetToEveryIndexCuresNothing) {
    const Algorithm& algorithm = find_algorithm("integral_histogram_single_sts");
    const auto run = [&](int64_t offset) {
        const Parameters parameters = parameters_of(algorithm, {8, 8}, {{"offset", offset}}, {4, 4});
        EXPECT_EQ(algorithm.make_plan(parameters).emulator_only.empty(), offset == 1);
        const test::CatalogRun made = test::run_entry(algorithm, parameters, test::machine_of(parameters, 1));
        const emulator::Trace& trace = made.trace;
        EXPECT_TRUE(made.right());
        EXPECT_EQ(trace.counts.bank_conflicts, test::expected_count(algorithm, parameters, "bank_conflicts"));
        const bool found = std::any_of(trace.findings.begin(), trace.findings.end(), [](const auto& finding) {
            return finding.kind == emulator::FindingKind::bank_conflict;
        });
        EXPECT_EQ(found, offset == 0);
        return trace.counts.bank_conflicts;
    };
    EXPECT_EQ(run(1), 0);
    // 8 elements without padding have 16 conflicts (3 accesses up and 5 down at both strides), in 4 bins of 8
    // rows and 8 columns.
    EXPECT_EQ(run(0), 16 * 4 * (8 + 8));
}

/// Line 12 as printed gives sums of two rows.
TEST(IntegralHistogramAsPrinted, Line12AddsOneRowInsteadOfAll) {
    const Algorithm& algorithm = find_algorithm("integral_histogram_multi_sts");
    const Parameters parameters =
        parameters_of(algorithm, {6, 5}, {{"printed", 1}, {"inclusive", 1}}, {4, 8});
    EXPECT_FALSE(algorithm.make_plan(parameters).emulator_only.empty());
    const Array input = random_input(algorithm, parameters, 3);
    const Array printed = emulated(algorithm, parameters, input);
    EXPECT_FALSE(check_result(algorithm, parameters, input, printed).right);
    const Array right = algorithm.reference(parameters, input);
    ASSERT_EQ(printed.extent(), right.extent());
    for (int64_t bin = 0; bin < 4; ++bin)
        for (int64_t y = 0; y < 5; ++y)
            for (int64_t x = 0; x < 6; ++x) {
                const int64_t here = (bin * 5 + y) * 6 + x;
                // What all rows sum to, less everything more than two rows up.
                EXPECT_EQ(printed.number(here), right.number(here) - (y < 2 ? 0 : right.number(here - 12)));
            }
}

/// Equation 2 with the corners as printed loses the rectangle's first row and column.
TEST(RegionHistogramAsPrinted, LosesTheFirstRowAndColumn) {
    const Algorithm& algorithm = find_algorithm("region_histogram");
    const Parameters parameters = parameters_of(algorithm, {8, 8}, {{"printed", 1}}, {4, 8});
    EXPECT_FALSE(algorithm.make_plan(parameters).emulator_only.empty());
    const Array input = random_input(algorithm, parameters, 3);
    const Array printed = emulated(algorithm, parameters, input);
    EXPECT_FALSE(check_result(algorithm, parameters, input, printed).right);
    // From 2 to 6 each way; as printed from 3.
    const auto smaller = reference::count_bins(input, {4, 10}, {3, 3, 6, 6});
    for (size_t bin = 0; bin < 4; ++bin) EXPECT_EQ(printed.number(int64_t(bin)), smaller[bin]);
}

/// Enough launches for the search for races to begin its counting again.
TEST(IntegralHistogramPlan, ThousandsOfLaunchesShowNoFalseRace) {
    const Algorithm& algorithm = find_algorithm("integral_histogram_multi_sts");
    const Parameters parameters = parameters_of(algorithm, {33, 2}, {{"bins", 256}});
    const test::CatalogRun run = test::run_entry(algorithm, parameters, test::machine_of(parameters, 1));
    for (const emulator::Finding& finding : run.trace.findings)
        EXPECT_NE(finding.severity, emulator::Severity::fault) << sentence_of(run.trace, finding);
    EXPECT_TRUE(run.right());
}

}  // namespace
}  // namespace upsweep
