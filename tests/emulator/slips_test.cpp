// Slips of printed kernels: each is found, under the schedule or memory that brings it out, and its fixed
// twin is clean.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "emulator/helpers/run_kernel.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using testing::HasSubstr;
using SlipsNumbers = std::vector<double>;

/// What a single-pass scan of sections needs; each part may be left out.
struct FlagChain {
    std::string number = "atomicAdd(counter, 1)";  ///< the block's number
    std::string barrier = "__syncthreads();";      ///< before the section's last value is read
    std::string fence = "__threadfence();";        ///< before the flag is raised
    std::string acquire = "__threadfence();";      ///< after the flag is seen
};

constexpr int section = 8, sections = 6;

/// Inclusive scan of 48 ints in one launch: each block waits for the sum of all before it.
KernelRun single_pass(const FlagChain& chain) {
    KernelRun run;
    run.text = R"(
__global__ void k(const int* in, int* out, volatile int* flags, int* sums, int* counter) {
    __shared__ int tile[8];
    __shared__ int block, carry;
    int t = threadIdx.x;
    if (t == 0) block = )" +
               chain.number + R"(;
    __syncthreads();
    int i = block * 8 + t;
    tile[t] = in[i];
    for (int stride = 1; stride < 8; stride *= 2) {
        __syncthreads();
        int left = t >= stride ? tile[t - stride] : 0;
        __syncthreads();
        tile[t] += left;
    }
    )" + chain.barrier +
               R"(
    if (t == 0) {
        int before = 0;
        if (block > 0) {
            while (flags[block] == 0) {}
            )" +
               chain.acquire + R"(
            before = sums[block];
        }
        sums[block + 1] = before + tile[7];
        )" + chain.fence +
               R"(
        flags[block + 1] = 1;
        carry = before;
    }
    __syncthreads();
    out[i] = tile[t] + carry;
})";
    run.sizes = {section * sections, section * sections, sections + 1, sections + 1, 1};
    run.grid = {sections, 1, 1};
    run.block = {section, 1, 1};
    run.cleared = {2, 3, 4};
    run.roles = {BufferRole::data, BufferRole::data, BufferRole::control, BufferRole::data,
                 BufferRole::control};
    run.options.gpu.resident_blocks = 2;
    run.options.record = false;
    return run;
}

SlipsNumbers scanned() {
    SlipsNumbers expected;
    double sum = 0;
    for (int i = 0; i < section * sections; ++i) expected.push_back(sum += i);
    return expected;
}

void under(KernelRun& run, uint64_t seed, bool weak) {
    run.options.gpu.schedule = parse_schedule("random", seed);
    run.options.gpu.resident_blocks = 2 + int(seed % 3);
    run.options.gpu.weak_memory = weak;
}

enum class SlipsOrder { strong, weak };

/// Seeds below `seeds` of random schedules under which the scan goes wrong or never ends.
int failures(const FlagChain& chain, int seeds, SlipsOrder memory) {
    KernelRun run = single_pass(chain);
    run.options.races = false;
    int wrong = 0;
    for (int seed = 0; seed < seeds; ++seed) {
        under(run, uint64_t(seed), memory == SlipsOrder::weak);
        Trace trace = run.run();
        wrong += !trace.complete || numbers_of(trace, 1) != scanned() ? 1 : 0;
    }
    return wrong;
}

TEST(SinglePassScan, StaticNumbersDeadlockUnderAnUnkindSchedule) {
    FlagChain chain;
    chain.number = "blockIdx.x";
    KernelRun run = single_pass(chain);
    run.options.gpu.schedule = parse_schedule("unkind");
    Trace trace = run.run();
    const Finding* finding = find(trace, FindingKind::deadlock);
    ASSERT_NE(finding, nullptr);
    EXPECT_THAT(sentence_of(trace, *finding),
                HasSubstr("block 3 cannot start: waiting blocks hold both slots"));
    run.options.gpu.resident_blocks = sections;
    EXPECT_EQ(numbers_of(run.run(), 1), scanned());
    run.options.gpu.resident_blocks = 1;
    run.options.gpu.schedule = parse_schedule("in-order");
    EXPECT_EQ(numbers_of(run.run(), 1), scanned());
}

TEST(SinglePassScan, NumbersFromACounterNeverFailUnderAnySchedule) {
    EXPECT_EQ(failures(FlagChain{}, 1000, SlipsOrder::strong), 0);
}

TEST(SinglePassScan, NumbersFromACounterWithFenceAndAcquireNeverFailInWeakMemory) {
    EXPECT_EQ(failures(FlagChain{}, 1000, SlipsOrder::weak), 0);
}

TEST(SinglePassScan, TheUnsafeFormsFailUnderSomeSchedule) {
    FlagChain numbered, unordered;
    numbered.number = "blockIdx.x";
    EXPECT_GT(failures(numbered, 100, SlipsOrder::strong), 0);
    unordered.barrier = "";
    EXPECT_GT(failures(unordered, 100, SlipsOrder::strong), 0);
}

