// Face detection driven as by a user, with a cascade of two filters that finds bright spots.
#include "app/playground/view/faces_panel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "app/helpers/faces_fixture.h"
#include "app/helpers/playground_fixture.h"
#include "app/step/view/step_view.h"
#include "emulator/trace/trace.h"
#include "replay/data/cell_history.h"
#include "replay/data/picture.h"

namespace upsweep::app {
namespace {

using testing::HasSubstr;

/// Two stages of one filter each: is the middle brighter than all, by `much` of the contrast at least?
std::string spots(double much) {
    return R"(<?xml version="1.0"?>
<opencv_storage>
<cascade type_id="opencv-cascade-classifier"><stageType>BOOST</stageType>
  <featureType>HAAR</featureType>
  <height>6</height>
  <width>6</width>
  <featureParams><maxCatCount>0</maxCatCount></featureParams>
  <stages>
    <_><stageThreshold>0.5</stageThreshold>
      <weakClassifiers><_><internalNodes>0 -1 0 1.</internalNodes><leafValues>-1 1</leafValues></_></weakClassifiers></_>
    <_><stageThreshold>0.5</stageThreshold>
      <weakClassifiers><_><internalNodes>0 -1 0 )" +
           std::to_string(much) +
           R"(</internalNodes><leafValues>-1 1</leafValues></_></weakClassifiers></_></stages>
  <features>
    <_><rects><_>0 0 6 6 -1.</_><_>2 2 2 2 9.</_></rects></_></features>
</cascade>
</opencv_storage>
)";
}

/// Dark, with bright squares of several sizes.
Array spotted_picture(Extent extent) {
    Array grey(ScalarType::u8, extent);
    for (int64_t i = 0; i < extent.count(); ++i) grey.set_number(i, double(40 + i % 7));
    for (const int64_t side : {2, 4, 6, 8})
        for (int64_t y = 0; y < side; ++y)
            for (int64_t x = 0; x < side; ++x) grey.set_number((20 + y) * extent.width + 10 * side + x, 220);
    return grey;
}

class FacesViewTest : public PlaygroundViewFixture {
  protected:
    void SetUp() override {
        make_folder();
        std::ofstream(folder / "haarcascade_frontalface_default.xml") << spots(3);
        media::save_image(folder / "spots.png", spotted_picture({120, 60}));
        setenv("UPSWEEP_CASCADES", folder.c_str(), 1);
        AppTest::SetUp();
    }
    void TearDown() override {
        unsetenv("UPSWEEP_CASCADES");
        PlaygroundViewFixture::TearDown();
    }
    /// With the spots in front.
    void open() {
        app().open_file((folder / "spots.png").string());
        view().choose_task("faces");
        drive().settle();
        ASSERT_TRUE(task().found());
        ASSERT_GT(task().levels(), 4);
    }
    void restart(int width, int height) {
        driver_.reset();  // one window at a time: ImGui has one context
        driver_ = std::make_unique<AppDriver>(width, height);
        app().open("playground");
    }
    FacesTask& task() { return dynamic_cast<FacesTask&>(view().task("faces")); }
};

TEST_F(FacesViewTest, FindsWithTheUsualCascade) {
    open();
    EXPECT_EQ(task().cascade()->window, (Extent{6, 6}));
    EXPECT_GT(task().found()->run.raw.size(), 3U);
    EXPECT_EQ(view().model().show, Playground::Show::original);
    EXPECT_EQ(view().panel().original_label(),
              counted(int64_t(task().faces().size()), "face", "faces") + " from " +
                  counted(int64_t(task().found()->run.raw.size()), "window", "windows"));
    EXPECT_EQ(task().looked().survived, 2);
    EXPECT_TRUE(drive().has_item("playground.faces.map"));
}

TEST_F(FacesViewTest, TheClassComesUntilSomebodyOpensAPicture) {
    std::filesystem::remove(folder / "haarcascade_frontalface_default.xml");  // which would search it long
    app().open("playground");
    drive().frames(2);
    view().choose_task("faces");
    drive().settle();
    EXPECT_EQ(view().model().picture()->sample, "class");
    drive().click_item("playground.task.box_filter");
    drive().settle();
    EXPECT_EQ(view().model().picture()->sample, "spheres");
    app().open_file((folder / "spots.png").string());
    drive().settle();
    drive().click_item("playground.task.faces");
    drive().settle();
    EXPECT_EQ(view().model().picture()->name, "spots.png");
}

