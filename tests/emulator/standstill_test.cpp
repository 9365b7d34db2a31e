// Runs that do not continue: blocks that wait for one another, and loops that never end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/helpers/run_kernel.h"
#include "emulator/helpers/sentences.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using testing::HasSubstr;

/// One thread a block waits for the block before it, as in a scan in a single pass.
KernelRun chain(const char* number) {
    KernelRun run =
        run_of("__shared__ int block;\nif (t == 0) {\nblock = " + std::string(number) +
                   ";\nif (block > 0) while (__nv_atomic_load_n(&out[block - 1], __ATOMIC_ACQUIRE, "
                   "__NV_THREAD_SCOPE_DEVICE) == 0) {}\n__nv_atomic_store_n(&out[block], 1, "
                   "__ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);\n}",
               false);
    run.grid = {6, 1, 1};
    run.options.gpu.schedule = parse_schedule("unkind");
    return run;
}

TEST(Deadlock, IsToldAsAChain) {
    Trace trace = chain("blockIdx.x").run();
    EXPECT_FALSE(trace.complete);
    const Finding* finding = find(trace, FindingKind::deadlock);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(sentence_of(trace, *finding),
              "Block 5 waits in line 6 for buffer1[4], which block 4 must write; block 4 waits in line 6 for "
              "buffer1[3], which block 3 must write; block 3 cannot start: waiting blocks hold both slots.");
    EXPECT_EQ(finding->block, 5);
    EXPECT_EQ(finding->elements, std::vector<int64_t>{4});
    EXPECT_EQ(numbers_of(trace, 1), std::vector<double>(64, 0)) << "looking ahead must leave no mark";
}

TEST(Deadlock, NeverComesWithNumbersFromACounter) {
    Trace trace = chain("atomicAdd(&out[63], 1)").run();
    EXPECT_TRUE(trace.complete);
    EXPECT_TRUE(faults_of(trace).empty()) << faults_of(trace)[0];
}

TEST(Deadlock, NamesACircleAndABarrier) {
    Trace circle = run_of(
                       "volatile int* flag = out;\nif (t == 0) {\nwhile (flag[1 - blockIdx.x] == 0) "
                       "{}\nflag[blockIdx.x] = 1;\n}",
                       false)
                       .run();
    ASSERT_NE(find(circle, FindingKind::deadlock), nullptr);
    EXPECT_EQ(sentence_of(circle, *find(circle, FindingKind::deadlock)),
              "Block 1 waits in line 5 for buffer1[0], which block 0 must write; block 0 waits in line 5 for "
              "buffer1[1], which block 1 must write; so they wait in a cycle.");
    Trace spin = run_of(
                     "__shared__ volatile int ready;\nif (t == 0) ready = 0;\n__syncthreads();\nif (t == 0) "
                     "while (ready == 0) {}\nelse if (t == 5) { __syncthreads(); ready = 1; }",
                     false)
                     .run();
    ASSERT_NE(find(spin, FindingKind::deadlock), nullptr);
    EXPECT_THAT(sentence_of(spin, *find(spin, FindingKind::deadlock)),
                HasSubstr("for ready, which warp 1 of the same block must write"));
}

