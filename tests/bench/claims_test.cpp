// Claims, judged on rows that were made up: each way to judge, and each verdict.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench/experiment_results.h"
#include "core/error.h"
#include "media/clips.h"

namespace upsweep::bench {
namespace {

using testing::HasSubstr;

constexpr const char* two_curves = R"(title = "t"
type = "u32"
sizes = "64,128,256"

[[curve]]
name = "Loop"
algorithm = "integral_image_bugetti_loop"

[[curve]]
name = "Kernel"
algorithm = "integral_image_bugetti"

[[curve]]
name = "Naive"
algorithm = "integral_image_naive"

[[curve]]
name = "Occupancy"
occupancy = { capability = "1.3", threads = 256, registers = 11, shared = 2224 }

[[claim]]
sentence = "s"
source = "w"
paper = 4
)";

Experiment experiment_with(const std::string& claim) {
    return parse_experiment("t.toml", two_curves + claim);
}

/// Times of one machine at 64, 128 and 256.
ExperimentSeries times(int curve, SeriesSource source, std::vector<double> seconds) {
    ExperimentSeries series{curve, source, source == SeriesSource::here ? "measured here" : "recorded"};
    for (size_t i = 0; i < seconds.size(); ++i) {
        const int64_t side = int64_t{64} << i;
        ExperimentPoint point{.extent = {side, side}, .seconds = seconds[i]};
        point.bytes = 8 * side * side;
        series.points.push_back(point);
    }
    return series;
}

const auto here = SeriesSource::here, recorded = SeriesSource::recorded;

ClaimResult judged(const std::string& claim, const std::vector<ExperimentSeries>& series) {
    const Experiment experiment = experiment_with(claim);
    return judge(experiment.claims.at(0), experiment, series);
}

const std::string ratio_at_256 =
    "judge = \"ratio\"\ncurves = [\"Loop\", \"Kernel\"]\nat = \"256\"\nat_least = 4\n";

TEST(Claim, HoldsFailsOrCannotBeTold) {
    const ClaimResult holds = judged(ratio_at_256, {times(0, here, {1, 2, 10}), times(1, here, {1, 1, 2})});
    EXPECT_EQ(holds.verdict, Verdict::holds);
    EXPECT_DOUBLE_EQ(*holds.value, 5);
    ASSERT_EQ(holds.numbers.size(), 2U);
    EXPECT_EQ(holds.numbers[0].who, "Loop");
    EXPECT_DOUBLE_EQ(holds.numbers[1].value, 2);
    EXPECT_EQ(holds.sentence, "5.00 × instead of 4.00 ×");

    const ClaimResult fails = judged(ratio_at_256, {times(0, here, {1, 2, 6}), times(1, here, {1, 1, 2})});
    EXPECT_EQ(fails.verdict, Verdict::fails);
    EXPECT_EQ(fails.sentence, "3.00 × instead of 4.00 ×");

    const ClaimResult unknown = judged(ratio_at_256, {times(0, here, {1, 2, 6})});
    EXPECT_EQ(unknown.verdict, Verdict::unknown);
    EXPECT_FALSE(unknown.value);
    EXPECT_EQ(unknown.sentence, "needs a run of “Kernel” at 256 × 256 on a GPU");
}

TEST(Claim, NeverDividesTimesOfTwoMachines) {
    const ClaimResult apart =
        judged(ratio_at_256, {times(0, here, {1, 2, 10}), times(1, recorded, {1, 1, 1})});
    EXPECT_EQ(apart.verdict, Verdict::unknown);
    EXPECT_EQ(apart.sentence, "needs a run of all its curves at 256 × 256 on one machine");
    // The recording has its own loop.
    const ClaimResult both = judged(ratio_at_256, {times(0, here, {1, 2, 10}), times(0, recorded, {1, 2, 6}),
                                                   times(1, recorded, {1, 1, 1})});
    EXPECT_EQ(both.verdict, Verdict::holds);
    EXPECT_DOUBLE_EQ(*both.value, 6);
    EXPECT_EQ(both.where, "recorded");
    // What was measured here comes first.
    const ClaimResult first =
        judged(ratio_at_256, {times(0, here, {1, 2, 3}), times(0, recorded, {1, 2, 6}),
                              times(1, here, {1, 1, 1}), times(1, recorded, {1, 1, 1})});
    EXPECT_DOUBLE_EQ(*first.value, 3);
    EXPECT_EQ(first.where, "measured here");
}

TEST(Claim, OfEverySizeIsJudgedAtTheWorst) {
    const std::vector<ExperimentSeries> series = {times(0, here, {8, 2, 10}), times(1, here, {1, 1, 2})};
    const std::string curves = "judge = \"ratio\"\ncurves = [\"Loop\", \"Kernel\"]\n";
    const ClaimResult least = judged(curves + "at = \"every size\"\nat_least = 4\n", series);
    EXPECT_EQ(least.verdict, Verdict::fails);
    EXPECT_EQ(least.sentence, "2.00 × at 128 × 128 instead of 4.00 ×");
    const ClaimResult from = judged(curves + "at = \"every size\"\nfrom = \"256\"\nat_least = 4\n", series);
    EXPECT_DOUBLE_EQ(*from.value, 5);
    const ClaimResult most = judged(curves + "at = \"every size\"\nat_most = 4\n", series);
    EXPECT_DOUBLE_EQ(*most.value, 8);
    const ClaimResult mean = judged(curves + "at = \"mean\"\nabout = 4\nfactor = 1.3\n", series);
    EXPECT_DOUBLE_EQ(*mean.value, 5);
    EXPECT_EQ(mean.verdict, Verdict::holds);
    EXPECT_THAT(mean.sentence, HasSubstr("on average over 3 sizes"));
}

/// A cascade over frames of a clip: each cell has a picture of its own, and a row of its own in a recording.
TEST(Claim, OfFramesIsJudgedOverAllOfThem) {
    const std::string film = R"(title = "t"
type = "u8"
sizes = "96x64"
over = "frame"
values = [1, 2, 3]

[[curve]]
name = "Crowd"
algorithm = "haar_cascade"
film = "crowd"

[[claim]]
sentence = "s"
source = "w"
paper = 40
curves = ["Crowd"]
)";
    ExperimentSeries series{0, here, "measured here"};
    for (int64_t x = 1; x <= 3; ++x)
        series.points.push_back({.extent = {96, 64}, .x = x, .seconds = double(x) / 100});
    const auto said = [&](const std::string& claim) {
        const Experiment experiment = parse_experiment("t.toml", film + claim);
        return judge(experiment.claims.at(0), experiment, {series});
    };
    const ClaimResult worst = said("judge = \"time\"\nat = \"every x\"\nat_most = 25\n");
    EXPECT_EQ(worst.verdict, Verdict::fails);
    EXPECT_DOUBLE_EQ(*worst.value, 30);
    EXPECT_THAT(worst.sentence, HasSubstr("at frame 3"));
    const ClaimResult mean = said("judge = \"frames\"\nat = \"mean over x\"\nat_least = 60\n");
    EXPECT_NEAR(*mean.value, (100 + 50 + 100 / 3.0) / 3, 1e-9);
    EXPECT_THAT(mean.sentence, HasSubstr("over 3 frames"));

