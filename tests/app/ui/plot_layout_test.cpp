// The plot's mathematics, without a window.
#include "app/ui/plot_layout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace upsweep::app {
namespace {

std::vector<double> majors(const std::vector<PlotTick>& ticks) {
    std::vector<double> values;
    for (const PlotTick& tick : ticks)
        if (tick.major) values.push_back(tick.value);
    return values;
}

PlotPoint at(double x, double y) { return {x, y, y, y}; }

TEST(PlotAxis, IsLogarithmicAndGoesBothWays) {
    const PlotAxis axis{1, 10000};
    EXPECT_DOUBLE_EQ(axis.position(100), 0.5);
    EXPECT_NEAR(axis.value(0.75), 1000, 1e-9);
}

TEST(PlotAxis, HoldsItsValuesAndADecadeAtLeast) {
    const std::vector<double> values = {3, 5};
    const PlotAxis axis = axis_around(values, 0.1);
    EXPECT_NEAR(axis.highest / axis.lowest, 10, 1e-9);
    EXPECT_LT(axis.lowest, 3);
    EXPECT_GT(axis.highest, 5);
    EXPECT_NEAR(std::sqrt(axis.lowest * axis.highest), std::sqrt(15), 1e-9);
}

TEST(Ticks, DecadesAreMajorAndTheirMultiplesMinor) {
    const auto ticks = decade_ticks({0.5, 30}, [](double v) { return std::to_string(int(v)); });
    EXPECT_EQ(majors(ticks), (std::vector<double>{1, 10}));
    EXPECT_EQ(ticks.front().value, 0.5);
    EXPECT_EQ(ticks.back().value, 30);
    EXPECT_EQ(ticks.size(), 5U + 9U + 3U);
    for (const PlotTick& tick : ticks) EXPECT_EQ(tick.label.empty(), !tick.major);
}

TEST(Ticks, ADecadeAtTheVeryEndIsKept) {
    const auto ticks = decade_ticks({1e-6, 1e-3}, [](double) { return std::string("t"); });
    EXPECT_EQ(majors(ticks).size(), 4U);
}

TEST(Ticks, DoublingsDropLabelsUntilTheyFit) {
    const auto all = doubling_ticks({60, 17000}, 20);
    ASSERT_EQ(all.size(), 9U);
    EXPECT_EQ(all.front().label, "64");
    EXPECT_EQ(all.back().label, "16384");
    int labels = 0;
    for (const PlotTick& tick : doubling_ticks({60, 17000}, 5)) labels += !tick.label.empty();
    EXPECT_EQ(labels, 5);
}

TEST(SpreadLabels, LeavesThoseAloneThatDoNotTouch) {
    const std::vector<double> wanted = {10, 50, 90}, heights = {10, 10, 10};
    EXPECT_EQ(spread_labels(wanted, heights, 0, 100), wanted);
}

TEST(SpreadLabels, MovesAPairApartByHalfEach) {
    const std::vector<double> wanted = {50, 54}, heights = {10, 10};
    EXPECT_EQ(spread_labels(wanted, heights, 0, 100), (std::vector<double>{47, 57}));
}

TEST(SpreadLabels, NeverOverlapsKeepsTheOrderAndStaysInside) {
    std::mt19937 random(11);
    std::uniform_real_distribution<double> draw(-20, 320);
    for (int trial = 0; trial < 300; ++trial) {
        std::vector<double> wanted(1 + trial % 12), heights(wanted.size());
        for (double& w : wanted) w = draw(random);
        for (size_t i = 0; i < heights.size(); ++i) heights[i] = i % 2 ? 15 : 25;
        const std::vector<double> placed = spread_labels(wanted, heights, 0, 300);
        for (size_t i = 0; i < placed.size(); ++i) {
            EXPECT_GE(placed[i] - heights[i] / 2, -1e-9);
            EXPECT_LE(placed[i] + heights[i] / 2, 300 + 1e-9);
            for (size_t j = 0; j < placed.size(); ++j) {
                if (wanted[i] >= wanted[j]) continue;
                EXPECT_LE(placed[i] + heights[i] / 2, placed[j] - heights[j] / 2 + 1e-9) << "trial " << trial;
            }
        }
    }
}

TEST(Crossing, InterpolatesOnTheLogLogLines) {
    // The champion grows with the square of n, the challenger is flat at 16: they meet at n = 4.
    const std::vector<PlotPoint> flat = {at(1, 16), at(2, 16), at(8, 16), at(16, 16)};
    const std::vector<PlotPoint> square = {at(1, 1), at(2, 4), at(8, 64), at(16, 256)};
    const auto found = crossing(flat, square);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->x, 4, 1e-9);
    EXPECT_NEAR(found->y, 16, 1e-9);
}

TEST(Crossing, IsWhereItStaysBelow) {
    const std::vector<PlotPoint> one = {at(1, 1), at(2, 1), at(4, 1), at(8, 1)};
    const std::vector<PlotPoint> other = {at(1, 2), at(2, 0.5), at(4, 2), at(8, 2)};
    const auto found = crossing(one, other);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->x, std::sqrt(8.0), 1e-9);
}

TEST(Crossing, NeedsBothSidesAndCommonSizes) {
    const std::vector<PlotPoint> low = {at(1, 1), at(2, 1)}, high = {at(1, 2), at(2, 2)},
                                 elsewhere = {at(3, 9)};
    EXPECT_FALSE(crossing(low, high));
    EXPECT_FALSE(crossing(high, low));
    EXPECT_FALSE(crossing(low, elsewhere));
    EXPECT_FALSE(crossing({}, {}));
}

TEST(Hover, FindsTheColumnAndThePointUnderTheMouse) {
    const PlotFrame frame{0, 0, 300, 300, {1, 1000}, {1, 1000}};
    std::vector<PlotSeries> series(2);
    series[0].points = {at(1, 10), at(10, 10), at(100, 10)};
    series[1].points = {at(10, 100), at(100, 100)};
    const auto near = hover_at(frame, series, 105, 102, 10);
    ASSERT_TRUE(near);
    EXPECT_EQ(near->x, 10);
    EXPECT_EQ(near->series, 1);
    EXPECT_EQ(near->point, 0);
    const auto between = hover_at(frame, series, 180, 150, 10);
    ASSERT_TRUE(between);
    EXPECT_EQ(between->x, 100);
    EXPECT_EQ(between->series, -1);
    EXPECT_FALSE(hover_at(frame, series, 400, 150, 10));
    EXPECT_FALSE(hover_at(frame, {}, 100, 100, 10));
}

TEST(SplitPolyline, PiecesShareTheirEndsAndCoverAll) {
    EXPECT_EQ(split_polyline(5, 100), (std::vector<std::pair<int, int>>{{0, 4}}));
    EXPECT_EQ(split_polyline(7, 3), (std::vector<std::pair<int, int>>{{0, 2}, {2, 4}, {4, 6}}));
    EXPECT_EQ(split_polyline(6, 3), (std::vector<std::pair<int, int>>{{0, 2}, {2, 4}, {4, 5}}));
    EXPECT_TRUE(split_polyline(1, 3).empty());
}

}  // namespace
}  // namespace upsweep::app
