// Weak memory by itself: every delay is bounded, and so is what waits; a block sees its own stores; a cell's
// stores keep their order, those of different cells do not.
#include "emulator/machine/weak.h"

#include <gtest/gtest.h>

#include <chrono>

#include "core/helpers/work_seconds.h"
#include "emulator/helpers/run_kernel.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

struct Weak {
    static constexpr int64_t cells = 4096;
    Trace trace;
    Memory memory;
    Recorder recorder{trace, false};
    uint64_t version = 0;
    WeakMemory weak;

    explicit Weak(uint64_t seed = 1) : weak(memory, recorder, version, seed) {
        trace.launches.emplace_back();
        recorder.begin_launch(0);
        ArrayInfo info;
        info.type = ScalarType::u32;
        memory.add(info, 4 * cells, 0);
        for (int64_t i = 0; i < cells; ++i) write_bits(memory[0].bytes.data() + 4 * i, 4, 0);
    }
    void store(uint32_t block, int64_t cell, uint64_t value) {
        DelayedStore store;
        store.step.block = block;
        store.access.offset = uint32_t(4 * cell);
        store.access.value = value;
        weak.store(store);
    }
    uint64_t there(int64_t cell) const { return read_bits(memory[0].bytes.data() + 4 * cell, 4); }
};

/// A warp of 32 lanes stores in every turn, for 20000 turns: what waits stays within the stores of
/// `longest_delay` turns, and what arrives is as much as was stored.
TEST(WeakMemory, KeepsNoMoreThanTheStoresOfTheLongestDelay) {
    Weak w;
    constexpr int lanes = 32, turns = 20000;
    for (int turn = 0; turn < turns; ++turn) {
        w.weak.tick();
        for (int lane = 0; lane < lanes; ++lane) w.store(0, (turn * lanes + lane) % Weak::cells, 1);
        ASSERT_LE(w.weak.waiting(), lanes * WeakMemory::longest_delay);
    }
    EXPECT_GT(w.weak.waiting(), 8u * lanes) << "stores must be late for a fence to matter";
    EXPECT_LT(w.weak.bytes(), 16 << 20);
    for (int turn = 0; turn < WeakMemory::longest_delay; ++turn) w.weak.tick();
    EXPECT_EQ(w.weak.waiting(), 0u);
    EXPECT_EQ(w.recorder.steps(), lanes * turns) << "each arrives in one step of its own";
}

TEST(WeakMemory, AStoreArrivesWithinTheLongestDelayAndMostlyLate) {
    int late = 0;
    for (uint64_t seed = 1; seed <= 200; ++seed) {
        Weak w(seed);
        w.store(3, 5, 7);
        int turns = 0;
        while (w.there(5) == 0 && ++turns <= 2 * WeakMemory::longest_delay) w.weak.tick();
        EXPECT_LE(turns, WeakMemory::longest_delay) << seed;
        late += turns > 10 ? 1 : 0;
    }
    EXPECT_GT(late, 100);
}

/// A store of two numbers is on its way as two parts, and each knows what its own cell held before.
TEST(WeakMemory, EachPartOfAVectorReplacesWhatItsOwnCellHeld) {
    KernelRun run;
    run.text =
        "__global__ void k(const int* in, int* out) {\nint2* to = (int2*)out + threadIdx.x;\n"
        "*to = make_int2(10 + threadIdx.x, 20 + threadIdx.x);\n"
        "*to = make_int2(30 + threadIdx.x, 40 + threadIdx.x);\n}\n";
    run.sizes = {8, 16};
    run.cleared = {1};
    run.options.gpu.weak_memory = true;
    const Trace trace = run.run();
    int delayed = 0;
    for (int64_t i = 0; i < trace.step_count(); ++i)
        for (const Access& access : trace.accesses_of(i)) {
            if (access.kind != AccessKind::delayed || trace.step_at(i).kind == StepKind::drain) continue;
            const uint64_t thread = access.offset / 8, part = access.offset / 4 % 2;
            const bool second = access.value >= 30;
            EXPECT_EQ(access.value, (second ? 30 : 10) + 10 * part + thread);
            EXPECT_EQ(access.old_value, second ? 10 + 10 * part + thread : 0);
            ++delayed;
        }
    EXPECT_EQ(delayed, 2 * 2 * 8);
}

TEST(WeakMemory, StoresOfOneCellKeepTheirOrderAndOthersOvertake) {
    int overtaken = 0;
    for (uint64_t seed = 1; seed <= 20; ++seed) {
        Weak w(seed);
        for (uint64_t i = 1; i <= 50; ++i) {
            w.store(0, 8, i);
            w.store(0, 8 + 2 * int64_t(i), 1);
        }
        uint64_t before = 0;
        bool gap = false;
        for (int turn = 0; turn <= WeakMemory::longest_delay; ++turn) {
            w.weak.tick();
            ASSERT_GE(w.there(8), before);
            before = w.there(8);
            for (int64_t i = 1; i < 50; ++i) gap |= w.there(8 + 2 * i) == 0 && w.there(10 + 2 * i) != 0;
        }
        EXPECT_EQ(before, 50u);
        overtaken += gap ? 1 : 0;
    }
    EXPECT_EQ(overtaken, 20);
}