TEST(SinglePassScan, IsFreeOfFaultsUnderEverySchedule) {
    KernelRun run = single_pass(FlagChain{});
    for (const char* schedule :
         {"in-order", "reversed", "round-robin", "unkind", "random:1", "random:2", "by-hand:0,0,3,2,1"}) {
        run.options.gpu.schedule = parse_schedule(schedule);
        Trace trace = run.run();
        EXPECT_EQ(numbers_of(trace, 1), scanned()) << schedule;
        EXPECT_TRUE(faults_of(trace).empty()) << schedule << ": " << faults_of(trace)[0];
    }
}

TEST(SinglePassScan, WithoutTheFenceFailsInWeakMemory) {
    FlagChain chain;
    chain.fence = "";
    EXPECT_GT(failures(chain, 100, SlipsOrder::weak), 0);
    Trace trace = single_pass(chain).run();
    ASSERT_NE(find(trace, FindingKind::race), nullptr);
    EXPECT_THAT(sentence_of(trace, *find(trace, FindingKind::race)), HasSubstr("buffer3[1]"));
}

TEST(SinglePassScan, WithoutTheAcquireFailsInWeakMemory) {
    FlagChain chain;
    chain.acquire = "";
    EXPECT_GT(failures(chain, 100, SlipsOrder::weak), 0);
    EXPECT_NE(find(single_pass(chain).run(), FindingKind::race), nullptr);
}

TEST(SinglePassScan, WithoutTheBarrierIsARace) {
    FlagChain chain;
    chain.barrier = "";
    Trace trace = single_pass(chain).run();
    const Finding* finding = find(trace, FindingKind::race);
    ASSERT_NE(finding, nullptr);
    EXPECT_THAT(sentence_of(trace, *finding), HasSubstr("tile[7]"));
    EXPECT_THAT(sentence_of(trace, *finding), HasSubstr("with no barrier between"));
}

TEST(WeakMemory, RepeatsFromItsSeedAndItsTracePlaysBack) {
    FlagChain chain;
    chain.fence = "";
    KernelRun run = single_pass(chain);
    run.options.record = true;
    under(run, 5, true);
    auto first = std::make_shared<Trace>(run.run());
    Trace second = run.run();
    ASSERT_EQ(first->step_count(), second.step_count());
    EXPECT_EQ(numbers_of(*first, 1), numbers_of(second, 1));
    int drains = 0;
    for (const Step& step : first->steps) drains += step.kind == StepKind::drain ? 1 : 0;
    EXPECT_GT(drains, 10);
    Player player(first);
    std::vector<std::byte> start = player.memory();
    player.seek(player.step_count());
    for (ArrayId id = 0; id < first->buffers.size(); ++id) {
        auto bytes = first->buffers[id].bytes();
        EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), player.bytes(id).begin())) << id;
    }
    EXPECT_EQ(player.counts(), first->counts);
    player.seek(0);
    EXPECT_EQ(player.memory(), start);
}

/// Transposes `width` × `height` in tiles of 4 × 4; `guard` is the store's.
KernelRun transpose(const std::string& guard, int width, int height) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out, int width, int height) {
    __shared__ int tile[4][5];
    int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * 4 + threadIdx.x;
    y = blockIdx.x * 4 + threadIdx.y;
    if ()" + guard +
               R"() out[y * height + x] = tile[threadIdx.x][threadIdx.y];
})";
    run.grid = {(width + 3) / 4, (height + 3) / 4, 1};
    run.block = {4, 4, 1};
    run.sizes = {width * height, width * height};
    run.numbers = {width, height};
    return run;
}

TEST(Transpose, TheStoresGuardMustTestTheOutputsShape) {
    Trace printed = transpose("x < width * height && y < width * height", 6, 9).run();
    const Finding* finding = find(printed, FindingKind::out_of_bounds);
    ASSERT_NE(finding, nullptr);
    EXPECT_THAT(sentence_of(printed, *finding), HasSubstr("which has elements 0 to 53"));
    Trace mended = transpose("x < height && y < width", 6, 9).run();
    EXPECT_TRUE(faults_of(mended).empty()) << faults_of(mended)[0];
    for (int y = 0; y < 6; ++y)
        for (int x = 0; x < 9; ++x) EXPECT_EQ(mended.buffers[1].number(y * 9 + x), x * 6 + y);
    EXPECT_TRUE(faults_of(transpose("x < width * height && y < width * height", 8, 4).run()).empty());
}

TEST(TreeScan, ALengthThatIsNoPowerOfTwoEndsBelowZero) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out, int n) {
    extern __shared__ int s[];
    int t = threadIdx.x, offset = 1;
    s[2 * t] = in[2 * t];
    s[2 * t + 1] = in[2 * t + 1];
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
    out[2 * t] = s[2 * t];
    out[2 * t + 1] = s[2 * t + 1];
})";
    auto with = [&](int n) {
        run.block = {n / 2, 1, 1};
        run.sizes = {n, n};
        run.numbers = {n};
        run.dynamic_shared_bytes = 4 * n;
        return run.run();
    };
    Trace bad = with(12);
    ASSERT_NE(find(bad, FindingKind::out_of_bounds), nullptr);
    EXPECT_THAT(sentence_of(bad, *find(bad, FindingKind::out_of_bounds)), HasSubstr("element -1 of s"));
    Trace good = with(16);
    EXPECT_TRUE(faults_of(good).empty()) << faults_of(good)[0];
    EXPECT_EQ(good.buffers[1].number(15), 105);
}

}  // namespace
}  // namespace upsweep::emulator
