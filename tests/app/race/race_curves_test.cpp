// What is said about a race, from times that the test made up.
#include "app/race/model/race_curves.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <set>

#include "app/race/model/race_headline.h"
#include "app/race/model/race_recording.h"

namespace upsweep::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

RaceCurve curve(const char* key, CurveSource source, bool gpu, double each, double fixed = 0) {
    RaceCurve made;
    made.key = made.owner = key;
    made.source = source;
    made.gpu = gpu;
    made.shown = true;
    made.label = key;
    made.where = source == CurveSource::here ? "measured here"
                 : gpu                       ? "recorded on an H200"
                                             : "recorded on the H200's host";
    for (const double n : {64.0, 256.0, 1024.0}) {
        const double seconds = fixed + each * n * n;
        made.points.push_back(
            {n, seconds, seconds * 0.9, seconds * 1.2, int64_t(n * n) * 8, seconds * 0.996, seconds * 1.004});
    }
    return made;
}

// A loop at 1 ns an element; a recorded kernel at 10 µs + 10 ps, its copy at 8 ps; a paper's GPU and CPU.
struct RaceCurvesTest : testing::Test {
    bench::MachineInfo machine, recorded;
    std::vector<RaceCurve> curves;

    void SetUp() override {
        machine.cores = 16;
        recorded.gpu = "NVIDIA H200";
        recorded.cores = 24;
        curves.push_back(curve("Loop", CurveSource::here, false, 1e-9));
        curves.push_back(curve("Tiles", CurveSource::recorded, true, 1e-11, 1e-5));
        curves.push_back(curve("Copy", CurveSource::recorded, true, 8e-12));
        curves.back().copy = true;
        curves.push_back(curve("Paper", CurveSource::published, true, 1e-10));
        curves.push_back(curve("Paper CPU", CurveSource::published, false, 2e-9));
        for (RaceCurve& one : curves)
            if (one.source == CurveSource::published) one.paper = "Bugetti 2025";
    }
    RaceHeadline headline() const { return race_headline(curves, machine, recorded, "Scans"); }
    /// The recorded machine's own loop, at 2 ns an element, and its fast form at 0.2 ns, which is not shown.
    void record_the_host() {
        curves.push_back(curve("Host", CurveSource::recorded, false, 2e-9));
        curves.back().label = "Loop";
        curves.push_back(curve("Host, vectors", CurveSource::recorded, false, 2e-10));
        curves.back().fast = true;
        curves.back().shown = false;
    }
};

TEST_F(RaceCurvesTest, SeriesCarryTheirSpreadInEveryMode) {
    for (const auto mode : {RaceMode::time, RaceMode::throughput, RaceMode::speedup})
        for (const RaceCurve& one : curves) {
            const PlotSeries series = series_of(one, mode, &curves[0]);
            ASSERT_EQ(series.points.size(), 3U);
            for (const PlotPoint& point : series.points) {
                EXPECT_LT(point.low, point.y);
                EXPECT_GT(point.high, point.y);
            }
        }
    EXPECT_NEAR(series_of(curves[1], RaceMode::speedup, &curves[0]).points[1].y,
                65536e-9 / (1e-5 + 65536e-11), 1e-9);
    EXPECT_TRUE(series_of(curves[1], RaceMode::speedup, nullptr).points.empty());
    EXPECT_EQ(series_of(curves[0], RaceMode::time, nullptr).note, "1.05 ms, measured here");
    EXPECT_EQ(series_of(curves[1], RaceMode::time, nullptr).note, "20.5 µs, recorded on an H200");
}

TEST_F(RaceCurvesTest, TheHeadlineNamesWhatIsComparedAndItsNumbersAreTheCurves) {
    record_the_host();
    const RaceHeadline said = headline();
    EXPECT_THAT(
        said.words.text(),
        testing::MatchesRegex("An H200 wins from 7[0-9] × 7[0-9]; at 1024 × 1024 it is about 100 times "
                              "as fast as one core of its host\\."));
    EXPECT_EQ(said.words.stressed, "about 100 times");
    EXPECT_EQ(said.ratio, "100 ×");
    EXPECT_EQ(said.base, "Host");
    EXPECT_EQ(
        said.detail,
        "At 1024 × 1024 one core of its host takes 2.10 ms, all 24 cores 210 µs; the recorded H200 takes "
        "20.5 µs (tiles), transfers left out. One core of this computer takes 1.05 ms.");
    ASSERT_TRUE(said.from);
    // The two lines meet there: by hand, on the straight log-log lines between 64 and 256.
    EXPECT_NEAR(said.from->y, 2e-9 * said.from->x * said.from->x, 2e-9);
    const CrossingWords plate = crossing_words(said);
    EXPECT_THAT(plate.title, testing::StartsWith("An H200 wins from 7"));
    EXPECT_THAT(plate.detail, testing::MatchesRegex("both take [0-9.]+ µs there"));
}

