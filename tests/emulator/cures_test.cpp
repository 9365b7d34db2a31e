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

FindingWords words_of_kind(const Trace& trace, FindingKind kind) {
    const Finding* finding = find(trace, kind);
    return finding == nullptr ? FindingWords{} : words_of(trace, *finding);
}

/// A row that is left for the next one is reported in every row, and the access is as on a GPU.
TEST(Cures, ARowIsLeftEvenWhereAnotherFollows) {
    const auto trace_of = [](const std::string& width) {
        KernelRun run;
        run.text = "__global__ void k(const int* in, int* out) {\n__shared__ int tile[4][" + width +
                   "];\nint x = threadIdx.x % 4, y = threadIdx.x / 4;\ntile[y][x] = in[threadIdx.x];\n"
                   "if (x == 0) tile[y][" +
                   width + " - 1] = in[threadIdx.x + " + width +
                   " - 1];\n"
                   "__syncthreads();\nif (threadIdx.x < 12) out[threadIdx.x] = tile[y][x + 1];\n}\n";
        run.sizes = {20, 12};
        run.block = {16, 1, 1};
        run.options.gpu.lanes = run.options.gpu.banks = 4;
        return run.run();
    };
    const Trace trace = trace_of("4");
    const Finding* finding = find(trace, FindingKind::out_of_bounds);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->times, 3);
    EXPECT_EQ(finding->where.line, 7);
    const FindingWords words = words_of(trace, *finding);
    EXPECT_THAT(words.sentence,
                HasSubstr("tile[1][0] with an index outside of the row, which has elements 0 to 3"));
    EXPECT_THAT(words.cure, HasSubstr("Give the rows of tile a rim"));
    EXPECT_EQ(numbers_of(trace, 1)[3], 4) << "the next row's first cell";
    EXPECT_EQ(find(trace_of("5"), FindingKind::out_of_bounds), nullptr) << "the cure cures";
}

/// An atomic operation leaves its row as a store does: three rows of four reach into the next, one leaves the
/// array.
TEST(Cures, AnAtomicOperationLeavesItsRow) {
    const Trace trace = run_of(
                            "__shared__ int s[4][4];\ns[t / 4][t % 4] = 0;\n__syncthreads();\n"
                            "atomicAdd(&s[t / 4][t % 4 + 1], 1);\n__syncthreads();\n"
                            "out[16 * blockIdx.x + t] = s[t / 4][t % 4];")
                            .run();
    int64_t rows = 0;
    for (const Finding& finding : trace.findings)
        if (finding.kind == FindingKind::out_of_bounds &&
            words_of(trace, finding).sentence.find("outside of the row") != std::string::npos)
            rows += finding.times;
    EXPECT_GE(rows, 1);
}

/// A pointer to one past a row is not an access, and a row of a struct is one too.
TEST(Cures, OnlyAnAccessLeavesItsRow) {
    const Trace past = run_of(
                           "__shared__ int s[4][4];\ns[t / 4][t % 4] = t;\n__syncthreads();\nint* end = "
                           "&s[1][t % 4 + 1];\nout[16 * blockIdx.x + t] = end[-1];")
                           .run();
    EXPECT_EQ(find(past, FindingKind::out_of_bounds), nullptr);
    const Trace part = run_body(
        "Two two;\ntwo.b = 7;\nfor (int i = 0; i < 4; ++i) two.a[i] = i;\n"
        "out[t] = two.a[t / 7 * 4];",
        "struct Two { int a[4]; int b; };\n");
    ASSERT_NE(find(part, FindingKind::out_of_bounds), nullptr);
    EXPECT_EQ(numbers_of(part, 1)[7], 7);
}

