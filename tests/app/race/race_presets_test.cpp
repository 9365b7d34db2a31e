// The papers' experiments in the Race: how they are grouped, what is known of them, and what a run here adds.
#include "app/race/model/race_presets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/race/model/race_model.h"
#include "core/error.h"
#include "core/helpers/own_folder.h"
#include "core/write_file.h"

namespace upsweep::app {
namespace {

using testing::HasSubstr;

struct RacePresetsTest : testing::Test {
    RaceModel model{catalog()};
    RacePresets& presets = model.presets;
    void SetUp() override { model.set_machine(bench::backends_here()); }
};

TEST_F(RacePresetsTest, EveryShippedExperimentIsInItsPapersGroup) {
    int listed = 0;
    std::set<std::string> papers;
    for (const RacePresets::Group& group : presets.groups()) {
        EXPECT_TRUE(papers.insert(group.paper).second) << group.paper << " is there twice";
        for (const int preset : group.presets) {
            EXPECT_EQ(presets.at(preset).paper, group.paper);
            EXPECT_FALSE(presets.at(preset).title.empty());
            ++listed;
        }
    }
    EXPECT_EQ(listed, presets.count());
    EXPECT_EQ(papers.size(), 4U);
    for (int i = 0; i < presets.count(); ++i)
        if (presets.at(i).name == "bugetti-6") {
            EXPECT_EQ(presets.label(i), "Fig. 6");
        }
}

// With the recording alone each draws what its file names: lines with points, or says which are absent; and
// each claim has a verdict and a sentence.
TEST_F(RacePresetsTest, EveryPanelHasItsLinesAndEveryClaimItsVerdict) {
    for (int i = 0; i < presets.count(); ++i) {
        model.choose_preset(i);
        const bench::Experiment& experiment = presets.at(i);
        ASSERT_EQ(presets.panels().size(), experiment.panels.size()) << experiment.name;
        for (size_t p = 0; p < experiment.panels.size(); ++p) {
            const PaperPanel& panel = presets.panels()[p];
            const auto published =
                count_if(panel.lines, [](const PlotSeries& line) { return line.letter != 0; });
            EXPECT_EQ(int64_t(panel.lines.size()) - published + int64_t(panel.absent.size()),
                      int64_t(experiment.panels[p].curves.size()))
                << experiment.name;
            for (const PlotSeries& line : panel.lines) {
                EXPECT_FALSE(line.note.empty()) << experiment.name << ": " << line.name;
                for (size_t at = 1; at < line.points.size(); ++at)
                    EXPECT_LE(line.points[at - 1].x, line.points[at].x)
                        << experiment.name << ": " << line.name;
            }
        }
        ASSERT_EQ(presets.claims().size(), experiment.claims.size());
        for (const PaperClaim& claim : presets.claims())
            EXPECT_FALSE(claim.result.sentence.empty()) << experiment.name << ": " << claim.claim->sentence;
    }
}

TEST_F(RacePresetsTest, OccupancyIsComputedHereOnALinearAxis) {
    model.choose_preset(std::string_view("oro-10"));
    EXPECT_EQ(model.mode(), RaceMode::paper);
    EXPECT_EQ(presets.coverage(presets.chosen()), Coverage::all);
    const PaperPanel& panel = presets.panels().front();
    ASSERT_TRUE(panel.share);
    EXPECT_TRUE(panel.share->linear);
    EXPECT_EQ(panel.x_ticks.front().label, "8");
    EXPECT_FALSE(panel.lines.front().dashed) << "computed here";
}

// A small experiment of one's own: opened, measured here, then all of it is known and its claim is judged.
TEST_F(RacePresetsTest, AFileOfOnesOwnIsOpenedMeasuredAndJudged) {
    const std::string path = test::own_file("mine.race.toml");
    write_file(path, R"(version = 1
title = "two loops"
heading = "Two loops on small pictures"
detail = "One core of this computer."
type = "u32"
sizes = "16,32,64"
view = "time"

[[curve]]
name = "Bugetti's loop"
algorithm = "integral_image_bugetti_loop"

[[curve]]
name = "Oro's loop"
algorithm = "integral_image_oro_loop"

[[claim]]
sentence = "Oro's loop takes no more than a hundred times as long."
source = "a guess"
paper = 1
judge = "ratio"
curves = ["Oro's loop", "Bugetti's loop"]
at = "64"
at_most = 100
)");
    model.show_recording(-1);
    model.open_preset(path);
    const int mine = presets.chosen();
    EXPECT_EQ(presets.groups().back().paper, "Your own");
    model.choose_precision(0);
    ASSERT_EQ(model.start_reason(), "");
    model.start();
    EXPECT_TRUE(model.racing());
    model.finish();
    EXPECT_EQ(presets.coverage(mine), Coverage::all);
    ASSERT_EQ(presets.panels().front().lines.size(), 2U);
    for (const PlotSeries& line : presets.panels().front().lines) {
        EXPECT_EQ(line.points.size(), 3U) << line.name;
        EXPECT_THAT(line.note, HasSubstr("measured here"));
        EXPECT_FALSE(line.dashed);
    }
    ASSERT_EQ(presets.claims().size(), 1U);
    EXPECT_EQ(presets.claims()[0].result.verdict, bench::Verdict::holds)
        << presets.claims()[0].result.sentence;
    EXPECT_EQ(presets.claims()[0].result.numbers.size(), 2U);
    // Opened again it takes its own place.
    const int before = presets.count();
    model.open_preset(path);
    EXPECT_EQ(presets.count(), before);
    model.step_through_preset("Oro's loop");
    const auto scene = model.take_scene();
    ASSERT_TRUE(scene);
    EXPECT_EQ(scene->slug(), "integral_image_oro_loop");
}

TEST_F(RacePresetsTest, AnUnknownNameSaysWhichThereAre) {
    try {
        model.choose_preset(std::string_view("bugetti-99"));
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(), HasSubstr("The Race has no preset \"bugetti-99\"; it has "));
        EXPECT_THAT(error.what(), HasSubstr("bugetti-6"));
    }
}

}  // namespace
}  // namespace upsweep::app