TEST_F(RaceCurvesTest, TheLoopHereIsNamedAtItsLastSizeWhereItIsNotMeasuredFurther) {
    record_the_host();
    curves[0].points.pop_back();
    EXPECT_THAT(headline().detail,
                testing::EndsWith(" At 256 × 256 one core of this computer takes 65.5 µs."));
    EXPECT_EQ(headline().base, "Host");
}

/// Without the recorded machine's own loop both times are named, and nothing is divided.
TEST_F(RaceCurvesTest, TimesOfTwoMachinesAreNeverDivided) {
    const RaceHeadline said = headline();
    EXPECT_THAT(said.words.text(),
                testing::MatchesRegex("An H200 wins from 10[0-9] × 10[0-9]; at 1024 × 1024 it takes 20.5 µs, "
                                      "one core of this computer 1.05 ms\\."));
    EXPECT_EQ(said.ratio, "");
    EXPECT_EQ(said.detail,
              "At 1024 × 1024 one core of this computer takes 1.05 ms; the recorded H200 takes 20.5 µs "
              "(tiles), transfers left out. The recording has no time of its host's CPU, so there is no "
              "ratio.");
    EXPECT_EQ(baseline_of(curves, curves[1]), nullptr);
    EXPECT_TRUE(series_of(curves[1], RaceMode::speedup, baseline_of(curves, curves[1])).points.empty());
    // A paper's GPU is held against that paper's CPU.
    EXPECT_EQ(baseline_of(curves, curves[3]), &curves[4]);
    for (const RaceTable::Row& row : race_table(curves, {}, std::nullopt).rows)
        if (row.curve->source == CurveSource::recorded) {
            EXPECT_EQ(row.times_cpu, "–") << row.curve->label;
        }
    record_the_host();
    for (const RaceCurve& one : curves) {
        const RaceCurve* base = baseline_of(curves, one);
        ASSERT_NE(base, nullptr) << one.key;
        EXPECT_EQ(base->source, one.source) << one.key;
    }
}

/// Three digits of a median that is known to ± 48 % were three digits too many.
TEST_F(RaceCurvesTest, NoMoreDigitsThanTheIntervalAllows) {
    record_the_host();
    CurvePoint& loop = curves[5].points.back();
    loop.least = loop.seconds * 0.75, loop.most = loop.seconds * 1.2;
    EXPECT_EQ(headline().words.stressed, "about 70 to 130 times");
    EXPECT_EQ(headline().ratio, "70–130 ×");
    EXPECT_EQ(race_table(curves, {}, std::nullopt).rows.size(), 6U);
    for (const RaceTable::Row& row : race_table(curves, {}, std::nullopt).rows)
        if (row.curve->key == "Tiles") {
            EXPECT_EQ(row.times_cpu, "70–130");
        }
    EXPECT_THAT(series_of(curves[1], RaceMode::speedup, &curves[5]).note, testing::StartsWith("70–130 ×, "));
    // Too few runs for an interval: no ratio at all.
    loop.least = 0, loop.most = std::numeric_limits<double>::infinity();
    EXPECT_THAT(headline().words.text(), HasSubstr("it takes 20.5 µs, one core of its host 2.10 ms."));
    EXPECT_EQ(headline().ratio, "");
    // Two that may be equal.
    for (CurvePoint& point : curves[1].points) {
        point.seconds = 2e-9 * point.side * point.side;
        point.least = point.seconds * 0.9, point.most = point.seconds * 1.1;
    }
    loop = curves[1].points.back();
    EXPECT_EQ(headline().ratio, "");
}

TEST_F(RaceCurvesTest, AllCoresAndTransfersAreNamedWhereTheyAreKnown) {
    curves.push_back(curve("Vectors", CurveSource::here, false, 1e-10));
    curves.back().fast = true;
    curves.back().shown = false;  // hidden, and named all the same
    curves.push_back(curve("Tiles+transfers", CurveSource::recorded, true, 1e-9, 1e-4));
    curves.back().transfers = true;
    EXPECT_THAT(
        headline().detail,
        testing::StartsWith("At 1024 × 1024 one core of this computer takes 1.05 ms, all 16 cores 105 "
                            "µs; the recorded H200 takes 20.5 µs (tiles), with transfers 1.15 ms."));
    machine.cores = 2;
    EXPECT_THAT(headline().detail, HasSubstr("both cores 105 µs"));
}

