// Shuffles and votes without `_sync`, as they were before Volta.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/helpers/run_kernel.h"

#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

/// Over the lanes that are active, as the GPUs of their time had it.
TEST(OldCalls, RunOverTheActiveLanes) {
    KernelRun run;
    run.text =
        "__global__ void k(const int* in, int* out) {\nint i = threadIdx.x;\n"
        "if (i < 4) out[i] = __shfl(i * 2, 3) + __shfl_up(i, 1) * 10 + __shfl_down(i, 1, 4) * 100 +\n"
        "__shfl_xor(i, 1) * 1000 + __any(i > 2) * 10000 + __all(i < 3) * 100000 +\n"
        "(int)__ballot(i & 1) * 1000000;\n}\n";
    run.sizes = {8, 8};
    run.cleared = {1};
    run.options.gpu.lanes = 8;
    const Trace trace = run.run();
    EXPECT_THAT(numbers_of(trace, 1),
                testing::ElementsAre(10011106, 10010206, 10013316, 10012326, 0, 0, 0, 0));
    for (const Finding& finding : trace.findings) {
        if (finding.kind != FindingKind::gone_since_volta) continue;
        EXPECT_EQ(finding.lanes, (std::vector<int>{0, 1, 2, 3}));
        EXPECT_THAT(words_of(trace, finding).cure, testing::HasSubstr("_sync(0xffffffff, "));
    }
    EXPECT_NE(find(trace, FindingKind::gone_since_volta), nullptr);
}

/// A function of the text's own goes before them.
TEST(OldCalls, YieldToAFunctionOfTheText) {
    KernelRun run;
    run.text =
        "__device__ int __any(int x) { return x + 5; }\n"
        "__global__ void k(const int* in, int* out) { out[threadIdx.x] = __any(1); }";
    run.sizes = {8, 8};
    const Trace trace = run.run();
    EXPECT_EQ(numbers_of(trace, 1)[0], 6);
    EXPECT_EQ(find(trace, FindingKind::gone_since_volta), nullptr);
}

/// They have no mask that could name a lane, and before Volta GPUs had them.
TEST(OldCalls, NeverSpeakOfAMask) {
    KernelRun run;
    run.text =
        "__global__ void k(const int* in, int* out) {\nint v = in[threadIdx.x];\n"
        "out[threadIdx.x] = v + __shfl_down(v, 1, 4);\n}\n";
    run.sizes = {8, 8};
    run.options.gpu.lanes = 4;
    run.options.gpu.lanes_proceed = LanesProceed::adversarial;
    const Trace apart = run.run();
    const Finding* missing = find(apart, FindingKind::missing_lane);
    ASSERT_NE(missing, nullptr);
    const FindingWords words = words_of(apart, *missing);
    EXPECT_THAT(words.sentence, testing::Not(testing::HasSubstr("mask")));
    EXPECT_THAT(words.cure, testing::HasSubstr("Write __shfl_down_sync(mask, …) in line 3"));
    run.options.gpu.lanes_proceed = LanesProceed::before_volta;
    EXPECT_EQ(find(run.run(), FindingKind::gone_since_volta), nullptr);
}

/// Steps continue between two looks.
TEST(OldCalls, TheClockCountsSteps) {
    const Trace trace = run_body(
        "clock_t first = clock();\nint v = in[t];\nlong long second = clock64();\nout[t] = (int)(second - "
        "first) + 0 * "
        "v;");
    for (const double passed : numbers_of(trace, 1)) EXPECT_GE(passed, 2);
}

}  // namespace
}  // namespace upsweep::emulator