    const Experiment experiment =
        parse_experiment("t.toml", film + "judge = \"time\"\nat = \"every x\"\nat_most = 25\n");
    const std::vector<RaceSettings> races = races_for({&experiment}, {"gpu"}, {});
    ASSERT_EQ(races.size(), 1U);
    ASSERT_EQ(races[0].competitors.size(), 3U);
    const Competitor& second = races[0].competitors[1];
    EXPECT_EQ(key_of(second), "haar_cascade:film=2,frame=2 gpu");
    Parameters parameters;
    parameters.extent = {96, 64};
    EXPECT_EQ(input_of(second, parameters, 1), media::draw_people_frame("crowd", 2, {96, 64}));
    EXPECT_NE(input_of(races[0].competitors[2], parameters, 1), input_of(second, parameters, 1));
    EXPECT_THROW(parse_experiment("t.toml", "values = [0]\n" + film.substr(0, film.find("values")) +
                                                film.substr(film.find("\n[[curve]]"))),
                 Error);
}

TEST(Claim, OfTimesRatesAndTheQuickest) {
    const std::vector<ExperimentSeries> series = {times(1, here, {1e-6, 2e-6, 4e-3}),
                                                  times(2, here, {1e-6, 3e-6, 2e-3})};
    const std::string first = "curves = [\"Kernel\"]\nat = \"256\"\n";
    EXPECT_DOUBLE_EQ(*judged("judge = \"time\"\nat_most = 5\n" + first, series).value, 4);
    EXPECT_DOUBLE_EQ(*judged("judge = \"frames\"\nat_least = 5\n" + first, series).value, 250);
    EXPECT_NEAR(*judged("judge = \"rate\"\nat_least = 5\n" + first, series).value, 8 * 65536 / 4e6, 1e-9);
    const std::string best = "judge = \"best\"\ncurves = [\"Kernel\", \"Naive\"]\nat_least = 1\nat = ";
    EXPECT_EQ(judged(best + "\"128\"", series).verdict, Verdict::holds);
    EXPECT_EQ(judged(best + "\"256\"", series).verdict, Verdict::fails);
    // One curve at two sizes.
    EXPECT_DOUBLE_EQ(*judged("judge = \"ratio\"\ncurves = [\"Kernel\", \"Kernel\"]\nat = \"128\"\n"
                             "than = \"64\"\nat_least = 1\n",
                             series)
                          .value,
                     2);
}

