// The Race without a window: experiments from a catalog, choices, a run on pretended backends, exports.
#include "app/race/model/race_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "app/race/model/race_headline.h"
#include "bench/helpers/fake_backend.h"
#include "core/error.h"
#include "core/helpers/own_folder.h"

namespace upsweep::app {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

Convention inclusive(const Parameters&) { return Convention::inclusive; }

Algorithm make(const char* slug, const char* title, const char* chapter, Shape shape, bool loop) {
    Algorithm algorithm;
    algorithm.slug = slug;
    algorithm.title = title;
    algorithm.chapter = chapter;
    algorithm.shape = shape;
    algorithm.cpu_loop = loop;
    algorithm.types = {{ScalarType::u32, ScalarType::u32}};
    if (shape == Shape::matrix) algorithm.convention = inclusive;
    return algorithm;
}

struct RaceModelTest : ::testing::Test {
    Algorithm loop = make("loop", "CPU loop", "Integral images", Shape::matrix, true);
    Algorithm kernel = make("kernel", "Tiles", "Integral images", Shape::matrix, false);
    Algorithm scan = make("scan", "Tree", "Prefix sums", Shape::rows, false);
    std::vector<const Algorithm*> algorithms = {&loop, &kernel, &scan};
    bench::FakeTime time;
    std::shared_ptr<bench::FakeBackend> cpu = std::make_shared<bench::FakeBackend>(time, "cpu");
    RaceModel model{algorithms};

