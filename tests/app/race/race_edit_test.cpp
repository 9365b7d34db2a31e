// A changed kernel in the Race, without a window: on a GPU that is only pretended, and without any.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "app/race/model/race_headline.h"
#include "app/race/model/race_model.h"
#include "bench/helpers/fake_backend.h"
#include "bench/helpers/pretended_gpu.h"
#include "core/error.h"
#include "core/helpers/own_folder.h"

namespace upsweep::app {
namespace {

using testing::HasSubstr;

constexpr const char* slug = "scan_hillis_steele";
constexpr const char* edited = "here scan_hillis_steele gpu+edited";
constexpr const char* home = "Row scans";
constexpr const char* original = "here scan_hillis_steele gpu";

scenes::Scene edited_scene(const std::string& comment = "// mine\n", const char* of = slug) {
    scenes::Scene scene = scenes::initial_scene(of);
    const std::string file = std::string(of) + ".cu";
    scene.edits[file] = comment + kernel_text(file);
    return scene;
}

struct RaceEditTest : testing::Test {
    bench::FakeTime time;
    std::atomic<int> runs = 0;
    std::atomic<bool> hold = false;      ///< runs wait for it, or to be cancelled
    std::atomic<bool> stubborn = false;  ///< a run that is cancelled ends as if it were not
    std::function<void(IsolatedResult&, const IsolatedRun&)> also;
    std::string text;  ///< that was sent last
    RaceModel model{catalog(), {}, [this](const IsolatedRun& run, const IsolatedOptions& options) {
                        return answer(run, options);
                    }};

