// The course's state without a window: progress in the settings, continuing, the cards, a file that is
// watched.
#include "app/lessons/model/course_model.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/lessons/model/file_watch.h"
#include "core/helpers/own_folder.h"
#include "replay/structure/plan.h"

namespace upsweep::app {
namespace {

std::vector<lessons::Lesson> some_lessons() {
    std::vector<lessons::Lesson> lessons;
    for (const auto& [slug, chapter, pages] :
         {std::tuple("a", "One", 2), {"b", "One", 3}, {"c", "One", 1}, {"d", "Two", 2}, {"e", "Two", 2}}) {
        lessons::Lesson lesson;
        lesson.slug = slug;
        lesson.title = std::string("Lesson ") + slug;
        lesson.chapter = chapter;
        lesson.minutes = 10;
        lesson.pages.resize(size_t(pages));
        lessons.push_back(std::move(lesson));
    }
    lessons[1].pages[2].exercise = "first";
    lessons[3].pages[0].exercise = "second";
    return lessons;
}

class CourseModelTest : public testing::Test {
  protected:
    void see_all(CourseModel& model, size_t lesson) {
        const auto& one = lessons_[lesson];
        for (size_t page = 0; page < one.pages.size(); ++page) model.progress().see(one.slug, int(page));
    }
    std::vector<lessons::Lesson> lessons_ = some_lessons();
    std::vector<lessons::ClassPlan> plans_ = lessons::class_plans();
    Settings settings_;
};

TEST_F(CourseModelTest, GoesOnWhereTheReaderWas) {
    CourseModel model(lessons_, plans_, settings_);
    EXPECT_EQ(model.resume_words(), "Begin: Lesson a");
    EXPECT_EQ(model.size_in_words(), "5 lessons, 50 min");
    model.progress().see("b", 1);
    EXPECT_EQ(model.resume(), (lessons::LessonPlace{1, 1}));
    EXPECT_EQ(model.resume_words(), "Continue: Lesson b, page 2");
    see_all(model, 1);
    EXPECT_EQ(model.opening_of(1).page, 0) << "one that is done is read from its beginning";
    EXPECT_EQ(model.resume(), (lessons::LessonPlace{2, 0})) << "the next one, not the one that was left out";
    EXPECT_EQ(model.resume_words(), "Next: Lesson c");
    for (const size_t lesson : {2U, 3U, 4U}) see_all(model, lesson);
    EXPECT_EQ(model.resume(), (lessons::LessonPlace{0, 0})) << "then the one that was left out";
    see_all(model, 0);
    EXPECT_EQ(model.resume_words(), "Read again: Lesson a");
    EXPECT_EQ(model.totals().lessons_done, 5);
}

TEST_F(CourseModelTest, ProgressOutlivesTheProgram) {
    const std::string file = test::own_file("course_progress.toml");
    {
        CourseModel model(lessons_, plans_, settings_);
        const int64_t before = model.progress().changes();
        model.progress().see("b", 2);
        model.progress().see("b", 0);
        model.progress().answer("b", 2);
        model.progress().pass("first");
        EXPECT_GT(model.progress().changes(), before);
        model.choose_plan(1);
        settings_.save(file);
    }
    Settings again;
    again.load(file);
    const CourseModel model(lessons_, plans_, again);
    const LessonProgress progress = model.progress().of("b");
    EXPECT_EQ(progress.page, 0);
    EXPECT_EQ(progress.pages_seen(), 2);
    EXPECT_TRUE(progress.has_seen(2));
    EXPECT_FALSE(progress.has_seen(1));
    EXPECT_TRUE(progress.has_answered(2));
    EXPECT_FALSE(model.progress().done(lessons_[1]));
    EXPECT_TRUE(model.progress().passed("first"));
    EXPECT_EQ(model.totals().exercises_passed, 1);
    EXPECT_EQ(model.totals().exercises, 2);
    EXPECT_EQ(model.plan().minutes, 90);
    EXPECT_EQ(model.chosen(), 1U);
}

TEST_F(CourseModelTest, SettingsThatMakeNoSenseDoNoHarm) {
    settings_.set("progress.a.page", int64_t{-7});
    settings_.set("progress.a.seen", int64_t{-1});
    settings_.set("lessons.last", "nowhere");
    settings_.set("lessons.plan", 7);
    CourseModel model(lessons_, plans_, settings_);
    EXPECT_EQ(model.opening_of(0).page, 0);
    EXPECT_TRUE(model.progress().done(lessons_[0]));
    EXPECT_EQ(model.plan_number(), 0U);
    settings_.set("progress.b.page", int64_t{99});
    EXPECT_EQ(model.opening_of(1).page, 2) << "the last page there is";
}

TEST_F(CourseModelTest, ArrowsWalkTheCards) {
    CourseModel model(lessons_, plans_, settings_);
    model.move(2, 1, 0);
    model.move(2, 1, 0);
    EXPECT_EQ(model.chosen(), 2U) << "over the end of a row";
    model.move(2, 0, 1);
    EXPECT_EQ(model.chosen(), 3U) << "into the next chapter, the same column";
    model.move(2, 1, 0);
    model.move(2, 1, 0);
    EXPECT_EQ(model.chosen(), 4U) << "there is none behind the last";
    model.move(2, 0, -1);
    EXPECT_EQ(model.chosen(), 2U) << "a shorter row gives its last card";
    model.move(2, 0, -1);
    model.move(2, 0, -1);
    EXPECT_EQ(model.chosen(), 0U);
    model.move(2, -1, 0);
    EXPECT_EQ(model.chosen(), 0U);
    model.choose(1);
    model.move(3, 0, 1);
    EXPECT_EQ(model.chosen(), 4U) << "the second of the row below";
}

TEST_F(CourseModelTest, ThePlansItemsAreClamped) {
    CourseModel model(lessons_, plans_, settings_);
    model.go_to_item(1000);
    EXPECT_EQ(model.item(), model.plan().items.size() - 1);
    model.go_to_item(-1);
    EXPECT_EQ(model.item(), 0U);
    model.go_to_item(2);
    model.choose_plan(1);
    EXPECT_EQ(settings_.integer("lessons.plan", 0), model.plan().minutes);
    EXPECT_EQ(model.item(), 0U) << "another plan begins at its beginning";
}

TEST(FileWatch, TellsOfASaveAndOfAReplacedFile) {
    const std::string file = test::own_file("watched.md");
    std::ofstream(file) << "one";
    std::atomic<int> changes = 0;
    const auto wait_for = [&](int count) {
        for (int i = 0; i < 200 && changes < count; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(25));
        return changes.load();
    };
    const FileWatch watch(file, [&] { ++changes; });
    std::ofstream(file) << "one and two";
    EXPECT_GE(wait_for(1), 1);
    const int before = changes;
    std::ofstream(file + ".new") << "something else";
    std::filesystem::rename(file + ".new", file);
    EXPECT_GT(wait_for(before + 1), before);
}

}  // namespace
}  // namespace upsweep::app
