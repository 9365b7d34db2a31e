// Counts of small kernels against what is worked out by hand from docs/counts.md.
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>
#include <sstream>

#include "core/error.h"
#include "emulator/helpers/run_kernel.h"
#include "emulator/trace/count_names.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

// The text that the program runs, for int.
std::string blelloch() {
    std::ifstream file(UPSWEEP_KERNELS "/scan_blelloch.cu");
    std::string text = "#define Input int\n#define Output int\n#define IDENTITY 0\n";
    // These runs have one file: what it includes is given above.
    for (std::string line; std::getline(file, line);)
        if (!line.starts_with("#include")) text += line + "\n";
    return text;
}

// One segment of n elements, without padding, exclusive.
KernelRun scan_of(int n) {
    KernelRun run;
    run.text = blelloch();
    run.function = "scan_segments";
    run.block = {n / 2, 1, 1};
    run.sizes = {n, n, 1};
    run.numbers = {n, 1, n, 0, 0};
    run.dynamic_shared_bytes = 4 * n;
    return run;
}

TEST(Counts, AScanOfEightMeetsItsFormulas) {
    KernelRun run = scan_of(8);
    run.input = {3, 1, 7, 0, 4, 1, 6, 3};
    run.options.gpu.banks = 4;
    Trace trace = run.run();
    EXPECT_EQ(numbers_of(trace, 1), (std::vector<double>{0, 3, 4, 11, 11, 15, 16, 22}));
    EXPECT_EQ(trace.counts.additions, 14);
    EXPECT_EQ(trace.counts.copies, 7);
    EXPECT_EQ(trace.counts.moves, 16);
    EXPECT_EQ(trace.counts.barriers, 7);
    EXPECT_EQ(trace.counts.rounds, 6);
    EXPECT_EQ(trace.counts.depth, 5) << "to the last sum: two up, three down";
    // Tree strides 1 and 2 (3 accesses each up, 5 down) meet two by two in four banks; loading and storing
    // elements half a segment apart does not.
    EXPECT_EQ(trace.counts.bank_conflicts, 2 * 3 + 2 * 5);
    EXPECT_EQ(trace.counts.steps, trace.step_count());
    EXPECT_TRUE(trace.complete);
}

TEST(Counts, ScansOfAllSizesMeetTheirFormulas) {
    for (int n : {16, 64, 512}) {
        KernelRun run = scan_of(n);
        run.options.gpu.lanes = 32;
        run.options.gpu.banks = 32;
        Trace trace = run.run();
        EXPECT_EQ(trace.counts.additions, 2 * (n - 1)) << n;
        EXPECT_EQ(trace.counts.copies, n - 1) << n;
        EXPECT_EQ(trace.buffers[1].number(n - 1), (n - 1.0) * (n - 2) / 2) << n;
    }
}

TEST(Counts, AreTheSameWithoutATrace) {
    KernelRun run = scan_of(64);
    Counts traced = run.run().counts;
    run.options.record = false;
    Trace untraced = run.run();
    EXPECT_EQ(untraced.counts, traced);
    EXPECT_TRUE(untraced.steps.empty());
    EXPECT_TRUE(untraced.accesses.empty());
}

/// Three ints side by side are aligned as one is: each is an access of its own, unlike two or four.
TEST(Counts, AVectorOfThreeIsReadInThreeAccesses) {
    const auto sectors = [](const std::string& vector) {
        KernelRun run;
        run.text = "__global__ void k(const " + vector +
                   "* in, int* out) { out[threadIdx.x] = in[threadIdx.x].y; " + vector +
                   " v = in[threadIdx.x]; out[threadIdx.x] += v.x; }";
        run.sizes = {32, 8};
        return run.run().counts.global_load_sectors;
    };
    // Two warps of four lanes. One member of each vector, the vectors, and what was stored.
    EXPECT_EQ(sectors("int2"), 2 + 2 + 2);
    EXPECT_EQ(sectors("int3"), 4 + 3 * 4 + 2);
    EXPECT_EQ(sectors("int4"), 4 + 4 + 2);
}

TEST(Counts, IndexArithmeticIsNoAddition) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* where, int* out) {
        int i = threadIdx.x + 1 - 1;
        out[where[i] + 1 - 1] = i + 3;
    })";
    run.sizes = {8, 8};
    Trace trace = run.run();
    EXPECT_EQ(trace.counts.additions, 0);
    EXPECT_EQ(trace.counts.moves, 0);
}

