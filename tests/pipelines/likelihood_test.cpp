// Region histograms, the stream of frames and the likelihood map: what they mean, beside being right.
#include <cmath>

#include <gtest/gtest.h>

#include "pipelines/algorithm.h"
#include "pipelines/helpers/parameters_of.h"
#include "reference/integral_histogram.h"

namespace upsweep {
namespace {

using test::parameters_of;

TEST(RegionHistogram, FourCornersGiveWhatCountingGives) {
    const Algorithm& algorithm = find_algorithm("region_histogram");
    const Parameters parameters = parameters_of(algorithm, {33, 65}, {{"bins", 16}});
    const Array image = random_input(algorithm, parameters, 5);
    const Array tensor = reference::integral_histogram(image, {16, 256}, true);
    for (reference::Rectangle part : {reference::Rectangle{0, 0, 33, 65}, reference::Rectangle{3, 4, 9, 60},
                                      reference::Rectangle{32, 64, 33, 65}, reference::Rectangle{0, 7, 5, 8}})
        EXPECT_EQ(reference::region_histogram(tensor, 65, part),
                  reference::count_bins(image, {16, 256}, part));
}

TEST(LikelihoodMap, IsOneWhereTheTemplateIsAndNowhereAbove) {
    const Algorithm& algorithm = find_algorithm("likelihood_map");
    for (int64_t measure : {0, 1}) {
        const Parameters parameters = parameters_of(
            algorithm, {40, 30}, {{"measure", measure}, {"window", 20}, {"template", 50}, {"bins", 32}});
        const Array map = algorithm.reference(parameters, random_input(algorithm, parameters, 5));
        ASSERT_EQ(map.extent(), (Extent{33, 25}));
        // Half way to the lower right of 33 x 25 places.
        EXPECT_EQ(map.number(12 * 33 + 16), 1);
        int ones = 0;
        for (int64_t i = 0; i < map.count(); ++i) {
            EXPECT_LE(map.number(i), 1 + 1e-6);
            ones += map.number(i) > 0.999 ? 1 : 0;
        }
        EXPECT_EQ(ones, 1) << "random windows of 48 pixels do not look alike";
    }
}

TEST(LikelihoodMap, TheMeasuresAreThoseOfTheBooks) {
    const std::vector<uint32_t> a = {4, 0, 12}, b = {1, 6, 9};
    EXPECT_FLOAT_EQ(reference::likeness(a, b, reference::Measure::intersection, 16), (1 + 0 + 9) / 16.0F);
    EXPECT_FLOAT_EQ(reference::likeness(a, b, reference::Measure::bhattacharyya, 16),
                    (2 + 0 + std::sqrt(108.0F)) / 16.0F);
}

/// The plan that a Gantt chart is drawn from: three streams, a frame's buffers reused once they are free.
TEST(Stream, CopiesWaitForWhatTheyNeedAndNothingElse) {
    const Algorithm& algorithm = find_algorithm("integral_histogram_stream");
    const Plan plan = algorithm.make_plan(parameters_of(algorithm, {8, 12}, {{"frames", 3}}));
    std::vector<int> uploads, downloads, waits_up;
    for (size_t i = 0; i < plan.operations.size(); ++i) {
        const Operation& operation = plan.operations[i];
        const int index = int(i);
        if (std::holds_alternative<Upload>(operation.what)) uploads.push_back(index);
        if (std::holds_alternative<Download>(operation.what)) downloads.push_back(index);
        const auto* wait = std::get_if<Wait>(&operation.what);
        if (wait == nullptr) continue;
        EXPECT_LT(wait->operation, index);
        EXPECT_NE(plan.operations[wait->operation].stream, operation.stream);
        if (operation.stream == 0) waits_up.push_back(wait->operation);
    }
    ASSERT_EQ(uploads.size(), 3U);
    ASSERT_EQ(downloads.size(), 3U);
    // Only the third upload waits, for the kernels of the first frame, whose buffer it takes.
    ASSERT_EQ(waits_up.size(), 1U);
    EXPECT_LT(waits_up[0], uploads[1]);
    const auto& first = std::get<Upload>(plan.operations[uploads[0]].what);
    const auto& third = std::get<Upload>(plan.operations[uploads[2]].what);
    EXPECT_EQ(first.to, third.to);
    EXPECT_EQ(third.first, 2 * 4 * 8);
}

}  // namespace
}  // namespace upsweep
