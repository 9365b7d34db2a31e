// The machine on small kernels: divergence, barriers, calls, memory, findings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/helpers/run_kernel.h"
#include "emulator/helpers/sentences.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using testing::HasSubstr;
using MachineNumbers = std::vector<double>;

TEST(Machine, DivergedLanesMeetAfterTheBranch) {
    Trace trace = run_body("if (t % 2 == 0) { out[t] = 10; } else { out[t] = 20; }\nout[t] += t;");
    EXPECT_EQ(numbers_of(trace, 1), (MachineNumbers{10, 21, 12, 23, 14, 25, 16, 27}));
    // The last statement runs once a warp with all four lanes.
    int32_t last_line = 5;
    int full = 0;
    for (const Step& step : trace.steps)
        if (trace.statements[step.statement].where.line == last_line) full += step.active == 0b1111 ? 1 : 100;
    EXPECT_EQ(full, 2);
    EXPECT_TRUE(faults_of(trace).empty());
}

TEST(Machine, LoopsOfDifferentLengthBreakAndContinue) {
    Trace trace = run_body(R"(
        int sum = 0;
        for (int i = 0; i < 100; ++i) {
            if (i % 2 == 1) continue;
            if (i > 2 * t) break;
            sum += i;
        }
        out[t] = sum;)");
    EXPECT_EQ(numbers_of(trace, 1), (MachineNumbers{0, 2, 6, 12, 20, 30, 42, 56}));
    const Step& last = trace.steps[size_t(trace.launches[0].end_step) - 1];
    EXPECT_EQ(last.active, 0b1111u);
}

TEST(Machine, WhileDoSwitchAndTernary) {
    Trace trace = run_body(R"(
        int n = 0;
        int v = t;
        while (v > 0) { v /= 2; ++n; }
        do { n += 10; } while (n < 20);
        switch (t % 4) {
            case 0: n += 100; break;
            case 1: n += 200;
            case 2: n += 300; break;
            default: n += t < 4 ? 400 : 500;
        }
        out[t] = n;)");
    EXPECT_EQ(numbers_of(trace, 1), (MachineNumbers{120, 521, 322, 422, 123, 523, 323, 523}));
}

TEST(Machine, ReturnedLanesCountAsArrived) {
    Trace trace = run_body("if (t > 4) return;\n__syncthreads();\nout[t] = 1;");
    EXPECT_EQ(numbers_of(trace, 1), (MachineNumbers{1, 1, 1, 1, 1, 0, 0, 0}));
    EXPECT_EQ(trace.counts.barriers, 1);
    EXPECT_TRUE(trace.findings.empty());
}

TEST(Machine, SharedMemoryAndBarriersReverse) {
    Trace trace =
        run_body("__shared__ int tile[8];\ntile[t] = in[t];\n__syncthreads();\nout[t] = tile[7 - t];");
    EXPECT_EQ(numbers_of(trace, 1), (MachineNumbers{7, 6, 5, 4, 3, 2, 1, 0}));
    // The first warp arrives, the second completes.
    int arrivals = 0, completions = 0;
    for (const Step& step : trace.steps) {
        arrivals += step.kind == StepKind::arrive ? 1 : 0;
        completions += step.kind == StepKind::barrier ? 1 : 0;
    }
    EXPECT_EQ(arrivals, 1);
    EXPECT_EQ(completions, 1);
}

TEST(Machine, CallsAreStepsOrPartsOfStatements) {
    Trace trace = run_body("out[t] = twice(t) + climb(t) + climb(1);", R"(
        __device__ int twice(int x) { return 2 * x; }
        __device__ int climb(int n) {
            if (n > 5) return -1;
            int sum = 0;
            for (int i = 1; i <= n; ++i) sum += i;
            return sum;
        })");
    EXPECT_EQ(numbers_of(trace, 1), (MachineNumbers{1, 4, 8, 13, 19, 26, 12, 14}));
}

