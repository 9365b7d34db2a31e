// What is alike is one finding, and the cure that is said is the one that cures.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "emulator/helpers/run_kernel.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using testing::HasSubstr;

/// A reduction whose stride doubles: every pass conflicts otherwise, and the line has one cure.
TEST(Cures, AlikeOnesOfALineAreOneWithTheWorstCase) {
    KernelRun run = run_of(
        "__shared__ int s[64];\nfor (int i = t; i < 64; i += 16) s[i] = in[i];\n"
        "for (int stride = 1; stride < 16; stride *= 2) {\n__syncthreads();\nint i = 2 * stride * t;\n"
        "if (i + stride < 32) s[i] += s[i + stride];\n}\nout[16 * blockIdx.x + t] = s[0];");
    run.options.gpu.lanes = run.options.gpu.banks = 8;
    const Trace trace = run.run();
    int conflicts = 0;
    for (const Finding& finding : trace.findings) conflicts += finding.kind == FindingKind::bank_conflict;
    EXPECT_EQ(conflicts, 1);
    const Finding* finding = find(trace, FindingKind::bank_conflict);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->where.line, 8);
    EXPECT_EQ(degree_of(*finding), 4);
    EXPECT_GT(finding->lesser, 0);
    EXPECT_LT(finding->lesser, finding->times);
    EXPECT_EQ(finding->times, int64_t(finding->steps.size()));
    EXPECT_TRUE(std::is_sorted(finding->steps.begin(), finding->steps.end()));
    EXPECT_NE(std::find(finding->steps.begin(), finding->steps.end(), finding->step), finding->steps.end());
    const FindingWords words = words_of(trace, *finding);
    EXPECT_THAT(words.sentence, HasSubstr("takes 4 turns instead of 1, the worst of " +
                                          std::to_string(finding->times) + " conflicts in line 8."));
    EXPECT_EQ(words.cure,
              "Leave one element of s unused after every 8: write s[i + i / 8] for s[i] in line 8 and "
              "wherever the kernel uses s, and make the array that much longer.");
}

TEST(Cures, APaddedRowIsTheCureOfATile) {
    KernelRun run =
        run_of("__shared__ int tile[8][8];\ntile[t % 8][t / 8] = t;\n__syncthreads();\nout[t] = tile[0][0];");
    run.options.gpu.lanes = run.options.gpu.banks = 8;
    run.grid = {1, 1, 1};
    const Trace trace = run.run();
    const Finding* finding = find(trace, FindingKind::bank_conflict);
    ASSERT_NE(finding, nullptr);
    const FindingWords words = words_of(trace, *finding);
    EXPECT_EQ(words.cause, "Neighbouring lanes are 8 words apart, so they use 1 of the 8 banks.");
    EXPECT_EQ(words.cure, "Pad the rows of tile: declare tile[8][9] instead of tile[8][8] in line 3.");
    run.text.replace(run.text.find("[8][8]"), 6, "[8][9]");
    EXPECT_EQ(find(run.run(), FindingKind::bank_conflict), nullptr) << "the cure cures";
}

/// Where the barrier that is missing belongs.
TEST(Cures, ARaceSaysWhereTheBarrierBelongs) {
    const auto cure = [](const std::string& body) {
        const Trace trace = run_of("__shared__ int s[16];\n" + body).run();
        const Finding* race = find(trace, FindingKind::race);
        return race == nullptr ? "no race" : words_of(trace, *race).cure;
    };
    EXPECT_EQ(cure("s[t] = t;\nout[16 * blockIdx.x + t] = s[15 - t];"),
              "Put a __syncthreads() between line 4 and line 5.");
    EXPECT_EQ(
        cure("int v = 0;\nfor (int i = 0; i < 3; ++i) {\ns[t] = v;\n__syncthreads();\nv += s[15 - t];\n}\n"
             "out[16 * blockIdx.x + t] = v;"),
        "Put a __syncthreads() at the end of the loop in line 5, between line 8 and the next pass's line 6.");
    EXPECT_EQ(cure("s[t] = t;\n__syncthreads();\ns[t] += s[15 - t];\nout[16 * blockIdx.x + t] = s[t];"),
              "In line 6, read s into a variable, put a __syncthreads() after that, and only then write.");
}

/// A tree reads what other threads wrote in the pass before: a barrier behind the read, in the branch, would
/// not be reached by all.
TEST(Cures, ATreeGetsItsBarrierAtTheEndOfThePass) {
    KernelRun run = run_of(
        "__shared__ int s[16];\ns[t] = t;\n__syncthreads();\nfor (int half = 8; half > 0; half /= 2) {\n"
        "if (t < half) s[t] += s[t + half];\n}\nif (t == 0) out[16 * blockIdx.x] = s[0];");
    run.options.gpu.lanes = run.options.gpu.banks = 4;
    const Trace trace = run.run();
    const Finding* race = find(trace, FindingKind::race);
    ASSERT_NE(race, nullptr);
    EXPECT_EQ(words_of(trace, *race).cure,
              "Put a __syncthreads() at the end of the loop in line 6, outside the if; if line 7 still "
              "races, also read s into a variable there, put another after that, and only then write.");
    run.text.replace(run.text.find("s[t + half];\n") + 13, 0, "__syncthreads();\n");
    EXPECT_EQ(find(run.run(), FindingKind::race), nullptr) << "the cure cures";
}

}  // namespace
}  // namespace upsweep::emulator
