// Bars, strips and heat maps as data, and how the Race turns from one view to the next.
#include "app/race/model/race_views.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/race/model/race_model.h"
#include "app/race/model/race_split.h"
#include "core/error.h"

namespace upsweep::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

RaceCurve curve(const char* key, bool gpu, double fixed, double each) {
    RaceCurve made;
    made.key = std::string("here ") + key;
    made.owner = made.label = key;
    made.gpu = gpu;
    made.shown = true;
    for (const double n : {64.0, 256.0, 1024.0}) {
        const double seconds = fixed + each * n * n;
        made.points.push_back(
            {n, seconds, seconds * 0.9, seconds * 1.2, int64_t(n * n) * 8, seconds * 0.996, seconds * 1.004});
    }
    return made;
}

// A loop, a kernel, and the kernel with transfers.
std::vector<RaceCurve> three() {
    std::vector<RaceCurve> curves = {curve("loop cpu", false, 0, 1e-9), curve("tiles gpu", true, 1e-5, 1e-11),
                                     curve("tiles gpu+transfers", true, 3e-5, 1e-10)};
    curves[2].transfers = true;
    return curves;
}

TEST(RaceWays, HaveNamesThatLeadBack) {
    for (const RaceWay& way : race_ways()) {
        EXPECT_EQ(mode_named(way.name), way.mode);
        EXPECT_EQ(&way_of(way.mode), &way);
    }
    try {
        mode_named("lap");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_EQ(std::string(error.what()),
                  "The Race has no view \"lap\"; it has time, throughput, speed-up, "
                  "one-size, spread, heat-map, streams, roofline, paper, why.");
    }
}

TEST(RaceBars, PartsAddUpToTheTime) {
    const std::vector<RaceCurve> curves = three();
    const std::vector<RaceBar> bars = race_bars(curves, 1024);
    ASSERT_EQ(bars.size(), 3U);
    for (const RaceBar& bar : bars) {
        double sum = 0;
        for (const RaceBar::Part& part : bar.parts) sum += part.seconds;
        EXPECT_NEAR(sum, bar.point->seconds, 1e-12) << bar.curve->key;
    }
    // The slowest first: the loop, then with transfers, then the kernel.
    EXPECT_EQ(bars[0].curve->owner, "loop cpu");
    EXPECT_EQ(bars[0].parts.size(), 1U);
    ASSERT_EQ(bars[1].parts.size(), 2U);
    EXPECT_EQ(bars[1].parts[1].kind, TimePart::transfers);
    EXPECT_NEAR(bars[1].parts[0].seconds, bars[2].point->seconds, 1e-12);
    ASSERT_EQ(bars[2].parts.size(), 2U);
    EXPECT_EQ(bars[2].parts[0].kind, TimePart::fixed);
    EXPECT_NEAR(bars[2].parts[0].seconds, curves[1].points.front().seconds, 1e-12);
    EXPECT_THAT(bar_caption(bars), HasSubstr("the way to the GPU and back"));
    // At the smallest size nothing tells what of it is fixed.
    EXPECT_EQ(race_bars(curves, 64).back().parts.size(), 1U);
}

TEST(RaceBars, TheAxisIsThatOfTheGpuWhereTheLoopTakesFarLonger) {
    const std::vector<RaceCurve> curves = three();
    const std::vector<RaceBar> bars = race_bars(curves, 1024);
    EXPECT_LT(bar_axis_end(bars), bars[0].point->seconds);
    EXPECT_GT(bar_axis_end(bars), bars[2].point->seconds);
    const std::vector<RaceBar> loop(bars.begin(), bars.begin() + 1);
    EXPECT_GT(bar_axis_end(loop), bars[0].point->seconds);
}

/// A line of two launches, the second twice as long, that copies 40 µs each way.
struct Split : testing::Test {
    std::string failed;
    Jobs jobs{[] {}, [this](const std::string& sentence) { failed = sentence; }};
    RaceSplit split{jobs};
    RaceExperiment experiment;
    std::vector<RaceCurve> curves = three();
    ElementTypes types = find_algorithm("integral_image_blelloch").types.front();

    Split() {
        RaceLine line;
        line.competitor.algorithm = &find_algorithm("integral_image_blelloch");
        line.competitor.on = "gpu";
        experiment.lines = {line};
        curves[1].line = 0;
        using Kind = model::OperationTime::Kind;
        model::Why why;
        why.operations = {{Kind::upload, "input", 0, -1, 40e-6},
                          {Kind::kernel, "rows", 0, -1, 1},
                          {Kind::kernel, "columns", 0, -1, 2},
                          {Kind::download, "output", 0, -1, 40e-6}};
        why.lane_operators = 4e6;
        why.bytes = 1e6;
        split.put({line.competitor, types, {1024, 1024}}, why);
    }
    std::vector<RaceBar> bars() {
        std::vector<RaceBar> made = race_bars(curves, 1024);
        split_by_launches(made, experiment, types, split);
        return made;
    }
};

