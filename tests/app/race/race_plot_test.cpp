// The Race's plot with a pretended GPU: what is said in it, and what the mouse does.
#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <memory>

#include "app/race/race_view_fixture.h"
#include "app/step/view/step_view.h"
#include "bench/helpers/fake_backend.h"
#include "core/helpers/sample.h"

namespace upsweep::app {
namespace {

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

TEST_F(PretendedRace, ALabelUnderTheMouseLightsItsLineAndAClickOpensItInStep) {
    measure();
    const size_t before = model().series().size();
    const std::string key = model().plotted()[1]->key;
    const Rect label = drive().item("race.plot.label.1");
    drive().move(label.centre().x, label.centre().y);
    drive().frames(2);
    EXPECT_EQ(model().lit(), key);
    RaceModel& race = model();
    const std::string owner = race.plotted()[1]->owner;
    drive().click_item("race.plot.label.1");
    drive().settle();
    ASSERT_EQ(app().active().name(), "step");
    EXPECT_EQ(active_view<StepView>(app()).model().scene().slug(), owner.substr(0, owner.find(' ')));
    EXPECT_EQ(race.series().size(), before) << "it stays in the Race";
    app().open("race");
    drive().frames(2);
    EXPECT_TRUE(race.is_shown(key));
}

TEST_F(PretendedRace, ALineUnderTheMouseIsLitAndAClickOpensItInStep) {
    measure();
    const RaceCurve loop = *model().plotted()[0];
    const PlotFrame frame = axes();
    const CurvePoint& point = loop.points[loop.points.size() - 2];
    const ImVec2 at(frame.px_x(point.side), frame.px_y(point.seconds));
    drive().move(at.x, at.y);
    drive().frames(2);
    EXPECT_EQ(model().lit(), loop.key);
    drive().click(frame.left + 4, frame.top + 4);  // no line there
    drive().frames(2);
    EXPECT_EQ(app().active().name(), "race");
    drive().click(at.x, at.y);
    drive().settle();
    EXPECT_EQ(app().active().name(), "step");
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
    const size_t lines = model().series().size();
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

// Experiments of the catalog, each with all its lines, live and recorded, in every mode.
TEST_F(PretendedRace, EveryExperimentDrawsAllItsLines) {
    model().show_recording(0);
    model().choose_sizes({.from = 16, .to = 128});
    model().choose_precision(0);
    std::vector<int> experiments;
    for (int i = 0; i < int(model().experiments().size()); ++i) experiments.push_back(i);
    for (const int i : test::sample("experiments of the Race", experiments, 5)) {
        model().choose_experiment(i);
        model().show_all();
        model().start();
        model().finish();
        for (const RaceMode mode : {RaceMode::time, RaceMode::throughput, RaceMode::speedup}) {
            model().choose_mode(mode);
            drive().frames(3);
            // A speed-up compares with a loop; an experiment without one says so.
            if (mode == RaceMode::speedup && model().plotted().empty()) {
                EXPECT_FALSE(drive().has_item("race.plot")) << model().experiment().title;
                continue;
            }
            const size_t lines = model().series().size();
            EXPECT_GE(lines, 3U) << model().experiment().title;
            ASSERT_TRUE(drive().has_item("race.plot")) << model().experiment().title;
            std::vector<Rect> labels;
            for (size_t s = 0; s < lines; ++s)
                if (const std::string id = "race.plot.label." + std::to_string(s); drive().has_item(id))
                    labels.push_back(drive().item(id));
            EXPECT_GE(labels.size(), std::min<size_t>(lines, 12)) << model().experiment().title;
            expect_none_overlaps(labels);
        }
    }
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

}  // namespace
}  // namespace upsweep::app
