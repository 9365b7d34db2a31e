// The Race without a window: experiments from a catalog, choices, a run on pretended backends, exports.
#include "app/race/model/race_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "bench/helpers/fake_backend.h"
#include "core/error.h"

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
    EXPECT_EQ(lines[1].line, lines[2].line);
    EXPECT_TRUE(lines[2].dashed);
    EXPECT_TRUE(lines[3].limit());
    EXPECT_EQ(model.experiments()[1].heading, "Prefix sums, n rows of n");
}

TEST_F(RaceModelTest, WithoutAGpuItsLinesSayWhyAndStayOut) {
    model.set_machine(cpu_only());
    EXPECT_EQ(model.line_reason(1), "No CUDA device was found.");
    EXPECT_EQ(model.settings().competitors.size(), 2U);
    for (const auto& competitor : model.settings().competitors) EXPECT_EQ(competitor.on, "cpu");
}

TEST_F(RaceModelTest, NothingStartsBeforeTheMachineIsKnownOrWithoutALine) {
    EXPECT_FALSE(model.start_reason().empty());
    model.start();
    EXPECT_FALSE(model.racing());
    model.set_machine(cpu_only());
    EXPECT_TRUE(model.start_reason().empty());
    for (int i = 0; i < 5; ++i) model.set_line_on(i, false);
    EXPECT_EQ(model.start_reason(), "No line is chosen that can run here.");
}

TEST_F(RaceModelTest, SizesStayInRangeAndTheForecastCountsThem) {
    model.set_machine(cpu_only());
    model.choose_sizes({.from = 64, .to = 1024, .steps_per_octave = 2});
    EXPECT_THAT(model.forecast(), HasSubstr("for 2 lines and 9 sizes."));
    model.choose_sizes({.from = 4096, .to = 64});
    EXPECT_EQ(model.sizes().to, 4096);
    model.choose_sizes({.from = 1, .to = 1 << 20});
    EXPECT_EQ(model.sizes(), (RaceSizes{RaceModel::smallest_side, RaceModel::largest_side, 1}));
}

TEST_F(RaceModelTest, ARaceFillsTheResultsAndTheTableTakesTheHoveredSize) {
    cpu->seconds_per_element = 1e-9;
    model.set_machine(cpu_only());
    model.set_line_on(0, false);  // the pretended loop has no input; the copy needs none
    model.choose_sizes({.from = 16, .to = 64});
    model.start();
    ASSERT_TRUE(model.racing());
    finish();
    EXPECT_EQ(model.results().report.rows.size(), 3U);
    EXPECT_EQ(model.shown_extent(), (Extent{64, 64}));
    model.hover(32);
    EXPECT_EQ(model.shown_extent(), (Extent{32, 32}));
    model.hover(std::nullopt);
    EXPECT_EQ(model.results().extents().size(), 3U);
    EXPECT_EQ(race_table(model.results(), {64, 64}).at(0).result, "equal");
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
    for (int i = 0; i < 5; ++i) EXPECT_EQ(model.line_reason(i), "") << i;
    model.start();
    finish();
    const RaceResults& results = model.results();
    EXPECT_TRUE(results.report.refusals.empty());
    const auto table = race_table(results, {1024, 1024});
    ASSERT_EQ(table.size(), 5U);  // loop, kernel, kernel + transfers, copy on the CPU, copy on the GPU
    EXPECT_EQ(results.lines[3].label, "Copy on the CPU");
    EXPECT_EQ(results.lines[4].label, "Copy on the GPU");
    EXPECT_EQ(results.limit_of(0), 3);
    EXPECT_EQ(results.limit_of(1), 4);
    for (const RaceTableRow& row : table) {
        EXPECT_EQ(row.of_copy, "100 %") << row.competitor;
        EXPECT_EQ(row.result, "equal") << row.competitor;
    }
    EXPECT_EQ(table[0].times_cpu, "1.00");
    // 1.05 ms against 30.5 µs.
    EXPECT_EQ(table[1].times_cpu, "34");
    EXPECT_EQ(speed_bars(results, {1024, 1024}).size(), 3U);  // limits are no competitors
    EXPECT_EQ(speed_bars(results, {1024, 1024}).back().times,
              *speedup(results, *results.row(1, {1024, 1024})));
    const auto series = plot_series(results, RaceMode::time);
    ASSERT_EQ(series.size(), 5U);
    for (const PlotSeries& line : series) EXPECT_EQ(line.points.size(), 7U) << line.name;
    EXPECT_EQ(series[2].note, "with transfers");
    EXPECT_THAT(verdict(results, {1024, 1024}), HasSubstr("× as fast as CPU loop"));
    EXPECT_FALSE(race_crossings(results).empty());
}

TEST_F(RaceModelTest, CancelKeepsWhatIsWhole) {
    std::atomic<int> runs{0};
    cpu->on_run = [&] {
        ++runs;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    };
    model.set_machine(cpu_only());
    model.set_line_on(0, false);
    model.choose_sizes({.from = 16, .to = 16384, .steps_per_octave = 4});
    model.start();
    while (runs < 40) std::this_thread::yield();
    model.cancel();
    finish();
    EXPECT_GE(model.results().report.rows.size(), 1U);
    EXPECT_LT(model.results().report.rows.size(), 41U);
    for (const bench::Row& row : model.results().report.rows) EXPECT_TRUE(row.settled);
    EXPECT_EQ(model.status().state, bench::RaceState::cancelled);
}

TEST_F(RaceModelTest, ExportsByTheFilesEnding) {
    model.set_machine(cpu_only());
    model.set_line_on(0, false);
    model.choose_sizes({.from = 16, .to = 16});
    model.start();
    finish();
    const std::filesystem::path path = std::filesystem::path(::testing::TempDir()) / "race_model_test.csv";
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
    model.set_line_on(0, false);
    model.choose_sizes({.from = 16, .to = 16});
    model.start();
    finish();
    model.choose_experiment(1);
    EXPECT_TRUE(model.results().report.rows.empty());
    EXPECT_EQ(model.shown_extent(), Extent{});
    model.choose_experiment(0);
    EXPECT_EQ(model.results().report.rows.size(), 1U);
}

}  // namespace
}  // namespace upsweep::app
