// The Race in the window, driven by keys and mouse off-screen: a real race on tiny sizes.
#include <gmock/gmock.h>

#include <filesystem>

#include "app/race/race_view_fixture.h"
#include "core/helpers/own_folder.h"
#include "core/helpers/sample.h"

namespace upsweep::app {
namespace {

TEST_F(RaceViewTest, SettingsAreChosenFromMenus) {
    EXPECT_EQ(model().sizes().from, 16);
    choose("race.to", "race.side.64");
    choose("race.steps", "race.steps.2");
    choose("race.precision", "race.precision.0");
    EXPECT_EQ(model().sizes(), (RaceSizes{16, 64, 2}));
    EXPECT_EQ(model().precision(), 0);
    choose("race.type", "race.type.f64→f64");
    EXPECT_EQ(model().types(), (ElementTypes{ScalarType::f64, ScalarType::f64}));
}

TEST_F(RaceViewTest, StartMeasuresAndTheTableFollowsTheMouse) {
    choose("race.to", "race.side.64");
    choose("race.precision", "race.precision.0");
    drive().click_item("race.start");
    ASSERT_TRUE(wait_until([&] { return !model().racing() && !model().results().lines.empty(); }));
    drive().frames(2);
    const size_t lines = model().results().lines.size();
    EXPECT_GE(lines, 2U);
    EXPECT_EQ(model().results().report.rows.size(), 3 * lines);
    EXPECT_TRUE(model().results().report.refusals.empty());
    const Rect field = drive().item("race.plot");
    drive().move(axes().px_x(16), field.max.y - 3);
    drive().frames(2);
    EXPECT_EQ(model().hovered(), 16);
    drive().move(1, 1);
    drive().frames(2);
    EXPECT_FALSE(model().hovered());
}

TEST_F(RaceViewTest, PauseGoOnAndCancelByKeyAndMouse) {
    choose("race.to", "race.side.16384");
    choose("race.precision", "race.precision.2");
    drive().key("Space");
    ASSERT_TRUE(wait_until([&] { return !model().results().report.rows.empty(); }));
    drive().key("Space");
    ASSERT_TRUE(wait_until([&] { return model().status().state == bench::RaceState::paused; }));
    drive().click_item("race.pause");
    ASSERT_TRUE(wait_until([&] { return model().status().state == bench::RaceState::running; }));
    EXPECT_THAT(model().status().doing, ::testing::HasSubstr("16"));
    drive().click_item("race.cancel");
    ASSERT_TRUE(wait_until([&] { return !model().racing(); }));
    EXPECT_EQ(model().status().state, bench::RaceState::cancelled);
    drive().frames(2);
    EXPECT_TRUE(drive().has_item("race.start"));
}

TEST_F(RaceViewTest, PlotModesByMouseAndKey) {
    drive().click_item("race.mode");
    drive().frames(2);
    drive().click_item("race.mode.1");
    drive().frames(2);
    EXPECT_EQ(model().mode(), RaceMode::throughput);
    drive().key("M");
    drive().frames(1);
    EXPECT_EQ(model().mode(), RaceMode::speedup);
    drive().key("Shift+M");
    drive().frames(1);
    EXPECT_EQ(model().mode(), RaceMode::throughput);
}

// Bars, strips and the map, in every size: rows in the window, and each row a way into Step.
TEST_F(RaceViewTest, EveryViewDrawsInEverySizeAndPresented) {
    const std::vector<std::pair<int, int>> sizes = {{640, 480}, {1024, 768}, {1280, 800}, {1920, 1080}};
    for (const auto& [width, height] : test::sample("windows of the Race", sizes, 1)) {
        driver_.reset();
        driver_ = std::make_unique<AppDriver>(width, height);
        app().open("race");
        drive().settle();
        model().cancel();
        model().finish();
        model().choose_sizes({.from = 16, .to = 64});
        model().choose_precision(0);
        for (const RaceWay& way : model().ways()) {
            if (way.mode == RaceMode::why) continue;  // its own test
            app().go_to(scenes::RacePlace{.view = std::string(way.name)});
            EXPECT_EQ(model().mode(), way.mode);
            model().start();
            model().finish();
            drive().frames(3);
            const std::string what = way.mode == RaceMode::bars       ? "race.bars"
                                     : way.mode == RaceMode::spread   ? "race.spread"
                                     : way.mode == RaceMode::heat     ? "race.heat"
                                     : way.mode == RaceMode::strip    ? "race.strip"
                                     : way.mode == RaceMode::roofline ? "race.roofline"
                                                                      : "race.plot";
            if (asks_model(way.mode)) wait_until([&] { return drive().has_item(what); });
            ASSERT_TRUE(drive().has_item(what)) << way.name << " " << width;
            EXPECT_LE(drive().item(what).max.x, float(width)) << way.name;
            EXPECT_GT(drive().item(what).width(), float(width) * 0.2F) << way.name;
            float high = drive().item(what).height();
            if (way.mode == RaceMode::strip) high += drive().item("race.strip.frames").height();
            EXPECT_GT(high, float(height) * 0.15F) << way.name;
        }
    }
}

TEST_F(RaceViewTest, APresetDrawsItsPanelsAndClaimsAndLeadsBack) {
    app().go_to(scenes::RacePlace{.preset = "bugetti-6"});
    drive().settle();
    EXPECT_EQ(model().mode(), RaceMode::paper);
    for (const char* id : {"race.panel.0", "race.claims", "race.tree", "race.preset.bugetti-6"})
        EXPECT_TRUE(drive().has_item(id)) << id;
    press("race.preset.oro-10");
    EXPECT_EQ(model().presets.at(model().presets.chosen()).name, "oro-10");
    press("race.tree.back");
    EXPECT_EQ(model().mode(), RaceMode::time);
    EXPECT_FALSE(drive().has_item("race.tree"));
    EXPECT_TRUE(drive().has_item("race.experiment"));
}

TEST_F(RaceViewTest, WhySlowAnswersForAnEntryAndLeadsToALesson) {
    app().go_to(scenes::RacePlace{.curves = {"scan_blelloch"}, .view = "why"});
    drive().settle();
    const RaceWhy& why = active_view<RaceView>(app()).why();
    ASSERT_TRUE(wait_until([&] { return why.answer() != nullptr; })) << why.error();
    drive().frames(3);
    EXPECT_EQ(why.algorithm()->slug, std::string("scan_blelloch"));
    ASSERT_FALSE(why.answer()->causes.empty());
    ASSERT_TRUE(drive().has_item("race.why.cause.0.learn"));
    EXPECT_TRUE(drive().has_item("race.why.plot"));
    press("race.why.cause.0.learn");
    EXPECT_EQ(app().active().name(), "lessons");
    // A cause's line leads to Step, at the step where it first runs.
    app().go_to(scenes::RacePlace{.curves = {"scan_blelloch"}, .view = "why"});
    ASSERT_TRUE(wait_until([&] { return why.answer() != nullptr; })) << why.error();
    drive().frames(3);
    ASSERT_TRUE(drive().has_item("race.why.cause.1.line"));
    press("race.why.cause.1.line");
    EXPECT_TRUE(wait_until([&] { return app().active().name() == "step"; }));
}

TEST_F(RaceViewTest, ARowOfOneSizeLeadsToStepAndItsCornerBack) {
    model().choose_mode(RaceMode::bars);
    drive().frames(3);
    ASSERT_TRUE(drive().has_item("race.row.0"));
    const double before = model().side();
    drive().key("Left");
    drive().frames(2);
    EXPECT_LT(model().side(), before);
    drive().click_item("race.row.0");
    drive().settle();
    EXPECT_EQ(app().active().name(), "step");
}

TEST_F(RaceViewTest, EveryWindowSizeDrawsWithoutLosingTheStart) {
    for (const auto& [width, height] :
         {std::pair{640, 480}, {1024, 768}, {1280, 800}, {1920, 1080}, {3840, 2160}}) {
        driver_.reset();  // one window at a time: ImGui has one context
        driver_ = std::make_unique<AppDriver>(width, height);
        app().open("race");
        drive().settle();
        model().cancel();
        model().finish();
        drive().frames(3);
        EXPECT_TRUE(drive().has_item("race.start")) << width;
        EXPECT_TRUE(drive().has_item("race.plot")) << width;
        EXPECT_EQ(drive().has_item("race.type"), width >= 1920) << width;
        if (width >= 1920) continue;
        drive().click_item("race.menu");
        drive().frames(2);
        EXPECT_TRUE(drive().has_item("race.type")) << width;
        drive().key("Esc");
        drive().frames(2);
        EXPECT_FALSE(drive().has_item("race.type")) << width;
    }
}

// The plot has most of the window, with seven lines and their labels in two lines beside it; the
// table below scrolls.
TEST_F(RaceViewTest, At1024By768ThePlotHasTheRoom) {
    driver_.reset();
    driver_ = std::make_unique<AppDriver>(1024, 768);
    app().open("race");
    drive().settle();
    model().cancel();
    model().finish();
    model().choose_sizes({.from = 64, .to = 512});
    model().start();
    model().finish();
    drive().frames(3);
    ASSERT_EQ(model().series().size(), 7U);
    EXPECT_GT(drive().item("race.plot").height(), 768 * 0.45F);
    EXPECT_GT(drive().item("race.plot").width(), 1024 * 0.5F);
    EXPECT_GT(drive().item("race.table").height(), 16 * (1.8F + 5 * 1.6F));
    expect_labels_apart();
}

// Those of the recording and of the papers too.
TEST_F(RaceViewTest, EveryLineHasABoxThatWorks) {
    for (const char* more : {"race.more.0", "race.more.1", "race.more.3"}) {
        ASSERT_TRUE(drive().has_item(more)) << more;
        app().items().focus = more;
        drive().key("Enter");
    }
    std::vector<std::string> keys;
    for (const RaceCurve& one : model().curves())
        if (one.reason.empty()) keys.push_back(one.key);
    EXPECT_GT(keys.size(), 15U);
    for (const std::string& key : keys) {
        // A narrow window's rail is scrolled; the boxes above and below are reached by Tab and Enter as well.
        const bool before = model().is_shown(key);
        app().items().focus = "race.line." + key;
        drive().key("Enter");
        model().cancel();
        EXPECT_NE(model().is_shown(key), before) << key;
        EXPECT_EQ(curve(key).shown, !before) << key;
    }
    model().finish();
    press("race.opening");
    EXPECT_TRUE(model().opening_shown());
}

TEST_F(RaceViewTest, OneClickShowsAllLinesOrThoseOfAPaper) {
    to_lines();
    EXPECT_TRUE(model().opening_shown());
    const std::string recorded = "recorded integral_image_one_pass gpu";
    const size_t lines = model().plotted().size();
    drive().click_item("race.line." + recorded);
    EXPECT_FALSE(model().is_shown(recorded));
    EXPECT_EQ(model().plotted().size(), lines - 1);
    drive().click_item("race.line." + recorded);
    EXPECT_TRUE(model().is_shown(recorded));
    drive().click_item("race.all");
    drive().frames(2);
    EXPECT_TRUE(model().all_shown());
    drive().click_item("race.opening");
    drive().frames(2);
    EXPECT_TRUE(model().opening_shown());
    drive().key("A");
    EXPECT_TRUE(model().all_shown());
    drive().key("A");
    EXPECT_TRUE(model().opening_shown());
    model().show_paper("Oro et al. 2011");
    drive().frames(2);
    EXPECT_FALSE(model().opening_shown());
    app().items().focus = "race.papers";
    drive().key("Enter");
    drive().frames(2);
    drive().click_item("race.paper.Bugetti 2025");
    drive().frames(2);
    EXPECT_TRUE(model().is_shown("published Bugetti 2025, i5-12400F"));
    EXPECT_TRUE(model().is_shown("recorded integral_image_bugetti gpu"));
    EXPECT_FALSE(model().is_shown("recorded integral_image_oro gpu"));
    model().cancel();
    model().finish();
}

TEST_F(RaceViewTest, TheIconsOpenTheRailAndEscapeFoldsIt) {
    drive().key("Esc");
    drive().frames(2);
    EXPECT_FALSE(drive().has_item("race.type"));
    for (const char* icon : {"race.menu", "race.icon.lines", "race.icon.settings"}) {
        ASSERT_TRUE(drive().has_item(icon)) << icon;
        drive().click_item(icon);
        drive().frames(2);
        EXPECT_TRUE(drive().has_item("race.type")) << icon;
        drive().key("Esc");
        drive().frames(2);
        EXPECT_FALSE(drive().has_item("race.type")) << icon;
    }
}

TEST_F(RaceViewTest, ExportWritesAFileAndSaysWhere) {
    const auto export_json = [&] {
        app().items().focus = "race.export";
        drive().key("Enter");
        drive().frames(2);
        drive().click_item("race.export.json");
        drive().frames(2);
    };
    app().active().shot_controls().pose();
    drive().frames(2);
    const auto before = std::filesystem::current_path();
    const auto folder = std::filesystem::path(test::own_file("upsweep-race-view-test"));
    std::filesystem::create_directories(folder);
    std::filesystem::current_path(folder);
    export_json();
    export_json();
    std::filesystem::current_path(before);
    EXPECT_TRUE(std::filesystem::exists(folder / "upsweep-race.json"));
    EXPECT_TRUE(std::filesystem::exists(folder / "upsweep-race-2.json"));
    EXPECT_TRUE(app().notices().all().empty());
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace upsweep::app
