// Runs that never end by themselves are stopped and say why.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/helpers/run_kernel.h"
#include "emulator/machine/memory.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using testing::HasSubstr;

/// The clock goes faster while nothing but the clock is looked at.
TEST(Limits, WaitsForTheClockEndSoon) {
    KernelRun run;
    run.text =
        "__global__ void k(int* out) {\n    long long start = clock64();\n    while (clock64() - start < "
        "1000000000ll);\n    out[threadIdx.x] = clock64() - start >= 1000000000ll;\n}\n";
    run.block = {4, 1, 1};
    run.options.limits.steps = 10'000;
    const Trace trace = run.run();
    EXPECT_TRUE(trace.complete);
    EXPECT_EQ(trace.buffers[0].number(3), 1);
    EXPECT_EQ(find(trace, FindingKind::endless_loop), nullptr);
}

TEST(Limits, AnEndlessLoopIsNamed) {
    KernelRun run;
    run.text =
        "__global__ void k(int* in) {\n    int i = 0;\n    while (true) {\n        i += 1;\n    }\n}\n";
    run.options.limits.steps = 5000;
    Trace trace = run.run();
    EXPECT_FALSE(trace.complete);
    EXPECT_EQ(trace.step_count(), 5000);
    const Finding* finding = find(trace, FindingKind::step_limit);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(sentence_of(trace, *finding),
              "The loop in line 3 has run 2498 times, all warps together, and has not ended; the run stopped "
              "after 5000 steps, its limit.");
    EXPECT_EQ(finding->where.line, 3);
    run.block = {4, 1, 1};
    EXPECT_THAT(faults_of(run.run()).back(), HasSubstr("line 3 has run 2499 times and has not ended;"));
    run.text =
        "__global__ void k(int* in) {\n    int i = 0;\n    while (true) {\n        i += 1;\n        if (i > "
        "90) "
        "break;\n    }\n}\n";
    trace = run.run();
    EXPECT_TRUE(trace.complete);
    EXPECT_EQ(find(trace, FindingKind::step_limit), nullptr);
}

TEST(Limits, OfTwoLoopsTheOneThatDoesNotEndIsNamed) {
    KernelRun run;
    run.options.limits.steps = 5000;
    const auto line_of = [&](const std::string& body) {
        run.text = "__global__ void k(int* in) {\n    int i = 0;\n" + body + "}\n";
        const Trace stopped = run.run();
        const Finding* finding = find(stopped, FindingKind::step_limit);
        return finding == nullptr ? -1 : finding->where.line;
    };
    EXPECT_EQ(line_of("while (true)\n    for (int j = 0; j < 50; ++j) i += j;\n"), 3);
    EXPECT_EQ(line_of("for (int j = 0; j < 50; ++j)\n    while (true) i += j + 1;\n"), 4);
    EXPECT_EQ(line_of("for (int j = 0; j < 50; ++j) i += j;\nwhile (true) ++i;\n"), 4);
    EXPECT_EQ(line_of("for (unsigned j = 3; j >= 0; --j)\n    for (int k = 0; k < 9; ++k) i += k;\n"), 3);
}

/// Before a loop has run there is only the kernel to point to.
TEST(Limits, PointToTheKernelWhereNoLoopRan) {
    KernelRun run;
    run.text = "\n__global__ void k(int* in) { int a[1000]; a[in[0]] = 1; in[1] = a[0]; }";
    run.block = {512, 1, 1};
    run.options.limits.memory_bytes = 1 << 20;
    const Trace trace = run.run();
    const Finding* finding = find(trace, FindingKind::memory_limit);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(finding->where.line, 2);
    EXPECT_EQ(finding->where.column, 17);
}

TEST(Limits, TheTraceKeepsWithinItsMemory) {
    KernelRun run;
    run.text = "__global__ void k(int* in) { for (int i = 0;; ++i) in[threadIdx.x] = i; }";
    run.options.limits.memory_bytes = 1 << 20;
    Trace trace = run.run();
    EXPECT_FALSE(trace.complete);
    const Finding* finding = find(trace, FindingKind::memory_limit);
    ASSERT_NE(finding, nullptr);
    EXPECT_THAT(sentence_of(trace, *finding), HasSubstr("its trace and memory need more than 1 MiB"));
    EXPECT_LT(trace.bytes(), 3 << 20);
    run.text = "__global__ void k(int* in) { for (int i = 0; i < 9; ++i) in[threadIdx.x] = i; }";
    trace = run.run();
    EXPECT_TRUE(trace.complete);
    EXPECT_EQ(find(trace, FindingKind::memory_limit), nullptr);
}

