// Paths of a warp: splitting, meeting again, break, return, barriers.
#include <gtest/gtest.h>

#include "emulator/machine/warp.h"

namespace upsweep::emulator {
namespace {

TEST(Paths, MeetAtTheEndOfABranch) {
    Paths paths;
    paths.start(4, 4, 0b1111);
    paths.open_join();
    paths.split(0b0011, 50);
    EXPECT_EQ(paths.ready_count(), 2);
    EXPECT_EQ(paths.current()->mask, 0b0011u);
    EXPECT_FALSE(paths.join(60));
    EXPECT_EQ(paths.current()->mask, 0b1100u);
    EXPECT_EQ(paths.current()->pc, 50u);
    EXPECT_TRUE(paths.join(60));
    EXPECT_EQ(paths.current()->mask, 0b1111u);
    EXPECT_EQ(paths.current()->pc, 60u);
    EXPECT_EQ(paths.ready_count(), 1);
}

TEST(Paths, LanesThatBreakAreNotAwaitedInside) {
    Paths paths;
    paths.start(4, 4, 0b1111);
    paths.open_join();        // the loop
    paths.open_join();        // an if in it
    paths.split(0b0001, 20);  // lane 0 breaks
    paths.leave_joins(1);
    EXPECT_FALSE(paths.join(90));
    EXPECT_EQ(paths.current()->mask, 0b1110u);
    EXPECT_TRUE(paths.join(21));  // the if: no other lane is expected
    EXPECT_EQ(paths.current()->mask, 0b1110u);
    EXPECT_TRUE(paths.join(90));  // the loop's end: lane 0 waits there
    EXPECT_EQ(paths.current()->mask, 0b1111u);
}

TEST(Paths, LanesThatReturnAreNotAwaited) {
    Paths paths;
    paths.start(4, 4, 0b1111);
    paths.open_join();
    paths.split(0b1000, 30);
    paths.exit();
    EXPECT_EQ(paths.current()->mask, 0b0111u);
    EXPECT_EQ(paths.live(), 0b0111u);
    EXPECT_TRUE(paths.join(30));
    EXPECT_EQ(paths.current()->mask, 0b0111u);
    paths.exit();
    EXPECT_EQ(paths.live(), 0u);
    EXPECT_EQ(paths.current(), nullptr);
}

TEST(Paths, AReturnCompletesAJoinOthersWaitAt) {
    Paths paths;
    paths.start(4, 4, 0b1111);
    paths.open_join();
    paths.split(0b0001, 40);
    EXPECT_FALSE(paths.join(41));
    EXPECT_EQ(paths.current()->mask, 0b1110u);
    paths.exit();
    ASSERT_NE(paths.current(), nullptr);
    EXPECT_EQ(paths.current()->mask, 0b0001u);
    EXPECT_EQ(paths.current()->pc, 41u);
}

TEST(Paths, ABarrierJoinsPathsThatStandTogether) {
    Paths paths;
    paths.start(4, 4, 0b1111);
    paths.open_join();
    paths.split(0b0011, 10);
    paths.wait_at_barrier(11, 0, no_register);
    EXPECT_EQ(paths.current()->mask, 0b1100u);
    paths.wait_at_barrier(11, 0, no_register);
    EXPECT_EQ(paths.current(), nullptr);
    EXPECT_EQ(paths.at_barrier(), 0b1111u);
    paths.release_barrier();
    EXPECT_EQ(paths.ready_count(), 1);
    EXPECT_EQ(paths.current()->mask, 0b1111u);
    EXPECT_TRUE(paths.join(20));
}

TEST(Paths, WaitingLanesCanBeLetGo) {
    Paths paths;
    paths.start(4, 4, 0b1111);
    paths.open_join();
    paths.split(0b0111, 5);
    EXPECT_FALSE(paths.join(70));
    EXPECT_TRUE(paths.release_joins());
    EXPECT_EQ(paths.ready_count(), 2);
    paths.rotate();
    // The last lane no longer waits for anybody.
    while (paths.current()->mask != 0b1000u) paths.rotate();
    EXPECT_TRUE(paths.join(70));
    EXPECT_EQ(paths.current()->mask, 0b1000u);
}

/// Two paths continue without lanes that wait at a barrier, each without others: together they miss both.
TEST(Paths, PathsThatGoOnTogetherMissWhomEitherMissed) {
    Paths paths;
    paths.start(4, 4, 0b1111);
    paths.split(0b0011, 30);
    paths.split(0b0001, 5);
    while (paths.current()->mask != 0b1100u) paths.rotate();
    paths.wait_at_barrier(31, 0, no_register);
    for (const uint32_t mask : {0b0001u, 0b0010u}) {
        while (paths.current()->mask != mask) paths.rotate();
        EXPECT_EQ(paths.wait_to_meet(6, mask | mask << 2), 0u);
    }
    EXPECT_TRUE(paths.release_meets());
    EXPECT_EQ(paths.ready_count(), 1);
    EXPECT_EQ(paths.current()->mask, 0b0011u);
    EXPECT_EQ(paths.current()->unmet, 0b1100u);
}

/// Lane 0 waits for lane 1, which waits for lanes 2 and 3 too: no lane continues before those have come.
TEST(Paths, WhoIsWaitedForBringsThoseItWaitsFor) {
    Paths paths;
    paths.start(4, 4, 0b1111);
    paths.split(0b0011, 30);
    paths.split(0b0001, 5);
    while (paths.current()->mask != 0b0010u) paths.rotate();
    EXPECT_EQ(paths.wait_to_meet(6, 0b1110), 0u);
    while (paths.current()->mask != 0b0001u) paths.rotate();
    EXPECT_EQ(paths.wait_to_meet(6, 0b0011), 0u);
    EXPECT_EQ(paths.current()->mask, 0b1100u);
    EXPECT_EQ(paths.ready_count(), 1);
}

/// Lane 3 returns while the others wait for it at a `__syncwarp`.
TEST(Paths, AReturnLetsThoseGoOnThatWaitToMeet) {
    Paths paths;
    paths.start(4, 4, 0b1111);
    paths.split(0b0111, 30);
    EXPECT_EQ(paths.wait_to_meet(6, 0b1111), 0u);
    EXPECT_EQ(paths.current()->mask, 0b1000u);
    EXPECT_EQ(paths.exit(), 0b0111u);
    ASSERT_NE(paths.current(), nullptr);
    EXPECT_EQ(paths.current()->mask, 0b0111u);
}

}  // namespace
}  // namespace upsweep::emulator
