// The engine: order, rows, refusals, pause and cancel, on backends that only pretend to run.
#include "bench/race.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "bench/export.h"
#include "bench/helpers/fake_backend.h"
#include "bench/pieces.h"
#include "bench/recording.h"
#include "core/error.h"
#include "system/machine.h"

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

TEST_F(RaceTest, PiecesStopAtTheLimitAndTheNextCallGoesOnWithWhatIsMissing) {
    backend->seconds_per_element = 0;
    backend->seconds_fixed = 1;
    settings.stop = {.least_runs = 10, .most_runs = 10};
    Report recorded;
    recorded.machine.cpu = "Example CPU";
    int calls = 0;
    const auto call = [&](double limit) {
        const Recording known = parse_recording(to_json(recorded), "it");
        const auto pieces = pieces_of({settings}, &known);
        return run_pieces(
            pieces, limit,
            [&](const RaceSettings& piece) {
                ++calls;
                EXPECT_EQ(piece.extents.size(), 1U);
                Race race(piece, {backend}, time.clock());
                race.wait();
                recorded.settings.competitors = piece.competitors;
                for (const Update& update : race.poll()) add(recorded, update);
            },
            time.clock());
    };
    // A size takes some 12 s: after the second one a third would end too late.
    EXPECT_EQ(call(30), 1U);
    EXPECT_EQ(recorded.rows.size(), 2U);
    EXPECT_EQ(call(30), 0U);
    EXPECT_EQ(recorded.rows.size(), 3U);
    EXPECT_EQ(call(30), 0U);
    EXPECT_EQ(calls, 3) << "nothing is measured twice";
    // One size is always measured: a short limit must not keep all calls from making progress.
    recorded.rows.clear();
    EXPECT_EQ(call(1), 2U);
}