TEST_F(RaceCurvesTest, AGpuHereIsCalledTheGpu) {
    curves[1].source = CurveSource::here;
    EXPECT_THAT(headline().words.text(), testing::StartsWith("The GPU wins from "));
    EXPECT_THAT(headline().words.text(), HasSubstr("about 51 times as fast as one core of this computer."));
    EXPECT_THAT(headline().detail, HasSubstr("the GPU here takes 20.5 µs"));
}

TEST_F(RaceCurvesTest, NoCrossingIsInventedAndASlowGpuIsSaidToBeSlow) {
    record_the_host();
    const auto all_take = [&](double seconds) {
        for (CurvePoint& point : curves[1].points)
            point.seconds = seconds, point.least = 0.999 * seconds, point.most = 1.001 * seconds;
    };
    all_take(1e-9);
    EXPECT_THAT(headline().words.text(), testing::StartsWith("An H200 wins at every size; at 1024 × 1024 "));
    EXPECT_FALSE(headline().from);
    all_take(8.4e-3);
    EXPECT_EQ(headline().words.text(),
              "An H200 does not win yet: at 1024 × 1024 one core of its host is about 4.0 times as fast.");
    EXPECT_TRUE(crossing_words(headline()).title.empty());
}

TEST_F(RaceCurvesTest, OnlyShownLinesAreSpokenOf) {
    curves[1].shown = false;
    EXPECT_EQ(headline().words.text(), "At 1024 × 1024 loop takes 1.05 ms.");
    curves[0].shown = false;
    EXPECT_EQ(headline().words.text(), "Scans");
    curves[1].shown = true;
    EXPECT_EQ(headline().words.text(), "At 1024 × 1024 tiles takes 20.5 µs.");
    EXPECT_EQ(headline().detail, "Recorded on an H200.");
}

TEST_F(RaceCurvesTest, TheTableHasFourSizesTheCopysShareAndTheLoopsMultiples) {
    const RaceTable table = race_table(curves, {}, std::nullopt);
    EXPECT_THAT(table.sides, ElementsAre(64, 256, 1024));
    EXPECT_EQ(table.spoken, 1024);
    ASSERT_EQ(table.rows.size(), 5U);  // the slowest first
    EXPECT_EQ(table.rows[0].curve->label, "Paper CPU");
    EXPECT_EQ(table.rows[1].curve->label, "Loop");
    EXPECT_EQ(table.rows[1].times_cpu, "1");
    EXPECT_EQ(table.rows[1].of_copy, "–");  // the copy is another machine's
    EXPECT_EQ(table.rows[2].curve->label, "Paper");
    EXPECT_EQ(table.rows[2].times_cpu, "20");
    EXPECT_EQ(table.rows[2].of_copy, "–");
    EXPECT_EQ(table.rows[3].curve->label, "Tiles");
    EXPECT_EQ(table.rows[3].of_copy, "41 %");
    EXPECT_EQ(table.rows[3].times_cpu, "–");
    EXPECT_EQ(table.rows[3].times.back(), "20.5 µs");
    EXPECT_EQ(table.rows[4].source, "the limit");
    EXPECT_EQ(table.rows[4].of_copy, "100 %");
    EXPECT_EQ(race_table(curves, {}, 256.0).spoken, 256);
    EXPECT_EQ(race_table(curves, {}, 100.0).spoken, 1024);
}

// Of more than four sizes the one that the headline speaks of is among the columns.
TEST_F(RaceCurvesTest, TheTablesColumnsHoldTheLoopsLastSize) {
    for (const double n : {128.0, 512.0, 2048.0, 4096.0, 8192.0}) curves[1].points.push_back({n, 1, 1, 1, 8});
    curves[0].points.push_back({4096, 1e-2, 1e-2, 1e-2, 8});
    const RaceTable table = race_table(curves, {}, std::nullopt);
    EXPECT_EQ(table.spoken, 4096);
    EXPECT_EQ(table.sides.size(), 4U);
    EXPECT_THAT(table.sides, testing::IsSupersetOf({64.0, 4096.0, 8192.0}));
    EXPECT_THAT(race_table(curves, {}, 128.0).sides, testing::Contains(128.0));
    EXPECT_TRUE(std::is_sorted(table.sides.begin(), table.sides.end()));
}

