// You are the scheduler, on the model: picks, what breaks, what cannot be picked, looking for an order.
#include "app/step/model/predict.h"

#include <gtest/gtest.h>

#include "app/helpers/step_model_fixture.h"

namespace upsweep::app {
using namespace scenes;

namespace {

class OrderGameTest : public StepModelFixture {
  protected:
    void open(const Scene& scene) {
        StepModelFixture::open(scene, false);
        ASSERT_NE(model_.position(), nullptr) << model_.error();
    }
    /// Six blocks on two slots that number themselves by blockIdx: right only if no block waits for one
    /// that has no slot.
    static Scene static_numbers(int64_t counted = 0) {
        Scene scene = initial_scene("scan_single_pass");
        Parameters parameters = scene.catalog().parameters;
        parameters.set_option("counted", counted);
        return with_parameters(scene, parameters);
    }

    OrderGame order_{jobs_, model_};
};

TEST_F(OrderGameTest, BlocksThatKeepAllSlotsWhileTheyWaitBreakIt) {
    open(static_numbers());
    ASSERT_EQ(order_.begin(), "");
    ASSERT_EQ(order_.game().turn(), Turn::block);
    EXPECT_EQ(order_.game().may_run().size(), 6U);
    order_.pick(5);
    order_.pick(4);
    EXPECT_TRUE(order_.broken()) << order_.words();
    EXPECT_EQ(order_.words().rfind("This order breaks it: ", 0), 0U) << order_.words();
    EXPECT_EQ(order_.game().may_run().size(), 4U);
    // What is shown is the run with those picks, and its scene keeps them.
    const emulator::Order& blocks = model_.position()->run().scene.gpu.schedule.blocks;
    EXPECT_EQ(blocks.kind, emulator::Order::Kind::list);
    EXPECT_EQ(blocks.list, (std::vector<int>{5, 4}));
    order_.take_back();
    order_.take_back();
    EXPECT_FALSE(order_.broken());
    order_.take_back();
    EXPECT_TRUE(order_.active());
}

TEST_F(OrderGameTest, InOrderAllArePickedAndTheResultIsRight) {
    open(static_numbers());
    ASSERT_EQ(order_.begin(), "");
    for (int block = 0; block < 6; ++block) order_.pick(block);
    EXPECT_TRUE(order_.game().may_run().empty());
    EXPECT_EQ(order_.words(), "All are picked, and the result is right.");
}

TEST_F(OrderGameTest, LooksForAnOrderThatBreaksIt) {
    open(static_numbers());
    ASSERT_EQ(order_.begin(), "");
    order_.look_for_one();
    EXPECT_TRUE(order_.looking());
    order_.pick(0);  // nothing while it looks
    EXPECT_TRUE(order_.game().picked().empty());
    wait_until([this] { return !order_.looking(); });
    EXPECT_TRUE(order_.broken()) << order_.words();
    EXPECT_FALSE(order_.game().picked().empty());
}

TEST_F(OrderGameTest, WhatHasNothingToPickSaysSo) {
    EXPECT_NE(order_.begin(), "");
    open(initial_scene("scan_loop"));
    EXPECT_NE(order_.begin(), "");
    EXPECT_FALSE(order_.active());
}

TEST_F(OrderGameTest, OneBlockIsPlayedByItsWarpsAndAnotherSceneEndsIt) {
    open(initial_scene("scan_kogge_stone"));
    const std::string why = order_.begin();
    ASSERT_EQ(why, "");
    EXPECT_EQ(order_.game().turn(), Turn::warp);
    order_.pick(order_.game().may_run().back());
    order_.update();
    EXPECT_TRUE(order_.active());
    open(initial_scene("scan_blelloch"));
    order_.update();
    EXPECT_FALSE(order_.active());
}

}  // namespace
}  // namespace upsweep::app
