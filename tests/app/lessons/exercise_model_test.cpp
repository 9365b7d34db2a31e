// An exercise without a window: tries, hints, the solution, what outlives the program, and the stage.
#include "app/lessons/model/exercise_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

#include "core/words.h"
#include "editor/draft.h"
#include "emulator/trace/trace.h"
#include "lessons/lesson.h"

namespace upsweep::app {
namespace {

class ExerciseModelTest : public testing::Test {
  protected:
    ExerciseModelTest() : jobs_([] {}, [](const std::string& sentence) { FAIL() << sentence; }) {
        std::filesystem::remove_all(drafts_);
        begin();
    }
    void begin() {
        model_.reset();
        model_ = std::make_unique<ExerciseModel>(jobs_, settings_, drafts_);
        model_->open("way-down");
        settle();
    }
    void settle() {
        for (int i = 0; i < 20'000; ++i) {
            jobs_.deliver();
            model_->advance(0.1);
            if (jobs_.idle() && !model_->waits()) return;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        FAIL() << "something still runs after 20 s";
    }
    /// Puts these lines in the place of the student's part.
    void write(const std::string& part) {
        const exercises::Gap gap = model_->gaps().at(0);
        model_->document().text().replace(
            {{static_cast<size_t>(gap.first), 0}, {static_cast<size_t>(gap.end), 0}}, part);
        EXPECT_TRUE(model_->touch());
    }
    void check() {
        model_->check();
        EXPECT_TRUE(model_->checking());
        settle();
        ASSERT_NE(model_->marks(), nullptr);
    }
    std::string solution_part() const {
        const std::string& text = model_->exercise()->solution;
        const exercises::Gap gap = exercises::gaps_of(text).at(0);
        std::string part;
        size_t at = 0;
        for (int line = 0; line < gap.end; ++line) {
            const size_t end = text.find('\n', at) + 1;
            if (line >= gap.first) part += text.substr(at, end - at);
            at = end;
        }
        return part;
    }

    std::filesystem::path drafts_ =
        std::filesystem::path(testing::TempDir()) / ("exercise_model_drafts_" + std::to_string(getpid()));
    Settings settings_;
    Jobs jobs_;
    std::unique_ptr<ExerciseModel> model_;
};

TEST_F(ExerciseModelTest, OpensWithTheStarterAndItsRun) {
    EXPECT_EQ(model_->document().now(), model_->exercise()->starter);
    EXPECT_EQ(model_->marks(), nullptr);
    ASSERT_NE(model_->position(), nullptr);
    EXPECT_EQ(model_->position()->step(), 0);
    EXPECT_FALSE(model_->may_show_solution());
    EXPECT_TRUE(model_->forward());
    EXPECT_GT(model_->position()->step(), 0);
}

TEST_F(ExerciseModelTest, ARaceLeadsToItsStep) {
    write(
        "        if ((t + 1) % (2 * stride) == 0) {\n            int left = sums[t - stride];\n"
        "            sums[t - stride] = sums[t];\n            sums[t] += left;\n        }\n");
    check();
    EXPECT_FALSE(model_->marks()->passed);
    ASSERT_GE(model_->row(), 0);
    const exercises::Row& row = model_->marks()->rows[model_->row()];
    EXPECT_EQ(row.state, exercises::State::failed);
    EXPECT_EQ(model_->position()->step(), row.scene->step);
    model_->forward();
    model_->rewind();
    EXPECT_EQ(model_->position()->step(), row.scene->step);
    EXPECT_EQ(model_->scene().step, row.scene->step);
    EXPECT_EQ(model_->tries(), 1);
    EXPECT_FALSE(model_->passed());
}

TEST_F(ExerciseModelTest, PassesAndRemembersIt) {
    write(solution_part());
    check();
    EXPECT_TRUE(model_->marks()->passed);
    EXPECT_TRUE(model_->passed());
    EXPECT_EQ(exercises_passed(settings_), std::vector<std::string>{"way-down"});
    EXPECT_TRUE(settings_.flag("exercises.way-down", false));
    EXPECT_EQ(model_->position()->grain(), replay::Grain::barrier) << "no row asks for single statements";
}

TEST_F(ExerciseModelTest, TheSolutionOpensAfterTwoHonestTries) {
    check();
    EXPECT_EQ(model_->tries(), 0) << "the starter is no try";
    write("        __syncthreads();\n");
    check();
    check();
    EXPECT_EQ(model_->tries(), 1) << "the same text is no second try";
    write("        __syncthreads()\n");
    check();
    EXPECT_EQ(model_->tries(), 1) << "what does not compile is no try";
    model_->show_solution(true);
    EXPECT_FALSE(model_->solution_shown());
    write("        __syncthreads();\n        sums[t] = 0;\n");
    check();
    EXPECT_EQ(model_->tries(), 2);
    ASSERT_TRUE(model_->may_show_solution());
    const std::string mine = model_->document().now();
    model_->show_solution(true);
    EXPECT_EQ(model_->document().now(), model_->exercise()->solution);
    check();
    EXPECT_TRUE(model_->marks()->passed);
    EXPECT_FALSE(model_->passed()) << "the solution is not the student's";
    model_->show_solution(false);
    EXPECT_EQ(model_->document().now(), mine);
    model_->show_solution(true);
    write("        __syncthreads();\n");
    EXPECT_FALSE(model_->solution_shown()) << "a solution that is edited is the student's text";
}

TEST_F(ExerciseModelTest, TextTriesAndHintsOutliveTheProgram) {
    write("        __syncthreads();\n");
    check();
    model_->open_hint();
    const std::string mine = model_->document().now();
    begin();
    EXPECT_EQ(model_->document().now(), mine);
    EXPECT_EQ(model_->tries(), 1);
    EXPECT_EQ(model_->hints_open(), 1);
    model_->reset();
    settle();
    begin();
    EXPECT_EQ(model_->document().now(), model_->exercise()->starter);
    EXPECT_TRUE(editor::DraftFolder(drafts_ / "exercises").all().empty()) << "the starter is no draft";
}

TEST_F(ExerciseModelTest, ADraftOfAnotherStarterIsNotOpened) {
    const std::string& starter = model_->exercise()->starter;
    editor::DraftFolder(drafts_ / "exercises").keep({"way-down", text_hash(starter) + 1, "old"});
    begin();
    EXPECT_EQ(model_->document().now(), starter);
}

TEST_F(ExerciseModelTest, EachExerciseHasItsOwnText) {
    write("        __syncthreads();\n");
    const std::string mine = model_->document().now();
    model_->open("maximum");
    settle();
    EXPECT_EQ(model_->document().now(), model_->exercise()->starter);
    model_->open("way-down");
    settle();
    EXPECT_EQ(model_->document().now(), mine);
}

TEST_F(ExerciseModelTest, TheFixedPartCannotBeChanged) {
    editor::Editor& text = model_->document().text();
    text.replace({{0, 0}, {1, 0}}, "");
    EXPECT_FALSE(model_->touch());
    EXPECT_EQ(model_->document().now(), model_->exercise()->starter);
    // Joining the student's first line with the comment above it.
    const auto first = size_t(model_->gaps().at(0).first);
    text.replace({{first - 1, text.buffer().line(first - 1).size()}, {first, 0}}, "");
    EXPECT_FALSE(model_->touch());
    EXPECT_EQ(model_->document().now(), model_->exercise()->starter);
}

TEST_F(ExerciseModelTest, SaysWhatTheCompilerSaysWhileTyping) {
    write("        sums[t] = nowhere;\n");
    settle();
    ASSERT_EQ(model_->document().checks().complaints().size(), 1U);
    EXPECT_THAT(model_->document().checks().complaints()[0].sentence, testing::HasSubstr("nowhere"));
}

TEST_F(ExerciseModelTest, BreakingAKernelShowsTheRunThatFails) {
    model_->open("break-the-size");
    settle();
    model_->document().put("n = 6\n");
    EXPECT_TRUE(model_->touch());
    check();
    EXPECT_TRUE(model_->passed());
    ASSERT_GE(model_->row(), 0);
    EXPECT_EQ(model_->marks()->rows[model_->row()].key, "fails");
    EXPECT_EQ(model_->position()->trace().launches.front().block.x, 6U);
}

TEST_F(ExerciseModelTest, AnUnknownOneSaysSo) {
    model_->open("nothing");
    EXPECT_EQ(model_->exercise(), nullptr);
    EXPECT_THAT(model_->error(), testing::HasSubstr("Unknown exercise"));
}

TEST(ExercisesOfLessons, AreThere) {
    for (const lessons::Lesson& lesson : lessons::all_lessons())
        for (const lessons::Page& page : lesson.pages)
            if (page.exercise) {
                EXPECT_NO_THROW(exercises::find_exercise(*page.exercise))
                    << "lessons/" << lesson.file << ", line " << page.part_line;
            }
}

TEST_F(ExerciseModelTest, AllOpenAndPassWithTheirSolutions) {
    for (const exercises::Exercise& exercise : exercises::all_exercises()) {
        model_->open(exercise.slug);
        settle();
        ASSERT_NE(model_->position(), nullptr) << exercise.slug;
        model_->document().put(exercise.solution);
        EXPECT_TRUE(model_->touch()) << exercise.slug;
        check();
        EXPECT_TRUE(model_->passed()) << exercise.slug;
    }
    EXPECT_EQ(exercises_passed(settings_).size(), exercises::all_exercises().size());
}

}  // namespace
}  // namespace upsweep::app