TEST(Machine, ReferencesPointersAndLocalArrays) {
    Trace trace = run_body(R"(
        int a[4] = {1, 2};
        int x = t, y = 100;
        swap(x, y);
        a[t % 4] += x;
        int* p = &a[1];
        *p += y;
        out[t] = a[0] + a[1] + a[2] + a[3] + (int)(p - a);)",
                           "__device__ void swap(int& a, int& b) { int t = a; a = b; b = t; }");
    EXPECT_EQ(numbers_of(trace, 1), (MachineNumbers{104, 105, 106, 107, 108, 109, 110, 111}));
}

TEST(Machine, VectorsAndStructs) {
    Trace trace = run_body(R"(
        int2 v = ((const int2*)in)[t % 4];
        v = make_int2(v.y, v.x);
        Pair pair;
        pair.first = v.x;
        pair.second = v.y * 100;
        out[t] = total(pair);)",
                           R"(struct Pair { int first; int second; };
                              __device__ int total(Pair p) { return p.first + p.second; })");
    EXPECT_EQ(numbers_of(trace, 1), (MachineNumbers{1, 203, 405, 607, 1, 203, 405, 607}));
}

TEST(Machine, AtomicsVotesAndFences) {
    Trace trace = run_body(R"(
        __shared__ int total;
        if (t == 0) total = 0;
        __syncthreads();
        int before = atomicAdd(&total, 1);
        __threadfence();
        __syncthreads();
        unsigned odd = __ballot_sync(0xffffffffu, t % 2);
        out[t] = total * 1000 + (int)odd * 10 + __syncthreads_count(t < 3) + (before < 0);)");
    EXPECT_EQ(numbers_of(trace, 1), MachineNumbers(8, 8000 + 100 + 3));
}

TEST(Machine, ASharedValueFromTheWarpsOwnLanes) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out) {
        int v = in[threadIdx.x];
        out[threadIdx.x] = __shfl_sync(0xffffffffu, v, 2) + __shfl_xor_sync(0xffffffffu, v, 1) * 10 +
                           __shfl_down_sync(0xffffffffu, v, 1) * 100;
    })";
    run.sizes = {8, 8};
    EXPECT_EQ(numbers_of(run.run(), 1), (MachineNumbers{112, 202, 332, 322, 556, 646, 776, 766}));
}

TEST(Findings, OutOfBoundsNamesArrayIndexAndSizeAndGoesOn) {
    Trace trace = run_body("int v = in[t + 1];\nout[t] = 5 + 0 * v;");
    const Finding* finding = find(trace, FindingKind::out_of_bounds);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(sentence_of(trace, *finding),
              "Lane 3 of warp 1 in block 0 (threadIdx.x = 7, blockIdx.x = 0) reads element 8 of buffer0, "
              "which has elements 0 to 7; the emulator skips the access.");
    EXPECT_EQ(finding->where.line, 4);
    EXPECT_EQ(finding->lanes, std::vector<int>{3});
    EXPECT_EQ(finding->elements, std::vector<int64_t>{8});
    EXPECT_EQ(numbers_of(trace, 1), MachineNumbers(8, 5));
}