TEST_F(FacesViewTest, EachTaskKeepsItsWayOfLooking) {
    open();
    drive().click_item("playground.show.2");
    EXPECT_EQ(view().model().show, Playground::Show::result);
    drive().click_item("playground.task.box_filter");
    drive().settle();
    EXPECT_EQ(view().model().show, Playground::Show::split);
    drive().click_item("playground.task.faces");
    drive().settle();
    EXPECT_EQ(view().model().show, Playground::Show::result);
}

/// Where the window draws this point of the picture.
std::array<int, 3> colour_at(const Pixels& pixels, const PlanePoint& at) {
    const auto first = 4 * size_t(std::lround(at.y) * pixels.width + std::lround(at.x));
    return {pixels.rgba[first], pixels.rgba[first + 1], pixels.rgba[first + 2]};
}

TEST_F(FacesViewTest, OnTheCpuFramesAreMarksOverThePicture) {
    open();
    ASSERT_FALSE(task().faces().empty());
    EXPECT_FALSE(task().framed());
    const auto& panel = dynamic_cast<const FacesPanel&>(view().panel());
    EXPECT_FALSE(panel.frames_are_pixels());
    task().draw_counts = false;
    drive().frames(2);
    const vision::FaceRectangle face = task().faces().front();
    const PlanePoint edge = view().model().camera.to_window(
        {static_cast<double>(face.x) + double(face.width) * 0.4, double(face.y + face.height)});
    const auto with = colour_at(drive().screenshot(), edge);
    drive().click_item("playground.faces.draw_faces");
    drive().move(5, 5);
    drive().frames(2);
    EXPECT_NE(colour_at(drive().screenshot(), edge), with);
}

TEST_F(FacesViewTest, WhereTheGpuDrewFramesThereAreNoMarksOverThem) {
    open();
    const auto& panel = dynamic_cast<const FacesPanel&>(view().panel());
    task().draw_counts = false;
    task().set_paint(pretended_paint);
    task().set_neighbours(task().request().neighbours - 1);
    drive().settle();
    drive().move(5, 5);
    drive().frames(2);
    ASSERT_FALSE(task().faces().empty());
    EXPECT_TRUE(panel.frames_are_pixels());
    EXPECT_THAT(panel.frame_texture().detour(), HasSubstr("host memory"));
    const vision::FaceRectangle face = task().faces().front();
    const auto at = [&](double x, double y) {
        return colour_at(drive().screenshot(), view().model().camera.to_window({x, y}));
    };
    const std::array<int, 3> painted = {PretendedFrame::grey, PretendedFrame::grey, PretendedFrame::grey};
    const double x = double(face.x) + double(face.width) * 0.4, y = double(face.y + face.height);
    EXPECT_EQ(at(110, 50), painted);
    EXPECT_EQ(at(x, y), painted);
    drive().click_item("playground.faces.draw_faces");
    drive().move(5, 5);
    drive().frames(2);
    EXPECT_FALSE(panel.frames_are_pixels());
    EXPECT_NE(at(110, 50), painted);
    drive().click_item("playground.faces.draw_faces");
    drive().frames(2);
    EXPECT_TRUE(panel.frames_are_pixels());
    // The rejection map lies over the picture, frames and all.
    drive().click_item("playground.show.2");
    drive().frames(2);
    EXPECT_FALSE(panel.frames_are_pixels());
}

TEST_F(FacesViewTest, ALevelIsChosenByClickAndKeys) {
    open();
    drive().click_item("playground.faces.level.0");
    EXPECT_EQ(task().level_number(), 0);
    drive().key("Down");
    drive().key("Down");
    EXPECT_EQ(task().level_number(), 2);
    drive().key("Up");
    EXPECT_EQ(task().level_number(), 1);
    EXPECT_EQ(task().result()->extent(), task().level()->places);
}

