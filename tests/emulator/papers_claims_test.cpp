// What reading the papers closely showed of their kernels beyond a missing line: lengths, bounds, what a
// repeated launch finds. Each slip is found, and its mended twin is clean.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/helpers/run_kernel.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using testing::HasSubstr;
using PapersClaimsNumbers = std::vector<double>;

void expect_clean(const Trace& trace) {
    EXPECT_TRUE(trace.complete);
    EXPECT_THAT(faults_of(trace), testing::IsEmpty());
}

void expect_fault(const Trace& trace, FindingKind kind, const char* says) {
    const Finding* finding = find(trace, kind);
    ASSERT_NE(finding, nullptr) << name_of(kind);
    EXPECT_EQ(finding->severity, Severity::fault);
    EXPECT_THAT(sentence_of(trace, *finding), HasSubstr(says));
}

/// The tree scan of one block in `room` cells of shared memory, two elements a thread, loaded and stored
/// under guards (or none) in the place of `LOAD(i)` and `STORE(i)`.
KernelRun tree_scan(int length, int room, const std::string& load, const std::string& store) {
    KernelRun run;
    run.text = "#define LOAD(i) " + load + "\n#define STORE(i) " + store + R"(
__global__ void k(const int* in, int* out, int length, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x, offset = 1;
    LOAD(2 * t);
    LOAD(2 * t + 1);
    for (int d = n / 2; d > 0; d /= 2) {
        __syncthreads();
        if (t < d) s[offset * (2 * t + 2) - 1] += s[offset * (2 * t + 1) - 1];
        offset *= 2;
    }
    if (t == 0) s[n - 1] = 0;
    for (int d = 1; d < n; d *= 2) {
        offset /= 2;
        __syncthreads();
        if (t < d) {
            int left = s[offset * (2 * t + 1) - 1];
            s[offset * (2 * t + 1) - 1] = s[offset * (2 * t + 2) - 1];
            s[offset * (2 * t + 2) - 1] += left;
        }
    }
    __syncthreads();
    STORE(2 * t);
    STORE(2 * t + 1);
})";
    run.block = {room / 2, 1, 1};
    run.sizes = {length, length};
    run.numbers = {length, room};
    run.dynamic_shared_bytes = 4 * room;
    run.options.record = false;
    run.options.gpu.lanes = run.options.gpu.banks = 32;
    return run;
}

const std::string any_load = "s[i] = in[i]", any_store = "out[i] = s[i]";
const std::string guarded_load = "s[i] = (i) < length ? in[i] : 0",
                  guarded_store = "if ((i) < length) out[i] = s[i]";

// Bilgic's kernel has no test of the length, and w / 2 threads a row (Poostchi) do not help with 640 columns.
TEST(PapersTree, HalfAsManyThreadsAsColumnsEndBelowZeroAt640) {
    expect_fault(tree_scan(640, 640, any_load, any_store).run(), FindingKind::out_of_bounds,
                 "element -1 of s");
    const Trace mended = tree_scan(640, 1024, guarded_load, guarded_store).run();
    expect_clean(mended);
    EXPECT_EQ(mended.buffers[1].number(639), 638 * 639 / 2);
}

TEST(PapersTree, WithoutATestOfBoundsReadsPastTheLastSegment) {
    const Trace printed = tree_scan(13, 16, any_load, any_store).run();
    expect_fault(printed, FindingKind::out_of_bounds, "of buffer0, which has elements 0 to 12");
    const Trace mended = tree_scan(13, 16, guarded_load, guarded_store).run();
    expect_clean(mended);
    EXPECT_EQ(mended.buffers[1].number(12), 66);
}

TEST(PapersTree, SegmentsInTheGridsSecondSideAreAtMost65535) {
    KernelRun run = tree_scan(8, 8, any_load, any_store);
    run.grid = {1, 65536, 1};
    try {
        run.run();
        FAIL() << "no GPU starts this grid";
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(), HasSubstr("65535"));
    }
    run.text = "__global__ void k(const int* in, int* out) { if (blockIdx.y == 65534) out[0] = in[7]; }";
    run.numbers = {};
    run.block = {1, 1, 1};
    run.grid = {1, 65535, 1};
    expect_clean(run.run());
    run.grid = {65536, 1, 1};
    expect_clean(run.run());
}

TEST(OrosWarpScan, RunInPlaceLaneAfterLaneGivesOneTwoFourSixTen) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out) {
    volatile __shared__ int s[8];
    int t = threadIdx.x;
    s[t] = in[t];
    if (t >= 1) s[t] += s[t - 1];
    if (t >= 2) s[t] += s[t - 2];
    if (t >= 4) s[t] += s[t - 4];
    out[t] = s[t];
})";
    run.sizes = {8, 8};
    run.input = PapersClaimsNumbers(8, 1);
    run.options.gpu.lanes = 8;
    run.options.gpu.schedule = parse_schedule("round-robin");
    EXPECT_EQ(numbers_of(run.run(), 1), (PapersClaimsNumbers{1, 2, 3, 4, 5, 6, 7, 8}));
    run.options.gpu.lanes_proceed = LanesProceed::adversarial;
    const Trace apart = run.run();
    expect_fault(apart, FindingKind::relies_on_lockstep, "only while lanes run in lockstep");
    const PapersClaimsNumbers got = numbers_of(apart, 1);
    EXPECT_EQ(PapersClaimsNumbers(got.begin(), got.begin() + 5), (PapersClaimsNumbers{1, 2, 4, 6, 10}));
}

