// The Race in the window, driven by keys and mouse off-screen: a real race on tiny sizes.
#include <gmock/gmock.h>

#include <chrono>
#include <cmath>
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
        // The lecture has begun; these tests start their own, small races.
        model().cancel();
        model().finish();
        drive().key("L");
        drive().frames(2);
        choose("race.from", "race.side.16");
    }
    const RaceCurve& curve(const std::string& key) {
        for (const RaceCurve& one : model().curves())
            if (one.key == key) return one;
        throw Error("There is no curve " + key);
    }
    /// Where the sides and values of the whole plot come to lie.
    PlotFrame axes() {
        const Rect field = drive().item("race.plot");
        const std::vector<PlotSeries> series = model().series();
        return {field.min.x, field.min.y, field.max.x, field.max.y, x_axis_of(series), y_axis_of(series)};
    }
    RaceModel& model() { return race_model_of(app().active()); }
    void choose(std::string_view chip, std::string_view row) {
        drive().click_item(chip);
        drive().frames(2);
        drive().click_item(row);
        drive().frames(2);
    }
    /// Every line has its label; beside the field they are 2.9 E from one to the next.
    void expect_labels_apart() {
        std::vector<Rect> labels;
        for (std::size_t i = 0; i < model().series().size(); ++i)
            labels.push_back(drive().item("race.plot.label." + std::to_string(i)));
        const float right = drive().item("race.plot").max.x;
        for (std::size_t i = 0; i < labels.size(); ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const bool apart = labels[i].max.x <= labels[j].min.x || labels[j].max.x <= labels[i].min.x ||
                                   labels[i].max.y <= labels[j].min.y || labels[j].max.y <= labels[i].min.y;
                EXPECT_TRUE(apart) << i << " and " << j;
                if (labels[i].min.x > right && labels[j].min.x > right) {
                    EXPECT_GE(std::abs(labels[i].min.y - labels[j].min.y), 2.9F * 16 - 0.1F);
                }
            }
    }
    /// Nothing of what is said in the plot lies on a line.
    void expect_no_line_under(const std::string& id) {
        const Rect box = drive().item(id);
        const PlotFrame frame = axes();
        for (const PlotSeries& series : model().series())
            for (std::size_t i = 1; i < series.points.size(); ++i)
                for (int step = 0; step <= 200; ++step) {
                    const float t = static_cast<float>(step) / 200;
                    const PlotPoint &a = series.points[i - 1], &b = series.points[i];
                    const ImVec2 at(std::lerp(frame.px_x(a.x), frame.px_x(b.x), t),
                                    std::lerp(frame.px_y(a.y), frame.px_y(b.y), t));
                    EXPECT_FALSE(box.contains(at)) << id << " covers " << series.name;
                }
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
    drive().click_item("race.mode.1");
    drive().frames(1);
    EXPECT_EQ(model().mode(), RaceMode::throughput);
    drive().key("M");
    drive().frames(1);
    EXPECT_EQ(model().mode(), RaceMode::speedup);
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

// The plot has most of the window, with six lines and their labels in two lines beside it.
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
    ASSERT_EQ(model().series().size(), 6U);
    EXPECT_GT(drive().item("race.plot").height(), 768 * 0.45F);
    EXPECT_GT(drive().item("race.plot").width(), 1024 * 0.5F);
    EXPECT_GT(drive().item("race.table").height(), 16 * (1.8F + 6 * 1.6F));
    expect_labels_apart();
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
        model().cancel();  // the lecture's own race
        model().finish();
        drive().frames(2);
        model().cancel();
        model().finish();
    }
    void measure() {
        model().choose_sizes({.from = 16, .to = 1024});
        model().start();
        model().finish();
        drive().frames(2);
    }
};

TEST_F(PretendedRace, TheCrossingAndTheRatioAreSaidBesideTheLines) {
    measure();
    const RaceHeadline said = model().headline();
    ASSERT_TRUE(said.from);
    EXPECT_NEAR(said.from->x, 100, 15);
    ASSERT_TRUE(drive().has_item("race.plot.ring.0"));
    for (const char* id : {"race.plot.note.0", "race.plot.ratio"}) {
        ASSERT_TRUE(drive().has_item(id)) << id;
        expect_no_line_under(id);
    }
    expect_labels_apart();
}

