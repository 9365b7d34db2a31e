// Barriers that not all threads reach: who is missing and where they went, and what is not a fault.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/helpers/run_kernel.h"

#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using testing::HasSubstr;
using BarriersNumbers = std::vector<double>;

/// The only finding about barriers; eight threads in two warps of four.
Finding barrier_finding(const Trace& trace) {
    const Finding* found = find(trace, FindingKind::barrier_not_reached);
    EXPECT_NE(found, nullptr);
    return found == nullptr ? Finding{} : *found;
}

std::string barrier_sentence(const Trace& trace) {
    const Finding* found = find(trace, FindingKind::barrier_not_reached);
    return found == nullptr ? "" : sentence_of(trace, *found);
}

TEST(Barriers, LanesThatABranchKeepsAreNamedInAllWarps) {
    Trace trace = run_body("if (t % 4 < 2) {\n__syncthreads();\n}\nout[t] = 1;");
    const Finding finding = barrier_finding(trace);
    EXPECT_EQ(finding.where.line, 5);
    EXPECT_EQ(finding.lanes, (std::vector<int>{2, 3}));
    EXPECT_EQ(barrier_sentence(trace),
              "In block 0, not all threads reach the barrier in line 5: lanes 2 and 3 of warps 0 and 1 "
              "continue in line 7.");
    EXPECT_EQ(numbers_of(trace, 1), BarriersNumbers(8, 1));
    EXPECT_TRUE(trace.complete);
}

TEST(Barriers, AWarpThatRanPastIsNamed) {
    Trace trace = run_body("out[t] = 1;\nif (t < 4) __syncthreads();");
    const Finding finding = barrier_finding(trace);
    EXPECT_EQ(
        barrier_sentence(trace),
        "In block 0, not all threads reach the barrier in line 5: warp 1 ran to the end of the kernel.");
    EXPECT_EQ(finding.warp, 1);
    EXPECT_EQ(finding.lanes, (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(finding.times, 1);
    EXPECT_TRUE(trace.complete);
}

TEST(Barriers, EachGroupIsNamedWithItsPlace) {
    KernelRun run =
        run_of("if (t > 0 && t < 4) __syncthreads();\nelse if (t < 12) out[t] = 1;\nout[t] += 1;");
    run.grid = {1, 1, 1};
    EXPECT_EQ(barrier_sentence(run.run()),
              "In block 0, not all threads reach the barrier in line 3: lane 0 of warp 0 continues in line "
              "5, and warps 1, 2 and 3 ran to the end of the kernel.");
}

TEST(Barriers, LanesAtAnotherSynchronisationAreNamedWithIt) {
    const Trace trace = run_body("if (t % 4 < 3) __syncthreads();\nelse {\nout[t] = 1;\n__syncwarp();\n}");
    EXPECT_THAT(barrier_sentence(trace), HasSubstr("not all threads reach the barrier in line 4: lane 3 of "
                                                   "warps 0 and 1 wait for other lanes in line 7."));
    KernelRun run = run_of("if (t % 4 < 3) __syncthreads();\nout[t] += __shfl_sync(0xffffffff, t, 0);");
    run.grid = {1, 1, 1};
    run.block = {4, 1, 1};
    EXPECT_THAT(barrier_sentence(run.run()), HasSubstr(": lane 3 of warp 0 continues in line 4"));
    run = run_of("out[t] = 1;\nif (t > 0) __syncthreads();");
    run.grid = {1, 1, 1};
    run.block = {4, 1, 1};
    EXPECT_THAT(barrier_sentence(run.run()), HasSubstr(": lane 0 of warp 0 waits at the end of the kernel"));
}

/// As on the hardware: a thread that has returned is not waited for.
TEST(Barriers, LanesAndWarpsThatReturnedCountAsArrived) {
    for (const char* guard : {"if (t >= 4) return;", "if (t >= 6) return;", "if (t % 2 == 1) return;"}) {
        Trace trace = run_body(std::string(guard) + "\n__syncthreads();\nout[t] = 1;");
        EXPECT_EQ(find(trace, FindingKind::barrier_not_reached), nullptr) << guard;
    }
    Trace last = run_body("__syncthreads();\nout[t] = 1;\n__syncthreads();");
    EXPECT_TRUE(last.findings.empty()) << sentence_of(last, last.findings[0]);
}

/// A loop with a barrier in it that the warps run a different number of times.
TEST(Barriers, ALoopThatAWarpLeavesEarlier) {
    Trace bad = run_body("for (int i = t / 4; i < 3; ++i) {\nout[t] = i;\n__syncthreads();\n}");
    EXPECT_THAT(barrier_sentence(bad),
                HasSubstr("not all threads reach the barrier in line 6: warp 1 ran to the end"));
    Trace good = run_body("for (int i = 0; i < 3; ++i) {\nout[t] = i;\n__syncthreads();\n}");
    EXPECT_TRUE(good.findings.empty()) << sentence_of(good, good.findings[0]);
}

TEST(Barriers, OnTwoLinesCountAsOne) {
    Trace trace = run_body("if (t < 4)\n__syncthreads();\nelse\n__syncthreads();\nout[t] = 1;");
    EXPECT_EQ(barrier_sentence(trace),
              "Threads of block 0 wait at different barriers, warp 0 in line 5 and warp 1 in line 7, which "
              "the hardware treats as one.");
    EXPECT_EQ(trace.counts.barriers, 1);
    EXPECT_EQ(numbers_of(trace, 1), BarriersNumbers(8, 1));
}

TEST(Barriers, OnSeveralLinesWithLanesMissing) {
    KernelRun run = run_of(
        "if (t < 4)\n__syncthreads();\nelse if (t < 8)\n__syncthreads();\nelse if (t < "
        "12)\n__syncthreads();\n");
    run.grid = {1, 1, 1};
    std::vector<std::string> messages = faults_of(run.run());
    ASSERT_EQ(messages.size(), 2u);
    EXPECT_THAT(messages[0], HasSubstr("warp 0 in line 4, warp 1 in line 6 and warp 2 in line 8, which"));
    EXPECT_THAT(messages[1], HasSubstr(": warp 3 ran to the end of the kernel"));
}

TEST(Barriers, LanesThatRunApartAreNamedToo) {
    KernelRun run = run_of("out[t] = 1;\nif (t < 2) __syncthreads();", true);
    run.grid = {1, 1, 1};
    EXPECT_THAT(
        barrier_sentence(run.run()),
        HasSubstr(
            ": lanes 2 and 3 of warp 0 ran to the end of the kernel, and warps 1, 2 and 3 ran to the end"));
}

/// A block of six threads has no lane 3 in its second warp; it never had one that could return.
TEST(Shuffles, SayThatTheBlockHasNoSuchLane) {
    KernelRun run = run_of("out[t] = __shfl_sync(0xffffffff, t, 3);");
    run.grid = {1, 1, 1};
    run.block = {6, 1, 1};
    const Trace trace = run.run();
    const Finding* found = find(trace, FindingKind::missing_lane);
    ASSERT_NE(found, nullptr);
    EXPECT_THAT(sentence_of(trace, *found), HasSubstr("of lane 3, which the block has not"));
}

}  // namespace
}  // namespace upsweep::emulator