TEST(Counts, FlagsAndCountersAreNoData) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* flags, int* out) {
        out[threadIdx.x] = flags[threadIdx.x] + 1;
    })";
    run.sizes = {8, 8};
    run.roles = {BufferRole::control};
    EXPECT_EQ(run.run().counts.additions, 0);
    run.roles = {};
    EXPECT_EQ(run.run().counts.additions, 8);
}

/// A block's number that goes to all threads through shared memory is no more data than the counter was.
TEST(Counts, WhatComesOfACounterIsNoDataInSharedMemoryEither) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* tickets, int* out) {
        __shared__ int taken[2];
        __shared__ int sums[8];
        if (threadIdx.x == 0) taken[0] = atomicAdd(tickets, 1);
        if (threadIdx.x == 0) taken[1] = taken[0] + 1;  // no data: not counted
        __syncthreads();
        int first = taken[0] * 8 + threadIdx.x;         // nor here
        sums[threadIdx.x] = taken[1] - taken[0];        // nor here
        sums[threadIdx.x] += in[first];                 // 8, one a lane
        out[first] = sums[threadIdx.x] + taken[1];      // 8 more
    })";
    run.sizes = {8, 1, 8};
    run.roles = {BufferRole::data, BufferRole::control};
    run.cleared = {1};
    for (bool record : {false, true}) {
        run.options.record = record;
        const Trace trace = run.run();
        EXPECT_EQ(trace.counts.additions, 16) << record;
        EXPECT_EQ(trace.counts.copies + trace.counts.moves, 0) << record;
    }
}

TEST(Counts, CopiesStayInTheirArrayMovesDoNot) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, long long* unused, int* out) {
        __shared__ int tile[8];
        int t = threadIdx.x;
        int kept = in[t];
        tile[t] = kept;          // a move
        __syncthreads();
        int other = tile[7 - t];
        __syncthreads();
        tile[t] = other;         // a copy
        out[t] = (int)(long long)tile[t];  // a move, through conversions
        out[t] = out[t] * 1;     // computed: neither
    })";
    run.sizes = {8, 8, 8};
    Trace trace = run.run();
    EXPECT_EQ(trace.counts.moves, 16);
    EXPECT_EQ(trace.counts.copies, 8);
    EXPECT_EQ(trace.counts.additions, 0);
    EXPECT_EQ(trace.counts.barriers, 2);
}

TEST(Counts, RoundsAreTheIntervalsThatAddAndDepthTheLongestChain) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out) {
        int t = threadIdx.x;
        int sum = in[t] + in[0] + in[1];
        __syncthreads();
        if (blockIdx.x == 1) sum += in[2];
        __syncthreads();
        out[t] = sum;
    })";
    run.sizes = {8, 8};
    run.grid = {2, 1, 1};
    Trace trace = run.run();
    EXPECT_EQ(trace.counts.additions, 2 * 8 * 2 + 8);
    EXPECT_EQ(trace.counts.rounds, 2);
    EXPECT_EQ(trace.counts.depth, 3);
    EXPECT_EQ(trace.counts.barriers, 4);
}

TEST(Counts, ShufflesMakeRounds) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out) {
        int sum = in[threadIdx.x];
        for (int d = 1; d < 8; d *= 2) {
            int other = __shfl_up_sync(0xffffffffu, sum, d);
            if (threadIdx.x >= d) sum += other;
        }
        out[threadIdx.x] = sum;
    })";
    run.sizes = {8, 8};
    run.options.gpu.lanes = 8;
    Trace trace = run.run();
    EXPECT_EQ(numbers_of(trace, 1), (std::vector<double>{0, 1, 3, 6, 10, 15, 21, 28}));
    EXPECT_EQ(trace.counts.additions, 7 + 6 + 4);
    EXPECT_EQ(trace.counts.rounds, 3);
    EXPECT_EQ(trace.counts.depth, 3);
}