/// Bugetti's section: the sum is published by thread 0, behind a barrier or not.
KernelRun section_of_256(const std::string& barrier) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out) {
    __shared__ int tile[256];
    int t = threadIdx.x;
    tile[t] = in[t];
    for (int stride = 1; stride < 256; stride *= 2) {
        __syncthreads();
        int left = t >= stride ? tile[t - stride] : 0;
        __syncthreads();
        tile[t] += left;
    }
    )" + barrier +
               R"(
    if (t == 0) out[0] = tile[255];
})";
    run.sizes = {256, 1};
    run.block = {256, 1, 1};
    run.input = PapersClaimsNumbers(256, 1);
    run.options.record = false;
    run.options.gpu.lanes = run.options.gpu.banks = 32;
    return run;
}

TEST(BugettisSection, WithoutItsBarrierCanLackItsLastHalf) {
    KernelRun printed = section_of_256(""), mended = section_of_256("__syncthreads();");
    // In order, the first warp is through before the last one has added.
    printed.options.gpu.schedule = mended.options.gpu.schedule = parse_schedule("in-order");
    const Trace wrong = printed.run(), right = mended.run();
    expect_fault(wrong, FindingKind::race, "tile[255]");
    EXPECT_EQ(wrong.buffers[1].number(0), 128);
    expect_clean(right);
    EXPECT_EQ(right.buffers[1].number(0), 256);
}

/// Two launches of a scan of three sections of 4; `cleared` is what is cleared before the second.
Trace scan_twice(const std::vector<int>& cleared) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out, volatile int* flags, int* sums, int* counter) {
    __shared__ int tile[4];
    __shared__ int number, carry;
    int t = threadIdx.x;
    if (t == 0) number = atomicAdd(counter, 1);
    __syncthreads();
    int i = number * 4 + t;
    tile[t] = in[i];
    __syncthreads();
    if (t == 0) {
        carry = 0;
        if (number > 0) {
            while (flags[number] == 0) {}
            __threadfence();
            carry = sums[number];
        }
        sums[number + 1] = carry + tile[0] + tile[1] + tile[2] + tile[3];
        __threadfence();
        flags[number + 1] = 1;
    }
    __syncthreads();
    int sum = carry;
    for (int k = 0; k <= t; ++k) sum += tile[k];
    out[i] = sum;
})";
    run.sizes = {12, 12, 4, 4, 1};
    run.grid = {3, 1, 1};
    run.block = {4, 1, 1};
    run.cleared = {2, 4};
    run.options.gpu.resident_blocks = 3;
    Plan plan = run.plan();
    const Operation launch = plan.operations[3];
    auto at = plan.operations.begin() + 4;
    for (int buffer : cleared) at = plan.operations.insert(at, {Clear{{buffer}, 0}, 0}) + 1;
    plan.operations.insert(at, launch);
    Array input(ScalarType::i32, {12, 1});
    for (int64_t i = 0; i < 12; ++i) input.set_number(i, double(i + 1));
    return emulator::run(
        plan, input, [&](const std::string&) { return run.text; }, run.options);
}

TEST(BugettisScan, NeedsItsFlagsAndCounterClearedBeforeEachLaunch) {
    expect_fault(scan_twice({2}), FindingKind::out_of_bounds, "read elements 12 to 15 of buffer0");
    // Old flags: the second launch takes the first one's sums before they are written again.
    expect_fault(scan_twice({4}), FindingKind::race, "nothing orders the two");
    const Trace mended = scan_twice({2, 4});
    expect_clean(mended);
    EXPECT_EQ(mended.buffers[1].number(11), 78);
}

TEST(BugettisNumbaScan, ASpinWhoseConditionIsCutOffDoesNotCompile) {
    KernelRun run;
    run.sizes = {8, 8};
    run.text =
        "__global__ void k(const int* in, int* out) {\n    while (in[0]\n        ;\n    out[0] = 1;\n}\n";
    try {
        run.run();
        FAIL() << "a parenthesis is missing";
    } catch (const CompileError& error) {
        EXPECT_THAT(error.diagnostics().at(0).message, HasSubstr(")"));
        EXPECT_LE(error.diagnostics().at(0).line, 3);
    }
    run.text =
        "__global__ void k(const int* in, int* out) {\n    while (in[0] != 0)\n        ;\n    out[0] = "
        "1;\n}\n";
    expect_clean(run.run());
}

}  // namespace
}  // namespace upsweep::emulator
