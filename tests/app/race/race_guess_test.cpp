// "What do you think?": the guessed line is out of sight until it is revealed, and the score is a factor.
#include "app/race/model/race_guess.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/race/model/race_model.h"

namespace upsweep::app {
namespace {

TEST(RaceGuess, ScoreIsTheUsualAndTheWorstFactor) {
    RaceCurve line;
    line.points = {{64, 1e-6}, {128, 4e-6}, {256, 1.6e-5}};
    const RaceGuess guess{"a gpu", "A", {{64, 2e-6}, {128, 4e-6}, {256, 4e-6}}};
    const GuessScore score = score_of(guess, line);
    EXPECT_NEAR(score.usual, 2, 1e-9) << "the cube root of 2 · 1 · 4";
    EXPECT_NEAR(score.worst, 4, 1e-9);
    EXPECT_EQ(score.worst_side, 256);
    EXPECT_FALSE(score.too_long);
    EXPECT_EQ(score_words(score),
              "Your line is off by a factor of 2.0; most at 256 × 256, where you said 4.0 times as fast.");
    const RaceGuess right{"a gpu", "A", {{64, 1e-6}, {128, 4e-6}}};
    EXPECT_EQ(score_words(score_of(right, line)), "Your line is the measured one, to within 5 %.");
    EXPECT_EQ(score_words(score_of({"a gpu", "A", {{32, 1e-6}}}, line)), "");
}

TEST(RaceGuess, HidesItsLineUntilItIsRevealedAndKeepsTheBestScore) {
    RaceModel model{catalog()};
    // Without a GPU, so that its lines come from the recording.
    bench::BackendsHere here = bench::backends_here();
    std::erase_if(here.backends, [](const auto& backend) { return backend->name() == "gpu"; });
    here.machine.gpu.clear();
    here.machine.gpu_missing = "No GPU is here.";
    model.set_machine(here);
    model.start_guess();
    ASSERT_NE(model.guess(), nullptr);
    const std::string owner = model.guess()->owner;
    const auto plotted = [&] {
        return any_of(model.plotted(), [&](const RaceCurve* curve) { return curve->owner == owner; });
    };
    EXPECT_FALSE(plotted());
    for (const RaceTable::Row& row : race_table(model.curves(), model.results(), {}).rows)
        EXPECT_NE(row.curve->owner, owner) << "the table tells nothing either";
    model.move_guess(0, 3e-3);
    EXPECT_EQ(model.guess()->points.front().y, 3e-3);
    model.reveal_guess();
    EXPECT_TRUE(plotted());
    const double first = model.best_guesses.at(owner);
    EXPECT_GE(first, 1);
    model.move_guess(0, 1);
    EXPECT_EQ(model.guess()->points.front().y, 3e-3) << "it is over";
    // A worse line later keeps the better score.
    model.start_guess(owner);
    for (int i = 0; i < int(model.guess()->points.size()); ++i) model.move_guess(i, 100);
    model.reveal_guess();
    EXPECT_EQ(model.best_guesses.at(owner), first);
    model.end_guess();
    EXPECT_EQ(model.guess(), nullptr);
    // Another view ends it.
    model.start_guess(owner);
    model.choose_mode(RaceMode::bars);
    EXPECT_EQ(model.guess(), nullptr);
}

}  // namespace
}  // namespace upsweep::app