    IsolatedResult answer(const IsolatedRun& run, const IsolatedOptions& options) {
        ++runs;
        while (hold)
            if (*options.cancel && !stubborn)
                throw Cancelled();
            else
                std::this_thread::yield();
        for (const auto& [name, sent] : run.texts)
            if (name.ends_with(".cu")) text = sent;
        const Array& input = run.hosts.front();
        const ElementTypes types{input.type(), run.plan.buffers[run.plan.output.index].type};
        IsolatedResult result =
            bench::right_result(run, find_algorithm(run.plan.algorithm), types, input.extent(), 0.01);
        if (also) also(result, run);
        return result;
    }
    void set_machine(bool gpu) {
        bench::BackendsHere here;
        here.backends = {std::make_shared<bench::FakeBackend>(time, "cpu")};
        if (gpu) here.backends.push_back(std::make_shared<bench::FakeBackend>(time, "gpu"));
        (gpu ? here.machine.gpu : here.machine.gpu_missing) = gpu ? "Pretended GPU" : "There is none.";
        model.choose_sizes({.from = 16, .to = 64});
        model.set_machine(here);
    }
    void race(const scenes::Scene& scene) { model.race_edit(*edit_of(scene)); }
    const RaceCurve* find(const std::string& key) const {
        for (const RaceCurve& one : model.curves())
            if (one.key == key) return &one;
        return nullptr;
    }
    const RaceCurve& curve(const std::string& key) const {
        if (const RaceCurve* one = find(key)) return *one;
        throw Error("There is no curve " + key);
    }
};

TEST_F(RaceEditTest, TakesWhatSomebodyChoseAndNotWhatStepDoesForItsToyGpu) {
    EXPECT_FALSE(edit_of(scenes::initial_scene(slug)));
    scenes::Scene scene = edited_scene("// mine\n", "scan_blelloch");
    ASSERT_EQ(scene.catalog().parameters.option("padding"), 0) << "Step begins without it";
    EXPECT_TRUE(edit_of(scene)->options.empty());
    EXPECT_EQ(bench::label_of(edit_of(scene)->competitor()), "Work-efficient scan, edited");
    EXPECT_EQ(edit_of(scene)->key(), "here scan_blelloch gpu+edited");
    scenes::Scene bins = edited_scene("// mine\n", "integral_histogram_tiled");
    EXPECT_TRUE(edit_of(bins)->options.empty()) << "the opening's bins are not chosen";
    bins.catalog().parameters.set_option("bins", 8);
    ASSERT_EQ(edit_of(bins)->options.size(), 1U);
    EXPECT_EQ(edit_of(bins)->options.front().name, "bins");
    scene.of.emplace<programs::UserProgram>();
    EXPECT_FALSE(edit_of(scene));
}

TEST_F(RaceEditTest, IsTimedAtTheRacesSizesAndThenTheOthersAre) {
    set_machine(true);
    model.choose_experiment("Integral images");
    race(edited_scene());
    EXPECT_EQ(model.experiment().title, home);
    EXPECT_TRUE(model.timing_edit());
    EXPECT_EQ(model.start_reason(), "Your edit is being timed.");
    model.open_lecture();
    EXPECT_FALSE(model.racing()) << "nothing else is measured meanwhile";
    model.finish();
    EXPECT_EQ(runs, 3);
    EXPECT_EQ(text.rfind("// mine\n", 0), 0U);
    const RaceCurve& mine = curve(edited);
    EXPECT_TRUE(mine.shown && mine.gpu && mine.edited);
    EXPECT_EQ(mine.label, bench::label_of(edit_of(edited_scene())->competitor()));
    EXPECT_THAT(mine.note,
                HasSubstr("median of up to 20 runs; the band goes from the fastest to the slowest"));
    ASSERT_EQ(mine.points.size(), 3U);
    EXPECT_DOUBLE_EQ(mine.points.back().seconds, 1e-5);
    EXPECT_EQ(mine.points.back().side, 64);
    EXPECT_EQ(curve(original).points.size(), 3U) << "the kernel as it was stands beside it";
    const auto plotted = model.plotted();
    EXPECT_TRUE(std::any_of(plotted.begin(), plotted.end(), [](auto* one) { return one->key == edited; }));
    EXPECT_FALSE(model.settings().competitors.empty());
    for (const bench::Competitor& one : model.settings().competitors) EXPECT_FALSE(one.edited);
    for (const RaceCurve& one : model.curves())
        if (one.shown && one.owner != mine.owner) {
            EXPECT_FALSE(one.look == mine.look) << one.key;
        }
    EXPECT_EQ(model.missed().find("± "), std::string::npos) << model.missed();
}

TEST_F(RaceEditTest, WhereItIsFastestTheHeadlineNamesIt) {
    also = [](IsolatedResult& result, const IsolatedRun&) {
        result.median_ms = result.least_ms = result.most_ms = 1e-4;
    };
    set_machine(true);
    race(edited_scene());
    model.finish();
    EXPECT_EQ(model.headline().challenger, edited);
    EXPECT_THAT(model.headline().detail, HasSubstr(", edited)"));
}

TEST_F(RaceEditTest, IsHiddenRemovedAndReplaced) {
    set_machine(true);
    race(edited_scene());
    model.finish();
    const size_t lines = model.experiment().lines.size();
    model.show_curve(edited, false);
    EXPECT_FALSE(curve(edited).shown);
    const int before = runs;
    race(edited_scene("// newer\n"));
    EXPECT_TRUE(curve(edited).shown);
    EXPECT_TRUE(curve(edited).points.empty()) << "the earlier text's times are gone at once";
    model.finish();
    EXPECT_EQ(runs, before + 3);
    EXPECT_EQ(text.rfind("// newer\n", 0), 0U);
    EXPECT_EQ(model.experiment().lines.size(), lines) << "in the place of the earlier one";
    EXPECT_EQ(curve(edited).points.size(), 3U);
    // Another kernel's edit has a line of its own.
    race(edited_scene("// mine\n", "scan_blelloch"));
    model.finish();
    EXPECT_EQ(model.experiment().lines.size(), lines + 1);
    model.remove_edit(edited);
    EXPECT_EQ(find(edited), nullptr);
    EXPECT_NE(find("here scan_blelloch gpu+edited"), nullptr);
    EXPECT_EQ(curve(original).points.size(), 3U);
    const auto& refusals = model.results().report.refusals;
    EXPECT_TRUE(refusals.empty()) << refusals.front().sentence;
    // And comes back with nothing that was known of it.
    hold = true;
    race(edited_scene());
    EXPECT_TRUE(curve(edited).points.empty());
    hold = false;
    model.finish();
}

TEST_F(RaceEditTest, ANewerTextEndsTheTimingOfTheEarlierOne) {
    set_machine(true);
    hold = true;
    race(edited_scene("// first\n"));
    while (runs == 0) std::this_thread::yield();
    EXPECT_EQ(curve(edited).note, "Timing at 16 × 16.");
    race(edited_scene("// second\n"));
    EXPECT_EQ(curve(edited).note, "Timed next.");
    hold = false;
    model.finish();
    EXPECT_EQ(text.rfind("// second\n", 0), 0U);
    EXPECT_EQ(curve(edited).points.size(), 3U);
    const auto& rows = model.results().report.rows;
    EXPECT_EQ(std::count_if(rows.begin(), rows.end(),
                            [&](const bench::Row& row) {
                                return model.results().lines[row.competitor].competitor.edited;
                            }),
              3);
}

TEST_F(RaceEditTest, WhatComesAfterItsRemovalIsNotTakenIn) {
    set_machine(true);
    hold = stubborn = true;
    race(edited_scene());
    while (runs == 0) std::this_thread::yield();
    model.remove_edit(edited);
    hold = false;
    model.finish();
    for (const bench::Row& row : model.results().report.rows)
        EXPECT_FALSE(model.results().lines[row.competitor].competitor.edited);
}

TEST_F(RaceEditTest, AWrongResultAndOneThatNeverEndsHaveASentenceAndNoPoints) {
    also = [](IsolatedResult& result, const IsolatedRun& run) {
        Array& output = result.buffers[run.plan.output.index];
        output.set_number(5, output.number(5) + 1);
    };
    set_machine(true);
    race(edited_scene());
    model.finish();
    EXPECT_TRUE(curve(edited).points.empty());
    EXPECT_THAT(curve(edited).note, HasSubstr("No time is shown for a wrong result."));
    const RaceTable table = race_table(model.curves(), model.results(), std::nullopt);
    const auto row = std::find_if(table.rows.begin(), table.rows.end(),
                                  [](const RaceTable::Row& one) { return one.curve->key == edited; });
    ASSERT_NE(row, table.rows.end());
    EXPECT_TRUE(row->wrong);
    also = [](auto&, auto&) { throw Error("The kernel did not end within 10 s."); };
    race(edited_scene("// newer\n"));
    model.finish();
    EXPECT_EQ(curve(edited).note, "16 × 16: The kernel did not end within 10 s.");
    EXPECT_FALSE(model.racing());
}

TEST_F(RaceEditTest, WithoutAGpuTheRowSaysSoAndNothingRuns) {
    set_machine(false);
    race(edited_scene());
    EXPECT_FALSE(model.timing_edit());
    EXPECT_TRUE(curve(edited).shown);
    EXPECT_EQ(curve(edited).note, "This computer has no GPU to time your edit on.");
    model.start();
    model.finish();
    EXPECT_EQ(runs, 0);
    EXPECT_TRUE(curve(edited).points.empty());
    for (const RaceCurve* one : model.plotted()) EXPECT_NE(one->key, edited);
    const RaceTable table = race_table(model.curves(), model.results(), std::nullopt);
    EXPECT_EQ(std::count_if(table.rows.begin(), table.rows.end(),
                            [](const RaceTable::Row& row) {
                                return row.refusal.rfind("This computer has no GPU", 0) == 0;
                            }),
              1);
    race(edited_scene("// mine\n", "integral_image_one_pass"));
    EXPECT_TRUE(curve("recorded integral_image_one_pass gpu").shown) << "the kernel as it was, recorded";
    race(edited_scene());
    model.show_opening();
    EXPECT_FALSE(curve(edited).opening);
    for (const RaceCurve& one : model.curves()) EXPECT_EQ(one.shown, one.opening && one.reason.empty());
    model.remove_edit(edited);
    EXPECT_EQ(find(edited), nullptr);
}

TEST_F(RaceEditTest, WaitsForTheMachineAndForTheRaceThatRuns) {
    race(edited_scene());
    EXPECT_EQ(curve(edited).note, "Checking this computer.");
    set_machine(true);
    EXPECT_EQ(model.experiment().title, home);
    EXPECT_TRUE(curve(edited).shown);
    model.advance();
    EXPECT_TRUE(model.timing_edit());
    model.finish();
    EXPECT_EQ(curve(edited).points.size(), 3U);
    // Measured again, all of it.
    runs = 0;
    model.start();
    EXPECT_TRUE(model.racing());
    EXPECT_EQ(curve(edited).note, "Timed after the race.");
    model.finish();
    EXPECT_EQ(runs, 3);
    EXPECT_EQ(curve(edited).points.size(), 3U);
}

TEST_F(RaceEditTest, CancelAndOtherTypesAndOtherExperimentsEndItsTiming) {
    set_machine(true);
    hold = true;
    race(edited_scene());
    model.cancel();
    model.finish();
    EXPECT_EQ(curve(edited).note, "Cancelled.");
    EXPECT_FALSE(model.racing());
    race(edited_scene());
    const std::vector<ElementTypes> types = model.experiment().types;
    const ElementTypes other = types.front() == model.types() ? types.at(1) : types.front();
    model.choose_types(other);
    hold = false;
    model.finish();
    model.advance();
    model.finish();
    ASSERT_EQ(curve(edited).points.size(), curve(edited).reason.empty() ? 3U : 0U);
    hold = true;
    race(edited_scene());
    model.choose_experiment("Integral images");
    model.finish();
    EXPECT_FALSE(model.timing_edit());
    EXPECT_EQ(find(edited), nullptr);
    hold = false;
    model.choose_experiment(home);
    model.advance();
    model.finish();
    EXPECT_EQ(curve(edited).points.size(), curve(edited).reason.empty() ? 3U : 0U);
}

TEST_F(RaceEditTest, IsExportedUnderItsOwnNameAndNotTakenForARecordedOne) {
    set_machine(true);
    race(edited_scene());
    model.finish();
    const std::string path = test::own_file("race-edit.json");
    model.export_to(path);
    std::stringstream written;
    written << std::ifstream(path).rdbuf();
    EXPECT_THAT(written.str(), HasSubstr("\"gpu+edited\""));
    model.open_recording(path);
    EXPECT_NE(find("recorded scan_hillis_steele gpu"), nullptr);
    EXPECT_EQ(find("recorded scan_hillis_steele gpu+edited"), nullptr);
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace upsweep::app