TEST_F(PretendedRace, ALabelUnderTheMouseLightsItsLineAndAClickHidesIt) {
    measure();
    const std::size_t before = model().series().size();
    const std::string key = model().plotted()[1]->key;
    const Rect label = drive().item("race.plot.label.1");
    drive().move(label.centre().x, label.centre().y);
    drive().frames(2);
    EXPECT_EQ(model().lit(), key);
    drive().click_item("race.plot.label.1");
    drive().move(1, 1);
    drive().frames(2);
    EXPECT_FALSE(model().is_shown(key));
    EXPECT_EQ(model().series().size(), before - 1);
    EXPECT_EQ(model().lit(), "");
}

TEST_F(PretendedRace, ALineUnderTheMouseIsLitAndAClickHidesIt) {
    measure();
    const RaceCurve loop = *model().plotted()[0];
    const PlotFrame frame = axes();
    const CurvePoint& point = loop.points[loop.points.size() - 2];
    const ImVec2 at(frame.px_x(point.side), frame.px_y(point.seconds));
    drive().move(at.x, at.y);
    drive().frames(2);
    EXPECT_EQ(model().lit(), loop.key);
    drive().click(at.x, at.y);
    EXPECT_FALSE(model().is_shown(loop.key));
    const std::size_t left = model().series().size();
    drive().click(frame.left + 4, frame.top + 4);  // no line there
    EXPECT_EQ(model().series().size(), left);
}

TEST_F(PretendedRace, ABoxIsLookedAtCloserAndADoubleClickShowsAll) {
    measure();
    const PlotFrame frame = axes();
    const Rect field = drive().item("race.plot");
    const ImVec2 from = field.min + field.size() * 0.3F, to = field.min + field.size() * 0.8F;
    drive().drag(from, to);
    ASSERT_TRUE(model().zoom());
    EXPECT_NEAR(model().zoom()->x.lowest, frame.x.value(0.3), frame.x.value(0.3) * 0.03);
    EXPECT_NEAR(model().zoom()->x.highest, frame.x.value(0.8), frame.x.value(0.8) * 0.03);
    EXPECT_NEAR(model().zoom()->y.lowest, frame.y.value(0.2), frame.y.value(0.2) * 0.05);
    EXPECT_NEAR(model().zoom()->y.highest, frame.y.value(0.7), frame.y.value(0.7) * 0.05);
    const std::size_t lines = model().series().size();
    drive().click(field.min.x + 5, field.min.y + 5);
    drive().click(field.min.x + 5, field.min.y + 5);
    EXPECT_FALSE(model().zoom());
    drive().drag(from, to);
    EXPECT_TRUE(model().zoom());
    drive().key("F");
    EXPECT_FALSE(model().zoom());
    drive().drag(from, to);
    drive().key("Esc");  // the rail first
    drive().key("Esc");
    EXPECT_FALSE(model().zoom());
    EXPECT_EQ(model().series().size(), lines);  // a drag hides no line
}

TEST_F(PretendedRace, WhatIsMeasuredNowIsSaid) {
    std::atomic<bool> hold{true}, held{false};
    cpu->prepared = 0;
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

// Those of the recording and of the papers too.
TEST_F(RaceViewTest, EveryLineHasABoxThatWorks) {
    for (const char* more : {"race.more.0", "race.more.1", "race.more.2"}) {
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
    drive().click_item("race.opening");
    drive().frames(2);
    EXPECT_TRUE(model().opening_shown());
    const std::string recorded = "recorded integral_image_one_pass gpu";
    ASSERT_TRUE(model().is_shown(recorded));
    drive().click_item("race.line." + recorded);
    EXPECT_FALSE(model().is_shown(recorded));
    const std::size_t without = model().plotted().size();
    drive().click_item("race.line." + recorded);
    EXPECT_EQ(model().plotted().size(), without + 1);
}

TEST_F(RaceViewTest, OneClickShowsAllLinesOrThoseOfAPaper) {
    EXPECT_TRUE(model().opening_shown());
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
    app().active().pose();
    drive().frames(2);
    const auto before = std::filesystem::current_path();
    const auto folder = std::filesystem::path(::testing::TempDir()) / "upsweep-race-view-test";
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