TEST_F(FacesViewTest, AClickOnTheMapChoosesAWindow) {
    open();
    drive().click_item("playground.faces.level.0");
    drive().frames(2);
    const Rect map = drive().item("playground.faces.map");
    drive().click(map.min.x + map.width() * 0.25F, map.min.y + map.height() * 0.75F);
    drive().frames(2);
    const Extent places = task().level()->places;
    EXPECT_NEAR(double(task().place().x), double(places.width) * 0.25, 2);
    EXPECT_NEAR(double(task().place().y), double(places.height) * 0.75, 2);
}

TEST_F(FacesViewTest, AClickOnThePictureChoosesAWindow) {
    open();
    drive().click_item("playground.faces.level.0");
    drive().frames(2);
    const Rect stage = drive().item("playground.stage");
    const PlanePoint under = view().model().camera.to_picture({stage.centre().x, stage.centre().y});
    drive().click(stage.centre().x, stage.centre().y);
    drive().frames(2);
    const FacesTask::Box box = task().window_box();
    EXPECT_NEAR(box.x + box.width / 2, under.x, 1);
    EXPECT_NEAR(box.y + box.height / 2, under.y, 1);
}

TEST_F(FacesViewTest, StepThroughItStandsAtTheChosenWindowsFirstFilter) {
    open();
    drive().click_item("playground.faces.level.0");
    drive().frames(2);
    const Rect map = drive().item("playground.faces.map");
    drive().click(map.min.x + map.width() * 0.4F, map.min.y + map.height() * 0.6F);
    drive().frames(2);
    const auto through = task().step_through(0, 0);
    ASSERT_TRUE(through);
    drive().click_item("playground.step");
    drive().settle();
    ASSERT_EQ(app().active().name(), "step");
    const StepModel& step = active_view<StepView>(app()).model();
    const replay::StepPosition& at = *step.position();
    const emulator::ArrayId output = at.trace().plan.output.index;
    const auto writes = replay::writes_of(at.trace(), {output, through->cell});
    ASSERT_EQ(writes.size(), 1U);
    // By barriers, in the window's block and warp, before it is known how far the window comes.
    EXPECT_EQ(step.grain(), replay::Grain::barrier);
    EXPECT_EQ(step.shown_zoom(), stage::Zoom::block);
    EXPECT_EQ(at.block(), writes[0].block);
    const emulator::Step& done = at.trace().steps[at.step() - 1];
    EXPECT_EQ(int(done.warp), writes[0].warp);
    EXPECT_NE(done.active & 1U << static_cast<unsigned>(writes[0].lane), 0U);
    ASSERT_TRUE(step.awaited());
    EXPECT_EQ(step.awaited()->cell, through->cell);
    EXPECT_TRUE(drive().has_item("step." + stage::cell_name(at.trace(), output, through->cell)));
    drive().key("End");
    EXPECT_FALSE(step.awaited());
}

TEST_F(FacesViewTest, ArrowsStepTheFilter) {
    open();
    EXPECT_EQ(task().filter(), 0);
    drive().key("Right");
    EXPECT_EQ(task().filter(), 1);
    drive().key("Right");
    EXPECT_EQ(task().filter(), 1);  // it has two
    drive().click_item("playground.faces.filter_before");
    EXPECT_EQ(task().filter(), 0);
    drive().click_item("playground.faces.filter_after");
    EXPECT_EQ(task().filter(), 1);
    drive().key("Left");
    EXPECT_EQ(task().filter(), 0);
}

TEST_F(FacesViewTest, TheRailChangesTheSearch) {
    restart(1920, 1080);
    open();
    const auto before = task().found();
    EXPECT_FALSE(drive().has_item("playground.faces.rule.0")) << "rarely changed, so folded";
    drive().click_item("playground.faces.search_group");
    drive().frames(2);
    drive().click_item("playground.faces.rule.0");
    drive().settle();
    EXPECT_EQ(task().found()->request.rule, vision::FaceRule::opencv);
    const Rect factor = drive().item("playground.faces.factor");
    drive().drag(factor.centre(), {factor.max.x + 40, factor.centre().y});
    drive().settle();
    EXPECT_EQ(task().found()->request.factor, 2);
    EXPECT_LT(task().levels(), int(before->run.levels.size()));
    drive().click_item("playground.faces.search_group");
    drive().frames(2);
    const Rect neighbours = drive().item("playground.faces.neighbours");
    drive().drag(neighbours.centre(), {neighbours.min.x - 40, neighbours.centre().y});
    drive().settle();
    EXPECT_EQ(task().request().neighbours, 0);
    EXPECT_EQ(task().faces().size(), task().found()->run.raw.size());
    drive().click_item("playground.faces.draw_windows");
    EXPECT_TRUE(task().draw_windows);
}

