// Predict without a window: the question, what an answer does, where the step goes.
#include <gmock/gmock.h>

#include "app/helpers/step_model_fixture.h"
#include "app/step/model/predict.h"
#include "app/step/model/typed_answer.h"
#include "replay/data/picture.h"
#include "replay/structure/staging.h"
#include "scenes/scene_words.h"

namespace upsweep::app {
namespace {

using questions::Form;
using questions::Kind;
using State = Predict::State;

class PredictTest : public StepModelFixture {
  protected:
    void show(const scenes::SceneWords& words) { model_.show(scenes::run_scene(scenes::scene_of(words))); }
    void SetUp() override {
        show({.algorithm = "scan_blelloch",
              .n = 8,
              .input = scenes::InputKind::given,
              .values = {"3", "1", "7", "0", "4", "1", "6", "3"}});
        model_.set_grain(replay::Grain::barrier);
    }
    /// Until a question of this kind comes.
    bool reach(Kind kind) {
        for (int i = 0; i < 200 && predict_.state() == State::asking; ++i) {
            for (size_t other = 0; other < predict_.kinds(); ++other) {
                if (predict_.question().kind == kind) return true;
                predict_.other();
            }
            predict_.enter();
            predict_.enter();
        }
        return false;
    }
    void answer(const std::string& text) {
        predict_.text() = text;
        predict_.enter();
    }
    int64_t step() const { return model_.position()->step(); }

