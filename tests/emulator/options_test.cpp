// Schedules, lanes that run apart, lanes that meet: what the machine's options do, and that runs repeat.
#include <gtest/gtest.h>

#include "emulator/helpers/run_kernel.h"

#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using OptionsNumbers = std::vector<double>;

/// Two warps of four, each a few statements; `out` gets the order in which lanes came.
KernelRun two_warps() {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out) {
    int t = threadIdx.x;
    int a = in[t];
    int b = a + 1;
    out[8 * blockIdx.x + t] = b;
})";
    run.sizes = {8, 32};
    run.cleared = {1};
    return run;
}

std::vector<uint32_t> turns_of(const Trace& trace) {
    std::vector<uint32_t> turns;
    for (const Step& step : trace.steps)
        if (step.kind == StepKind::statement) turns.push_back(step.block * 2 + step.warp);
    return turns;
}

TEST(Schedules, GiveTurnsAsTheySay) {
    using Turns = std::vector<uint32_t>;
    auto with = [](const char* schedule) {
        KernelRun run = two_warps();
        run.options.gpu.schedule = parse_schedule(schedule);
        return turns_of(run.run());
    };
    EXPECT_EQ(with("in-order"), (Turns{0, 0, 0, 0, 1, 1, 1, 1}));
    EXPECT_EQ(with("reversed"), (Turns{1, 1, 1, 1, 0, 0, 0, 0}));
    EXPECT_EQ(with("round-robin"), (Turns{0, 1, 0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(with("by-hand:1,1,0,1,0,0,0,1"), (Turns{1, 1, 0, 1, 0, 0, 0, 1}));
    EXPECT_EQ(with("list:1,1,0,1,0,0,0,1"), (Turns{1, 1, 0, 1, 0, 0, 0, 1}));
    EXPECT_EQ(with("adversarial"), (Turns{1, 1, 1, 1, 0, 0, 0, 0}));
    EXPECT_EQ(with("random:5"), with("random:5"));
    EXPECT_NE(with("random:5"), with("random:6"));
}

using Blocks = std::vector<uint32_t>;

/// The blocks of a grid of six in the order of their first steps.
Blocks started(const Schedule& schedule, int slots) {
    KernelRun run = two_warps();
    run.grid = {6, 1, 1};
    run.sizes = {8, 48};
    run.options.gpu.resident_blocks = slots;
    run.options.gpu.schedule = schedule;
    Blocks blocks;
    for (uint32_t turn : turns_of(run.run()))
        if (std::find(blocks.begin(), blocks.end(), turn / 2) == blocks.end()) blocks.push_back(turn / 2);
    return blocks;
}

Blocks started(const char* blocks, int slots) {
    return started({parse_block_order(blocks), {Order::Kind::round_robin, 1, {}}}, slots);
}

TEST(Schedules, AnUnkindOneStartsTheLatestBlock) {
    EXPECT_EQ(started(parse_schedule("unkind"), 1), (Blocks{5, 4, 3, 2, 1, 0}));
}

TEST(Schedules, GiveSlotsAsTheySay) {
    EXPECT_EQ(started("in-order", 1), (Blocks{0, 1, 2, 3, 4, 5}));
    EXPECT_EQ(started("reversed", 1), (Blocks{5, 4, 3, 2, 1, 0}));
    EXPECT_EQ(started("list:4,9,4,1", 1), (Blocks{4, 1, 0, 2, 3, 5}));
    EXPECT_EQ(started("random:3", 1), started("random:3", 1));
    EXPECT_NE(started("random:3", 1), started("random:4", 1));
    // The slots are filled in order; then each that is freed goes to the latest block that waits.
    EXPECT_EQ(started("adversarial", 1), (Blocks{0, 5, 4, 3, 2, 1}));
    EXPECT_EQ(started({parse_block_order("adversarial"), parse_warp_order("reversed")}, 3),
              (Blocks{2, 5, 4, 3, 1, 0}));
    EXPECT_EQ(started("adversarial", 6), (Blocks{0, 1, 2, 3, 4, 5}));
}

/// Which block comes when depends on no warp: only on when slots are freed.
TEST(Schedules, TheOrderOfBlocksIsTheSameWhateverTheWarpsDo) {
    for (const char* warps : {"in-order", "round-robin", "random:8", "adversarial"})
        EXPECT_EQ(started({parse_block_order("random:3"), parse_warp_order(warps)}, 1),
                  started("random:3", 1))
            << warps;
}

/// A chain of blocks, where each waits for the one before: with half of them resident the latest fill the
/// slots while the others cannot begin.
TEST(Schedules, AnAdversarialOneStopsWhoNeedsABlockThatHasNotBegun) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, volatile int* flags) {
    if (blockIdx.x > 0) while (flags[blockIdx.x - 1] == 0) {}
    flags[blockIdx.x] = 1;
})";
    run.sizes = {8, 6};
    run.cleared = {1};
    run.block = {1, 1, 1};
    run.grid = {6, 1, 1};
    run.options.gpu.schedule.blocks = parse_block_order("adversarial");
    for (int slots = 1; slots <= 6; ++slots) {
        run.options.gpu.resident_blocks = slots;
        const Trace trace = run.run();
        EXPECT_EQ(find(trace, FindingKind::deadlock) != nullptr, slots < 3) << slots;
        EXPECT_EQ(trace.complete, slots >= 3) << slots;
    }
}