TEST(Claim, FindsWhereTheSecondCurveStaysQuicker) {
    const std::string claim = "judge = \"crossing\"\ncurves = [\"Loop\", \"Kernel\"]\nat_least = 100\n";
    const ClaimResult between = judged(claim, {times(0, here, {1, 4, 16}), times(1, here, {2, 2, 2})});
    EXPECT_NEAR(*between.value, 90.5, 0.1);
    EXPECT_EQ(between.verdict, Verdict::fails);
    const ClaimResult never = judged(claim, {times(0, here, {1, 1, 1}), times(1, here, {2, 2, 2})});
    EXPECT_EQ(never.verdict, Verdict::holds);
    EXPECT_THAT(never.sentence, HasSubstr("never up to the largest size"));
    const ClaimResult always = judged(claim, {times(0, here, {3, 3, 3}), times(1, here, {2, 2, 2})});
    EXPECT_DOUBLE_EQ(*always.value, 64);
}

TEST(Claim, OfAFlatCurveAndOfOccupancy) {
    const std::string flat = "judge = \"flat\"\ncurves = [\"Kernel\"]\nto = \"128\"\nat_most = 1.2\n";
    EXPECT_EQ(judged(flat, {times(1, here, {1, 1.1, 9})}).verdict, Verdict::holds);
    EXPECT_EQ(judged(flat, {times(1, here, {1, 1.3, 9})}).verdict, Verdict::fails);
    const Experiment experiment =
        experiment_with("judge = \"occupancy\"\ncurves = [\"Occupancy\"]\nat_least = 100\n");
    const ClaimResult full = judge(experiment.claims[0], experiment, series_of(experiment, nullptr, nullptr));
    EXPECT_EQ(full.verdict, Verdict::holds);
    EXPECT_DOUBLE_EQ(*full.value, 100);
}

TEST(Claim, ThatNeedsOtherHardwareSaysSo) {
    const ClaimResult result = judged("needs = \"four GPUs\"\n", {});
    EXPECT_EQ(result.verdict, Verdict::unknown);
    EXPECT_EQ(result.sentence, "needs four GPUs");
}

TEST(ExperimentSeries, OfDerivedCurvesComesFromOneMachine) {
    const Experiment experiment = parse_experiment("d.toml", R"(title = "d"
type = "u8:u32"
sizes = "64,128"
[[curve]]
name = "Kernels"
algorithm = "integral_histogram_single_sts"
[[curve]]
name = "All"
algorithm = "integral_histogram_single_sts"
on = "gpu+transfers"
frames = "alone"
[[curve]]
name = "Copies"
difference_of = ["All", "Kernels"]
[[curve]]
name = "Frame"
longest_of = ["Copies", "Kernels"]
times = 0.5
)");
    Report report;
    report.settings.types = experiment.curves[0].types;
    for (const int curve : {0, 1}) {
        report.settings.competitors.push_back(competitor_of(experiment.curves[size_t(curve)]));
        for (const int64_t side : {64, 128}) {
            Row row;
            row.competitor = curve;
            row.extent = {side, side};
            row.types = report.settings.types;
            row.settled = true;
            row.time.median = curve == 0 ? 1 : double(side) / 32;
            report.rows.push_back(row);
        }
    }
    const auto series = series_of(experiment, &report, nullptr);
    ASSERT_EQ(series.size(), 4U);
    EXPECT_DOUBLE_EQ(series[2].at({64, 64})->seconds, 1);
    EXPECT_DOUBLE_EQ(series[2].at({128, 128})->seconds, 3);
    EXPECT_DOUBLE_EQ(series[3].at({64, 64})->seconds, 0.5);
    EXPECT_DOUBLE_EQ(series[3].at({128, 128})->seconds, 1.5);
    EXPECT_EQ(series[3].where, "measured here");
}

TEST(ExperimentSeries, TellsFramesAloneFromFramesThatOverlap) {
    const Experiment experiment = parse_experiment("f.toml", R"(title = "f"
type = "u8:u32"
sizes = "64"
[[curve]]
name = "Alone"
algorithm = "integral_histogram_single_sts"
on = "gpu+transfers"
frames = "alone"
[[curve]]
name = "Overlapping"
algorithm = "integral_histogram_single_sts"
on = "gpu+transfers"
)");
    RecordedTime time;
    time.algorithm = "integral_histogram_single_sts";
    time.on = "gpu+transfers";
    time.types = experiment.curves[0].types;
    time.extent = {64, 64};
    time.seconds = 5;
    Recording recording;
    recording.times = {time};
    // An older recording, whose frames did not overlap.
    const auto older = series_of(experiment, nullptr, &recording);
    ASSERT_EQ(older.size(), 1U);
    EXPECT_EQ(older[0].curve, 0);
    EXPECT_DOUBLE_EQ(older[0].points[0].seconds, 5);
    recording.times[0].upload_seconds = 1;
    recording.times[0].kernel_seconds = 2;
    recording.times[0].download_seconds = 4;
    const auto newer = series_of(experiment, nullptr, &recording);
    ASSERT_EQ(newer.size(), 2U);
    EXPECT_DOUBLE_EQ(newer[0].points[0].seconds, 7);
    EXPECT_DOUBLE_EQ(newer[1].points[0].seconds, 5);
}

}  // namespace
}  // namespace upsweep::bench