    Predict predict_{model_};
};

TEST(AnswerMarks, StandAtTheCellThatIsAskedFor) {
    questions::Question question;
    question.array = 2;
    question.element = 5;
    question.key_text = "0…3";
    question.key.text = "11";
    for (const Form form : {Form::value, Form::inputs}) {
        question.form = form;
        const auto asked = answer_marks(question, "", Answering::asking);
        ASSERT_EQ(asked.size(), 1U);
        EXPECT_EQ(asked[0].cell, 5);
        EXPECT_EQ(asked[0].state, stage::CellState::to_predict);
        const auto wrong = answer_marks(question, "7", Answering::wrong);
        ASSERT_EQ(wrong.size(), 1U);
        EXPECT_EQ(wrong[0].value, "7");
        EXPECT_EQ(wrong[0].note, form == Form::value ? "11" : "0…3");
    }
    question.form = Form::yes_no;
    EXPECT_TRUE(answer_marks(question, "", Answering::asking).empty());
}

TEST_F(PredictTest, HidesTheStepUntilItIsAnsweredAndThenMakesIt) {
    predict_.toggle();
    ASSERT_EQ(predict_.state(), State::asking);
    const int64_t before = step();
    EXPECT_EQ(before, predict_.question().before);
    EXPECT_TRUE(model_.position()->ahead());
    answer(predict_.question().key_text);
    EXPECT_EQ(predict_.state(), State::revealed);
    EXPECT_TRUE(predict_.right());
    EXPECT_EQ(step(), predict_.question().after);
    EXPECT_FALSE(model_.position()->ahead());
    predict_.enter();
    EXPECT_EQ(predict_.state(), State::asking);
    EXPECT_GE(predict_.question().before, before);
}

TEST_F(PredictTest, CountsWhatWasRightAndHowManyInARow) {
    predict_.toggle();
    for (int i = 0; i < 3; ++i) {
        answer(predict_.question().key_text);
        predict_.enter();
    }
    EXPECT_EQ(predict_.score().streak, 3);
    ASSERT_TRUE(reach(Kind::cell_value));
    const PredictScore before = predict_.score();
    answer("123456");
    EXPECT_FALSE(predict_.right());
    EXPECT_EQ(predict_.score().asked, before.asked + 1);
    EXPECT_EQ(predict_.score().right, before.right);
    EXPECT_EQ(predict_.score().streak, 0);
    EXPECT_EQ(predict_.score().best, 3);
}

TEST_F(PredictTest, WithoutAnAnswerItIsLookedUpAndNotRight) {
    predict_.toggle();
    predict_.enter();
    EXPECT_EQ(predict_.state(), State::revealed);
    EXPECT_TRUE(predict_.looked());
    EXPECT_FALSE(predict_.right());
    EXPECT_EQ(predict_.score().asked, 1);
    EXPECT_EQ(predict_.score().right, 0);
}

TEST_F(PredictTest, WhatIsNoAnswerIsComplainedOfAndNothingMoves) {
    predict_.toggle();
    ASSERT_TRUE(reach(Kind::cell_value));
    const int64_t before = step();
    const int asked = predict_.score().asked;
    answer("much");
    EXPECT_EQ(predict_.state(), State::asking);
    EXPECT_THAT(predict_.complaint(), testing::HasSubstr("A value is a number"));
    EXPECT_EQ(step(), before);
    EXPECT_EQ(predict_.score().asked, asked);
}

TEST_F(PredictTest, CellsAreClickedInAndOutAndMarkedRightOrWrong) {
    predict_.toggle();
    model_.seek(14);
    predict_.update();
    ASSERT_TRUE(reach(Kind::cells_written));
    EXPECT_TRUE(predict_.hides_to_come());
    const auto array = static_cast<emulator::ArrayId>(predict_.question().array);
    const std::vector<int64_t> key = predict_.question().key.numbers;
    ASSERT_EQ(model_.position()->picture().followed, array);
    int64_t wrong = 0;
    while (std::count(key.begin(), key.end(), wrong) > 0) ++wrong;
    EXPECT_TRUE(predict_.click_cell(array, key[0]));
    EXPECT_TRUE(predict_.click_cell(array, wrong));
    EXPECT_EQ(predict_.marks().size(), 2U);
    for (const stage::StageMark& mark : predict_.marks()) EXPECT_EQ(mark.state, stage::CellState::to_predict);
    EXPECT_TRUE(predict_.click_cell(array, wrong));
    EXPECT_EQ(predict_.marks().size(), 1U);
    for (size_t i = 1; i < key.size(); ++i) predict_.choose(key[i]);
    predict_.enter();
    EXPECT_TRUE(predict_.right());
    for (const stage::StageMark& mark : predict_.marks()) EXPECT_EQ(mark.state, stage::CellState::right);
    EXPECT_FALSE(predict_.click_cell(array, wrong));
}

TEST_F(PredictTest, AWrongValueStandsInItsCellWithTheRightOne) {
    predict_.toggle();
    ASSERT_TRUE(reach(Kind::cell_value));
    ASSERT_EQ(predict_.marks().size(), 1U);
    EXPECT_EQ(predict_.marks()[0].state, stage::CellState::to_predict);
    answer("999");
    ASSERT_EQ(predict_.marks().size(), 1U);
    EXPECT_EQ(predict_.marks()[0].state, stage::CellState::wrong);
    EXPECT_EQ(predict_.marks()[0].value, "999");
    EXPECT_EQ(predict_.marks()[0].note, predict_.question().key.text);
}

TEST_F(PredictTest, LettersAreChosenOneAfterAnother) {
    predict_.toggle();
    ASSERT_TRUE(reach(Kind::order));
    for (const int64_t letter : predict_.question().key.numbers) predict_.choose(letter);
    EXPECT_TRUE(predict_.is_chosen(0));
    const int64_t last = predict_.question().key.numbers.back();
    predict_.choose(last);
    EXPECT_FALSE(predict_.is_chosen(last));
    predict_.choose(last);
    predict_.enter();
    EXPECT_TRUE(predict_.right()) << predict_.text();
}

TEST_F(PredictTest, FollowsWhereSomebodyElseGoes) {
    predict_.toggle();
    model_.seek(30);
    predict_.update();
    EXPECT_EQ(predict_.state(), State::asking);
    EXPECT_GE(predict_.question().before, 30);
    EXPECT_TRUE(model_.position()->ahead());
    show({.algorithm = "scan_kogge_stone", .n = 8});
    predict_.update();
    EXPECT_EQ(predict_.state(), State::asking);
    EXPECT_EQ(predict_.question().before, step());
}

TEST_F(PredictTest, AStepForwardRevealsWhatWasAskedAboutIt) {
    predict_.toggle();
    ASSERT_EQ(predict_.state(), State::asking);
    const int64_t after = predict_.question().after;
    predict_.text() = predict_.question().key_text;
    model_.forward();
    predict_.update();
    ASSERT_EQ(step(), after);
    EXPECT_EQ(predict_.state(), State::revealed);
    EXPECT_TRUE(predict_.right());
    EXPECT_FALSE(model_.position()->ahead());
    predict_.update();
    EXPECT_EQ(predict_.state(), State::revealed) << "until the next step, or Enter";
    model_.forward();
    predict_.update();
    EXPECT_EQ(predict_.state(), State::asking);
}

TEST_F(PredictTest, EndsWithTheRunAndLeavesTheStageAsItWas) {
    const std::string followed = model_.position()->following();
    predict_.toggle();
    for (int i = 0; i < 400 && predict_.state() != State::finished; ++i) predict_.enter();
    ASSERT_EQ(predict_.state(), State::finished);
    predict_.enter();
    EXPECT_EQ(predict_.state(), State::off);
    EXPECT_FALSE(model_.position()->ahead());
    EXPECT_EQ(model_.position()->following(), followed);
    EXPECT_TRUE(predict_.marks().empty());
}

TEST_F(PredictTest, ABlockIsClickedOnItsCard) {
    show({.algorithm = "transpose_naive", .width = 16, .height = 16});
    model_.set_grain(replay::Grain::barrier);
    predict_.toggle();
    ASSERT_TRUE(reach(Kind::next_block));
    const int64_t key = predict_.question().key.numbers[0];
    EXPECT_TRUE(predict_.click_block(model_.position()->staged().number_of(key)));
    EXPECT_FALSE(predict_.click_block(-1));
    predict_.enter();
    EXPECT_TRUE(predict_.right());
}

}  // namespace
}  // namespace upsweep::app
