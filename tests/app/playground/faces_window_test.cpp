// What is looked at among the faces: levels, windows, filters; and the map of a level as a picture.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/helpers/faces_fixture.h"
#include "app/playground/model/faces_task.h"
#include "emulator/trace/trace.h"
#include "replay/data/cell_history.h"
#include "replay/data/corners.h"
#include "replay/position/position.h"
#include "replay/trace.h"
#include "scenes/run_scene.h"

namespace upsweep::app {
namespace {

using testing::HasSubstr;

TEST_F(FacesTaskTest, BeginsAtAWindowOfTheSurestFace) {
    functions.detect = [](const Array& grey, const cascade::Cascade& cascade,
                          const vision::FaceRequest& request, const backends::Backend&,
                          const std::atomic<bool>*) {
        vision::FaceRun run = pretended_run(grey, cascade, request);
        run.faces = {{30, 2, 8, 8, 2}, {4, 4, 24, 24, 9}, {0, 20, 9, 9, 4}};
        return run;
    };
    open();
    const FacesTask::Box box = task().window_box();
    EXPECT_NEAR(box.x + box.width / 2, 16, 4);
    EXPECT_NEAR(box.y + box.height / 2, 16, 4);
    EXPECT_NEAR(box.width, 24, 8);
    EXPECT_EQ(task().looked().survived, pretended_stages);
}

TEST_F(FacesTaskTest, WithoutAFaceItBeginsWithTheLevelOfMostWindowsAndOneThatPasses) {
    functions.detect = [](const Array& grey, const cascade::Cascade& cascade,
                          const vision::FaceRequest& request, const backends::Backend&,
                          const std::atomic<bool>*) {
        vision::FaceRun run = pretended_run(grey, cascade, request);
        run.faces.clear();
        return run;
    };
    open();
    EXPECT_EQ(task().level_number(), 2);
    const FacePlace place = task().place();
    EXPECT_EQ(place.x + place.y, 5);
    EXPECT_EQ(task().looked().survived, pretended_stages);
}

TEST_F(FacesTaskTest, AWindowIsChosenOnThePicture) {
    open();
    task().choose_level(3);
    task().choose_at(20, 15);
    const FacesTask::Box box = task().window_box();
    const double scale = task().level()->scale;
    EXPECT_NEAR(box.x + box.width / 2, 20, scale / 2 + 1e-9);
    EXPECT_NEAR(box.y + box.height / 2, 15, scale / 2 + 1e-9);
    EXPECT_NEAR(box.width, 6 * scale, 0.5);
    task().choose_at(-100, 1000);
    EXPECT_EQ(task().place(), (FacePlace{0, task().level()->places.height - 1}));
}

TEST_F(FacesTaskTest, TheWindowStaysWhereItIsFromLevelToLevel) {
    open();
    task().choose_level(0);
    task().choose_at(24, 18);
    for (int level = 0; level < task().levels(); ++level) {
        task().choose_level(level);
        const FacesTask::Box box = task().window_box();
        EXPECT_NEAR(box.x + box.width / 2, 24, 7) << level;
    }
    task().choose_level(-4);
    EXPECT_EQ(task().level_number(), 0);
    task().choose_level(4000);
    EXPECT_EQ(task().level_number(), task().levels() - 1);
}

TEST_F(FacesTaskTest, ANewSearchKeepsScaleAndWindow) {
    open();
    task().choose_level(4);
    task().choose_at(30, 20);
    const double scale = task().level()->scale;
    task().set_factor(1.05);
    settle();
    EXPECT_NEAR(std::log(task().level()->scale / scale), 0, std::log(1.05) / 2 + 1e-9);
    const FacesTask::Box box = task().window_box();
    EXPECT_NEAR(box.x + box.width / 2, 30, 2);
}

TEST_F(FacesTaskTest, FiltersAreSteppedAndCountedByStage) {
    open();
    EXPECT_EQ(task().filter(), 0);
    EXPECT_EQ(task().filters_in_stage(), 1);
    task().choose_filter(4);
    EXPECT_EQ(task().stump()->stage, 2);
    EXPECT_EQ(task().filters_in_stage(), 2);
    EXPECT_EQ(task().filter_in_stage(), 1);
    task().choose_filter(5);
    EXPECT_EQ(task().filter(), 4);
    task().choose_window({0, 0});  // rejected by the first stage: one filter
    EXPECT_EQ(task().filter(), 0);
    task().choose_filter(-1);
    EXPECT_EQ(task().filter(), 0);
}

TEST_F(FacesTaskTest, StepsThroughASmallPartAroundTheWindow) {
    EXPECT_NE(task().why_no_step(), "");
    EXPECT_FALSE(task().step_through(0, 0));
    open();
    const auto all = catalog();
    if (std::none_of(all.begin(), all.end(),
                     [](const Algorithm* one) { return one->slug == "haar_cascade"; }))
        GTEST_SKIP() << "there is no entry to step through";
    EXPECT_EQ(task().why_no_step(), "");
    task().choose_level(0);
    task().choose_window({20, 10});
    const auto what = task().step_through(0, 0);
    ASSERT_TRUE(what);
    EXPECT_EQ(what->scene.slug(), "haar_cascade");
    EXPECT_EQ(what->scene.catalog().parameters.extent, (Extent{16, 12}));
    // The window of 6 x 6 at (20, 10) is in the middle.
    EXPECT_EQ(*what->scene.catalog().input, cut_out(*task().level()->picture, {15, 7, 31, 19}));
    // It begins at (5, 3) there, of 11 places a row.
    EXPECT_EQ(what->cell, 3 * 11 + 5);
}

TEST_F(FacesTaskTest, StepStandsWhereTheWindowsLaneHasItsFirstFiltersSums) {
    open();
    task().choose_level(0);
    for (const FacePlace place : {FacePlace{20, 10}, {0, 0}, {20, 11}}) {
        task().choose_window(place);
        const auto what = task().step_through(0, 0);
        ASSERT_TRUE(what);
        const SteppedThrough found = at_its_step(*what);
        ASSERT_TRUE(found.look);
        EXPECT_EQ(*found.look, (FirstLook{StepSize::barrier, what->cell}));
        replay::StepPosition position(
            std::make_shared<const scenes::RunScene>(scenes::run_scene(found.scene)));
        const emulator::Trace& trace = position.trace();
        const auto writes = replay::writes_of(trace, {trace.plan.output.index, what->cell});
        ASSERT_EQ(writes.size(), 1U);
        EXPECT_LT(found.scene.step, writes[0].step);
        // The step just done is one of the same lane, which keeps what it made of corners in the tile: both
        // rectangles of the first filter, inside of the window.
        const int64_t step = found.scene.step - 1;
        const emulator::Step& at = trace.steps[step];
        EXPECT_EQ(at.block, writes[0].block);
        EXPECT_EQ(int(at.warp), writes[0].warp);
        position.set_grain(StepSize::barrier);
        position.seek(found.scene.step);
        position.set_example("survived", what->cell);
        EXPECT_EQ(position.example_lane(), writes[0].lane);
        const replay::CornersPicture corners = replay::make_corners(
            trace, position.staged(), position.held(), position.moment(), position.example_lane());
        EXPECT_EQ(corners.lane, writes[0].lane);
        ASSERT_EQ(corners.sums.size(), 2U);
        for (const replay::CornerSum& sum : corners.sums) {
            EXPECT_EQ(trace.arrays[sum.table].name, "table");
            const int64_t across = trace.arrays[trace.plan.output.index].extent.width;
            EXPECT_GE(sum.window.left, what->cell % across);
            EXPECT_GE(sum.window.top, what->cell / across);
            EXPECT_LE(sum.window.left + sum.window.size.width, what->cell % across + 6);
            EXPECT_LE(sum.window.top + sum.window.size.height, what->cell / across + 6);
        }
        EXPECT_THAT(position.sentence(), testing::Not(testing::HasSubstr("returns")));
        // Its part begins where the window does: the same pixels as in the cut-out.
        const int64_t across = trace.arrays[trace.plan.output.index].extent.width;
        EXPECT_EQ(what->scene.catalog().input->number(what->cell / across * 16 + what->cell % across),
                  task().level()->picture->number(task().window_corner().y * task().level()->extent.width +
                                                  task().window_corner().x));
    }
}

TEST_F(FacesTaskTest, SweepsFromLevelToLevel) {
    open();
    task().choose_level(0);
    task().advance(10);
    EXPECT_EQ(task().level_number(), 0);
    task().set_sweeping(true);
    for (int i = 0; i < task().levels(); ++i) {
        EXPECT_EQ(task().level_number(), i);
        task().advance(0.2);
        task().advance(0.2);
    }
    EXPECT_EQ(task().level_number(), 0);
}

TEST_F(FacesTaskTest, APictureSmallerThanTheWindowHasNoLevels) {
    task().take(picture_of(Array(ScalarType::u8, Extent{5, 5})));
    settle();
    ASSERT_TRUE(task().found());
    EXPECT_EQ(task().levels(), 0);
    EXPECT_EQ(task().level(), nullptr);
    task().choose_level(3);
    task().choose_at(2, 2);
    task().choose_filter(2);
    task().set_sweeping(true);
    task().advance(1);
    EXPECT_EQ(task().stump(), nullptr);
    EXPECT_EQ(task().window_box().width, 0);
    EXPECT_EQ(task().filters_in_stage(), 0);
}

TEST_F(FacesTaskTest, ItsResultIsTheMapOfTheLevelInColours) {
    open();
    task().choose_level(2);
    ASSERT_TRUE(task().result());
    const DrawnPicture& map = *task().result();
    EXPECT_EQ(map.extent(), task().level()->places);
    const auto colour = [&](int64_t x, int64_t y) {
        const int64_t at = y * map.extent().width + x;
        return MapColour{static_cast<uint8_t>(map.channels[0].number(at)),
                         uint8_t(map.channels[1].number(at)), uint8_t(map.channels[2].number(at))};
    };
    EXPECT_EQ(colour(2, 3), map_all);
    EXPECT_EQ(colour(0, 0), map_grey(0, pretended_stages));
    EXPECT_THAT(task().label(), HasSubstr("scale 3"));
    EXPECT_EQ(task().value_at(0, 0), "");  // no window has its middle there
    EXPECT_EQ(task().value_at(12, 12), "0 stages");
    task().choose_level(0);
    EXPECT_EQ(task().result()->extent(), task().level()->places);
}

TEST_F(FacesTaskTest, SavesThePictureWithItsFacesFramed) {
    EXPECT_EQ(task().to_save(), nullptr);
    open();
    const auto saved = task().to_save();
    const Array& framed = saved->channels.front();
    const auto at = [&](int64_t x, int64_t y) { return framed.number(y * 48 + x); };
    EXPECT_EQ(at(4, 10), 0);
    EXPECT_EQ(at(5, 10), 255);
    EXPECT_EQ(at(6, 10), 0);
    EXPECT_EQ(at(27, 10), 0);
    EXPECT_EQ(at(7, 10), picture->grey->number(10 * 48 + 7));
}

TEST(RejectionMap, TakesOfWindowsThatShareAPixelTheOneThatCameFurthest) {
    vision::FaceLevel level;
    level.scale = 2;
    level.window = {48, 48};
    level.places = {1500, 4};
    Array survived(ScalarType::u8, level.places);
    for (int64_t i = 0; i < survived.extent().count(); ++i) survived.set_number(i, 255);
    survived.set_number(3, 7);
    survived.set_number(1500 + 4, 2);
    level.survived = std::make_shared<const Array>(std::move(survived));
    const auto map = rejection_map(level, 25);
    EXPECT_EQ(map->extent(), (Extent{500, 2}));
    EXPECT_EQ(map->channels[0].number(0), map_not_asked[0]);
    EXPECT_EQ(map->channels[0].number(1), map_grey(7, 25)[0]);
    // The middle of the first window, and a step of two pixels of the picture a window.
    EXPECT_EQ(map->place, (vision::Region{23, 23, 3023, 31}));
}

}  // namespace
}  // namespace upsweep::app