/// Copies and other operations hand a chain on; atomics make it longer one by one; what no cell of global
/// memory holds in the end counts for nothing, and a launch goes on where the one before ended.
TEST(Counts, DepthFollowsValuesThroughMemory) {
    const auto depth_of = [](const std::string& body, bool record = true) {
        KernelRun run;
        run.text = "__global__ void k(int* in, int* out) {\nint t = threadIdx.x;\n" + body + "\n}\n";
        run.sizes = {8, 8};
        run.cleared = {1};
        run.options.record = record;
        return run.run().counts.depth;
    };
    EXPECT_EQ(depth_of("out[t] = in[t];"), 0);
    EXPECT_EQ(depth_of("out[t] = in[t] + 1;"), 1);
    EXPECT_EQ(depth_of("out[t] = t < 8 ? in[t] + 1 : in[t];"), 1) << "what is chosen counts,";
    EXPECT_EQ(depth_of("int sum = in[t] + 1, one = in[t]; out[t] = t < 8 ? one : sum;"), 0)
        << "not the other";
    EXPECT_EQ(depth_of("int sum = in[t] + 1, one = in[t]; out[t] = t >= 8 ? one : sum;"), 1);
    EXPECT_EQ(depth_of("int a[2] = {in[t] + in[0], 0}; a[1] = 3 * a[0]; out[t] = a[1] + in[1];"), 2);
    EXPECT_EQ(depth_of("int dead = in[t] + in[0] + in[1]; if (dead == -7) out[0] = 1;"), 0);
    EXPECT_EQ(depth_of("atomicAdd(&out[0], in[t]);"), 8);
    EXPECT_EQ(depth_of("atomicMax(&out[0], in[t] + in[0]);"), 1);
    EXPECT_EQ(depth_of("out[t] = in[t] + 1; in[t] = out[t] + 1;", false), 2);
    EXPECT_EQ(depth_of("out[t] = in[t] + in[0]; out[t] = t; out[t] += in[t];"), 1)
        << "overwritten: the chain begins anew";
    EXPECT_EQ(depth_of("for (int i = 0; i < 300; ++i) out[t] += in[t];"), 300);
    EXPECT_EQ(depth_of("int s = 0; for (int i = 0; i < 300; ++i) s += in[t]; out[t] = s;"), 300)
        << "one step deepens by all of it";
}

/// The step of each addition deepens the run, not the store of its result; a chain that no output needs does
/// not count beyond the run's own.
TEST(Counts, DepthGrowsWithTheAdditionsThemselves) {
    KernelRun run;
    run.text =
        "__global__ void k(int* in, int* out) {\nint t = threadIdx.x;\n"
        "int s = in[t] + in[0];\ns += in[1];\nint dead = s + in[2];\ndead += in[3];\nout[t] = s;\n"
        "if (dead == -7) out[0] = 1;\n}\n";
    run.sizes = {8, 8};
    run.cleared = {1};
    run.options.gpu.lanes = 8;
    const Trace trace = run.run();
    ASSERT_EQ(trace.counts.depth, 2);
    std::vector<uint32_t> deepened;
    for (int64_t step = 0; step < trace.step_count(); ++step)
        if (const StepCounts& counts = trace.counts_of(step); counts.depth > 0 || counts.additions > 0)
            deepened.push_back(counts.depth);
    EXPECT_EQ(deepened, (std::vector<uint32_t>{1, 1, 0, 0}));
}

TEST(Counts, GlobalSectorsAreThirtyTwoBytes) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out) {
        out[threadIdx.x] = in[threadIdx.x * 8];
    })";
    run.block = {32, 1, 1};
    run.sizes = {256, 32};
    run.options.gpu.lanes = 32;
    Trace trace = run.run();
    EXPECT_EQ(trace.counts.global_load_sectors, 32);
    EXPECT_EQ(trace.counts.global_store_sectors, 4);
}

TEST(Counts, AtomicsAreCountedApart) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* counter) {
        atomicAdd(counter, 1);
        counter[1] = 0;
    })";
    run.sizes = {8, 8};
    run.cleared = {1};
    run.roles = {BufferRole::data, BufferRole::control};
    Trace trace = run.run();
    EXPECT_EQ(trace.counts.atomics, 8);
    EXPECT_EQ(trace.counts.additions, 0);
    EXPECT_EQ(trace.buffers[1].number(0), 8);
}