/// What one thread of each of two blocks does until both wait, and what is said of it.
TEST(Deadlock, SaysWhoHasWhatIsAwaited) {
    const auto said = [](const std::string& before, const std::string& body) {
        KernelRun run = run_of("if (t == 0) {\n" + body + "\n}");
        run.text = before + run.text;
        const Trace trace = run.run();
        const Finding* finding = find(trace, FindingKind::deadlock);
        return finding == nullptr ? "nothing" : sentence_of(trace, *finding);
    };
    const std::string locks =
        "__device__ int a, b; __device__ volatile int has[2];__device__ void lock(int* m) { while "
        "(atomicCAS(m, 0, 1) != 0); }__device__ void unlock(int* m) { atomicExch(m, 0); }";
    EXPECT_EQ(said(locks,
                   "int* mine = blockIdx.x ? &b : &a; int* other = blockIdx.x ? &a : "
                   "&b;\nlock(mine);\nhas[blockIdx.x] = 1; while (has[1 - blockIdx.x] == 0);\nlock(other); "
                   "out[0]++;\nunlock(&a); unlock(&b);"),
              "Block 1 waits in line 1 for a, which block 0 has set to 1 in line 1; block 0 waits in line 1 "
              "for b, which block 1 has set to 1 in line 1; so they wait in a cycle.");
    EXPECT_EQ(said(locks, "lock(&a); out[0]++;"),
              "Block 1 waits in line 1 for a, which block 0 has set to 1 in line 1 before it ended, and "
              "which no thread changes any more.");
    EXPECT_EQ(said(locks, "if (blockIdx.x == 1) { lock(&a); lock(&a); }"),
              "Block 1 waits in line 1 for a, which it has itself set to 1 in line 1 and which no thread "
              "changes any more.");
    EXPECT_EQ(said(locks, "if (blockIdx.x == 0)\nhas[0] = 1;\nelse while (has[0] != 2);"),
              "Block 1 waits in line 6 for has[0], which block 0 has set to 1 in line 5 before it ended, and "
              "which no thread changes any more.");
    EXPECT_EQ(said(locks, "if (blockIdx.x == 0) while (has[0] != 2);"),
              "Block 0 waits in line 4 for has[0], which is 0 and which no block ever changes.");
    // A plain store is known too.
    EXPECT_EQ(
        said("", "volatile int* flag = out;\nif (blockIdx.x == 0)\nout[3] = 1;\nelse while (flag[3] != 2);"),
        "Block 1 waits in line 7 for buffer1[3], which block 0 has set to 1 in line 6 before it ended, and "
        "which no thread changes any more.");
}

/// The statement that would end the wait comes after it.
TEST(Deadlock, SaysWhereTheOtherIsHeldUp) {
    const auto said = [](const std::string& body, bool apart) {
        KernelRun run = run_of(body, apart);
        run.text = "__device__ volatile int flag; __device__ int mutex;" + run.text;
        run.grid = {1, 1, 1};
        const Trace trace = run.run();
        EXPECT_FALSE(trace.complete) << body;
        const Finding* finding = find(trace, FindingKind::deadlock);
        return finding == nullptr ? "nothing" : sentence_of(trace, *finding);
    };
    const std::string waits = "if (t == 0) while (flag == 0) {}\n",
                      waits_for = "Block 0 waits in line 3 for flag, which ";
    for (bool apart : {false, true}) {
        EXPECT_EQ(said(waits + "__syncthreads();\nif (t == 1) flag = 1;", apart),
                  waits_for + "lane 1 of the same warp must write, which waits at the barrier in line 4.");
        EXPECT_EQ(said(waits + "__syncthreads();\nif (t == 5) flag = 1;", apart),
                  waits_for + "warp 1 of the same block must write, which waits at the barrier in line 4.");
        EXPECT_EQ(
            said(waits + "__syncwarp();\nif (t == 1) flag = 1;", apart),
            waits_for + "lane 1 of the same warp must write, which waits in line 4 for lane 0 of its warp.");
    }
    EXPECT_EQ(
        said("while (atomicCAS(&mutex, 0, 1) != 0);\nout[0] += 1;\n__syncthreads();\natomicExch(&mutex, 0);",
             false),
        "Block 0 waits in line 3 for mutex, which lane 0 of its warp 0 has set to 1 in line 3, while it "
        "waits at the barrier in line 5.");
}

/// Half of a warp calls a `__syncwarp` that names all. The rest waits for it in a loop, or behind the branch.
TEST(Deadlock, OfAMaskThatNamesTooMany) {
    const std::string before = "__shared__ volatile int go;\nif (t == 0) go = 0;\n__syncthreads();\n";
    for (bool apart : {false, true}) {
        const auto trace_of = [&](const std::string& mask) {
            return run_of(before + "if (t < 4) { if (t < 2) {\n__syncwarp(" + mask +
                              ");\nif (t == 0) go = 1; } else while (go == 0) {} }",
                          apart)
                .run();
        };
        EXPECT_NE(find(trace_of("0xffffffff"), FindingKind::deadlock), nullptr) << apart;
        const Trace mended = trace_of("0x3");
        EXPECT_TRUE(mended.complete);
        EXPECT_EQ(faults_of(mended), std::vector<std::string>{}) << apart;
    }
}