/// A grid of 2³¹−1 blocks: neither those that wait nor those that ended fill the memory.
TEST(Limits, TheLargestGridKeepsWithinItsMemory) {
    KernelRun run;
    run.text = "__global__ void k(int* in) { __shared__ int s[4]; s[threadIdx.x % 4] = 1; }";
    run.grid = {2147483647, 1, 1};
    run.block = {4, 1, 1};
    run.options.record = false;
    run.options.limits.memory_bytes = 8 << 20;
    for (const char* blocks : {"in-order", "adversarial", "random:2", "list:5,3"}) {
        run.options.gpu.schedule.blocks = parse_block_order(blocks);
        const Trace trace = run.run();
        EXPECT_FALSE(trace.complete) << blocks;
        const Finding* finding = find(trace, FindingKind::memory_limit);
        ASSERT_NE(finding, nullptr) << blocks;
        // What is known of each block that has run: its shared array, by name and in memory.
        EXPECT_GT(trace.arrays.size(), 10000u) << blocks;
        EXPECT_LT(trace.arrays.size() * (sizeof(ArrayInfo) + sizeof(MemoryArray)), 9u << 20) << blocks;
    }
    // A kernel that keeps nothing continues to the limit of steps.
    run.text = "__global__ void k(int* in) { }";
    run.options.limits.steps = 100'000;
    run.options.limits.memory_bytes = 1 << 20;
    const Trace trace = run.run();
    EXPECT_NE(find(trace, FindingKind::step_limit), nullptr);
    EXPECT_EQ(find(trace, FindingKind::memory_limit), nullptr);
}

/// A million slots are not filled before anyone looks.
TEST(Limits, ManySlotsKeepWithinTheMemory) {
    KernelRun run;
    run.text = "__global__ void k(int* in) { __shared__ int s[4096]; s[threadIdx.x] = 1; }";
    run.grid = {1'000'000, 1, 1};
    run.block = {1024, 1, 1};
    run.options.gpu.multiprocessors = 1024;
    run.options.gpu.resident_blocks = 1024;
    run.options.record = false;
    run.options.limits.memory_bytes = 16 << 20;
    const Trace trace = run.run();
    EXPECT_NE(find(trace, FindingKind::memory_limit), nullptr);
    EXPECT_LT(trace.arrays.size(), 1000u);
}

/// Next to touched elements is the record of their accesses: one for 16 of them while rows of lanes do the
/// same to all, else 64 bytes an element. Untouched elements have none, and arrays that the kernel never
/// writes have none.
TEST(Limits, NotesForDataRacesCountWhereMemoryIsTouched) {
    KernelRun run;
    run.text = R"(__global__ void k(int* in, int n) {
    int sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += in[i];
    if (n < 0) in[0] = sum;
})";
    run.sizes = {1 << 20};
    run.block = {256, 1, 1};
    run.options.gpu.lanes = 32;
    run.options.record = false;
    run.options.limits.memory_bytes = 32 << 20;
    run.numbers = {1 << 14};
    EXPECT_TRUE(run.run().complete);
    run.numbers = {1 << 20};
    EXPECT_TRUE(run.run().complete);
    run.text.replace(run.text.find("in[i]"), 5, "in[i ^ 1]");
    EXPECT_NE(find(run.run(), FindingKind::memory_limit), nullptr);
    run.options.races = false;
    EXPECT_TRUE(run.run().complete);
    run.options.races = true;
    run.text.replace(run.text.find("in[0] = sum"), 11, "printf(\"%d\", sum)");
    EXPECT_TRUE(run.run().complete);
}

TEST(Limits, BuffersThatDoNotFitAreRefused) {
    KernelRun run;
    run.text = "__global__ void k(int* in) { }";
    run.sizes = {1 << 20};
    run.options.limits.memory_bytes = 12 << 20;
    try {
        run.run();
        FAIL() << "4 MiB, 1 MiB of marks, the input's 4 MiB and the result's 4 MiB fit into 12 MiB";
    } catch (const UsageError& error) {
        EXPECT_STREQ(error.what(),
                     "The run's buffers and the copies of their contents need 13 MiB, but the emulator may "
                     "use only 12 MiB. Choose a smaller size or allow more memory.");
    }
}

/// 6 GiB of local arrays: of each byte a value, of each int a mark and an origin. No block is made for that.
TEST(Limits, LocalArraysThatDoNotFitAreNeverMade) {
    KernelRun run;
    run.text = "__global__ void k(int* in) { int a[1 << 18]; a[in[0]] = 1; in[1] = a[0]; }";
    run.block = {1024, 1, 1};
    for (bool record : {true, false}) {
        run.options.record = record;
        const Trace trace = run.run();
        const Finding* finding = find(trace, FindingKind::memory_limit);
        ASSERT_NE(finding, nullptr);
        EXPECT_EQ(sentence_of(trace, *finding),
                  "The run stopped after 1 step: its trace and memory need more than 1024 MiB.")
            << "the upload alone is a step";
        EXPECT_EQ(trace.arrays.size(), 1u);
        EXPECT_FALSE(trace.complete);
    }
}