TEST_F(RaceCurvesTest, ACopyThatFitsInTheCacheIsLabelledSo) {
    EXPECT_TRUE(cache_remark(curves[2]).empty());
    curves[2].cache_bytes = 8 * 256 * 256;
    EXPECT_EQ(last_side_in_cache(curves[2]), 256);
    EXPECT_EQ(cache_remark(curves[2]), "fits in the L2 cache up to 256 × 256");
    EXPECT_FALSE(race_table(curves, {}, std::nullopt).in_cache);
    EXPECT_TRUE(race_table(curves, {}, 64.0).in_cache);
    curves[2].cache_bytes -= 1;
    EXPECT_EQ(last_side_in_cache(curves[2]), 64);
}

TEST_F(RaceCurvesTest, AMissedTargetIsSaid) {
    EXPECT_TRUE(missed_remark(curves, 0.01).empty());
    const auto widen = [](CurvePoint& point, double by) {
        point.least = point.seconds * (1 - by), point.most = point.seconds * (1 + by);
    };
    widen(curves[0].points[1], 0.034);
    widen(curves[1].points[1], 0.5);  // recorded: not this machine's
    EXPECT_EQ(missed_remark(curves, 0.01), "1 of 3 medians missed ±1 %; the worst is ±3.4 %");
    curves[0].points[1].most = 3.6 * curves[0].points[1].seconds;
    EXPECT_EQ(missed_remark(curves, 0.01),
              "1 of 3 medians missed ±1 %; the worst may be off by more than its own size");
    curves[0].points[1].settled = false;  // still measured
    EXPECT_TRUE(missed_remark(curves, 0.01).empty());
    curves[0].points[1].settled = true;
    curves[0].shown = false;
    EXPECT_TRUE(missed_remark(curves, 0.01).empty());
}

TEST_F(RaceCurvesTest, ALectureOpensWithTheLoopThreeOnTheGpuTheCopyAndOnePaper) {
    curves.push_back(curve("Slow", CurveSource::recorded, true, 9e-11));
    curves.push_back(curve("Slower", CurveSource::recorded, true, 1e-10));
    curves.push_back(curve("Of a paper", CurveSource::recorded, true, 2e-10));
    curves.back().paper = "Oro et al. 2011";
    const auto keys = opening_keys(curves, known_seconds(curves));
    EXPECT_THAT(std::vector<std::string>(keys.begin(), keys.end()),
                ElementsAre("Copy", "Loop", "Of a paper", "Paper", "Slow", "Tiles"));
    record_the_host();
    EXPECT_THAT(opening_keys(curves, known_seconds(curves)),
                ElementsAre("Copy", "Host", "Loop", "Of a paper", "Paper", "Slow", "Tiles"));
    curves.resize(curves.size() - 2);
    EXPECT_THAT(paper_keys(curves, "Bugetti 2025"), ElementsAre("Copy", "Loop", "Paper", "Paper CPU"));
    EXPECT_THAT(papers_among(curves), ElementsAre("Oro et al. 2011", "Bugetti 2025"));
}

bench::BackendsHere nothing_here() {
    bench::BackendsHere here;
    here.machine.gpu_missing = "No GPU for this test.";
    return here;
}

/// Also those that differ in their options alone: a detector's ways against each other.
TEST(RaceLines, NoTwoHaveTheSameKeyOrLabel) {
    int with_options = 0;
    for (const RaceExperiment& experiment : race_experiments(catalog(), nothing_here())) {
        std::set<std::string> keys, labels;
        RaceResults results;
        results.lines = experiment.lines;
        for (size_t i = 0; i < experiment.lines.size(); ++i) {
            const RaceLine& line = experiment.lines[i];
            EXPECT_TRUE(keys.insert(bench::key_of(line.competitor)).second) << bench::key_of(line.competitor);
            // What is cut off at the end of a plot's label tells nothing apart.
            EXPECT_TRUE(labels.insert(line.label.substr(0, 40)).second) << line.label;
            EXPECT_EQ(results.competitor_of(line), int(i));
            with_options += !line.limit() && !line.competitor.options.empty();
        }
    }
    EXPECT_GE(with_options, 8);
}