/// A body whose loop never ends, the line of the loop in it (the first is 1), and what is said of what it
/// reads.
struct Endless {
    const char* name;
    std::string body;
    int line;
    std::string says = "memory cell changes any more; it has run";
};

TEST(EndlessLoop, IsNamedWithItsLineAndItsPasses) {
    const Endless all[] = {
        {"nothing read", "int i = 0;\nwhile (i < 10);", 2},
        {"no condition", "for (;;);", 1},
        {"true", "\nwhile (true) {}", 2},
        {"do", "int i = 0;\ndo\n;\nwhile (i < 10);", 2},
        {"no increment", "int i = 0;\nwhile (i < 8) { out[i] = i; }", 2},
        {"increment of nothing", "for (int i = 0; i < 8; i += 0) __syncwarp();", 1},
        {"read before", "int f = in[0];\nwhile (f == 0);", 2},
        {"some lanes", "if (t < 2)\nwhile (1);\n__syncthreads();", 2},
        {"some lanes, then a warp", "if (t < 2)\nwhile (1);\n__syncwarp();", 2},
        {"one warp", "if (t >= 12)\nwhile (1);\n__syncthreads();\nout[t] = 1;", 2},
        {"search",
         "int lo = 0, hi = 15;\nwhile (lo < hi) {\nint mid = (lo + hi) / 2;\nif (in[mid] < 14) lo = mid; "
         "else hi = mid;\n}",
         2, "not even"},
        {"continue", "int i = 0;\nwhile (i < 8) { if (in[i] == 3) continue; i++; }", 2, "not even"},
        {"plain flag", "while (out[5] == 0) {}", 1, "not even"},
    };
    for (const Endless& one : all)
        for (bool apart : {false, true}) {
            // Lanes that meet in each pass diverge again: that is not followed.
            if (apart && one.body.find("i += 0") != std::string::npos) continue;
            KernelRun run = run_of(one.body, apart);
            run.options.limits.steps = 20'000;
            const Trace trace = run.run();
            SCOPED_TRACE(one.name);
            EXPECT_FALSE(trace.complete);
            EXPECT_EQ(find(trace, FindingKind::deadlock), nullptr);
            const Finding* finding = find(trace, FindingKind::endless_loop);
            ASSERT_NE(finding, nullptr);
            EXPECT_EQ(finding->where.line, one.line + 2);
            EXPECT_EQ(finding->severity, Severity::fault);
            EXPECT_THAT(sentence_of(trace, *finding), HasSubstr(one.says));
            EXPECT_EQ(slip_of_sentence(sentence_of(trace, *finding)), "") << sentence_of(trace, *finding);
        }
}

TEST(EndlessLoop, SaysWhoRunsItHowOften) {
    const Trace trace = run_of("int i = 0;\nif (t == 5) while (i < 10);\n__syncthreads();").run();
    const Finding* finding = find(trace, FindingKind::endless_loop);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(sentence_of(trace, *finding),
              "The loop in line 4 never ends: lane 1 of warp 1 in block 0 keeps running it, but no variable "
              "or memory cell changes any more; it has run 10 times, all warps together.");
    EXPECT_EQ(finding->lanes, std::vector<int>{1});
    EXPECT_EQ(finding->where.column, 13);
}

/// A wait for a possible flag does not count: the chain is reported as before.
TEST(EndlessLoop, IsNoWaitForWhatAnotherBlockMayDo) {
    KernelRun run =
        run_of("if (blockIdx.x == 1) { if (t == 0) while (out[0] == 0) {} }\nelse if (t == 0) out[0] = 1;");
    run.options.gpu.resident_blocks = 1;
    run.options.gpu.schedule = parse_schedule("unkind");
    const Trace trace = run.run();
    EXPECT_EQ(find(trace, FindingKind::endless_loop), nullptr);
    const Finding* finding = find(trace, FindingKind::deadlock);
    ASSERT_NE(finding, nullptr);
    EXPECT_THAT(sentence_of(trace, *finding), HasSubstr("block 0 must write; block 0 cannot start"));
}

}  // namespace
}  // namespace upsweep::emulator