TEST(Options, RunsRepeatFromTheirParameters) {
    for (bool weak : {false, true})
        for (bool apart : {false, true}) {
            KernelRun run = two_warps();
            run.grid = {4, 1, 1};
            run.options.gpu.resident_blocks = 3;
            run.options.gpu.weak_memory = weak;
            run.options.gpu.lanes_proceed =
                apart ? emulator::LanesProceed::adversarial : emulator::LanesProceed::since_volta;
            run.options.gpu.schedule = parse_schedule("random:11");
            Trace a = run.run(), b = run.run();
            ASSERT_EQ(a.step_count(), b.step_count());
            for (size_t i = 0; i < a.steps.size(); ++i) {
                ASSERT_EQ(a.steps[i].block, b.steps[i].block) << i;
                ASSERT_EQ(a.steps[i].warp, b.steps[i].warp) << i;
                ASSERT_EQ(a.steps[i].active, b.steps[i].active) << i;
            }
            EXPECT_EQ(a.counts, b.counts);
            EXPECT_EQ(numbers_of(a, 1), numbers_of(b, 1));
        }
}

/// A warp scan in shared memory, by `step` for each distance.
KernelRun warp_scan(const std::string& step) {
    KernelRun run;
    run.text =
        "__global__ void k(const int* in, int* out) {\n volatile __shared__ int s[8];\n int t = "
        "threadIdx.x;\n "
        "s[t] = in[t];\n __syncwarp();\n for (int d = 1; d < 8; d *= 2) {\n" +
        step + "\n }\n out[t] = s[t];\n}\n";
    run.sizes = {8, 8};
    run.input = OptionsNumbers(8, 1);
    run.options.gpu.lanes = 8;
    return run;
}

TEST(LanesApart, TheLockstepScanFailsAndItsMendedTwinDoesNot) {
    KernelRun printed = warp_scan("if (t >= d) s[t] += s[t - d];");
    KernelRun mended =
        warp_scan("int left = t >= d ? s[t - d] : 0;\n__syncwarp();\ns[t] += left;\n__syncwarp();");
    KernelRun shuffled =
        warp_scan("int left = __shfl_up_sync(0xffffffffu, s[t], d);\nif (t >= d) s[t] += left;");
    const OptionsNumbers expected = {1, 2, 3, 4, 5, 6, 7, 8};
    EXPECT_EQ(numbers_of(printed.run(), 1), expected);
    int wrong = 0;
    for (const char* schedule :
         {"in-order", "reversed", "round-robin", "random:1", "random:2", "random:3", "adversarial"}) {
        for (KernelRun* run : {&printed, &mended, &shuffled}) {
            run->options.gpu.lanes_proceed = LanesProceed::adversarial;
            run->options.gpu.schedule = parse_schedule(schedule);
        }
        Trace trace = printed.run();
        wrong += numbers_of(trace, 1) != expected ? 1 : 0;
        EXPECT_NE(find(trace, FindingKind::relies_on_lockstep), nullptr) << schedule;
        for (KernelRun* run : {&mended, &shuffled}) {
            Trace good = run->run();
            EXPECT_EQ(numbers_of(good, 1), expected) << schedule;
            EXPECT_TRUE(faults_of(good).empty()) << schedule << ": " << faults_of(good)[0];
        }
    }
    EXPECT_GE(wrong, 3);
}

