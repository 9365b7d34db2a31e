// The Track task without a window: frames one after another, another template, frames that come again.
#include "app/playground/model/track_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "media/clips.h"

namespace upsweep::app {
namespace {

class TrackTaskTest : public testing::Test {
  protected:
    TrackTaskTest()
        : jobs([] {}, [this](const std::string& sentence) { complaints.push_back(sentence); }), task(jobs) {}
    void settle() {
        for (int i = 0; i < 20'000 && !jobs.idle(); ++i) {
            jobs.deliver();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        ASSERT_TRUE(jobs.idle());
    }
    /// Frame n of the clip in front, and followed.
    void show(int64_t n) {
        auto picture = std::make_shared<PlaygroundPicture>();
        picture->grey = std::make_shared<const Array>(clip.paint(n).grey);
        picture->drawn = drawn_picture({*picture->grey});
        picture->name = std::string(clip.slug);
        picture->film = this;
        picture->frame = n;
        task.take(picture);
        settle();
    }

    const media::Clip& clip = media::find_clip("roundabout");
    std::vector<std::string> complaints;
    Jobs jobs;
    TrackTask task;
};

TEST_F(TrackTaskTest, FollowsAClipsThingFromFrameToFrame) {
    show(0);
    ASSERT_TRUE(task.shown());
    EXPECT_TRUE(task.shown()->is_template);
    EXPECT_EQ(task.shown()->tracked.likelihood, 1);
    EXPECT_TRUE(task.result()->lies_over());
    for (int64_t n = 1; n < 12; ++n) show(n);
    ASSERT_TRUE(task.truth());
    EXPECT_GE(vision::overlap(task.shown()->tracked.window, *task.truth()), 0.4);
    EXPECT_EQ(task.path().size(), 12U);
    EXPECT_TRUE(task.at_rest());
    EXPECT_TRUE(complaints.empty());
    // The same frames as the command's.
    const media::TruthBox first = clip.box("taxi", 0);
    vision::Tracker tracker(clip.paint(0).grey, {first.x0, first.y0, first.x1, first.y1});
    vision::Region window;
    for (int64_t n = 1; n < 12; ++n) window = tracker.follow(clip.paint(n).grey).window;
    EXPECT_EQ(task.shown()->tracked.window, window);
}

TEST_F(TrackTaskTest, EveryTenthFrameIsTheNearestThatWasFollowed) {
    EXPECT_TRUE(task.every_tenth(6).empty());
    for (const int64_t n : {0, 3, 12, 14, 23}) show(n);
    std::vector<int64_t> numbers;
    for (const auto& followed : task.every_tenth(6)) numbers.push_back(followed->frame);
    EXPECT_THAT(numbers, testing::ElementsAre(3, 12, 23));
    const auto latest = task.every_tenth(1).front();
    EXPECT_EQ(latest->frame, 23);
    EXPECT_EQ(latest->around->extent(),
              Extent({latest->around->place->width(), latest->around->place->height()}));
}

TEST_F(TrackTaskTest, ASavedFilmShowsTheWindowThatIsShownHere) {
    for (const int64_t n : {0, 1, 2}) show(n);
    const auto work = task.film_work();
    ASSERT_TRUE(work);
    for (const int64_t n : {0, 1, 2}) {
        media::Frame frame;
        frame.number = n;
        frame.grey = clip.paint(n).grey;
        const Array shown = work(frame).front();
        const vision::Region window = n == 0 ? task.wanted() : task.path().at(n).window;
        const auto at = [&](int64_t x, int64_t y) { return shown.number(y * shown.extent().width + x); };
        EXPECT_EQ(at(window.x0, window.y0), 255) << n;
        EXPECT_EQ(at(window.x0 - 1, window.y0 - 1), 0) << n;
        EXPECT_EQ(at(window.x1 - 1, window.y1 - 1), 255) << n;
    }
}

TEST_F(TrackTaskTest, AFrameThatComesAgainIsNotFollowedAgain) {
    for (int64_t n = 0; n < 5; ++n) show(n);
    const auto last = task.shown();
    show(2);
    EXPECT_EQ(task.shown()->frame, 2);
    EXPECT_EQ(task.path().size(), 5U);
    show(4);
    EXPECT_EQ(task.shown(), last);
    // A frame may be left out.
    show(7);
    EXPECT_EQ(task.shown()->frame, 7);
    show(6);
    EXPECT_FALSE(task.shown());
    EXPECT_FALSE(task.why_no_step().empty());
}

TEST_F(TrackTaskTest, AnotherTemplateBeginsAgainWhereItIsDrawn) {
    for (int64_t n = 0; n < 4; ++n) show(n);
    const media::TruthBox car = clip.box("white car", 3);
    task.set_wanted({car.x0, car.y0, car.x1, car.y1});
    settle();
    EXPECT_EQ(task.template_frame(), 3);
    EXPECT_EQ(task.path().size(), 1U);
    EXPECT_TRUE(task.shown()->is_template);
    ASSERT_TRUE(task.truth());
    EXPECT_EQ(*task.truth(), (vision::Region{car.x0, car.y0, car.x1, car.y1}));
    show(4);
    EXPECT_GE(vision::overlap(task.shown()->tracked.window, *task.truth()), 0.4);
    // Nothing is known of a frame before the template's.
    show(1);
    EXPECT_FALSE(task.shown());
    // Away from every car no truth is known.
    task.set_wanted({560, 200, 590, 230});
    settle();
    EXPECT_FALSE(task.truth());
    // An empty one changes nothing.
    task.set_wanted({5, 5, 5, 9});
    EXPECT_EQ(task.wanted(), (vision::Region{560, 200, 590, 230}));
}

TEST_F(TrackTaskTest, NumbersBeginAgainWithWhatWasFound) {
    for (int64_t n = 0; n < 6; ++n) show(n);
    const vision::Region window = task.shown()->tracked.window;
    task.toggle(vision::PictureFeature::curvature);
    settle();
    EXPECT_EQ(task.request().features.size(), 3U);
    EXPECT_EQ(task.wanted(), window);
    EXPECT_EQ(task.template_frame(), 5);
    task.set(TrackTask::search_number, 12);
    settle();
    EXPECT_EQ(task.shown()->tracked.map.extent().width, 25);
    // The last feature stays.
    for (const auto feature : {vision::PictureFeature::intensity, vision::PictureFeature::gradient_magnitude,
                               vision::PictureFeature::curvature})
        task.toggle(feature);
    EXPECT_EQ(task.request().features.size(), 1U);
}

TEST_F(TrackTaskTest, SaysWhatIsUnderThePointerAndWhatToStepThrough) {
    for (int64_t n = 0; n < 3; ++n) show(n);
    const vision::TrackedFrame& tracked = task.shown()->tracked;
    const int64_t x = (tracked.searched.x0 + tracked.searched.x1) / 2,
                  y = (tracked.searched.y0 + tracked.searched.y1) / 2;
    EXPECT_FALSE(task.value_at(x, y).empty());
    EXPECT_TRUE(task.value_at(5, 5).empty());
    const auto step = task.step_through(0, 0);
    ASSERT_TRUE(step);
    EXPECT_EQ(step->scene.catalog().algorithm, "likelihood_map");
    EXPECT_GE(step->cell, 0);
}

TEST_F(TrackTaskTest, OnePictureHasATemplateInItsMiddle) {
    auto picture = std::make_shared<PlaygroundPicture>();
    picture->grey = std::make_shared<const Array>(clip.paint(0).grey);
    picture->drawn = drawn_picture({*picture->grey});
    task.take(picture);
    settle();
    EXPECT_EQ(task.wanted(), (vision::Region{304, 224, 336, 256}));
    EXPECT_TRUE(task.result());
    EXPECT_FALSE(task.truth());
}

}  // namespace
}  // namespace upsweep::app