TEST(Findings, OutOfBoundsIsExactForLocalArraysAndNegativeIndices) {
    Trace trace = run_body("int a[2];\na[t % 2] = 1;\na[t - t + 2] = 7;\nout[t] = 0;\nout[-1 - t] = 1;");
    // One finding a line, whatever lanes and warps: its sentence tells of the first warp.
    ASSERT_EQ(trace.findings.size(), 2u);
    const Finding &local = trace.findings[0], &negative = trace.findings[1];
    EXPECT_EQ(sentence_of(trace, local),
              "Lanes 0 to 3 of warp 0 in block 0 (threadIdx.x = 0 to 3, blockIdx.x = 0) write element 2 of "
              "a, which has elements 0 to 1; the emulator skips the accesses.");
    EXPECT_EQ(local.lanes, (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(local.elements, std::vector<int64_t>(4, 2));
    EXPECT_EQ(sentence_of(trace, negative),
              "Lanes 0 to 3 of warp 0 in block 0 (threadIdx.x = 0 to 3, blockIdx.x = 0) write elements -4 to "
              "-1 of buffer1, which has elements 0 to 7; the emulator skips the accesses.");
    EXPECT_EQ(negative.elements, (std::vector<int64_t>{-1, -2, -3, -4}));
    for (const Finding& finding : trace.findings) {
        EXPECT_EQ(finding.kind, FindingKind::out_of_bounds);
        EXPECT_EQ(finding.times, 2) << "once a warp";
        EXPECT_EQ(finding.steps.size(), 2u);
    }
}

/// In blocks and grids of more dimensions the thread has more than one number.
TEST(Findings, OutOfBoundsNamesTheThreadAsTheKernelDoes) {
    KernelRun run;
    run.text =
        "__global__ void k(const int* in, int* out) {\nif (threadIdx.y == 1 && threadIdx.x > 1) out[100 + "
        "threadIdx.x] = 1;\n}";
    run.sizes = {8, 8};
    run.block = {4, 2, 1};
    run.grid = {1, 2, 1};
    const Trace trace = run.run();
    const Finding* finding = find(trace, FindingKind::out_of_bounds);
    ASSERT_NE(finding, nullptr);
    EXPECT_THAT(
        sentence_of(trace, *finding),
        testing::HasSubstr("(threadIdx = (2, 1) … (3, 1), blockIdx = (0, 0)) write elements 102 and 103"));
}

TEST(Findings, OutOfBoundsListsLanesAndElementsInBounds) {
    Trace trace = run_body("if (t != 1) out[9 * t + 8] = 1;");
    const Finding* finding = find(trace, FindingKind::out_of_bounds);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(
        sentence_of(trace, *finding),
        "Lanes 0, 2 and 3 of warp 0 in block 0 (threadIdx.x = 0, 2 and 3, blockIdx.x = 0) write elements 8, "
        "26 and 35 of buffer1, which has elements 0 to 7; the emulator skips the accesses.");
    EXPECT_EQ(finding->lanes, (std::vector<int>{0, 2, 3}));
    EXPECT_EQ(finding->elements, (std::vector<int64_t>{8, 26, 35}));
    EXPECT_EQ(finding->times, 2);
}

TEST(Findings, MisalignedAccessesAreLeftOut) {
    Trace trace = run_body("int2 v = *(const int2*)(in + 1);\nout[t] = 1 + v.x * 0;");
    const Finding* finding = find(trace, FindingKind::misaligned);
    ASSERT_NE(finding, nullptr);
    EXPECT_THAT(sentence_of(trace, *finding), HasSubstr("read 8 bytes each at byte 4 of buffer0"));
    EXPECT_EQ(finding->lanes.size(), 4u);
    EXPECT_EQ(finding->times, 2);
    EXPECT_EQ(numbers_of(trace, 1), MachineNumbers(8, 1));
}

TEST(Findings, NullPointersAreFound) {
    Trace trace = run_body("int* p = nullptr;\nif (t == 0) *p = 3;\nout[t] = 1;");
    ASSERT_NE(find(trace, FindingKind::out_of_bounds), nullptr);
    EXPECT_EQ(numbers_of(trace, 1), MachineNumbers(8, 1));
}

TEST(Findings, BankConflictsMergeAndCountHowOften) {
    Trace trace =
        run_body("__shared__ int s[64];\nfor (int i = 0; i < 3; ++i) s[t * 8 + i] = i;\nout[t] = 0;");
    const Finding* finding = find(trace, FindingKind::bank_conflict);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(degree_of(*finding), 4);
    EXPECT_EQ(finding->times, 6);
    EXPECT_EQ(finding->steps.size(), 6u);
    EXPECT_EQ(sentence_of(trace, *finding),
              "In warp 0, lanes 0 to 3 share bank 0 (words 0, 8, 16 and 24): this store takes 4 turns "
              "instead of 1.");
    EXPECT_EQ(trace.findings.size(), 1u);
}

TEST(Machine, ALockInsideAWarpDoesNotHang) {
    KernelRun run;
    run.text = R"(__global__ void k(int* in, int* state) {
        while (atomicCAS(&state[0], 0, 1) != 0) {}
        __threadfence();
        state[1] += 1;
        __threadfence();
        atomicExch(&state[0], 0);
    })";
    run.sizes = {8, 2};
    run.cleared = {1};
    Trace trace = run.run();
    EXPECT_TRUE(trace.complete);
    EXPECT_EQ(numbers_of(trace, 1), (MachineNumbers{0, 8}));
    EXPECT_TRUE(faults_of(trace).empty());
}

