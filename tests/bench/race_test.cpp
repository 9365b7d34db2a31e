// The engine: order, rows, refusals, pause and cancel, on backends that only pretend to run.
#include "bench/race.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

#include "bench/export.h"
#include "bench/helpers/fake_backend.h"

namespace upsweep::bench {
namespace {

using ::testing::HasSubstr;

struct RaceTest : ::testing::Test {
    FakeTime time;
    std::shared_ptr<FakeBackend> backend = std::make_shared<FakeBackend>(time);
    RaceSettings settings{.competitors = {Competitor{}},
                          .extents = {{32, 32}, {8, 8}, {16, 16}},
                          .types = {ScalarType::f64, ScalarType::f64},
                          .stop = {.least_runs = 10, .most_runs = 20, .error = 0.01, .budget_seconds = 1}};

    Report finish() {
        Race race(settings, {backend}, time.clock());
        race.wait();
        Report report;
        report.settings = race.settings();
        for (const Update& update : race.poll()) add(report, update);
        return report;
    }
};

TEST_F(RaceTest, MeasuresEverySizeSmallestFirst) {
    const Report report = finish();
    ASSERT_EQ(report.rows.size(), 3U);
    EXPECT_EQ(report.rows[0].extent, (Extent{8, 8}));
    EXPECT_EQ(report.rows[2].extent, (Extent{32, 32}));
    for (const Row& row : report.rows) {
        EXPECT_TRUE(row.settled);
        EXPECT_EQ(row.time.runs, 10);
        EXPECT_NEAR(row.time.median, 1e-6 * double(row.extent.count()), 1e-12);
        EXPECT_NEAR(row.gb_per_s(), 1000 / row.time.median * 1e-9, 1e-9);
    }
}

TEST_F(RaceTest, AWrongResultHasNoTime) {
    backend->right = false;
    const Report report = finish();
    EXPECT_TRUE(report.rows.empty());
    ASSERT_EQ(report.refusals.size(), 3U);
    EXPECT_TRUE(report.refusals[0].wrong);
    EXPECT_EQ(report.refusals[0].sentence,
              "Element 17 should be 12, but is 9. No time is shown for a wrong result.");
}

TEST_F(RaceTest, AResultThatGoesWrongWhileItIsTimedHasNoTimeEither) {
    int runs = 0;
    backend->on_run = [&] {
        if (++runs == 5) backend->right = false;  // one call, one to warm up, then the timed ones
    };
    settings.extents = {{8, 8}};
    const Report report = finish();
    EXPECT_GE(runs, 10);
    EXPECT_TRUE(report.rows.empty());
    ASSERT_EQ(report.refusals.size(), 1U);
    EXPECT_TRUE(report.refusals[0].wrong);
}

TEST_F(RaceTest, SaysWhatDoesNotFit) {
    backend->free = 2 * 16 * 16 * 8;
    const Report report = finish();
    ASSERT_EQ(report.refusals.size(), 1U);
    EXPECT_EQ(report.refusals[0].sentence, "32 × 32 f64 needs 16.0 KiB; 4.0 KiB are free.");
    EXPECT_FALSE(report.refusals[0].wrong);
    EXPECT_EQ(report.rows.size(), 2U);
}

TEST_F(RaceTest, ABackendThatIsNotThereIsRefusedAndTheOthersGoOn) {
    Competitor elsewhere;
    elsewhere.on = "gpu";
    settings.competitors.insert(settings.competitors.begin(), elsewhere);
    const Report report = finish();
    EXPECT_EQ(report.rows.size(), 3U);
    ASSERT_EQ(report.refusals.size(), 3U);
    EXPECT_THAT(report.refusals[0].sentence, HasSubstr("gpu"));
}

TEST_F(RaceTest, CancelTakesEffectBetweenTwoRuns) {
    std::atomic<int> runs{0};
    std::atomic<bool> reached{false};
    backend->on_run = [&] {
        if (++runs == 5) reached = true;
        if (runs >= 5) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    };
    settings.stop = {.least_runs = 100000, .most_runs = 100000};
    Race race(settings, {backend}, time.clock());
    while (!reached) std::this_thread::yield();
    const auto before = std::chrono::steady_clock::now();
    race.cancel();
    race.wait();
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - before;
    EXPECT_LT(waited.count(), 10) << "all its runs would take half an hour";
    EXPECT_EQ(race.status().state, RaceState::cancelled);
    for (const Update& update : race.poll())
        if (const auto* row = std::get_if<Row>(&update)) {
            EXPECT_FALSE(row->settled);
        }
}

TEST_F(RaceTest, PauseStopsTheRunsAndItsTimeIsNotOfTheBudget) {
    std::atomic<int> runs{0};
    backend->on_run = [&] { ++runs; };
    settings.extents = {{8, 8}};
    settings.stop = {.least_runs = 1000000, .most_runs = 1000000};
    Race race(settings, {backend}, time.clock());
    while (runs < 10) std::this_thread::yield();
    race.pause(true);
    while (race.status().state != RaceState::paused) std::this_thread::yield();
    const int before = runs;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(runs, before);
    race.pause(false);
    while (runs == before) std::this_thread::yield();
    EXPECT_EQ(race.status().state, RaceState::running);
    race.cancel();
    race.wait();
}

TEST_F(RaceTest, SaysWhatItDoesAndPublishesWhileMeasuring) {
    std::atomic<bool> hold{false}, held{false};
    std::atomic<int> runs{0};
    backend->seconds_per_element = 0.03 / 64;
    backend->on_run = [&] {
        if (++runs < 7) return;
        held = true;
        while (hold) std::this_thread::yield();
    };
    hold = true;
    settings.extents = {{8, 8}};
    Race race(settings, {backend}, time.clock());
    while (!held) std::this_thread::yield();
    EXPECT_EQ(race.status().doing, "Copy on the CPU at 8 × 8, run 5 of at least 10");
    const std::vector<Update> updates = race.poll();
    ASSERT_FALSE(updates.empty());
    EXPECT_FALSE(std::get<Row>(updates.back()).settled);
    hold = false;
    race.wait();
    EXPECT_EQ(race.status().cells_done, 1);
    EXPECT_TRUE(std::get<Row>(race.poll().back()).settled);
}

}  // namespace
}  // namespace upsweep::bench