/// One block's arrays fit, and those of all blocks that would be resident at once do not.
TEST(Limits, ArraysOfAllResidentBlocksCount) {
    KernelRun run;
    run.grid = {64, 1, 1};
    run.block = {32, 1, 1};
    run.options.gpu.multiprocessors = 4;
    run.options.gpu.resident_blocks = 4;
    run.options.limits.memory_bytes = 16 << 20;
    for (const char* text :
         {"__global__ void k(int* in) { int a[4096]; a[in[0]] = 1; in[1] = a[0]; }",
          "__global__ void k(int* in) { extern __shared__ int a[]; a[threadIdx.x] = 1; }"}) {
        run.text = text;
        run.dynamic_shared_bytes = 1 << 20;
        run.options.gpu.shared_bytes = 1 << 20;
        run.options.gpu.resident_blocks = 4;
        const Trace trace = run.run();
        EXPECT_NE(find(trace, FindingKind::memory_limit), nullptr) << text;
        EXPECT_EQ(trace.arrays.size(), 1u) << text;
        // Two at a time fit, and every block gives back what it had.
        run.options.gpu.resident_blocks = 1;
        run.options.gpu.multiprocessors = 2;
        EXPECT_TRUE(run.run().complete) << text;
        run.options.gpu.multiprocessors = 4;
    }
}

TEST(Limits, VariablesThatDoNotFitAreRefused) {
    KernelRun run;
    run.text = "__device__ int table[1 << 20];\n__global__ void k(int* in) { table[in[0]] = 1; }";
    run.options.limits.memory_bytes = 8 << 20;
    try {
        run.run();
        FAIL() << "4 MiB twice and 1 MiB of marks fit into 8 MiB";
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(), HasSubstr("The run's buffers and variables and the copies of their "
                                            "contents need 10 MiB, but the emulator may use only 8 MiB."));
    }
    run.options.limits.memory_bytes = 12 << 20;
    EXPECT_TRUE(run.run().complete);
}

/// Each block acquires and releases by one counter and so knows of all before it. Steps and memory end such a
/// run as any other.
TEST(Limits, HoldWhereBlocksAcquireAndRelease) {
    KernelRun run;
    run.text = R"(#include <cuda/atomic>
__global__ void k(int* in) {
    cuda::atomic_ref<int, cuda::thread_scope_device> counter(in[0]);
    counter.fetch_add(1);
})";
    run.block = {1, 1, 1};
    run.grid = {20000, 1, 1};
    run.options.record = false;
    EXPECT_TRUE(run.run().complete);
    run.options.limits.steps = 30000;
    Trace trace = run.run();
    EXPECT_EQ(trace.counts.steps, 30000);
    EXPECT_NE(find(trace, FindingKind::step_limit), nullptr);
    run.options.limits.memory_bytes = 4 << 20;
    trace = run.run();
    EXPECT_NE(find(trace, FindingKind::memory_limit), nullptr);
    EXPECT_LT(trace.counts.steps, 30000);
}

/// Flags hand on all that their writers knew, so a long chain knows much.
TEST(Limits, WhatFlagsHandOnCounts) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, volatile int* flags) {
    if (blockIdx.x > 0) while (flags[blockIdx.x - 1] == 0) {}
    __threadfence();
    flags[blockIdx.x] = 1;
})";
    run.sizes = {1, 4096};
    run.cleared = {1};
    run.block = {1, 1, 1};
    run.grid = {4096, 1, 1};
    run.options.record = false;
    run.options.limits.memory_bytes = 4 << 20;
    EXPECT_NE(find(run.run(), FindingKind::memory_limit), nullptr);
    run.grid = {200, 1, 1};
    EXPECT_TRUE(run.run().complete);
}

/// Kogge and Stone's scan of 256 numbers, four times over, on eight lanes: half memory, half registers.
TEST(Limits, AMillionStepsFitAGibibyteAndAnAccess48Bytes) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out) {
    __shared__ int sums[256];
    int t = threadIdx.x;
    sums[t] = in[t];
    for (int round = 0; round < 4; ++round)
        for (int stride = 1; stride < 256; stride *= 2) {
            __syncthreads();
            int left = 0;
            if (t >= stride) left = sums[t - stride];
            __syncthreads();
            sums[t] += left;
        }
    out[t] = sums[t];
})";
    run.block = {256, 1, 1};
    run.grid = {6, 1, 1};
    run.sizes = {256, 256};
    run.options.gpu.lanes = 8;
    run.options.gpu.banks = 32;
    run.options.races = false;
    const Trace trace = run.run();
    EXPECT_GT(trace.step_count(), 30000);
    EXPECT_LE(trace.bytes() / trace.step_count(), (1 << 30) / 1000000);
    EXPECT_LE(trace.bytes() / int64_t(trace.accesses.size()), 48);
}

TEST(Limits, WaitingForeverIsADeadlock) {
    KernelRun run;
    run.text = R"(__global__ void k(volatile int* flag) {
        while (flag[0] == 0) {}
    })";
    Trace trace = run.run();
    EXPECT_FALSE(trace.complete);
    EXPECT_NE(find(trace, FindingKind::deadlock), nullptr);
    EXPECT_EQ(find(trace, FindingKind::endless_loop), nullptr);
}

TEST(Limits, CancellingThrows) {
    KernelRun run;
    run.text = "__global__ void k(int* in) { for (int i = 0;; ++i) in[threadIdx.x] = i; }";
    std::atomic<bool> cancel{true};
    run.options.cancel = &cancel;
    EXPECT_THROW(run.run(), Cancelled);
}

}  // namespace
}  // namespace upsweep::emulator