TEST_F(FacesViewTest, ADroppedCascadeSearchesAndABadOneIsASentence) {
    open();
    std::ofstream(folder / "strict.xml") << spots(1e9);
    drive().drop((folder / "strict.xml").string());
    drive().settle();
    EXPECT_EQ(task().cascade()->name, "strict.xml");
    EXPECT_TRUE(task().found()->run.raw.empty());
    std::ofstream(folder / "words.xml") << "just words";
    drive().drop((folder / "words.xml").string());
    drive().settle();
    ASSERT_EQ(app().notices().all().size(), 1U);
    EXPECT_THAT(app().notices().all()[0], HasSubstr("words.xml"));
    EXPECT_EQ(task().cascade()->name, "strict.xml");
    drive().drop((folder / "haarcascade_frontalface_default.xml").string());
    drive().settle();
    EXPECT_TRUE(app().notices().empty());
    EXPECT_FALSE(task().found()->run.raw.empty());
}

TEST_F(FacesViewTest, ACascadeDroppedOnAnotherTaskBringsTheFaces) {
    app().open_file((folder / "spots.png").string());
    drive().settle();
    drive().drop((folder / "haarcascade_frontalface_default.xml").string());
    drive().settle();
    EXPECT_EQ(view().panel().task().name(), "faces");
    EXPECT_TRUE(task().found());
}

TEST_F(FacesViewTest, WithoutACascadeThePictureIsThereAndASentence) {
    std::filesystem::remove(folder / "haarcascade_frontalface_default.xml");
    app().open_file((folder / "spots.png").string());
    view().choose_task("faces");
    drive().settle();
    EXPECT_FALSE(task().found());
    EXPECT_THAT(task().problem(), HasSubstr("opencv-data"));
    EXPECT_TRUE(drive().has_item("playground.stage"));
    EXPECT_FALSE(drive().has_item("playground.faces.map"));
    app().present(true);
    drive().frames(3);
}

TEST_F(FacesViewTest, SpaceScansScaleAfterScale) {
    open();
    const int before = task().level_number();
    drive().key("Space");
    EXPECT_TRUE(task().sweeping());
    drive().frames(30);
    EXPECT_NE(task().level_number(), before);
    drive().key("Space");
    const int stopped = task().level_number();
    drive().frames(30);
    EXPECT_EQ(task().level_number(), stopped);
}

TEST_F(FacesViewTest, SavesThePictureWithItsFaces) {
    open();
    drive().key("Ctrl+S");
    drive().settle();
    const std::filesystem::path file = folder / "spots-faces.png";
    ASSERT_TRUE(std::filesystem::exists(file));
    EXPECT_EQ(media::load_image(file).grey, task().to_save()->channels.front());
}

TEST_F(FacesViewTest, EverySizeDrawsAndIsPresented) {
    for (const auto& [width, height] : {std::pair{640, 480}, {1024, 768}, {1280, 800}, {1920, 1080}}) {
        restart(width, height);
        open();
        drive().frames(2);
        EXPECT_TRUE(drive().has_item("playground.stage")) << width;
        EXPECT_EQ(drive().has_item("playground.faces.map"), width >= 1280) << width;
        if (width < 1280) {
            drive().click_item("playground.tab.1");
            drive().frames(2);
            EXPECT_TRUE(drive().has_item("playground.faces.map")) << width;
        }
        app().present(true);
        drive().frames(3);
        EXPECT_TRUE(drive().has_item("playground.stage")) << width;
        EXPECT_TRUE(drive().has_item("playground.faces.map")) << width;
    }
}

}  // namespace
}  // namespace upsweep::app
