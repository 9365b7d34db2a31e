// How diverged lanes continue, in the three ways that a GPU may have: a lock inside a warp, sides of a branch
// that wait for each other, code that relies on lockstep.
#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/findings/finding_table.h"
#include "emulator/helpers/run_kernel.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using LanesProceedNumbers = std::vector<double>;

constexpr LanesProceed ways[] = {LanesProceed::before_volta, LanesProceed::since_volta,
                                 LanesProceed::adversarial};

KernelRun kernel(const std::string& body, LanesProceed lanes) {
    KernelRun run;
    run.text = "__global__ void k(const int* in, int* out, int* lock) {\n" + body + "\n}\n";
    run.sizes = {4, 4, 2};
    run.cleared = {1, 2};
    run.block = {4, 1, 1};
    run.options.gpu.lanes_proceed = lanes;
    return run;
}

/// The lane with the lock waits after the loop for the lanes that go round in it.
constexpr const char* spin_lock = R"(    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    out[0] += 1;
    __threadfence();
    atomicExch(lock, 0);)";

TEST(LanesProceed, ASpinLockWithinAWarpHangsBeforeVoltaOnly) {
    for (const LanesProceed lanes : ways) {
        const Trace trace = kernel(spin_lock, lanes).run();
        const Finding* deadlock = find(trace, FindingKind::deadlock);
        const bool hangs = lanes == LanesProceed::before_volta;
        EXPECT_EQ(deadlock != nullptr, hangs) << to_string(lanes);
        EXPECT_EQ(trace.complete, !hangs) << to_string(lanes);
        if (!hangs) {
            EXPECT_EQ(numbers_of(trace, 1)[0], 4) << to_string(lanes);
            continue;
        }
        EXPECT_NE(sentence_of(trace, *deadlock).find("starves: before Volta"), std::string::npos)
            << sentence_of(trace, *deadlock);
        EXPECT_NE(sentence_of(trace, *deadlock).find("lane 0 of its warp 0 has set to 1 in line 2"),
                  std::string::npos)
            << sentence_of(trace, *deadlock);
        EXPECT_EQ(deadlock->lanes, (std::vector<int>{1, 2, 3}));
        EXPECT_LT(trace.step_count(), 100);
    }
}

/// The form that textbooks before Volta gave: the winner is done before the others try again.
TEST(LanesProceed, ALockThatIsGivenBackInsideItsBranchHangsNowhere) {
    for (const LanesProceed lanes : ways) {
        const Trace trace = kernel(R"(    bool done = false;
    while (!done) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            out[0] += 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    })",
                                   lanes)
                                .run();
        EXPECT_TRUE(trace.complete) << to_string(lanes);
        EXPECT_EQ(numbers_of(trace, 1)[0], 4) << to_string(lanes);
        EXPECT_TRUE(faults_of(trace).empty()) << faults_of(trace)[0];
    }
}

/// One side of a branch waits for what the other writes.
TEST(LanesProceed, ASideThatWaitsForTheOtherStarvesItBeforeVolta) {
    for (const LanesProceed lanes : ways) {
        const Trace trace = kernel(R"(    volatile int* flag = lock;
    if (threadIdx.x == 0) {
        while (flag[0] == 0) {}
        out[0] = 7;
    } else if (threadIdx.x == 1) {
        flag[0] = 1;
    })",
                                   lanes)
                                .run();
        const bool hangs = lanes == LanesProceed::before_volta;
        EXPECT_EQ(find(trace, FindingKind::deadlock) != nullptr, hangs) << to_string(lanes);
        EXPECT_EQ(numbers_of(trace, 1)[0], hangs ? 0 : 7) << to_string(lanes);
    }
}

/// Another warp's lane can be waited for: only the sides of one branch starve each other.
TEST(LanesProceed, WarpsWaitForEachOtherInAllThreeWays) {
    for (const LanesProceed lanes : ways) {
        KernelRun run = kernel(R"(    volatile int* flag = lock;
    if (threadIdx.x == 0) while (flag[0] == 0) {}
    if (threadIdx.x == 7) flag[0] = 1;
    if (threadIdx.x == 0) out[0] = 7;)",
                               lanes);
        run.block = {8, 1, 1};
        const Trace trace = run.run();
        EXPECT_TRUE(trace.complete) << to_string(lanes);
        EXPECT_EQ(numbers_of(trace, 1)[0], 7) << to_string(lanes);
    }
}

/// Where branches nest, the innermost has the turn, and all lanes come through once.
TEST(LanesProceed, NestedBranchesLoopsBreaksAndReturnsComeThroughInAllThreeWays) {
    for (const LanesProceed lanes : ways) {
        const Trace trace = kernel(R"(    int t = threadIdx.x, sum = 0;
    for (int i = 0; i < 4; ++i) {
        if (t == 3 && i == 2) return;
        if (i > t) break;
        if (t % 2 == 0) {
            if (t == 0) sum += 1; else sum += 10;
        } else {
            for (int j = 0; j < t; ++j) sum += 100;
        }
    }
    out[t] = sum;)",
                                   lanes)
                                .run();
        EXPECT_TRUE(trace.complete) << to_string(lanes);
        EXPECT_EQ(numbers_of(trace, 1), (LanesProceedNumbers{1, 200, 30, 0})) << to_string(lanes);
        EXPECT_TRUE(faults_of(trace).empty()) << faults_of(trace)[0];
    }
}

TEST(LanesProceed, CodeThatReliesOnLockstepFailsWhereLanesRunApartAndIsToldSinceVolta) {
    for (const LanesProceed lanes : ways) {
        KernelRun run = kernel(R"(    volatile __shared__ int s[4];
    int t = threadIdx.x;
    s[t] = in[t];
    s[t] = s[(t + 1) % 4];
    out[t] = s[t];)",
                               lanes);
        run.options.gpu.schedule.warps = parse_warp_order("in-order");
        const Trace trace = run.run();
        const bool apart = lanes == LanesProceed::adversarial;
        EXPECT_EQ(numbers_of(trace, 1) == (LanesProceedNumbers{1, 2, 3, 0}), !apart) << to_string(lanes);
        const bool lockstep = lanes == LanesProceed::before_volta;
        EXPECT_EQ(find(trace, FindingKind::relies_on_lockstep) == nullptr, lockstep) << to_string(lanes);
    }
}

TEST(LanesProceed, NamesReadBackAndAnotherIsRefused) {
    for (const LanesProceed lanes : ways) EXPECT_EQ(parse_lanes_proceed(to_string(lanes)), lanes);
    try {
        parse_lanes_proceed("since-pascal");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_NE(std::string(error.what()).find("before-volta, since-volta or adversarial"),
                  std::string::npos);
    }
}

}  // namespace
}  // namespace upsweep::emulator
