// What is said about a race, from rows that the test made up.
#include "app/race/model/race_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace upsweep::app {
namespace {

using ::testing::HasSubstr;

// A CPU loop at 1 ns an element, a kernel at 10 µs + 10 ps an element, the same with transfers at 100 µs +
// 0.1 ns, and the copies.
struct RaceResultsTest : ::testing::Test {
    Algorithm loop, kernel;
    RaceResults results;

    RaceResultsTest() {
        loop.title = "CPU loop";
        kernel.title = "Tiles";
        add_line(&loop, "cpu", false, 1e-9, 0);
        add_line(&kernel, "gpu", false, 1e-11, 1e-5);
        add_line(&kernel, "gpu", true, 1e-10, 1e-4);
        add_line(nullptr, "cpu", false, 4e-10, 0);
        add_line(nullptr, "gpu", false, 8e-12, 0);
    }
    void add_line(const Algorithm* algorithm, const char* on, bool transfers, double each, double fixed) {
        RaceLine line;
        line.competitor.algorithm = algorithm;
        line.competitor.on = on;
        line.competitor.with_transfers = transfers;
        line.label = bench::label_of(line.competitor);
        for (const std::int64_t n : {1024, 64, 256}) {
            bench::Row row;
            row.competitor = static_cast<int>(results.lines.size());
            row.extent = {n, n};
            const double median = fixed + each * static_cast<double>(n * n);
            row.time = {.median = median, .low = median * 0.9, .high = median * 1.2, .error = 0, .runs = 12};
            row.traffic_bytes = n * n * 8;
            row.settled = true;
            results.report.rows.push_back(row);
        }
        results.lines.push_back(line);
        results.report.settings.competitors.push_back(line.competitor);
    }
};

TEST_F(RaceResultsTest, LinesAscendAndCarryTheirSpread) {
    const auto series = plot_series(results, RaceMode::time);
    ASSERT_EQ(series.size(), 5U);
    ASSERT_EQ(series[0].points.size(), 3U);
    EXPECT_EQ(series[0].points[0].x, 64);
    EXPECT_EQ(series[0].points[2].x, 1024);
    EXPECT_DOUBLE_EQ(series[0].points[2].y, 1024 * 1024 * 1e-9);
    EXPECT_DOUBLE_EQ(series[0].points[2].low, 1024 * 1024 * 0.9e-9);
    for (const auto mode : {RaceMode::time, RaceMode::throughput, RaceMode::speedup})
        for (const PlotSeries& line : plot_series(results, mode))
            for (const PlotPoint& point : line.points) {
                EXPECT_LE(point.low, point.y);
                EXPECT_GE(point.high, point.y);
            }
}

TEST_F(RaceResultsTest, SpeedUpIsAgainstTheFirstCpuLoop) {
    const auto series = plot_series(results, RaceMode::speedup);
    EXPECT_DOUBLE_EQ(series[0].points[1].y, 1);
    EXPECT_NEAR(series[1].points[1].y, 65536e-9 / (1e-5 + 65536e-11), 1e-9);
    const auto bars = speed_bars(results, {1024, 1024});
    ASSERT_EQ(bars.size(), 3U);
    EXPECT_EQ(bars[0].competitor, 0);
    EXPECT_EQ(bars[2].competitor, 1);
}

TEST_F(RaceResultsTest, TheGpuWinsWhereTheLinesCross) {
    const auto found = race_crossings(results);
    ASSERT_EQ(found.size(), 2U);
    EXPECT_EQ(found[0].challenger, 1);
    EXPECT_GT(found[0].at.x, 64);
    EXPECT_LT(found[0].at.x, 256);
    EXPECT_THAT(found[0].title, ::testing::MatchesRegex("The GPU wins from [0-9]+ × [0-9]+"));
    EXPECT_EQ(found[0].detail, "tiles against CPU loop");
    EXPECT_THAT(found[1].title, HasSubstr("With transfers, from"));
    EXPECT_GT(found[1].at.x, found[0].at.x);
}

TEST_F(RaceResultsTest, WithoutAGpuThereIsNoCrossing) {
    std::erase_if(results.report.rows,
                  [](const bench::Row& row) { return row.competitor == 1 || row.competitor == 2; });
    EXPECT_TRUE(race_crossings(results).empty());
}

TEST_F(RaceResultsTest, TheTableComparesWithTheCopyOfTheSameLane) {
    const auto table = race_table(results, {1024, 1024});
    ASSERT_EQ(table.size(), 5U);
    EXPECT_EQ(table[0].of_copy, "40 %");
    EXPECT_EQ(table[0].times_cpu, "1.00");
    EXPECT_EQ(table[3].of_copy, "100 %");
    EXPECT_EQ(table[0].median, "1.05 ms");
    EXPECT_EQ(table[0].runs, "12");
    EXPECT_EQ(table[0].result, "equal");
    EXPECT_TRUE(race_table(results, {512, 512}).empty());
}

TEST_F(RaceResultsTest, AWrongResultIsARowWithoutATime) {
    bench::add(results.report, bench::Refusal{1, {1024, 1024}, "Element 17 should be 12 and is 9.", true});
    const auto table = race_table(results, {1024, 1024});
    ASSERT_EQ(table.size(), 5U);
    EXPECT_EQ(table.back().competitor, 1);
    EXPECT_TRUE(table.back().median.empty());
    EXPECT_TRUE(table.back().wrong);
    EXPECT_EQ(plot_series(results, RaceMode::time)[1].points.size(), 2U);
}

TEST_F(RaceResultsTest, TheVerdictIsComputed) {
    const std::string text = verdict(results, {1024, 1024});
    EXPECT_THAT(text, HasSubstr("At 1024 × 1024, tiles is the fastest: 20.5 µs."));
    EXPECT_THAT(text, HasSubstr("That is 51 × as fast as CPU loop."));
    EXPECT_THAT(text, HasSubstr("2.4 × the copy. Nothing"));
    EXPECT_TRUE(verdict(results, {512, 512}).empty());
}

TEST(RaceText, DigitsThatMeanSomething) {
    EXPECT_EQ(times_text(307.4), "307");
    EXPECT_EQ(times_text(30.04), "30");
    EXPECT_EQ(times_text(8.24), "8.2");
    EXPECT_EQ(times_text(1.104), "1.10");
    EXPECT_EQ(value_text(RaceMode::time, 1e-4), "100 µs");
    EXPECT_EQ(value_text(RaceMode::time, 10), "10 s");
    EXPECT_EQ(value_text(RaceMode::throughput, 1e10), "10 GB/s");
    EXPECT_EQ(value_text(RaceMode::speedup, 0.1), "0.1 ×");
}

}  // namespace
}  // namespace upsweep::app
