// A lesson's pages and answers without a window.
#include "app/lessons/model/lesson_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include "core/helpers/own_folder.h"

namespace upsweep::app {
namespace {

constexpr const char* lesson =
    "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"scan_kogge_stone\"\nn = 8\ninput = [3, 1, "
    "7, 0, 4, "
    "1, 6, 3]\nlanes = 4\noptions = { inclusive = 1 }\n+++\n"
    "# Value\n```scene\nat = \"after pass 1 of Double the reach\"\n```\n```predict\nask = \"A?\"\narray = "
    "\"sums\"\ncell = 3\nafter = \"after pass 2 of Double the reach\"\nright = \"Right.\"\n[[wrong]]\nvalue "
    "= "
    "\"7\"\nreason = \"No.\"\n[[wrong]]\nvalue = \"8\"\nreason = \"No.\"\n```\n"
    "# Words\nNothing is asked.\n"
    "# Sort\n```predict\nkind = \"sort\"\nask = \"Order?\"\nitems = [\"Load\", \"end\"]\nmoments = [\"after "
    "Load\", \"end\"]\n```\n"
    "# Shown\n```scene\nat = \"after Load\"\n```\n```predict\nkind = \"number\"\nask = \"S?\"\nanswer = "
    "\"{value sums 7 @ end}\"\nafter = \"after pass 2 of Double the reach\"\n```\n";

class LessonModelTest : public testing::Test {
  protected:
    LessonModelTest() : jobs_([] {}, [](const std::string& sentence) { FAIL() << sentence; }), model_(jobs_) {
        const std::string file = test::own_file("model_lesson.md");
        std::ofstream(file) << lesson;
        model_.open_file(file, 0);
        for (int i = 0; i < 20'000 && model_.lesson() == nullptr && model_.error().empty(); ++i) {
            jobs_.deliver();
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        EXPECT_EQ(model_.error(), "");
    }
    size_t choice(const std::string& value) {
        const auto& choices = model_.page().question->choices;
        for (size_t i = 0; i < choices.size(); ++i)
            if (choices[i].value == value) return i;
        ADD_FAILURE() << "no choice " << value;
        return 0;
    }

    Jobs jobs_;
    LessonModel model_;
};

/// Its warp writes four cells in that pass, and the first of them is another.
TEST_F(LessonModelTest, TheSentenceTakesTheCellThatIsAskedForAsItsExample) {
    model_.reveal();
    EXPECT_THAT(model_.position()->sentence(), testing::HasSubstr(": cell `3` becomes `4 + 7 = 11`."));
    const int64_t step = model_.position()->step();
    model_.go(1);
    model_.position()->seek(step);
    EXPECT_THAT(model_.position()->sentence(), testing::Not(testing::HasSubstr(": cell `3` becomes")));
}

TEST_F(LessonModelTest, AWrongAnswerCountsOnce) {
    model_.answer(choice("7"));
    model_.answer(choice("7"));
    EXPECT_EQ(model_.answers().tried.size(), 1U);
    model_.answer(choice("11"));
    EXPECT_TRUE(model_.answers().solved);
}

/// The cell in question is marked until the step that shows it; a right answer does not count as looking.
TEST_F(LessonModelTest, TheCellAskedForIsMarkedAndTellsWhetherItWasRight) {
    ASSERT_EQ(model_.marks().size(), 1U);
    EXPECT_EQ(model_.marks()[0].cell, 3);
    EXPECT_EQ(model_.marks()[0].state, stage::CellState::to_predict);
    model_.answer(choice("11"));
    ASSERT_EQ(model_.marks().size(), 1U);
    EXPECT_EQ(model_.marks()[0].state, stage::CellState::right);
    EXPECT_EQ(model_.marks()[0].value, "11");
    model_.reveal();
    EXPECT_FALSE(model_.answers().looked);
    EXPECT_TRUE(model_.revealed());
    EXPECT_TRUE(model_.marks().empty());
}

TEST_F(LessonModelTest, QuestionsAreNumberedWithThePagesThatAsk) {
    EXPECT_EQ(model_.question_count(), 3);
    EXPECT_EQ(model_.question_number(), 1);
    model_.go(1);
    EXPECT_EQ(model_.question_number(), 1);
    model_.go(2);
    EXPECT_EQ(model_.question_number(), 2);
}

/// A number that the scene shows later: nothing holds the scene, and an answer reveals it.
TEST_F(LessonModelTest, TheSceneGoesWhereAnAnswerShows) {
    model_.go(3);
    const lessons::PreparedQuestion& question = *model_.page().question;
    ASSERT_GT(question.after, question.before);
    EXPECT_FALSE(model_.asks_what_comes());
    EXPECT_TRUE(model_.forward());
    EXPECT_TRUE(model_.forward());
    EXPECT_GE(model_.position()->step(), question.after);
    EXPECT_TRUE(model_.waits()) << "seen, but not answered";
    model_.rewind();
    model_.text() = question.answer;
    model_.check();
    ASSERT_TRUE(model_.answers().solved);
    EXPECT_TRUE(model_.waits()) << "answered, but not shown";
    EXPECT_TRUE(model_.next());
    EXPECT_EQ(model_.position()->step(), question.after);
    EXPECT_FALSE(model_.waits());
    EXPECT_FALSE(model_.answers().looked);
}

TEST_F(LessonModelTest, AWrongOrderIsTakenBackToTryAgain) {
    model_.go(2);
    model_.choose(1);
    model_.check();
    EXPECT_THAT(model_.answers().complaint, testing::HasSubstr("Choose all of them"));
    model_.choose(0);
    model_.check();
    EXPECT_FALSE(model_.answers().solved);
    EXPECT_TRUE(model_.answers().order.empty());
    model_.choose(0);
    model_.choose(1);
    model_.check();
    EXPECT_TRUE(model_.answers().solved);
}

}  // namespace
}  // namespace upsweep::app