/// As on a GPU: what neither waits for an old value nor combines is a load or a store of its memory.
TEST(Counts, AtomicLoadsAndStoresAreLoadsAndStores) {
    KernelRun run;
    run.text = R"(__global__ void k(int* flags, int* out) {
        __shared__ int seen[256];
        int t = threadIdx.x;
        __nv_atomic_store_n(&seen[8 * t], t, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
        int flag = __nv_atomic_load_n(&flags[8 * t], __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
        flag += __nv_atomic_load_n(&seen[8 * t], __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
        __nv_atomic_store_n(&out[t], flag, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);
    })";
    run.block = {32, 1, 1};
    run.sizes = {256, 32};
    run.options.gpu.lanes = run.options.gpu.banks = 32;
    Trace trace = run.run();
    EXPECT_EQ(trace.counts.atomics, 0);
    EXPECT_EQ(trace.counts.global_load_sectors, 32);
    EXPECT_EQ(trace.counts.global_store_sectors, 4);
    EXPECT_EQ(trace.counts.shared_load_wavefronts, 8);
    EXPECT_EQ(trace.counts.shared_store_wavefronts, 8);
    EXPECT_EQ(trace.counts.bank_conflicts, 14);
    ASSERT_NE(find(trace, FindingKind::uncoalesced), nullptr);
    EXPECT_EQ(find(trace, FindingKind::uncoalesced)->times, 1);
    EXPECT_EQ(numbers_of(trace, 1)[31], 8 * 31 + 31);
}

TEST(Counts, AHostLoopIsOneLane) {
    KernelRun run;
    run.text = R"(void k(const int* in, int* out, int n) {
        int sum = 0;
        for (int i = 0; i < n; ++i) {
            sum += in[i];
            out[i] = sum;
        }
    })";
    run.sizes = {8, 8};
    run.numbers = {8};
    run.block = {1, 1, 1};
    run.host_loop = true;
    Trace trace = run.run();
    EXPECT_EQ(numbers_of(trace, 1), (std::vector<double>{0, 1, 3, 6, 10, 15, 21, 28}));
    EXPECT_EQ(trace.counts.additions, 8);
    EXPECT_EQ(trace.counts.barriers, 0);
    for (const Step& step : trace.steps) {
        if (step.kind == StepKind::host) continue;
        EXPECT_EQ(step.active, 1u);
    }
}

/// Each name reads its own count, parts are those of their whole, and for an unknown name the error lists the
/// known ones.
TEST(CountNames, ReadTheirCounts) {
    Counts counts;
    counts.additions = 1;
    counts.copies = 2;
    counts.moves = 3;
    counts.barriers = 4;
    counts.depth = 5;
    counts.steps = 6;
    counts.shared_load_wavefronts = 7;
    counts.shared_store_wavefronts = 8;
    counts.bank_conflicts = 9;
    counts.global_load_sectors = 10;
    counts.global_store_sectors = 11;
    counts.atomics = 12;
    counts.rounds = 13;
    const std::vector<std::pair<std::string_view, int64_t>> wanted = {{"additions", 1},
                                                                      {"copies", 2},
                                                                      {"moves", 3},
                                                                      {"barriers", 4},
                                                                      {"depth", 5},
                                                                      {"steps", 6},
                                                                      {"shared_wavefronts", 15},
                                                                      {"shared_load_wavefronts", 7},
                                                                      {"shared_store_wavefronts", 8},
                                                                      {"bank_conflicts", 9},
                                                                      {"global_sectors", 21},
                                                                      {"global_load_sectors", 10},
                                                                      {"global_store_sectors", 11},
                                                                      {"atomics", 12},
                                                                      {"rounds", 13}};
    for (const auto& [key, value] : wanted) EXPECT_EQ(count_of(counts, key), value) << key;
    for (const CountName& name : count_names()) {
        if (name.whole.empty()) continue;
        int64_t sum = 0;
        for (const CountName& part : count_names())
            if (part.whole == name.whole) sum += part.of(counts);
        EXPECT_EQ(sum, count_of(counts, name.whole)) << name.key;
    }
    try {
        count_of(counts, "apples");
        ADD_FAILURE() << "apples are counted";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("no count \"apples\"; there are additions, copies, "),
                  std::string::npos);
    }
}

}  // namespace
}  // namespace upsweep::emulator