TEST(Machine, ABlockMayWaitForAnother) {
    for (const char* schedule : {"in-order", "reversed", "round-robin", "random:3", "unkind"}) {
        KernelRun run;
        run.text = R"(__global__ void k(int* in, volatile int* flags) {
            if (threadIdx.x == 0) {
                if (blockIdx.x > 0) while (flags[blockIdx.x - 1] == 0) {}
                flags[blockIdx.x] = 1;
            }
            __syncthreads();
        })";
        run.sizes = {8, 4};
        run.grid = {4, 1, 1};
        run.cleared = {1};
        run.options.gpu.resident_blocks = 4;
        run.options.gpu.schedule = parse_schedule(schedule);
        Trace trace = run.run();
        EXPECT_TRUE(trace.complete) << schedule;
        EXPECT_EQ(numbers_of(trace, 1), MachineNumbers(4, 1)) << schedule;
        EXPECT_TRUE(trace.findings.empty()) << schedule << ": " << sentence_of(trace, trace.findings[0]);
    }
}

TEST(Machine, ArgumentsAreChecked) {
    KernelRun run;
    run.text = "__global__ void k(int* in, int n) { in[0] = n; }";
    EXPECT_THROW(run.run(), UsageError);
    run.numbers = {1};
    EXPECT_NO_THROW(run.run());
    run.block = {2048, 1, 1};
    EXPECT_THROW(run.run(), UsageError);
    run.block = {8, 1, 1};
    run.grid = {0, 1, 1};
    EXPECT_THROW(run.run(), UsageError);
}

TEST(Printf, IsCollectedPerLane) {
    Trace trace = run_of(
                      "if (t == 3) printf(\"block %d: %5.2f|%-4u|%x|%c|%lld%%\\n\", blockIdx.x, 1.5f * t, "
                      "7u, 255, 'q', 1LL << 40);",
                      false)
                      .run();
    ASSERT_EQ(trace.printed.size(), 2u);
    EXPECT_EQ(trace.printed[1].text, "block 1:  4.50|7   |ff|q|1099511627776%\n");
    EXPECT_EQ(trace.printed[1].block, 1);
    EXPECT_EQ(trace.printed[1].thread, 3);
    EXPECT_LT(trace.printed[0].step, trace.step_count());
}

/// A width below zero means the left side, and a precision below zero none at all.
TEST(Printf, TakesWidthsAndPrecisionsBelowZeroFromValues) {
    const auto printed = [](const std::string& arguments) {
        const Trace trace = run_of("if (t == 0 && blockIdx.x == 0) printf(" + arguments + ");").run();
        return trace.printed.size() == 1 ? trace.printed[0].text : std::string("nothing");
    };
    EXPECT_EQ(printed("\"[%*d]\", 5, 42"), "[   42]");
    EXPECT_EQ(printed("\"[%*d]\", -5, 42"), "[42   ]");
    EXPECT_EQ(printed("\"[%-*d]\", -5, 42"), "[42   ]");
    EXPECT_EQ(printed("\"[%*s]\", -5, \"ab\""), "[ab   ]");
    EXPECT_EQ(printed("\"[%*.2f]\", -7, 2.5f"), "[2.50   ]");
    EXPECT_EQ(printed("\"[%.*f]\", 1, 2.5f"), "[2.5]");
    EXPECT_EQ(printed("\"[%.*f]\", -1, 2.5f"), "[2.500000]");
    EXPECT_EQ(printed("\"[%.*d]\", -3, 7"), "[7]");
}