TEST_F(Split, LaunchesShareTheMeasuredTimeAsTheModelPredictsUnlessTheyWereTimed) {
    std::vector<RaceBar> made = bars();
    ASSERT_EQ(made[2].parts.size(), 2U);
    EXPECT_EQ(made[2].parts[0].name, "rows");
    EXPECT_NEAR(made[2].parts[1].seconds, made[2].point->seconds * 2 / 3, 1e-15);
    EXPECT_THAT(bar_caption(made), HasSubstr("shares as the model predicts, as no launch was timed"));
    EXPECT_EQ(made[0].parts.size(), 1U) << "a loop has no launches";
    curves[1].points.back().launches = {{"rows", 3e-6}, {"columns", 1e-6}};
    made = bars();
    EXPECT_NEAR(made[2].parts[0].seconds, made[2].point->seconds * 3 / 4, 1e-15);
    EXPECT_THAT(bar_caption(made), HasSubstr("timed by itself"));
}

TEST_F(Split, AStripHasTheLaunchesAndFramesWhoseCopiesOverlap) {
    const CurvePoint& point = curves[1].points.back();
    const RaceStrip strip =
        race_strip(*split.of({experiment.lines[0].competitor, types, {1024, 1024}}), point, 30e-6);
    ASSERT_EQ(strip.kernels.items.size(), 2U);
    EXPECT_NEAR(strip.kernels.end, 30e-6, 1e-12);
    EXPECT_NEAR(strip.kernels.items[1].begin, 10e-6, 1e-12);
    EXPECT_EQ(strip.frames.rows.size(), 3U);
    EXPECT_GE(strip.frames.every, 40e-6);
    EXPECT_LT(strip.frames.every, 110e-6) << "less than one after the other";
    EXPECT_THAT(strip.kernels_words, HasSubstr("the shares are the model's"));
    EXPECT_EQ(split.of({experiment.lines[0].competitor, types, {64, 64}}), nullptr);
}

TEST_F(Split, ARooflineHasLinesUnderTheRoofsOfTheGpu) {
    const RaceRoofline made = race_roofline(bars(), experiment, types, split, model::recorded_model());
    ASSERT_EQ(made.lines.size(), 1U);
    ASSERT_EQ(made.series.size(), made.roofs + 1);
    const PlotPoint& point = made.series.back().points.front();
    EXPECT_NEAR(point.x, 4, 1e-12);
    EXPECT_NEAR(point.y, 4e6 / curves[1].points.back().seconds, 1);
    for (size_t roof = 0; roof < made.roofs; ++roof) EXPECT_GE(made.series[roof].points.size(), 2U);
    EXPECT_THAT(made.words, HasSubstr("1 of 1 lines is under the slope"));
    EXPECT_TRUE(race_roofline({}, experiment, types, split, model::recorded_model()).series.empty());
    const std::string own = model::recorded_model().gpu;
    EXPECT_THAT(roofs_text(model::recorded_model(), own), testing::EndsWith("of " + own + ", measured"));
    EXPECT_THAT(roofs_text(model::recorded_model(), "NVIDIA L4"),
                HasSubstr("those of NVIDIA L4 have not been measured"));
}

TEST(RaceSpread, CountsTheRunsBeyondTheAxis) {
    std::vector<RaceCurve> curves = three();
    CurvePoint& point = curves[0].points.back();
    point.samples = std::make_shared<const std::vector<double>>(
        std::vector<double>{point.seconds * 0.8, point.seconds, point.seconds * 1.1, point.seconds * 5});
    const RaceSpread spread = race_spread(curves, 1024);
    ASSERT_EQ(spread.strips.size(), 3U);
    EXPECT_NEAR(spread.lowest, 0.8, 1e-9);
    EXPECT_NEAR(spread.highest, 2, 1e-9);
    EXPECT_EQ(spread.strips[0].beyond, 1);
    EXPECT_NEAR(spread.strips[0].worst, 5, 1e-9);
    EXPECT_EQ(spread.strips[1].beyond, 0);
    // One number has no spread.
    curves[1].points.back().low = curves[1].points.back().high = curves[1].points.back().seconds;
    EXPECT_EQ(race_spread(curves, 1024).strips.size(), 2U);
}