TEST(LanesApart, BarriersLocksAndBranchesStillWork) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out, int* state) {
    __shared__ int s[8];
    int t = threadIdx.x;
    if (t % 2 == 0) s[t] = in[t]; else s[t] = -in[t];
    __syncthreads();
    int sum = 0;
    for (int i = 0; i <= t; ++i) sum += s[i];
    while (atomicCAS(&state[0], 0, 1) != 0) {}
    __threadfence();
    state[1] += 1;
    __threadfence();
    atomicExch(&state[0], 0);
    if (t == 7) return;
    out[t] = sum + 100 * __popc(__ballot_sync(0x7fu, t < 4)) + 1000 * (__syncthreads_count(1) == 7);
})";
    run.sizes = {8, 8, 2};
    run.cleared = {1, 2};
    run.options.gpu.lanes = 8;
    run.options.gpu.lanes_proceed = LanesProceed::adversarial;
    for (const char* schedule :
         {"in-order", "reversed", "round-robin", "random:1", "random:9", "unkind", "adversarial"}) {
        run.options.gpu.schedule = parse_schedule(schedule);
        Trace trace = run.run();
        EXPECT_TRUE(trace.complete) << schedule;
        EXPECT_EQ(numbers_of(trace, 1), (OptionsNumbers{1400, 1399, 1401, 1398, 1402, 1397, 1403, 0}))
            << schedule;
        EXPECT_EQ(numbers_of(trace, 2), (OptionsNumbers{0, 8})) << schedule;
        EXPECT_TRUE(faults_of(trace).empty()) << schedule << ": " << faults_of(trace)[0];
    }
}

/// A lock that every lane takes, from the first statement on: those that spin must not keep the turn.
TEST(LanesApart, WhoSpinsHandsTheTurnOn) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out, int* lock) {
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    out[0] += 1;
    __threadfence();
    atomicExch(lock, 0);
})";
    run.sizes = {1, 1, 1};
    run.cleared = {1, 2};
    run.options.gpu.lanes_proceed = LanesProceed::adversarial;
    for (const char* schedule : {"in-order", "reversed", "round-robin", "random:1", "random:2", "random:3",
                                 "random:4", "adversarial"})
        for (int lanes : {2, 8, 32})
            for (int blocks : {1, 2}) {
                run.options.gpu.lanes = lanes;
                run.options.gpu.schedule = parse_schedule(schedule);
                run.grid = {blocks, 1, 1};
                run.block = {32, 1, 1};
                const Trace trace = run.run();
                EXPECT_TRUE(trace.complete) << schedule << " " << lanes << " " << blocks;
                EXPECT_EQ(numbers_of(trace, 1), (OptionsNumbers{32.0 * blocks})) << schedule << " " << lanes;
            }
}

TEST(Sync, LanesOnTwoSidesOfABranchMeetAtASyncwarp) {
    KernelRun run;
    run.text = R"(__global__ void k(const int* in, int* out) {
    __shared__ int s[8];
    int t = threadIdx.x;
    if (t < 4) {
        s[t] = in[t];
        __syncwarp();
        __syncwarp();
        out[t] = s[t + 4];
    } else {
        __syncwarp();
        s[t] = 10 * s[t - 4];
        __syncwarp();
    }
})";
    run.sizes = {8, 8};
    run.cleared = {1};
    run.options.gpu.lanes = 8;
    for (bool apart : {false, true}) {
        run.options.gpu.lanes_proceed =
            apart ? emulator::LanesProceed::adversarial : emulator::LanesProceed::since_volta;
        Trace trace = run.run();
        EXPECT_EQ(numbers_of(trace, 1), (OptionsNumbers{0, 10, 20, 30, 0, 0, 0, 0})) << apart;
        EXPECT_TRUE(faults_of(trace).empty()) << faults_of(trace)[0];
    }
}

}  // namespace
}  // namespace upsweep::emulator
