// The Race in the window, driven by keys and mouse off-screen: a real race on tiny sizes.
#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <thread>

#include "app/helpers/driver.h"
#include "app/race/model/race_model.h"
#include "app/race/view/race_view.h"
#include "bench/helpers/fake_backend.h"

namespace upsweep::app {
namespace {

struct RaceViewTest : AppTest {
    void SetUp() override {
        AppTest::SetUp();
        if (IsSkipped()) return;
        app().open("race");
        drive().settle();
        choose("race.from", "race.side.16");
    }
    RaceModel& model() { return race_model_of(app().active()); }
    void choose(std::string_view chip, std::string_view row) {
        drive().click_item(chip);
        drive().frames(2);
        drive().click_item(row);
        drive().frames(2);
    }
    template <typename F>
    bool wait_until(F&& reached) {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        while (!reached() && std::chrono::steady_clock::now() < until) {
            drive().frames(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return reached();
    }
};

TEST_F(RaceViewTest, SettingsAreChosenFromMenus) {
    EXPECT_EQ(model().sizes().from, 16);
    choose("race.to", "race.side.64");
    choose("race.steps", "race.steps.2");
    choose("race.precision", "race.precision.0");
    EXPECT_EQ(model().sizes(), (RaceSizes{16, 64, 2}));
    EXPECT_EQ(model().precision(), 0);
    choose("race.type", "race.type.f64→f64");
    EXPECT_EQ(model().types(), (ElementTypes{ScalarType::f64, ScalarType::f64}));
    drive().click_item("race.line.0");
    drive().frames(2);
    EXPECT_FALSE(model().line_on(0));
}

TEST_F(RaceViewTest, StartMeasuresAndTheTableFollowsTheMouse) {
    choose("race.to", "race.side.64");
    choose("race.precision", "race.precision.0");
    drive().click_item("race.start");
    ASSERT_TRUE(wait_until([&] { return !model().racing() && !model().results().lines.empty(); }));
    drive().frames(2);
    const std::size_t lines = model().results().lines.size();
    EXPECT_GE(lines, 2U);
    EXPECT_EQ(model().results().report.rows.size(), 3 * lines);
    EXPECT_TRUE(model().results().report.refusals.empty());
    EXPECT_EQ(model().shown_extent(), (Extent{64, 64}));
    const Rect field = drive().item("race.plot");
    drive().move(field.min.x + 2, field.centre().y);
    drive().frames(2);
    EXPECT_EQ(model().shown_extent(), (Extent{16, 16}));
    drive().move(1, 1);
    drive().frames(2);
    EXPECT_EQ(model().shown_extent(), (Extent{64, 64}));
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
    drive().click_item("race.mode.1");
    drive().frames(1);
    EXPECT_EQ(model().mode, RaceMode::throughput);
    drive().key("M");
    drive().frames(1);
    EXPECT_EQ(model().mode, RaceMode::speedup);
}

TEST_F(RaceViewTest, EveryWindowSizeDrawsWithoutLosingTheStart) {
    for (const auto& [width, height] : {std::pair{640, 480}, {1024, 768}, {1920, 1080}, {3840, 2160}}) {
        driver_.reset();  // one window at a time: ImGui has one context
        driver_ = std::make_unique<AppDriver>(width, height);
        app().open("race");
        drive().settle();
        EXPECT_TRUE(drive().has_item("race.start")) << width;
        EXPECT_EQ(drive().has_item("race.type"), width >= 1280) << width;
        if (width >= 1280) continue;
        drive().key("L");
        drive().frames(2);
        EXPECT_TRUE(drive().has_item("race.type")) << width;
    }
}

// Lanes that only pretend: a GPU with a fixed cost that wins from n = 100 or so, and a slow CPU.
struct PretendedRace : RaceViewTest {
    bench::FakeTime time;
    std::shared_ptr<bench::FakeBackend> cpu = std::make_shared<bench::FakeBackend>(time, "cpu");
    std::shared_ptr<bench::FakeBackend> gpu = std::make_shared<bench::FakeBackend>(time, "gpu");

    void SetUp() override {
        RaceViewTest::SetUp();
        if (IsSkipped()) return;
        cpu->seconds_per_element = 2e-9;
        gpu->seconds_per_element = 1e-11;
        gpu->seconds_fixed = 2e-5;
        bench::BackendsHere here;
        here.backends = {cpu, gpu};
        here.machine.cpu = "Pretended CPU";
        here.machine.gpu = "Pretended GPU";
        model().set_machine(here);
        drive().frames(2);
    }
};

TEST_F(PretendedRace, TheCrossingIsSaidAndEveryLineIsDrawn) {
    model().choose_sizes({.from = 16, .to = 1024});
    model().start();
    model().finish();
    const Rect field = (drive().frames(2), drive().item("race.plot"));
    drive().move(field.centre().x, field.centre().y);
    drive().frames(2);
    for (const RaceLine& line : model().experiment().lines) EXPECT_TRUE(line.reason.empty()) << line.label;
    const auto crossings = race_crossings(model().results());
    ASSERT_FALSE(crossings.empty());
    EXPECT_NEAR(crossings[0].at.x, 100, 15);
}

TEST_F(PretendedRace, WhatIsMeasuredNowIsSaid) {
    std::atomic<bool> hold{true}, held{false};
    cpu->on_run = [&] {
        if (cpu->prepared < 12) return;
        held = true;
        while (hold) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    };
    model().choose_sizes({.from = 16, .to = 4096});
    model().start();
    EXPECT_TRUE(wait_until([&] { return held.load(); }));
    drive().frames(3);
    EXPECT_TRUE(drive().has_item("race.cancel"));
    EXPECT_THAT(model().status().doing,
                ::testing::ContainsRegex(" at [0-9]+ × [0-9]+, (run [0-9]+ of|warming)"));
    EXPECT_GT(model().results().report.rows.size(), 5U);
    hold = false;
    model().finish();
}

TEST_F(RaceViewTest, ExportWritesAFileAndSaysWhere) {
    app().active().pose();
    drive().frames(2);
    const auto before = std::filesystem::current_path();
    const auto folder = std::filesystem::path(::testing::TempDir()) / "upsweep-race-view-test";
    std::filesystem::create_directories(folder);
    std::filesystem::current_path(folder);
    drive().click_item("race.export.json");
    drive().frames(2);
    drive().click_item("race.export.json");
    drive().frames(2);
    std::filesystem::current_path(before);
    EXPECT_TRUE(std::filesystem::exists(folder / "upsweep-race.json"));
    EXPECT_TRUE(std::filesystem::exists(folder / "upsweep-race-2.json"));
    EXPECT_TRUE(app().notices().all().empty());
    std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace upsweep::app
