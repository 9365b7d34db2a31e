// The boxes of exercises on the cards of the course: by mouse and by keyboard.
#include "app/helpers/driver.h"
#include "app/lessons/view/lessons_view.h"

namespace upsweep::app {
namespace {

class CourseBoxes : public AppTest {
  protected:
    void open(int width, int height) {
        driver_.reset();  // one window at a time
        driver_ = std::make_unique<AppDriver>(width, height);
        app().open("lessons");
        drive().settle();
    }
    LessonsView& view() { return active_view<LessonsView>(app()); }
    /// The exercises whose boxes a user can click in the current course.
    std::vector<lessons::ExercisePlace> in_sight(int height) {
        std::vector<lessons::ExercisePlace> places;
        for (const lessons::ExercisePlace& place : lessons::exercises_of(lessons::all_lessons())) {
            const auto box = app().items().find("lessons.exercise." + place.slug);
            if (box && box->min.y > 100 && box->max.y < float(height) - 40) places.push_back(place);
        }
        return places;
    }
    void expect_open(const lessons::ExercisePlace& place) {
        drive().settle();
        ASSERT_NE(view().model().lesson(), nullptr) << place.slug;
        EXPECT_EQ(view().model().page().exercise, place.slug);
    }
};

TEST_F(CourseBoxes, AClickOpensTheExerciseOfTheBoxAndNotThePageOfTheCard) {
    for (const auto& [width, height] : {std::pair(1024, 768), {1280, 800}, {1920, 1080}}) {
        open(width, height);
        const auto places = in_sight(height);
        ASSERT_GE(places.size(), 4U) << width;
        for (const lessons::ExercisePlace& place : places) {
            drive().click_item("lessons.exercise." + place.slug);
            expect_open(place);
            view().show_course();
            drive().settle();
        }
        // Outside the boxes a click is on the card.
        const std::string slug = lessons::all_lessons()[places[0].lesson].slug;
        const Rect card = drive().item("lessons.card." + slug);
        drive().click(card.min.x + 30, card.min.y + 30);
        drive().settle();
        ASSERT_NE(view().model().lesson(), nullptr);
        EXPECT_EQ(view().model().lesson()->slug, slug);
    }
}

TEST_F(CourseBoxes, TabComesToTheBoxesBehindTheirCardAndEnterOpensThem) {
    open(1280, 800);
    const lessons::ExercisePlace place = in_sight(800)[1];
    const std::string id = "lessons.exercise." + place.slug;
    const std::string card = "lessons.card." + lessons::all_lessons()[place.lesson].slug;
    bool after_card = false;
    for (int i = 0; i < 60 && app().items().focus != id; ++i) {
        drive().key("Tab");
        after_card = after_card || app().items().focus == card;
    }
    drive().frames(2);
    ASSERT_EQ(app().items().focus, id);
    EXPECT_TRUE(after_card);
    ASSERT_TRUE(app().items().ring);
    EXPECT_TRUE(drive().item(id).contains(app().items().ring->centre()));
    drive().key("Enter");
    expect_open(place);
}

TEST_F(CourseBoxes, StandApartOnTheirCardsAndAreLargeEnoughToHit) {
    for (const auto& [width, height] : {std::pair(640, 480), {1024, 768}, {1280, 800}, {1920, 1080}}) {
        open(width, height);
        const lessons::ExercisePlace* before = nullptr;
        const auto all = lessons::exercises_of(lessons::all_lessons());
        for (const lessons::ExercisePlace& place : all) {
            const Rect box = drive().item("lessons.exercise." + place.slug);
            const Rect card = drive().item("lessons.card." + lessons::all_lessons()[place.lesson].slug);
            EXPECT_GE(box.height(), 1.75F * 16 - 1) << place.slug;
            EXPECT_LE(box.max.x, card.max.x) << width << " " << place.slug;
            EXPECT_LE(box.max.y, card.max.y) << width << " " << place.slug;
            if (before != nullptr && before->lesson == place.lesson) {
                EXPECT_LE(drive().item("lessons.exercise." + before->slug).max.x, box.min.x + 1);
            }
            before = &place;
        }
    }
}

}  // namespace
}  // namespace upsweep::app
