// The Lessons view by keys and mouse: pages turn, answers are judged by the trace, the step is revealed.
#include "app/views/lessons_view.h"

#include "app/driver.h"

namespace upsweep::app {
namespace {

class LessonsViewTest : public AppTest {
  protected:
    void SetUp() override {
        AppTest::SetUp();
        if (IsSkipped()) return;
        app().open("lessons");
        drive().settle();
        ASSERT_NE(model().lesson(), nullptr) << model().error();
    }
    LessonModel& model() { return dynamic_cast<LessonsView&>(app().active()).model(); }
    void open_page(const std::string& title) {
        for (int i = 0; i < model().page_count(); ++i)
            if (model().lesson()->pages[static_cast<std::size_t>(i)].title == title) model().go(i);
        drive().settle();
        ASSERT_EQ(model().page().title, title);
    }
    std::string cell_seven() {
        const StepPosition& at = *model().position();
        const auto array = at.picture().followed;
        return bits_to_text(at.trace().arrays[array].type, at.player().bits(array, 7));
    }
};

TEST_F(LessonsViewTest, PagesTurnByKeysButtonsAndBars) {
    EXPECT_EQ(model().page_number(), 0);
    drive().key("PgDn");
    EXPECT_EQ(model().page_number(), 1);
    drive().click_item("lessons.next");
    EXPECT_EQ(model().page_number(), 2);
    drive().click_item("lessons.back");
    EXPECT_EQ(model().page_number(), 1);
    drive().key("PgUp");
    drive().key("PgUp");
    EXPECT_EQ(model().page_number(), 0);
    drive().click_item("lessons.page.4");
    EXPECT_EQ(model().page_number(), 3);
}

TEST_F(LessonsViewTest, TheSceneMovesByPassesAndComesBack) {
    const std::int64_t began = model().position()->step();
    drive().key("Right");
    EXPECT_GT(model().position()->step(), began);
    drive().key("Right");
    drive().key("Left");
    drive().click_item("lessons.rewind");
    EXPECT_EQ(model().position()->step(), began);
}

TEST_F(LessonsViewTest, AnswersAreJudgedAndTheStepRevealed) {
    open_page("The way down");
    const auto& question = *model().page().question;
    EXPECT_EQ(question.answer, "16");
    drive().click_item("lessons.answer.11");
    EXPECT_FALSE(model().answers().solved);
    ASSERT_EQ(model().answers().tried.size(), 1U);
    drive().settle();
    EXPECT_FALSE(drive().has_item("lessons.answer.11")) << "a wrong answer cannot be chosen again";
    drive().click_item("lessons.answer.16");
    EXPECT_TRUE(model().answers().solved);
    EXPECT_EQ(cell_seven(), "11") << "nothing has run yet";
    drive().key("Space");
    EXPECT_TRUE(model().revealed());
    EXPECT_EQ(cell_seven(), "16");
    const int page = model().page_number();
    drive().key("Space");
    EXPECT_EQ(model().page_number(), page + 1);
}

TEST_F(LessonsViewTest, NumbersOnTheKeyboardAnswerToo) {
    open_page("The way down");
    drive().key("3");
    EXPECT_TRUE(model().answers().solved);
    drive().key("1");
    EXPECT_EQ(model().answers().tried.size(), 1U);
}

TEST_F(LessonsViewTest, TheSmallestWindowShowsTextOrPicture) {
    driver_.reset();
    AppDriver driver(least_window_width, least_window_height);
    driver.app().open("lessons");
    driver.settle();
    auto& view = dynamic_cast<LessonsView&>(driver.app().active());
    view.seek(5);
    driver.settle();
    EXPECT_TRUE(driver.has_item("lessons.next"));
    EXPECT_FALSE(driver.has_item("lessons.open"));
    driver.click_item("lessons.tab.1");
    driver.frames(2);
    EXPECT_FALSE(driver.has_item("lessons.next"));
    const std::int64_t step = view.model().position()->step();
    driver.click_item("lessons.pass_back");
    driver.settle();
    EXPECT_LT(view.model().position()->step(), step);
    driver.click_item("lessons.tab.0");
    driver.frames(2);
    EXPECT_TRUE(driver.has_item("lessons.next"));
}

TEST_F(LessonsViewTest, EveryPageDrawsInEverySize) {
    driver_.reset();
    for (const auto& [width, height] :
         {std::pair(1920, 1080), std::pair(1280, 800), std::pair(1024, 768), std::pair(640, 480)}) {
        AppDriver driver(width, height);
        driver.app().open("lessons");
        driver.settle();
        auto& view = dynamic_cast<LessonsView&>(driver.app().active());
        for (int page = 0; page < view.model().page_count(); ++page) {
            view.model().go(page);
            driver.settle();
            EXPECT_EQ(view.model().page_number(), page);
            EXPECT_TRUE(driver.app().notices().all().empty());
        }
    }
}

}  // namespace
}  // namespace upsweep::app
