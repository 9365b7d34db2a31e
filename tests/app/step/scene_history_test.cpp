// Undo and redo of what changes a scene, on the model: scenes, steps, depth, failures.
#include <gtest/gtest.h>

#include <string>

#include "app/helpers/step_model_fixture.h"

namespace upsweep::app {
using namespace scenes;

namespace {

class SceneHistoryTest : public StepModelFixture {
  protected:
    void undo() {
        EXPECT_TRUE(model_.undo_scene());
        wait();
    }
    void redo() {
        EXPECT_TRUE(model_.redo_scene());
        wait();
    }
    static Scene sized(int64_t n, const std::string& slug = "scan_blelloch") {
        Scene scene = initial_scene(slug);
        Parameters parameters = scene.catalog().parameters;
        parameters.extent = {n, 1};
        return with_parameters(scene, parameters);
    }
    int64_t n() { return model_.position()->run().scene.catalog().parameters.extent.width; }
};

TEST_F(SceneHistoryTest, GoesBackToWhereTheSceneStoodAndOnAgain) {
    open(sized(8));
    model_.seek(17);
    open(sized(16));
    model_.seek(30);
    open(sized(4, "scan_kogge_stone"));
    undo();
    EXPECT_EQ(n(), 16);
    EXPECT_EQ(model_.position()->step(), 30);
    undo();
    EXPECT_EQ(n(), 8);
    EXPECT_EQ(model_.position()->step(), 17);
    EXPECT_FALSE(model_.undo_scene());
    redo();
    redo();
    EXPECT_EQ(model_.position()->run().scene.slug(), "scan_kogge_stone");
    EXPECT_FALSE(model_.redo_scene());
}

TEST_F(SceneHistoryTest, ANewChoiceForgetsWhatWasUndone) {
    open(sized(8));
    open(sized(16));
    undo();
    open(sized(4));
    EXPECT_FALSE(model_.redo_scene());
    undo();
    EXPECT_EQ(n(), 8);
}

TEST_F(SceneHistoryTest, MovingIsNoChange) {
    open(sized(8));
    Scene same = sized(8);
    same.step = 5;
    open(same, false);
    EXPECT_FALSE(model_.undo_scene());
}

TEST_F(SceneHistoryTest, WhatFailsOrIsCancelledLeavesTheHistoryAsItWas) {
    open(sized(8));
    open(sized(16));
    Scene wrong = sized(4);
    wrong.catalog().algorithm = "no_such";
    open(wrong);
    EXPECT_NE(model_.error(), "");
    EXPECT_TRUE(model_.undo_scene());
    model_.cancel();
    EXPECT_EQ(n(), 16);
    undo();
    EXPECT_EQ(n(), 8);
    EXPECT_FALSE(model_.undo_scene());
}

TEST_F(SceneHistoryTest, HoldsTwoHundredChanges) {
    SceneHistory history;
    for (int64_t n = 1; n <= 250; ++n) history.note(sized(n), sized(n + 1));
    Scene shown = sized(251);
    size_t steps = 0;
    for (; history.before(); ++steps) {
        Scene next = *history.before();
        history.went_back(shown);
        EXPECT_EQ(next.catalog().parameters.extent.width, shown.catalog().parameters.extent.width - 1);
        shown = std::move(next);
    }
    EXPECT_EQ(steps, SceneHistory::depth);
    EXPECT_EQ(shown.catalog().parameters.extent.width, 51);
}

}  // namespace
}  // namespace upsweep::app
