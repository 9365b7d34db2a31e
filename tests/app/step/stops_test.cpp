// Breakpoints and "until", on the model: set, found, gone to, kept with the scene, heeded while it plays.
#include "app/step/model/stops.h"

#include <gmock/gmock.h>

#include "app/helpers/step_model_fixture.h"
#include "replay/structure/index.h"
#include "scenes/scene_file.h"

namespace upsweep::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class StopsTest : public StepModelFixture {
  protected:
    void open_one(const std::string& slug = "scan_blelloch") {
        open(scenes::initial_scene(slug), false);
        ASSERT_NE(model_.position(), nullptr) << model_.error();
        model_.set_grain(replay::Grain::statement);
        stops_.update();
    }
    void found() {
        wait_until([this] {
            stops_.update();
            return !stops_.looking();
        });
        stops_.update();
    }
    Told told() {
        return [this](const std::string& sentence) { said_ = sentence; };
    }
    int64_t step() { return at().step(); }

    Stops stops_{jobs_, model_};
    std::string said_;
};

TEST_F(StopsTest, GoOnAndBackAndSayWhereThereIsNone) {
    open_one();
    stops_.go(true, told());
    EXPECT_THAT(said_, HasSubstr("No breakpoints yet"));
    ASSERT_EQ(stops_.add("sums[3]"), "");
    found();
    const std::vector<int64_t> places = stops_.places();
    ASSERT_GT(places.size(), 2U);
    for (const int64_t place : places) {
        stops_.go(true, told());
        EXPECT_EQ(step(), place);
    }
    said_.clear();
    stops_.go(true, told());
    EXPECT_THAT(said_, HasSubstr("`sums[3]` does not happen after step"));
    stops_.go(false, told());
    EXPECT_EQ(step(), places[places.size() - 2]);
    ASSERT_EQ(stops_.add("barrier"), "");
    model_.end();
    said_.clear();
    stops_.go(true, told());
    found();
    EXPECT_THAT(said_, HasSubstr("None of the 2 breakpoints comes after"));
}

TEST_F(StopsTest, AreAskedForBeforeTheyAreFound) {
    open_one();
    ASSERT_EQ(stops_.add("barrier"), "");
    stops_.go(true, told());
    EXPECT_TRUE(stops_.waits());
    found();
    EXPECT_FALSE(stops_.waits());
    EXPECT_EQ(step(), stops_.places().front());
}

TEST_F(StopsTest, UntilGoesThereWithoutABreakpoint) {
    open_one();
    stops_.run_until("stride == 4 && lane == 1", true, told());
    found();
    EXPECT_GT(step(), 0);
    EXPECT_EQ(said_, "");
    EXPECT_THAT(stops_.all(), IsEmpty());
    const int64_t there = step();
    model_.end();
    stops_.run_until("stride == 4 && lane == 1", false, told());
    found();
    EXPECT_GE(step(), there);
    stops_.run_until("sums[3] = 99999", true, told());
    found();
    EXPECT_EQ(said_, "`sums[3] = 99999` never happens in this run.");
    stops_.run_until("sums[", true, told());
    EXPECT_NE(said_, "");
}

TEST_F(StopsTest, ALineIsSetAndTakenAway) {
    open_one();
    const int file = replay::first_file(at().trace());
    // A line without code stands for the next that runs.
    ASSERT_EQ(stops_.toggle_line(file, 1), "");
    ASSERT_EQ(stops_.lines(file).size(), 1U);
    const int line = stops_.lines(file).front();
    EXPECT_TRUE(at().index().ever_runs(file, line));
    EXPECT_THAT(model_.stops(), ElementsAre("line " + std::to_string(line)));
    EXPECT_EQ(stops_.toggle_line(file, line), "");
    EXPECT_THAT(stops_.lines(file), IsEmpty());
    EXPECT_THAT(stops_.toggle_line(file, 9999), HasSubstr("No line from 9999 on runs"));
}

TEST_F(StopsTest, PlayingPausesThere) {
    open_one();
    ASSERT_EQ(stops_.add("barrier"), "");
    found();
    for (const auto grain : {replay::Grain::statement, replay::Grain::launch}) {
        model_.set_grain(grain);
        model_.home();
        model_.set_playing(true);
        for (int i = 0; i < 10'000 && model_.playing(); ++i) model_.advance(0.2);
        EXPECT_FALSE(model_.playing());
        EXPECT_EQ(step(), stops_.places().front());
    }
    stops_.clear();
    found();
    model_.home();
    model_.set_playing(true);
    for (int i = 0; i < 10'000 && model_.playing(); ++i) model_.advance(0.2);
    EXPECT_EQ(step(), at().step_count());
}

TEST_F(StopsTest, AreKeptWithTheSceneAndGoWithIt) {
    open_one();
    ASSERT_EQ(stops_.add("line 16"), "");
    EXPECT_THAT(model_.scene_here().stops, ElementsAre("line 16"));
    // Another option is the same scene; the search runs again.
    Parameters parameters = model_.scene().catalog().parameters;
    parameters.set_option("padding", 1);
    open(scenes::with_parameters(model_.scene(), parameters));
    found();
    EXPECT_THAT(model_.stops(), ElementsAre("line 16"));
    ASSERT_EQ(stops_.all().size(), 1U);
    EXPECT_NE(stops_.all()[0].places, nullptr);
    // Another algorithm has its own; undo brings them back.
    open(scenes::initial_scene("scan_kogge_stone"), false);
    found();
    EXPECT_THAT(model_.stops(), IsEmpty());
    EXPECT_THAT(stops_.all(), IsEmpty());
    ASSERT_TRUE(model_.undo_scene());
    wait();
    found();
    EXPECT_EQ(model_.scene().slug(), "scan_blelloch");
    EXPECT_THAT(model_.stops(), ElementsAre("line 16"));
    const scenes::Scene read = scenes::parse_scene("s.toml", scenes::to_toml(model_.scene_here()));
    EXPECT_THAT(read.stops, ElementsAre("line 16"));
}

TEST_F(StopsTest, WhatIsSetWhileARunIsUnderWayStays) {
    open_one();
    model_.open(model_.scene(), true);
    ASSERT_EQ(stops_.add("barrier"), "");
    wait();
    found();
    EXPECT_THAT(model_.stops(), ElementsAre("barrier"));
    model_.open(scenes::initial_scene("scan_blelloch"), false);
    model_.cancel();
    EXPECT_THAT(model_.scene().stops, ElementsAre("barrier"));
}

}  // namespace
}  // namespace upsweep::app