/// What an `if` would hide is named where it is.
TEST(Cures, AnIndexThatIsWrongIsCuredWhereItIsMade) {
    const Trace narrow = run_body("short tile = in[t] * 5000;\nif (t == 7) out[tile] = 1;");
    EXPECT_THAT(words_of_kind(narrow, FindingKind::out_of_bounds).cure,
                HasSubstr("Declare `tile` as int in line"));
    KernelRun twice;
    twice.text =
        "__global__ void k(const int* in, int* out) {\nint sum = 0;\nfor (int k = 0; k < 8; k += 4)\n"
        "sum += in[k * 4 + threadIdx.x % 4];\nout[threadIdx.x] = sum;\n}\n";
    twice.sizes = {8, 8};
    const Trace multiplied = twice.run();
    const FindingWords words = words_of_kind(multiplied, FindingKind::out_of_bounds);
    EXPECT_THAT(words.cure, HasSubstr("Write k for k * 4 in line 4"));
    twice.text.replace(twice.text.find("k * 4"), 5, "k");
    const Trace cured = twice.run();
    EXPECT_TRUE(cured.findings.empty() || find(cured, FindingKind::out_of_bounds) == nullptr);
    EXPECT_EQ(numbers_of(cured, 1)[1], 1 + 5);
    KernelRun bytes;
    bytes.text =
        "__global__ void k(const int* in, int* out, int n) {\nif (threadIdx.x < n) out[threadIdx.x] = "
        "in[threadIdx.x];\n}\n// host: cudaMalloc(&in, n);\n";
    bytes.sizes = {8, 32};
    bytes.block = {32, 1, 1};
    bytes.numbers = {32};
    EXPECT_THAT(words_of_kind(bytes.run(), FindingKind::out_of_bounds).cure,
                HasSubstr("Count bytes in line 4"));
    const Trace plain = run_body("out[t + 1] = in[t];");
    EXPECT_THAT(words_of_kind(plain, FindingKind::out_of_bounds).cure, HasSubstr("would hide a wrong index"));
}

/// A swap of elements is not an addition, and blocks meet only at the end of a launch.
TEST(Cures, BlocksThatSwapNeedALaunchForEachPass) {
    KernelRun run;
    run.text =
        "__global__ void k(int* x, int n) {\nint i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "for (int p = 0; p < n; p++) {\nint l = 2 * i + p % 2;\nif (l + 1 < n && x[l] > x[l + 1]) {\n"
        "int s = x[l];\nx[l] = x[l + 1];\nx[l + 1] = s;\n}\n__syncthreads();\n}\n}\n";
    run.sizes = {16};
    run.numbers = {16};
    run.grid = {2, 1, 1};
    run.block = {4, 1, 1};
    for (int i = 0; i < 16; ++i) run.input.push_back(16 - i);
    const Trace trace = run.run();
    int races = 0;
    for (const Finding& finding : trace.findings) {
        if (finding.kind != FindingKind::race) continue;
        ++races;
        EXPECT_THAT(words_of(trace, finding).cure, HasSubstr("launch it once for each pass"));
    }
    EXPECT_GT(races, 0);
}

/// Of two uses of a function the barrier belongs before the second.
TEST(Cures, AFunctionThatRunsAgainNeedsTheBarrierBeforeItsCall) {
    KernelRun run;
    run.text =
        "__device__ int total(int v, int* s) {\ns[threadIdx.x] = v;\n__syncthreads();\n"
        "return s[7 - threadIdx.x];\n}\n__global__ void k(const int* in, int* out) {\n__shared__ int s[8];\n"
        "int first = total(in[threadIdx.x], s);\n__syncthreads();\nint last = s[7];\n"
        "out[threadIdx.x] = total(first + last, s);\n}\n";
    run.sizes = {8, 8};
    run.options.gpu.lanes = 4;
    const Trace trace = run.run();
    EXPECT_EQ(
        words_of_kind(trace, FindingKind::race).cure,
        "Put a __syncthreads() between line 10 and line 11, which calls the function with line 2 again.");
    run.text.insert(run.text.find("out[threadIdx.x] = total"), "__syncthreads();\n");
    EXPECT_EQ(find(run.run(), FindingKind::race), nullptr) << "the cure cures";
}

TEST(Cures, ABranchOnDataIsNotCuredByTheFirstThreads) {
    const Trace data = run_body("if (in[t] % 2 == 0) out[t] = 1;");
    EXPECT_THAT(words_of_kind(data, FindingKind::divergence).cure, HasSubstr("sorting or compacting"));
    const Trace threads = run_body("if (t % 2 == 0) out[t] = 1;");
    EXPECT_THAT(words_of_kind(threads, FindingKind::divergence).cure,
                HasSubstr("let the first threads work"));
}

/// 48 KiB is the most on every GPU, whatever a toy GPU has.
TEST(Cures, StaticSharedMemoryHasALimit) {
    const auto refused = [](const std::string& size) {
        KernelRun run =
            run_of("__shared__ int s[" + size + "];\ns[t] = t;\nout[16 * blockIdx.x + t] = s[t];");
        run.options.gpu.shared_bytes = 1 << 20;
        try {
            run.run();
        } catch (const CompileError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_EQ(refused("12288"), "");
    EXPECT_THAT(refused("65536"), HasSubstr("take 262144 bytes"));
    EXPECT_THAT(refused("65536"),
                HasSubstr("48 KiB (49152 bytes) of static shared memory is the most on every GPU"));
}

}  // namespace
}  // namespace upsweep::emulator