/// Four times the elements take four times as long.
TEST(Pieces, NoneBeginsThatItsSizeWouldMakeTooLong) {
    std::vector<RaceSettings> pieces(4);
    double now = 0;
    for (size_t i = 0; i < 4; ++i) pieces[i].extents = {{int64_t{64} << i, int64_t{64} << i}};
    const auto run = [&](const RaceSettings& piece) { now += double(piece.extents[0].count()) / 4096; };
    EXPECT_EQ(run_pieces(pieces, 80, run, [&] { return now; }), 1U);
    EXPECT_EQ(now, 1 + 4 + 16);
    EXPECT_EQ(run_pieces(pieces, 106, run, [&] { return now; }), 0U);
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

/// The first runs are slow: they are over before the first one counts.
TEST_F(RaceTest, ALineSettlesBeforeItIsMeasured) {
    int runs = 0;
    // A clock that ramps up: the first 40 runs take twice as long.
    backend->more = [&] { return ++runs <= 40 ? 1e-3 : 0; };
    backend->seconds_per_element = 1e-3 / 64;
    settings.extents = {{8, 8}};
    settings.stop.settle = usual_settling();
    const Report report = finish();
    ASSERT_EQ(report.rows.size(), 1U);
    EXPECT_TRUE(report.rows[0].steady);
    EXPECT_GT(runs, 40 + 50);
    EXPECT_EQ(report.rows[0].time.runs, 10);
    EXPECT_DOUBLE_EQ(report.rows[0].time.median, 1e-3);
}

TEST_F(RaceTest, ALineThatNeverSettlesIsMeasuredAndSaysSo) {
    int runs = 0;
    backend->more = [&] { return ++runs % 2 == 0 ? 1e-4 : 0; };
    settings.extents = {{8, 8}};
    settings.stop.settle = {.batches = 3, .batch_seconds = 1e-5, .budget_seconds = 0.01};
    const Report report = finish();
    ASSERT_EQ(report.rows.size(), 1U);
    EXPECT_FALSE(report.rows[0].steady);
    EXPECT_THAT(remarks(report), testing::Contains(HasSubstr("1 line had not settled")));
}

/// As a GPU that is unplugged, or whose driver gives up: what is measured stays, the cell is refused, and the
/// others go on.
TEST_F(RaceTest, ABackendThatIsLostInTheMiddleLosesItsCellAlone) {
    const auto gpu = std::make_shared<FakeBackend>(time, "gpu");
    Competitor on_gpu;
    on_gpu.on = "gpu";
    settings.competitors.push_back(on_gpu);
    int runs = 0;
    gpu->on_run = [&] {
        if (++runs > 20) throw Error("The GPU is lost.");
    };
    Race race(settings, {backend, gpu}, time.clock());
    race.wait();
    Report report;
    report.settings = race.settings();
    for (const Update& update : race.poll()) add(report, update);
    EXPECT_EQ(race.status().state, RaceState::finished);
    EXPECT_EQ(report.rows.size(), 4U) << "all three of the CPU, and the GPU's first";
    ASSERT_EQ(report.refusals.size(), 2U);
    for (const Refusal& refusal : report.refusals) {
        EXPECT_EQ(refusal.competitor, 1);
        EXPECT_EQ(refusal.sentence, "The GPU is lost.");
        EXPECT_FALSE(refusal.wrong);
    }
}

TEST_F(RaceTest, ABackendThatCannotPrepareIsRefusedWithItsSentence) {
    backend->on_prepare = [] { throw Error("The kernel does not compile."); };
    const Report report = finish();
    EXPECT_TRUE(report.rows.empty());
    ASSERT_EQ(report.refusals.size(), 3U);
    EXPECT_EQ(report.refusals[0].sentence, "The kernel does not compile.");
}

/// At each size each competitor in its turn.
TEST_F(RaceTest, CompetitorsTakeTurnsAtEverySize) {
    const auto gpu = std::make_shared<FakeBackend>(time, "gpu");
    Competitor on_gpu;
    on_gpu.on = "gpu";
    settings.competitors.push_back(on_gpu);
    Race race(settings, {backend, gpu}, time.clock());
    race.wait();
    std::vector<std::pair<int64_t, int>> order;
    for (const Update& update : race.poll())
        if (const auto* row = std::get_if<Row>(&update); row != nullptr && row->settled)
            order.emplace_back(row->extent.width, row->competitor);
    const std::vector<std::pair<int64_t, int>> expected = {{8, 0},  {8, 1},  {16, 0},
                                                           {16, 1}, {32, 0}, {32, 1}};
    EXPECT_EQ(order, expected);
}

TEST_F(RaceTest, ColdCachesAndTransfersReachTheBackendAndTheRow) {
    settings.extents = {{8, 8}};
    Competitor cold;
    cold.cold = true;
    Competitor frames;
    frames.with_transfers = true;
    settings.competitors = {Competitor{}, cold, frames};
    backend->frame = {.upload = 3e-5, .kernels = 1e-5, .download = 6e-5};
    const Report report = finish();
    EXPECT_EQ(backend->cold, (std::vector<bool>{false, true, false}));
    ASSERT_EQ(report.rows.size(), 3U);
    EXPECT_FALSE(report.rows[1].parts.has_value());
    ASSERT_TRUE(report.rows[2].parts.has_value());
    EXPECT_DOUBLE_EQ(report.rows[2].parts->longest(), 6e-5);
    EXPECT_NEAR(report.rows[2].parts->overlapped(report.rows[2].time.median), 10e-5 - 6.4e-5, 1e-12);
    EXPECT_EQ(place_of(cold), "cpu+cold");
    EXPECT_EQ(place_of(frames), "cpu+transfers");
}

/// A loop of this machine's CPU by the time that its thread ran, which other programs do not lengthen.
class ThreadTimedLoop : public backends::Prepared {
  public:
    double time_once() override {
        const double start = system::thread_seconds();
        for (size_t i = 1; i < sums_.size(); ++i) sums_[i] = sums_[i - 1] * 31 + uint32_t(i);
        kept_ = sums_.back();
        return system::thread_seconds() - start;
    }
    CheckResult check() override { return {}; }
    int64_t traffic_bytes() const override { return int64_t(sums_.size()) * 4; }

  private:
    std::vector<uint32_t> sums_ = std::vector<uint32_t>(100000, 1);
    volatile uint32_t kept_ = 0;
};

class ThreadTimedBackend : public FakeBackend {
  public:
    using FakeBackend::FakeBackend;
    std::unique_ptr<backends::Prepared> prepare(const backends::Task&) const override {
        return std::make_unique<ThreadTimedLoop>();
    }
};

/// Ten starts of a line on this machine. Two of them may be disturbed, by a neighbour that shares the core's
/// units or its clock; where a whole series is, as on a machine that others use, the next one counts. Before
/// lines settled, two starts differed by 40 %.
TEST_F(RaceTest, TenStartsOfALoopHereAgree) {
    settings.extents = {{8, 8}};
    settings.stop = {.least_runs = 50, .error = 0.02, .budget_seconds = 0.2, .settle = usual_settling()};
    double apart = 2;
    for (int series = 0; series < 5 && apart >= 1.3; ++series) {
        std::vector<double> medians;
        for (int start = 0; start < 10; ++start) {
            Race race(settings, {std::make_shared<ThreadTimedBackend>(time)});
            race.wait();
            for (const Update& update : race.poll())
                if (const auto* row = std::get_if<Row>(&update); row != nullptr && row->settled)
                    medians.push_back(row->time.median);
        }
        ASSERT_EQ(medians.size(), 10U);
        std::sort(medians.begin(), medians.end());
        apart = std::min(apart, medians[8] / medians[1]);
    }
    EXPECT_LT(apart, 1.3);
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