    const RaceCurve& curve(const std::string& key) const { return curve_of(model, key); }
    static const RaceCurve& curve_of(const RaceModel& model, const std::string& key) {
        for (const RaceCurve& one : model.curves())
            if (one.key == key) return one;
        throw Error("There is no curve " + key);
    }
    bench::BackendsHere cpu_only() {
        bench::BackendsHere here;
        here.backends = {cpu};
        here.machine.cpu = "Test CPU";
        here.machine.gpu_missing = "No CUDA device was found.";
        return here;
    }
    void finish() {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (model.racing() && std::chrono::steady_clock::now() < until) {
            model.advance();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ASSERT_FALSE(model.racing());
    }
};

TEST_F(RaceModelTest, ExperimentsComeFromTheCatalog) {
    model.set_machine(cpu_only());
    ASSERT_EQ(model.experiments().size(), 2U);
    EXPECT_EQ(model.experiment().title, "Integral images");
    const auto& lines = model.experiment().lines;
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(lines[0].label, "CPU loop");
    EXPECT_EQ(lines[1].label, "Tiles");
    EXPECT_EQ(lines[2].label, "Tiles + transfers");
    EXPECT_TRUE(lines[3].limit());
    EXPECT_EQ(model.experiments()[1].heading, "Prefix sums, n rows of n");
}

TEST_F(RaceModelTest, WithoutAGpuItsLinesSayWhyAndStayOut) {
    model.set_machine(cpu_only());
    EXPECT_EQ(curve("here kernel gpu").reason, "No CUDA device was found.");
    model.show_curve("here kernel gpu", true);
    EXPECT_FALSE(curve("here kernel gpu").shown);
    EXPECT_EQ(model.settings().competitors.size(), 2U);
    for (const auto& competitor : model.settings().competitors) EXPECT_EQ(competitor.on, "cpu");
}

TEST_F(RaceModelTest, NothingStartsBeforeTheMachineIsKnownOrWithoutALine) {
    EXPECT_FALSE(model.start_reason().empty());
    model.start();
    EXPECT_FALSE(model.racing());
    model.set_machine(cpu_only());
    EXPECT_TRUE(model.start_reason().empty());
    for (const RaceCurve& one : std::vector<RaceCurve>(model.curves())) model.show_curve(one.key, false);
    EXPECT_EQ(model.start_reason(), "None of the chosen lines can run here.");
}

TEST_F(RaceModelTest, SizesStayInRange) {
    model.set_machine(cpu_only());
    model.choose_sizes({.from = 64, .to = 1024, .steps_per_octave = 2});
    EXPECT_EQ(model.settings().extents.size(), 9U);
    model.choose_sizes({.from = 4096, .to = 64});
    EXPECT_EQ(model.sizes().to, 4096);
    model.choose_sizes({.from = 1, .to = 1 << 20});
    EXPECT_EQ(model.sizes(), (RaceSizes{RaceModel::smallest_side, RaceModel::largest_side, 1}));
}

TEST_F(RaceModelTest, AZoomKeepsADoublingInSightAndAnotherModeEndsIt) {
    model.set_machine(cpu_only());
    model.zoom_to({{100, 101}, {1e-3, 1.1e-3}});
    ASSERT_TRUE(model.zoom());
    EXPECT_NEAR(model.zoom()->x.highest / model.zoom()->x.lowest, 2.2, 1e-9);
    EXPECT_NEAR(std::sqrt(model.zoom()->x.highest * model.zoom()->x.lowest), std::sqrt(100 * 101), 1e-9);
    model.zoom_to({{64, 4096}, {1e-6, 1}});
    EXPECT_EQ(model.zoom(), (PlotZoom{{64, 4096}, {1e-6, 1}}));
    model.choose_mode(RaceMode::speedup);
    EXPECT_FALSE(model.zoom());
}

TEST_F(RaceModelTest, WhatIsPointedAtIsLitInTheNextFrame) {
    model.set_machine(cpu_only());
    model.point_at("here loop cpu");
    model.point_at("");
    EXPECT_EQ(model.lit(), "");
    EXPECT_TRUE(model.end_frame());
    EXPECT_EQ(model.lit(), "here loop cpu");
    EXPECT_TRUE(model.end_frame());
    EXPECT_FALSE(model.end_frame());
    EXPECT_EQ(model.lit(), "");
}

TEST_F(RaceModelTest, ARaceFillsTheResultsAndTheTableTakesTheHoveredSize) {
    cpu->seconds_per_element = 1e-9;
    model.set_machine(cpu_only());
    model.show_curve("here loop cpu", false);  // the pretended loop has no input; the copy needs none
    model.choose_sizes({.from = 16, .to = 64});
    model.start();
    ASSERT_TRUE(model.racing());
    finish();
    EXPECT_EQ(model.results().report.rows.size(), 3U);
    EXPECT_EQ(model.results().extents().size(), 3U);
    const RaceTable table = race_table(model.curves(), model.results(), 32.0);
    EXPECT_THAT(table.sides, testing::ElementsAre(16, 32, 64));
    EXPECT_EQ(table.spoken, 32);
    ASSERT_EQ(table.rows.size(), 1U);
    EXPECT_EQ(table.rows[0].times.back(), "4.10 µs");
}

// A GPU that costs 20 µs to start and then is 100 times as fast as the CPU; its copy is as fast as its
// kernels.
TEST_F(RaceModelTest, WithAGpuEveryLineRunsAndIsComparedWithTheCopyOnItsOwnSide) {
    auto gpu = std::make_shared<bench::FakeBackend>(time, "gpu");
    cpu->seconds_per_element = 1e-9;
    gpu->seconds_per_element = 1e-11;
    gpu->seconds_fixed = 2e-5;
    bench::BackendsHere here;
    here.backends = {cpu, gpu};
    here.machine.gpu = "Test GPU";
    model.set_machine(here);
    model.choose_sizes({.from = 16, .to = 1024});
    model.show_all();
    for (const RaceCurve& one : model.curves()) EXPECT_TRUE(one.reason.empty() && one.shown) << one.key;
    model.start();
    finish();
    EXPECT_TRUE(model.results().report.refusals.empty());
    const RaceTable table = race_table(model.curves(), model.results(), std::nullopt);
    ASSERT_EQ(table.rows.size(), 5U);  // loop, kernel, kernel + transfers, copy on the CPU, copy on the GPU
    for (const RaceTable::Row& row : table.rows) {
        EXPECT_EQ(row.of_copy, "100 %") << row.curve->key;
        EXPECT_EQ(row.refusal, "") << row.curve->key;
    }
    EXPECT_EQ(table.rows.front().times_cpu, "1");
    // 1.05 ms against 30.5 µs.
    EXPECT_EQ(table.rows.back().times_cpu, "34");
    for (const PlotSeries& line : model.series()) EXPECT_EQ(line.points.size(), 7U) << line.name;
    const RaceHeadline said = model.headline();
    EXPECT_THAT(said.words.text(), StartsWith("The GPU wins from "));
    EXPECT_THAT(said.words.text(),
                HasSubstr("at 1024 × 1024 it is about 34 times as fast as one core of this computer."));
    EXPECT_THAT(said.detail, HasSubstr("with transfers 30.5 µs"));
}

// The rail lists it unticked; a click has to be enough.
TEST_F(RaceModelTest, ALineThatIsShownLaterIsMeasuredThenAndTheOthersStay) {
    cpu->seconds_per_element = 1e-9;
    model.set_machine(cpu_only());
    model.choose_sizes({.from = 16, .to = 64});
    model.show_curve("here copy cpu", false);
    model.open_lecture();
    finish();
    EXPECT_EQ(model.results().report.rows.size(), 3U);
    const auto before = curve("here loop cpu").points;
    model.show_curve("here copy cpu", true);
    EXPECT_TRUE(model.racing());
    finish();
    EXPECT_EQ(curve("here copy cpu").points.size(), 3U);
    ASSERT_EQ(curve("here loop cpu").points.size(), before.size());
    EXPECT_EQ(model.results().report.rows.size(), 6U);
    EXPECT_EQ(model.results().report.settings.competitors.size(), 2U);
    EXPECT_FALSE(model.racing());
    model.open_lecture();  // there was one
    EXPECT_FALSE(model.racing());
}

TEST_F(RaceModelTest, OtherTypesForgetWhatWasMeasured) {
    loop.types.push_back({ScalarType::f32, ScalarType::f32});
    model.set_machine(cpu_only());
    model.choose_sizes({.from = 16, .to = 64});
    model.open_lecture();
    finish();
    EXPECT_FALSE(model.results().report.rows.empty());
    model.choose_types({ScalarType::f32, ScalarType::f32});
    EXPECT_TRUE(model.results().report.rows.empty());
    model.open_lecture();
    EXPECT_TRUE(model.racing());
    model.choose_types({ScalarType::u32, ScalarType::u32});  // while it runs
    finish();
    EXPECT_TRUE(model.results().report.rows.empty());
}

TEST_F(RaceModelTest, ALectureWithoutAGpuStandsBesideTheRecording) {
    RaceModel real{catalog()};
    real.set_machine(cpu_only());
    ASSERT_NE(real.recordings.shown(), nullptr);
    real.choose_experiment("Integral images");
    EXPECT_EQ(real.types(), (ElementTypes{ScalarType::u32, ScalarType::u32}));
    std::vector<std::string> shown, fast;
    for (const RaceCurve& one : real.curves()) {
        if (one.shown) shown.push_back(one.key);
        if (one.fast) fast.push_back(one.key);
    }
    EXPECT_THAT(shown, testing::ElementsAre(
                           "here integral_image_bilgic_loop cpu", "recorded integral_image_bilgic_loop cpu",
                           "recorded integral_image_blelloch gpu", "recorded integral_image_bugetti gpu",
                           "recorded integral_image_one_pass gpu", "recorded copy gpu",
                           "published Bugetti 2025, RTX 3060 Ti"));
    EXPECT_THAT(fast, testing::ElementsAre("here integral_image_fast_loop cpu",
                                           "recorded integral_image_fast_loop cpu"));
    EXPECT_TRUE(real.opening_shown());
    // The fast form is measured for the words over the plot.
    ASSERT_EQ(real.settings().competitors.size(), 2U);
    EXPECT_TRUE(real.settings().competitors[1].algorithm->fast);
    for (const RaceCurve& one : real.curves()) {
        if (one.copy && one.gpu && one.source == CurveSource::recorded) {
            EXPECT_EQ(last_side_in_cache(one), 2048);
        }
        if (one.source == CurveSource::recorded) {
            EXPECT_EQ(one.where, one.gpu ? "recorded on an H200" : "recorded on the H200's host") << one.key;
        }
    }
    real.show_paper("Oro et al. 2011");
    shown.clear();
    for (const RaceCurve& one : real.curves())
        if (one.shown) shown.push_back(one.key);
    EXPECT_THAT(shown, testing::ElementsAre("here integral_image_oro_loop cpu",
                                            "recorded integral_image_oro_loop cpu",
                                            "recorded integral_image_oro gpu", "recorded copy gpu"));
    real.show_all();
    EXPECT_TRUE(real.all_shown());
    real.show_recording(-1);
    for (const RaceCurve& one : real.curves()) EXPECT_NE(one.source, CurveSource::recorded);
}

/// Of one GPU that takes so many milliseconds at 1024 × 1024, with a loop of its host.
std::string recording_of(const std::string& gpu, double milliseconds) {
    const std::string row = R"(,"type":"u32→u32","width":1024,"height":1024,"median_ms":)";
    return R"({"machine":{"gpu":")" + gpu + R"(","cpu":"A CPU"},"rows":[)" +
           R"({"algorithm":"integral_image_one_pass","on":"gpu")" + row + std::to_string(milliseconds) +
           R"(},{"algorithm":"integral_image_oro_loop","on":"cpu")" + row +
           std::to_string(100 * milliseconds) + "}]}";
}

TEST_F(RaceModelTest, ASecondRecordingIsLaidOverTheFirstAndKeepsItsOwnMachine) {
    const std::string first = test::own_file("first.json"), second = test::own_file("second.json");
    std::ofstream(first) << recording_of("First GPU", 1);
    std::ofstream(second) << recording_of("Second GPU", 3);
    RaceModel real{catalog()};
    real.set_machine(cpu_only());
    real.open_recording(second);
    real.open_recording(first);
    real.choose_experiment("Integral images");
    real.choose_types({ScalarType::u32, ScalarType::u32});
    real.show_all();
    const int over = int(real.recordings.all().size()) - 2;
    real.overlay_recording(over);
    ASSERT_NE(real.recordings.overlaid(), nullptr);
    const RaceCurve own = curve_of(real, "recorded integral_image_one_pass gpu"),
                    laid = curve_of(real, "overlaid integral_image_one_pass gpu");
    EXPECT_TRUE(laid.shown) << "as its line of the first is";
    EXPECT_NEAR(laid.points.front().seconds / own.points.front().seconds, 3, 1e-9);
    EXPECT_FALSE(laid.look == own.look);
    EXPECT_THAT(laid.where, HasSubstr("Second GPU"));
    // Times of two machines are never divided.
    const RaceCurve* base = baseline_of(real.curves(), laid);
    ASSERT_NE(base, nullptr);
    EXPECT_EQ(base->source, CurveSource::overlaid);
    real.rename_recording(over, "Before the change");
    EXPECT_THAT(curve_of(real, "overlaid integral_image_one_pass gpu").where, HasSubstr("Before the change"));
    EXPECT_EQ(bench::read_recording(second).name, "Before the change");
    EXPECT_THROW(real.rename_recording(0, "Mine"), Error) << "it comes with the program";
    // What is shown cannot be over itself.
    real.overlay_recording(real.recordings.shown_index());
    EXPECT_EQ(real.recordings.overlaid(), nullptr);
    for (const RaceCurve& one : real.curves()) EXPECT_NE(one.source, CurveSource::overlaid);
}

/// Whatever is chosen, scans too: a line of the GPU and the limit, or the reason why it is missing.
TEST_F(RaceModelTest, EveryExperimentOpensWithAGpuAndTheLimit) {
    RaceModel real{catalog()};
    real.set_machine(cpu_only());
    int with = 0;
    for (int i = 0; i < int(real.experiments().size()); ++i) {
        real.choose_experiment(i);
        bool gpu = false, limit = false;
        for (const RaceCurve& one : real.curves()) {
            gpu |= one.shown && one.gpu && !one.copy && one.source == CurveSource::recorded;
            limit |= one.shown && one.copy;
        }
        EXPECT_TRUE(limit) << real.experiment().title;
        if (!gpu) {
            EXPECT_THAT(real.headline().detail, HasSubstr("has no time of these algorithms in "))
                << real.experiment().title;
        }
        with += gpu;
    }
    EXPECT_GE(with, 8);
    real.choose_experiment("Row scans");
    EXPECT_EQ(real.types(), (ElementTypes{ScalarType::u32, ScalarType::u32}));
    EXPECT_TRUE(curve_of(real, "recorded scan_lookback gpu+transfers").reason.empty());
}

TEST_F(RaceModelTest, CancelKeepsWhatIsWhole) {
    std::atomic<int> runs{0};
    cpu->on_run = [&] {
        ++runs;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    };
    model.set_machine(cpu_only());
    model.show_curve("here loop cpu", false);
    model.choose_sizes({.from = 16, .to = 16384, .steps_per_octave = 4});
    model.start();
    while (runs < 40 || model.results().report.rows.empty()) model.advance();
    model.cancel();
    finish();
    EXPECT_GE(model.results().report.rows.size(), 1U);
    EXPECT_LT(model.results().report.rows.size(), 41U);
    for (const bench::Row& row : model.results().report.rows) EXPECT_TRUE(row.settled);
    EXPECT_EQ(model.status().state, bench::RaceState::cancelled);
}

/// "Measure again" and Cancel: the whole result that was there stays, not the beginning of the next.
TEST_F(RaceModelTest, CancellingTheNextRaceKeepsTheResultThatWasThere) {
    cpu->seconds_per_element = 1e-9;
    model.set_machine(cpu_only());
    model.show_curve("here loop cpu", false);
    model.choose_sizes({.from = 16, .to = 1024});
    model.start();
    finish();
    ASSERT_EQ(model.results().report.rows.size(), 7U);
    const double before = model.results().report.rows.back().time.median;
    std::atomic<bool> held{true};
    std::atomic<int> runs{0};
    cpu->seconds_per_element = 1e-6;  // other times, which must not come in
    cpu->on_run = [&] {
        ++runs;
        while (held && runs > 40) std::this_thread::yield();
    };
    model.start();
    while (runs < 41) std::this_thread::yield();
    model.cancel();
    held = false;
    finish();
    EXPECT_EQ(model.status().state, bench::RaceState::cancelled);
    ASSERT_EQ(model.results().report.rows.size(), 7U);
    EXPECT_EQ(model.results().report.rows.back().time.median, before);
    EXPECT_EQ(curve("here copy cpu").points.size(), 7U);
    // One that ends takes its place.
    cpu->on_run = {};
    model.start();
    finish();
    ASSERT_EQ(model.results().report.rows.size(), 7U);
    EXPECT_GT(model.results().report.rows.back().time.median, 10 * before);
}

TEST_F(RaceModelTest, ExportsByTheFilesEnding) {
    model.set_machine(cpu_only());
    model.show_curve("here loop cpu", false);
    model.choose_sizes({.from = 16, .to = 16});
    model.start();
    finish();
    const std::filesystem::path path = std::filesystem::path(test::own_file("race_model_test.csv"));
    model.export_to(path.string());
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    EXPECT_THAT(text.str(), StartsWith("algorithm,on,type,"));
    EXPECT_THAT(text.str(), HasSubstr("Test CPU"));
    std::filesystem::remove(path);
    EXPECT_THROW(model.export_to("race.png"), UsageError);
}

TEST_F(RaceModelTest, AnotherExperimentKeepsTheResultsOfTheFirst) {
    model.set_machine(cpu_only());
    model.show_curve("here loop cpu", false);
    model.choose_sizes({.from = 16, .to = 16});
    model.start();
    finish();
    model.choose_experiment(1);
    EXPECT_TRUE(model.results().report.rows.empty());
    model.choose_experiment(0);
    EXPECT_EQ(model.results().report.rows.size(), 1U);
}

}  // namespace
}  // namespace upsweep::app
