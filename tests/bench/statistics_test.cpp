// The statistics against values computed by hand, and the interval against its own definition by simulation.
#include "bench/sampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace upsweep::bench {
namespace {

TEST(Percentile, InterpolatesBetweenNeighbours) {
    const std::vector<double> sorted = {1, 2, 4, 8};
    EXPECT_DOUBLE_EQ(percentile(sorted, 0), 1);
    EXPECT_DOUBLE_EQ(percentile(sorted, 0.5), 3);
    EXPECT_DOUBLE_EQ(percentile(sorted, 1), 8);
    EXPECT_DOUBLE_EQ(percentile(sorted, 0.9), 4 + 0.7 * 4);
    EXPECT_DOUBLE_EQ(percentile(std::vector<double>{5}, 0.95), 5);
}

TEST(MedianInterval, MatchesTheTablesOfOrderStatistics) {
    // Conover, Practical Nonparametric Statistics: at 95 %, n = 6 gives x(1)…x(6), 10 x(2)…x(9), 20
    // x(6)…x(15).
    EXPECT_EQ(median_interval(5).lower, -1);
    EXPECT_EQ(median_interval(6).lower, 0);
    EXPECT_EQ(median_interval(6).upper, 5);
    EXPECT_EQ(median_interval(10).lower, 1);
    EXPECT_EQ(median_interval(10).upper, 8);
    EXPECT_EQ(median_interval(20).lower, 5);
    EXPECT_EQ(median_interval(20).upper, 14);
}

TEST(MedianInterval, HoldsTheMedianOfASkewedDistributionAtLeast95Percent) {
    std::mt19937 random(7);
    std::exponential_distribution<double> draw(1.0);
    const double truth = std::log(2.0);
    for (const int runs : {10, 40, 400}) {
        int held = 0;
        for (int trial = 0; trial < 2000; ++trial) {
            std::vector<double> values(runs);
            for (double& value : values) value = draw(random);
            std::sort(values.begin(), values.end());
            const Interval interval = median_interval(runs);
            held += values[interval.lower] <= truth && truth <= values[interval.upper];
        }
        EXPECT_GE(held, 1880) << runs << " runs";
    }
}

TEST(Summarise, DoesNotMindTheOrderNorOneOutlier) {
    const Summary summary = summarise({3, 1, 2, 1000, 2, 2, 3, 1, 2, 2, 2});
    EXPECT_EQ(summary.runs, 11);
    EXPECT_DOUBLE_EQ(summary.median, 2);
    EXPECT_DOUBLE_EQ(summary.low, 1);
    EXPECT_GT(summary.high, 3);
    EXPECT_DOUBLE_EQ(summary.error, (3.0 - 1.0) / 2 / 2);
}

TEST(Summarise, OfAnEvenCountTheMedianLiesBetweenTheTwoInTheMiddle) {
    EXPECT_DOUBLE_EQ(summarise({100, 1, 4, 2}).median, 3);
    EXPECT_DOUBLE_EQ(summarise({9, 1}).median, 5);
    EXPECT_DOUBLE_EQ(summarise({1, 2, 4, 8, 16, 32}).median, 6);
}

TEST(Summarise, IsNeverSureBelowSixRuns) {
    EXPECT_TRUE(std::isinf(summarise({1, 1, 1, 1, 1}).error));
    EXPECT_EQ(summarise({1, 1, 1, 1, 1, 1}).error, 0);
}

}  // namespace
}  // namespace upsweep::bench
