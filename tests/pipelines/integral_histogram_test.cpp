// The integral histograms' plans: as many launches and as many tensors over the bus as Poostchi et al. 2012
// say.
#include <algorithm>

#include <gtest/gtest.h>

#include "emulator/emulator.h"
#include "pipelines/algorithm.h"
#include "pipelines/parameters_of.h"

namespace upsweep {
namespace {

using test::parameters_of;

template <typename What>
std::int64_t count_of(const Plan& plan) {
    return std::count_if(plan.operations.begin(), plan.operations.end(), [](const Operation& operation) {
        return std::holds_alternative<What>(operation.what);
    });
}

Plan plan_of(std::string_view slug, Extent extent, std::int64_t bins) {
    const Algorithm& algorithm = find_algorithm(slug);
    return algorithm.make_plan(parameters_of(algorithm, extent, {{"bins", bins}}));
}

/// The binning launch is not among those that the paper counts.
TEST(IntegralHistogramPlan, LaunchesAreAsManyAsThePaperSays) {
    for (Extent extent : {Extent{8, 4}, Extent{640, 480}, Extent{5, 3}, Extent{2048, 3}})
        for (std::int64_t bins : {2, 16}) {
            const std::int64_t w = extent.width, h = extent.height;
            EXPECT_EQ(count_of<Launch>(plan_of("integral_histogram_multi_sts", extent, bins)) - 1,
                      (w + h) * bins + bins);
            EXPECT_EQ(count_of<Launch>(plan_of("integral_histogram_single_sts", extent, bins)) - 1, 3);
            EXPECT_EQ(count_of<Launch>(plan_of("integral_histogram_single_sts1", extent, bins)) - 1, 3);
        }
}

/// Rows over 2048 carry from segment to segment: the "3 launches" leave that out.
TEST(IntegralHistogramPlan, LongRowsTakeLaunchesThatThePaperLeavesOut) {
    EXPECT_EQ(count_of<Launch>(plan_of("integral_histogram_single_sts", {2049, 5}, 4)) - 1, 5);
}

/// Two round trips and the way down at the end: five tensors, against one.
TEST(IntegralHistogramPlan, CopiesMoveFiveTensorsInsteadOfOne) {
    const Plan plan = plan_of("integral_histogram_single_sts1", {8, 4}, 4);
    EXPECT_EQ(count_of<Upload>(plan), 1 + 2);
    EXPECT_EQ(count_of<Download>(plan), 2);
    EXPECT_EQ(count_of<Download>(plan_of("integral_histogram_single_sts", {8, 4}, 4)), 0);
}

/// Enough launches for the search for races to begin its counting anew.
TEST(IntegralHistogramPlan, ThousandsOfLaunchesShowNoFalseRace) {
    const Algorithm& algorithm = find_algorithm("integral_histogram_multi_sts");
    const Parameters parameters = parameters_of(algorithm, {33, 2}, {{"bins", 256}});
    const Array input = random_input(algorithm, parameters, 3);
    emulator::RunOptions options;
    options.gpu.lanes = parameters.machine.lanes;
    options.gpu.banks = parameters.machine.banks;
    options.record = false;
    const emulator::Trace trace = emulator::run(algorithm.make_plan(parameters), input, kernel_text, options);
    for (const emulator::Finding& finding : trace.findings)
        EXPECT_NE(finding.severity, emulator::Severity::fault) << finding.message;
    EXPECT_TRUE(check_result(algorithm, parameters, input, trace.output()).right);
}

}  // namespace
}  // namespace upsweep