/// An int has 32 bits, whatever the conversion says.
TEST(Printf, LongConversionsOfIntsKeepSignAndWidth) {
    const Trace trace =
        run_of("if (t == 0 && blockIdx.x == 0) printf(\"%ld %lld %llx %ld\", -1, -2, -1, -3LL);").run();
    ASSERT_EQ(trace.printed.size(), 1u);
    EXPECT_EQ(trace.printed[0].text, "-1 -2 ffffffff -3");
}

TEST(Printf, WrongConversionsAreShownAsSuch) {
    Trace trace =
        run_of("if (t == 0 && blockIdx.x == 0) printf(\"%d %f %d %s\", 2.5f, 3, -4, 5);", false).run();
    ASSERT_EQ(trace.printed.size(), 1u);
    EXPECT_EQ(trace.printed[0].text, "<?> <?> -4 <?>");
}

/// What the finding says of one printf, or nothing.
std::string format_slip(const std::string& call) {
    const Trace trace = run_of("float x = 2.5f; " + call + ";").run();
    const Finding* finding = find(trace, FindingKind::wrong_format);
    if (finding == nullptr) return "";
    EXPECT_EQ(finding->where.line, 3);
    EXPECT_EQ(slip_of_sentence(sentence_of(trace, *finding)), "") << sentence_of(trace, *finding);
    return sentence_of(trace, *finding);
}

TEST(Printf, SaysWhereFormatAndValuesDoNotAgree) {
    EXPECT_EQ(format_slip("printf(\"%d\\n\", x)"),
              "In this printf %d takes a whole number but gets a value of type float: a GPU may print "
              "anything there, so the emulator prints <?>; write %f, or cast the value.");
    EXPECT_THAT(format_slip("printf(\"%5.1f\", t)"),
                HasSubstr("%5.1f takes a floating-point number but gets a value of type int:"));
    EXPECT_THAT(format_slip("printf(\"%d %d\\n\", t)"), HasSubstr("needs 2 values but 1 value is passed"));
    EXPECT_THAT(format_slip("printf(\"%d\\n\")"), HasSubstr("needs 1 value but 0 values are passed"));
    EXPECT_THAT(format_slip("printf(\"%d\", t, x)"), HasSubstr("prints 1 value but 2 values are passed"));
    EXPECT_THAT(format_slip("printf(\"%s\", t)"), HasSubstr("%s takes text but gets a value of type int"));
    EXPECT_THAT(format_slip("printf(\"%d\", \"one\")"), HasSubstr("%d takes a whole number but gets text:"));
    EXPECT_THAT(format_slip("printf(\"%y\", t)"), HasSubstr("This printf has an unknown conversion, %y:"));
    EXPECT_THAT(format_slip("printf(\"%*d\", x, t)"), HasSubstr("* takes a whole number"));
    for (const char* good : {"printf(\"100%% %d %c %x %hhu\", t, 'a', 255u, (unsigned char)t)",
                             "printf(\"%f %.2e %*d %-8s|%p\", x, (double)x, 5, t, \"name\", out)",
                             "printf(\"%lld %zu %lu\", 1LL << 40, sizeof(int), 5ul)", "printf(\"plain\")"})
        EXPECT_EQ(format_slip(good), "") << good;
}

TEST(Printf, GivesTheNumberOfItsValues) {
    const Trace trace = run_body("out[t] = printf(\"%d %s %f\", t, \"and\", 1.0) + 10 * printf(\"none\");");
    EXPECT_EQ(numbers_of(trace, 1), std::vector<double>(8, 3));
}

}  // namespace
}  // namespace upsweep::emulator