TEST(RaceBaseline, IsTheChosenLineOfTheSameMachine) {
    std::vector<RaceCurve> curves = three();
    curves.push_back(curves[1]);
    curves.back().source = CurveSource::recorded;
    EXPECT_EQ(baseline_of(curves, curves[1]), &curves[0]);
    EXPECT_EQ(baseline_of(curves, curves[0], "tiles gpu"), &curves[1]);
    EXPECT_EQ(baseline_of(curves, curves[3], "tiles gpu"), &curves[3]);
    EXPECT_EQ(baseline_of(curves, curves[3], "loop cpu"), nullptr) << "that machine has no such line";
}

// The CPU's loops over widths and heights, for real: squares and shapes stay apart.
TEST(RaceHeatMap, IsMeasuredApartFromTheSquares) {
    RaceModel model{catalog()};
    model.set_machine(bench::backends_here());
    model.choose_sizes({.from = 16, .to = 64});
    model.choose_precision(0);
    // What is there before is the recording's.
    EXPECT_TRUE(model.heat() == nullptr || model.heat()->where != "measured here");
    model.choose_mode(RaceMode::heat);
    model.start();
    model.finish();
    ASSERT_NE(model.heat(), nullptr);
    const RaceHeat& heat = *model.heat();
    EXPECT_EQ(heat.where, "measured here");
    EXPECT_THAT(heat.widths, ElementsAre(16, 32, 64));
    EXPECT_THAT(heat.heights, ElementsAre(16, 32, 64));
    EXPECT_EQ(heat.cells.size(), 9U);
    for (const HeatCell& cell : heat.cells) {
        EXPECT_GT(cell.seconds, 0);
        EXPECT_LE(double(cell.bytes) / cell.seconds, heat.most);
        EXPECT_GE(double(cell.bytes) / cell.seconds, heat.least);
    }
    EXPECT_TRUE(model.results().lines.empty()) << "no squares were measured";
    model.choose_mode(RaceMode::time);
    model.start();
    model.finish();
    EXPECT_EQ(model.results().extents().size(), 3U);
    EXPECT_NE(model.heat(), nullptr) << "the map stays";
}

TEST(RaceHeatMap, SaysWhichOfTwoShapesTakesLonger) {
    RaceHeat heat;
    heat.cells = {{{64, 16}, 2e-6, 8192}, {{16, 64}, 5e-6, 8192}, {{16, 16}, 1e-6, 2048}};
    EXPECT_EQ(heat_words(heat), "As many elements take 2.5 times as long as 16 × 64 as they do as 64 × 16.");
    heat.cells[1].seconds = 2.1e-6;
    EXPECT_EQ(heat_words(heat), "");
}

TEST(RaceTurns, SizesAndViewsStopAtTheirEnds) {
    RaceModel model{catalog()};
    model.set_machine(bench::backends_here());
    ASSERT_FALSE(model.sides().empty()) << "the recording's";
    for (int i = 0; i < 30; ++i) model.turn_side(1);
    EXPECT_EQ(model.side(), model.sides().back());
    for (int i = 0; i < 30; ++i) model.turn_side(-1);
    EXPECT_EQ(model.side(), model.sides().front());
    for (int i = 0; i < 30; ++i) model.turn_mode(1);
    EXPECT_EQ(model.mode(), model.ways().back().mode);
    for (int i = 0; i < 30; ++i) model.turn_mode(-1);
    EXPECT_EQ(model.mode(), RaceMode::time);
}

TEST(RaceSteps, ALineLeadsToItsAlgorithmsOpeningScene) {
    RaceModel model{catalog()};
    model.set_machine(bench::backends_here());
    int scenes = 0;
    for (const RaceCurve& curve : std::vector<RaceCurve>(model.curves())) {
        model.step_through(curve.key);
        const auto scene = model.take_scene();
        EXPECT_EQ(scene.has_value(), !curve.copy) << curve.key;
        EXPECT_FALSE(model.take_scene()) << "once";
        if (!scene) continue;
        ++scenes;
        EXPECT_EQ(*scene, scenes::initial_scene(scene->slug())) << curve.key;
    }
    EXPECT_GT(scenes, 10);
}

TEST(RaceAbout, KnowsTheRecordedLineOfAnAlgorithmWithItsLoopAndCopy) {
    RaceModel model{catalog()};
    model.set_machine(bench::backends_here());
    const auto about = model.about("integral_image_bugetti");
    ASSERT_TRUE(about);
    EXPECT_EQ(about->experiment, "Integral images");
    ASSERT_GE(about->curves.size(), 3U);
    EXPECT_EQ(about->curves[0].owner, "integral_image_bugetti gpu");
    EXPECT_FALSE(about->curves[1].gpu);
    EXPECT_TRUE(about->curves[2].copy);
    EXPECT_FALSE(model.about("no_such_entry"));
}

}  // namespace
}  // namespace upsweep::app