/// A recording of two ways of the detector, the toy, and an integral histogram with the copy of its tables;
/// what an older one calls a copy is that of one table.
TEST(RaceLines, ARecordingHoldsThemApart) {
    const std::string row = R"("on":"gpu","width":64,"height":64,"median_ms":)";
    const bench::Recording recording = bench::parse_recording(
        R"({"machine":{"gpu":"G"},"rows":[)"
        R"({"algorithm":"haar_cascade","options":{"cascade":1},"type":"u8",)" +
            row + "4}," + R"({"algorithm":"haar_cascade","options":{"streams":1,"cascade":1},"type":"u8",)" +
            row + "2}," + R"({"algorithm":"haar_cascade","type":"u8",)" + row + "1}," +
            R"({"algorithm":"copy","type":"u8→u32",)" + row + "3}," +
            R"({"algorithm":"copy","options":{"bins":4},"type":"u8→u32",)" + row + "5}," +
            R"({"algorithm":"integral_histogram_tiled","type":"u8→u32",)" + row + "6}]}",
        "x.json");
    std::map<std::string, double> seconds;
    for (const RaceExperiment& experiment : race_experiments(catalog(), nothing_here())) {
        const ResultKind kind = experiment.lines.front().competitor.algorithm->result;
        if (kind != ResultKind::tensor && kind != ResultKind::survival) continue;
        const auto points = recorded_points(recording, experiment, experiment.types.front());
        for (size_t i = 0; i < points.size(); ++i)
            for (const CurvePoint& point : points[i])
                seconds[bench::key_of(experiment.lines[i].competitor)] = point.seconds;
    }
    EXPECT_THAT(seconds, testing::ElementsAre(
                             testing::Pair("copy:bins=4 gpu", testing::DoubleEq(5e-3)),
                             testing::Pair("haar_cascade gpu", testing::DoubleEq(1e-3)),
                             testing::Pair("haar_cascade:cascade=1 gpu", testing::DoubleEq(4e-3)),
                             testing::Pair("haar_cascade:cascade=1,streams=1 gpu", testing::DoubleEq(2e-3)),
                             testing::Pair("integral_histogram_tiled gpu", testing::DoubleEq(6e-3))));
}

TEST(RaceText, DigitsThatMeanSomething) {
    EXPECT_EQ(times_text(307.4), "310");
    EXPECT_EQ(times_text(30.04), "30");
    EXPECT_EQ(times_text(8.24), "8.2");
    EXPECT_EQ(times_text(9.96), "10");
    EXPECT_EQ(times_text(99.6), "100");
    EXPECT_EQ(times_text(1.104), "1.1");
    EXPECT_EQ(times_text(0.0123), "0.012");
    EXPECT_EQ(times_text({853, 620, 880}), "600 to 900");
    EXPECT_EQ(times_text({440, 436, 445}), "440");
    EXPECT_EQ(times_text({440, 418, 462}), "410 to 470");
    EXPECT_EQ(times_text({1.3, 0.8, 2.2}), "0.8 to 3");
    EXPECT_EQ(times_text({1, 1, 1}), "1.0");
    EXPECT_EQ(times_text({5, 0, 9}), "");
    EXPECT_EQ(decade_text(RaceMode::time, 1e-4), "100 µs");
    EXPECT_EQ(decade_text(RaceMode::time, 10), "10 s");
    EXPECT_EQ(decade_text(RaceMode::throughput, 1e10), "10 GB/s");
    EXPECT_EQ(decade_text(RaceMode::speedup, 0.1), "0.1 ×");
    EXPECT_EQ(side_text(125.2), "126 × 126");
    EXPECT_EQ(side_text(128), "128 × 128");
    EXPECT_EQ(with_article(short_machine("NVIDIA H200")), "an H200");
    EXPECT_EQ(with_article("Tesla T4"), "a Tesla T4");
    EXPECT_EQ(with_article("GTX 470"), "a GTX 470");
}

TEST(Published, HasThePapersPrintedTimesAndTheirAlgorithms) {
    for (const bench::PublishedLine& line : bench::published_lines()) {
        const Algorithm& algorithm = find_algorithm(line.slug);
        EXPECT_EQ(bench::paper_of(algorithm.source), line.paper) << line.slug;
        EXPECT_EQ(algorithm.cpu_loop, line.on == "cpu") << line.slug;
        EXPECT_NE(std::find(algorithm.types.begin(), algorithm.types.end(), line.types),
                  algorithm.types.end());
        for (size_t i = 1; i < line.points.size(); ++i) {
            EXPECT_LT(line.points[i - 1].extent.width, line.points[i].extent.width);
            EXPECT_LT(line.points[i - 1].seconds, line.points[i].seconds);
        }
    }
    for (const std::string_view paper : bench::papers()) {
        int entries = 0;
        for (const Algorithm* algorithm : catalog()) entries += bench::paper_of(algorithm->source) == paper;
        EXPECT_GT(entries, 0) << paper;
    }
    // Bugetti's own ratio at 8192 × 8192, table 4: 20.9987.
    double gpu = 0, cpu = 0;
    for (const bench::PublishedLine& line : bench::published_lines())
        if (line.paper == "Bugetti 2025" && line.what.empty())
            (line.on == "gpu" ? gpu : cpu) = line.points.back().seconds;
    EXPECT_NEAR(cpu / gpu, 20.9987, 1e-3);
}

}  // namespace
}  // namespace upsweep::app
