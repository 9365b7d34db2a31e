// The Playground driven as by a user: files dropped, keys held, sliders and rectangles dragged.
#include "app/playground/view/playground_view.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "app/helpers/playground_fixture.h"
#include "app/playground/model/box_filter_task.h"
#include "app/playground/view/playground_parts.h"
#include "replay/data/picture.h"
#include "vision/box_filter.h"

namespace upsweep::app {
namespace {

using testing::HasSubstr;

class PlaygroundViewTest : public PlaygroundViewFixture {
  protected:
    BoxFilterTask& filter() { return dynamic_cast<BoxFilterTask&>(view().task("box_filter")); }
    /// A place on the stage by shares of its width and height.
    ImVec2 on_stage(float x, float y) {
        const Rect stage = drive().item("playground.stage");
        return {stage.min.x + x * stage.width(), stage.min.y + y * stage.height()};
    }
};

TEST_F(PlaygroundViewTest, OpensFilteredAndSamplesAreAClickAway) {
    ASSERT_TRUE(model().picture());
    EXPECT_EQ(model().picture()->name, "small.png");
    EXPECT_EQ(filter().shown()[0], 12);
    drive().click_item("playground.sample.noise");
    drive().settle();
    EXPECT_EQ(model().picture()->sample, "noise");
}

TEST_F(PlaygroundViewTest, ADroppedFileIsShownAndABadOneIsASentence) {
    const Array picture = media::find_sample("text").draw({60, 40});
    media::save_image(folder / "dropped.png", picture);
    drive().drop((folder / "dropped.png").string());
    drive().settle();
    EXPECT_EQ(model().picture()->name, "dropped.png");
    EXPECT_EQ(*model().picture()->grey, picture);
    std::ofstream(folder / "words.jpg") << "words";
    drive().drop((folder / "words.jpg").string());
    drive().settle();
    EXPECT_EQ(model().picture()->name, "dropped.png");
    ASSERT_EQ(app().notices().all().size(), 1U);
    EXPECT_THAT(app().notices().all()[0], HasSubstr("not a picture"));
}

TEST_F(PlaygroundViewTest, TheRadiusFollowsSliderFieldAndKeys) {
    const Rect slider = drive().item("playground.radius");
    drive().drag({slider.min.x + slider.width() * 0.4F, slider.centre().y},
                 {slider.max.x + 50, slider.centre().y});
    drive().settle();
    EXPECT_EQ(filter().value("radius"), 255);
    drive().drag({slider.max.x - 10, slider.centre().y}, {slider.min.x - 50, slider.centre().y});
    drive().settle();
    EXPECT_EQ(filter().value("radius"), 0);
    EXPECT_EQ(filter().made()->drawn->channels.front(), *model().picture()->grey);
    drive().key("Right");
    drive().key("Right");
    drive().settle();
    EXPECT_EQ(filter().value("radius"), 2);
    EXPECT_EQ(filter().made()->drawn->channels.front(),
              vision::box_filter_direct(*model().picture()->grey, 2));
}

TEST_F(PlaygroundViewTest, TheRadiusIsTypedAndABadOneStays) {
    drive().click_item("playground.radius_value");
    drive().type("31");
    drive().key("Enter");
    drive().settle();
    EXPECT_EQ(filter().value("radius"), 31);
    drive().click_item("playground.radius_value");
    drive().type("999");
    drive().key("Enter");
    drive().settle();
    EXPECT_EQ(filter().value("radius"), 31);
    EXPECT_TRUE(app().notices().empty());
    drive().click_item("playground.radius_value");
    drive().type("3");
    drive().key("Enter");
    drive().settle();
    EXPECT_EQ(filter().value("radius"), 3);
}

TEST_F(PlaygroundViewTest, APathThatDoesNotOpenIsSaidBesideItsField) {
    drive().click_item("playground.path");
    drive().type("/no/such/picture.png");
    drive().key("Enter");
    drive().settle();
    EXPECT_EQ(model().picture()->name, "small.png");
    EXPECT_TRUE(app().notices().empty());
}

TEST_F(PlaygroundViewTest, APathBeginsWithTheHomeFolder) {
    media::save_image(folder / "other.png", media::find_sample("noise").draw({20, 10}));
    const char* was = std::getenv("HOME");
    const std::string before = was == nullptr ? "" : was;
    setenv("HOME", folder.c_str(), 1);
    drive().click_item("playground.path");
    drive().type("~/other.png");
    drive().key("Enter");
    drive().settle();
    setenv("HOME", before.c_str(), 1);
    EXPECT_EQ(model().picture()->name, "other.png");
}

TEST_F(PlaygroundViewTest, TheNextPictureEndsTheSentenceAboutTheLast) {
    std::ofstream(folder / "words.jpg") << "words";
    drive().drop((folder / "words.jpg").string());
    drive().settle();
    drive().drop((folder / "missing.png").string());
    drive().settle();
    EXPECT_EQ(app().notices().all().size(), 1U);
    drive().click_item("playground.sample.noise");
    drive().settle();
    EXPECT_TRUE(app().notices().empty());
}

// A slider that is dragged without seeing what it does is of no use.
TEST_F(PlaygroundViewTest, ASmallWindowHasTheSliderBesideThePicture) {
    driver_.reset();  // one window at a time: ImGui has one context
    driver_ = std::make_unique<AppDriver>(1024, 768);
    app().open("playground");
    drive().settle();
    const Rect slider = drive().item("playground.radius"), stage = drive().item("playground.stage");
    EXPECT_LE(slider.max.x, stage.min.x);
    EXPECT_LT(slider.max.y, 768);
    EXPECT_GT(stage.width(), 600);
    const int64_t before = filter().value("radius");
    drive().drag(slider.centre(), slider.max);
    drive().settle();
    EXPECT_GT(filter().value("radius"), before);
    drive().click_item("playground.tab.1");
    drive().settle();
    EXPECT_FALSE(drive().has_item("playground.stage"));
    EXPECT_TRUE(drive().has_item("playground.radius"));
}

TEST_F(PlaygroundViewTest, BothLinesOfThePlotHaveTheirNamesAtEverySize) {
    for (const auto& [width, height] : {std::pair{1024, 640}, {1280, 800}, {1920, 1080}}) {
        driver_.reset();  // one window at a time: ImGui has one context
        driver_ = std::make_unique<AppDriver>(width, height);
        app().open_file(small());
        drive().settle();
        for (const int radius : {1, 12, 255}) {
            filter().set("radius", radius);
            drive().settle();
            app().items().texts.emplace();
            drive().frames(2);
            int direct = 0, integral = 0;
            for (const ShownText& text : *app().items().texts) {
                direct += text.text.starts_with("direct sum") ? 1 : 0;
                integral += text.text.ends_with("integral image") ? 1 : 0;
            }
            // Where there is no room for the plot there are no names either.
            EXPECT_EQ(direct, integral) << width << " × " << height << ", r = " << radius;
            if (height >= 800) {
                EXPECT_EQ(direct, 1) << width << " × " << height << ", r = " << radius;
            }
            app().items().texts.reset();
        }
    }
}

TEST_F(PlaygroundViewTest, TheEmulatorTakesWhatIsSmallAndSaysWhatIsNot) {
    drive().click_item("playground.emulator");
    drive().settle();
    EXPECT_EQ(&model().backend(), &backends::emulator());
    EXPECT_EQ(filter().made()->drawn->channels.front(),
              vision::box_filter_direct(*model().picture()->grey, 12));
    media::save_image(folder / "large.pgm", media::find_sample("noise").draw({1200, 900}));
    drive().drop((folder / "large.pgm").string());
    drive().settle();
    EXPECT_EQ(&model().backend(), &backends::cpu());
    const ImVec2 at = drive().item("playground.emulator").centre();
    drive().move(at.x, at.y);
    drive().frames(40);  // tip_delay_s
    EXPECT_TRUE(drive().has_item("tooltip"));
    drive().click_item("playground.emulator");
    drive().settle();
    EXPECT_EQ(&model().backend(), &backends::cpu());
    EXPECT_TRUE(app().notices().empty());
}

TEST_F(PlaygroundViewTest, TinyPicturesAreLargeEnoughToRead) {
    for (const Extent extent : {Extent{1, 1}, Extent{3, 2}}) {
        media::save_image(folder / "tiny.png", media::find_sample("noise").draw(extent));
        drive().drop((folder / "tiny.png").string());
        drive().settle();
        EXPECT_EQ(model().picture()->extent(), extent);
        EXPECT_GE(model().camera.zoom(), 64);
        if (const char* keep = std::getenv("UPSWEEP_KEEP"))
            drive().save(std::string(keep) + "/tiny" + std::to_string(extent.width) + ".png");
    }
}

TEST_F(PlaygroundViewTest, HoldingAShowsTheOriginal) {
    app().handle(KeyEvent{{Key::a}, true});
    drive().frames(2);
    EXPECT_TRUE(model().holding_original);
    const Pixels held = drive().screenshot();
    app().handle(KeyEvent{{Key::a}, false});
    drive().frames(2);
    EXPECT_FALSE(model().holding_original);
    EXPECT_NE(held.rgba, drive().screenshot().rgba);
}

TEST_F(PlaygroundViewTest, ARightDragDrawsTheRectangle) {
    const ImVec2 from = on_stage(0.3F, 0.4F), to = on_stage(0.5F, 0.6F);
    right_drag(from, to);
    drive().settle();
    ASSERT_TRUE(model().region());
    const PlanePoint first = model().camera.to_picture({from.x, from.y}),
                     last = model().camera.to_picture({to.x, to.y});
    EXPECT_NEAR(double(model().region()->x0), first.x, 0.51);
    EXPECT_NEAR(double(model().region()->y1), last.y, 0.51);
    EXPECT_EQ(model().region_histogram(),
              vision::region_histogram(*model().picture()->grey, *model().region()));
}

TEST_F(PlaygroundViewTest, WheelZoomsDragPansAndFFits) {
    const double fit = model().camera.zoom();
    const ImVec2 at = on_stage(0.25F, 0.5F);
    drive().move(at.x, at.y);
    drive().frames();
    const PlanePoint under = model().camera.to_picture({at.x, at.y});
    drive().wheel(3);
    drive().frames(2);
    EXPECT_GT(model().camera.zoom(), fit * 1.5);
    EXPECT_NEAR(model().camera.to_picture({at.x, at.y}).x, under.x, 1e-6);
    drive().drag(at, at + ImVec2(40, 20));
    drive().frames();
    EXPECT_NEAR(model().camera.to_picture({at.x + 40, at.y + 20}).x, under.x, 1.0);
    drive().key("F");
    EXPECT_DOUBLE_EQ(model().camera.zoom(), fit);
    drive().key("1");
    EXPECT_DOUBLE_EQ(model().camera.zoom(), 1);
}

TEST_F(PlaygroundViewTest, TheDividerIsDraggedAndThePointerRead) {
    const Rect handle = drive().item("playground.divider");
    const double before = model().divider;
    drive().drag(handle.centre(), handle.centre() - ImVec2(80, 0));
    EXPECT_LT(model().divider, before - 0.05);
    const ImVec2 at = on_stage(0.5F, 0.5F);
    drive().move(at.x, at.y);
    drive().frames(2);
    const PlanePoint under = model().camera.to_picture({at.x, at.y});
    EXPECT_EQ(model().pointer_x(), int64_t(under.x));
    EXPECT_EQ(model().pointer_y(), int64_t(under.y));
}

TEST_F(PlaygroundViewTest, SavingWritesTheResult) {
    const Array picture = media::find_sample("noise").draw({30, 20});
    media::save_image(folder / "in.png", picture);
    drive().drop((folder / "in.png").string());
    drive().settle();
    drive().click_item("playground.save");
    drive().settle();
    EXPECT_EQ(media::load_image(folder / "in-box-r12.png").grey, filter().made()->drawn->channels.front());
}

TEST_F(PlaygroundViewTest, SegmentsChangeWhatIsShown) {
    drive().click_item("playground.show.2");
    EXPECT_EQ(model().show, Playground::Show::result);
    EXPECT_FALSE(drive().has_item("playground.divider"));
    drive().key("V");
    EXPECT_EQ(model().show, Playground::Show::original);
}

TEST(PlaygroundText, NumbersAsPeopleReadThem) {
    EXPECT_EQ(grouped(7), "7");
    EXPECT_EQ(grouped(26440996), "26 440 996");
    EXPECT_EQ(grouped(123456), "123 456");
}

}  // namespace
}  // namespace upsweep::app