TEST(WeakMemory, ABlockSeesItsOwnStoresAndOthersSeeThemOnceReleased) {
    Weak w;
    w.store(0, 4, 0x11223344);
    w.store(0, 5, 5);
    w.store(0, 4, 0x55667788);
    EXPECT_EQ(w.weak.load(0, 0, 16, 4), 0x55667788u);
    EXPECT_EQ(w.weak.load(0, 0, 18, 2), 0x5566u);
    EXPECT_EQ(w.weak.load(0, 0, 16, 8), 0x555667788u);
    EXPECT_EQ(w.weak.peek(1, 0, 16, 4), 0u);
    EXPECT_TRUE(w.weak.has_own(0, 0, 16, 1));
    EXPECT_TRUE(w.weak.has_own(0, 0, 8, 16));
    EXPECT_FALSE(w.weak.has_own(0, 0, 24, 8));
    EXPECT_FALSE(w.weak.has_own(1, 0, 16, 4));
    w.weak.release(0);
    EXPECT_EQ(w.weak.waiting(), 0u);
    EXPECT_EQ(w.there(4), 0x55667788u);
    EXPECT_FALSE(w.weak.has_own(0, 0, 16, 4));
    w.weak.acquire(1);
    EXPECT_EQ(w.weak.load(1, 0, 16, 4), 0x55667788u);
}

/// Until an acquire a load may see a value of before, never one that it has seen replaced.
TEST(WeakMemory, ALoadSeesOldValuesUntilItHasSeenNewerOnes) {
    int old = 0;
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        Weak w(seed);
        uint64_t seen = 0;
        for (uint64_t i = 1; i <= 30; ++i) {
            w.store(0, 6, i);
            w.weak.release(0);
            w.weak.tick();
            const uint64_t now = w.weak.load(1, 0, 24, 4);
            EXPECT_LE(now, i);
            EXPECT_GE(now, seen);
            seen = now;
            old += now < i ? 1 : 0;
            EXPECT_EQ(w.weak.load(0, 0, 24, 4), i) << "its own";
        }
        w.weak.acquire(1);
        EXPECT_EQ(w.weak.load(1, 0, 24, 4), 30u);
    }
    EXPECT_GT(old, 30);
}

/// When every warp waits, what is on its way arrives, and only then can they be stuck.
TEST(WeakMemory, IsStirredWhileAnythingIsOnItsWay) {
    Weak w;
    EXPECT_TRUE(w.weak.stir());
    EXPECT_FALSE(w.weak.stir());
    w.store(0, 3, 9);
    EXPECT_TRUE(w.weak.stir());
    EXPECT_EQ(w.there(3), 9u);
    EXPECT_FALSE(w.weak.stir());
}

/// What blocks that ended have seen, and what cells held long ago, is not kept.
TEST(WeakMemory, ForgetsWhatNobodyLooksBackTo) {
    Weak w;
    for (uint32_t block = 0; block < 2000; ++block) {
        for (int64_t cell = 0; cell < 8; ++cell) {
            w.store(block, cell, block);
            w.weak.load(block, 0, 4 * (cell + 8), 4);
        }
        for (int turn = 0; turn < 4; ++turn) w.weak.tick();
        w.weak.retire(block);
    }
    EXPECT_LT(w.weak.bytes(), 2 << 20);
    w.weak.drain_all();
    EXPECT_EQ(w.weak.waiting(), 0u);
    EXPECT_GT(w.there(0), 1900u) << "later stores of other blocks may arrive before";
}

/// Took 39 s when a store's arrival looked through all that wait.
TEST(WeakMemory, ALongLoopOfManyThreadsTakesTimeInProportion) {
    KernelRun run;
    run.text = "__global__ void k(int* in) { for (int i = 0; i < 500; ++i) in[threadIdx.x] += i; }";
    run.sizes = {256};
    run.block = {256, 1, 1};
    run.options.gpu.lanes = 32;
    run.options.gpu.weak_memory = true;
    run.options.record = false;
    const double begin = test::work_seconds();
    const Trace trace = run.run();
    const double seconds = test::work_seconds() - begin;
    EXPECT_TRUE(trace.complete);
    for (int64_t i = 0; i < 256; ++i) EXPECT_EQ(trace.buffers[0].number(i), double(i + 500 * 499 / 2));
    EXPECT_LT(seconds, 15);
}

}  // namespace
}  // namespace upsweep::emulator
