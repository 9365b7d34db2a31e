// Traces come back from their files as they were, and damaged files are refused.
#include "emulator/trace/trace_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "core/bits.h"
#include "emulator/helpers/run_kernel.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using testing::HasSubstr;

Trace sample() {
    KernelRun run;
    run.text = R"(__device__ int total = 3;
__global__ void k(int* a, int* b) {
    __shared__ int s[8];
    int t = threadIdx.x;
    // ---- Load ----
    s[t] = a[t];
    __syncthreads();
    // ---- Add ----
    int v = s[t] + s[t ^ 1];
    b[t] = v;
    atomicAdd(&total, v);
    int n = 0;
    for (int i = 0; i < 2; ++i) n += i;
    if (t == 9) printf("%d\n", v);
    if (t == 3) { printf("three %d\n", v); b[100] = 1; }
})";
    run.sizes = {8, 8};
    run.cleared = {1};
    run.options.gpu.weak_memory = true;
    return run.run();
}

/// A warp of the launch that waits for a cell and never continues.
WaitInterval wait_in(const Trace& trace) {
    WaitInterval wait;
    wait.operation = trace.launches[0].operation;
    wait.warp = 1;
    wait.array = 1;
    wait.element = 2;
    wait.first_step = trace.launches[0].first_step + 1;
    return wait;
}

TEST(TraceLayout, IsTheSameForEveryCompiler) {
    Access access;
    access.old_value = 1, access.value = 2, access.array = 3, access.offset = 4, access.origin = 5;
    access.operand = 0x7ffff, access.lane = 2, access.size = 3;
    access.kind = AccessKind::delayed, access.was_defined = false;
    const std::array<uint32_t, 8> words = {1, 0, 2, 0, 3, 4, 5, 0x3317ffff};
    EXPECT_EQ((upsweep::bit_cast<std::array<uint32_t, 8>>(access)), words);
    Step step;
    step.first_access = 1, step.operation = 2, step.block = 3, step.active = 4, step.phase = 5,
    step.counts = 6;
    step.statement = 0xfffff, step.warp = 2, step.interval = 3;
    step.kind = static_cast<StepKind>(5);
    const std::array<uint32_t, 8> expected = {1, 2, 3, 4, 5, 6, 0x2fffff, 0xa0000003};
    EXPECT_EQ((upsweep::bit_cast<std::array<uint32_t, 8>>(step)), expected);
}

TEST(TraceFile, AStatementTakes21Bytes) {
    Trace trace = sample();
    const size_t before = encode_trace(trace).size();
    trace.statements.emplace_back();
    EXPECT_EQ(encode_trace(trace).size(), before + 5 * 4 + 1);
}

TEST(TraceFile, ComesBackAsItWas) {
    Trace trace = sample();
    trace.waits.push_back(wait_in(trace));
    const std::vector<std::byte> bytes = encode_trace(trace);
    const Trace back = decode_trace(bytes, "t");
    // Every field is written, so equal bytes are equal traces.
    EXPECT_EQ(encode_trace(back), bytes);
    EXPECT_EQ(back.step_count(), trace.step_count());
    EXPECT_EQ(back.counts, trace.counts);
    ASSERT_EQ(back.waits.size(), 1u);
    EXPECT_EQ(back.waits[0].element, 2);
    EXPECT_EQ(back.waits[0].first_step, trace.waits[0].first_step);
    EXPECT_EQ(back.buffers, trace.buffers);
    ASSERT_EQ(back.accesses.size(), trace.accesses.size());
    for (size_t i = 0; i < trace.accesses.size(); ++i) {
        EXPECT_EQ(back.accesses[i].value, trace.accesses[i].value);
        EXPECT_EQ(back.accesses[i].lane, trace.accesses[i].lane);
        EXPECT_EQ(back.accesses[i].kind, trace.accesses[i].kind);
        EXPECT_EQ(back.accesses[i].was_defined, trace.accesses[i].was_defined);
    }
    ASSERT_EQ(back.findings.size(), trace.findings.size());
    EXPECT_EQ(sentence_of(back, back.findings[0]), sentence_of(trace, trace.findings[0]));
    EXPECT_EQ(back.printed.at(0).text, "three 5\n");
    Player player(std::make_shared<const Trace>(back));
    player.seek(player.step_count());
    EXPECT_EQ(player.bits(1, 3), 5u);
    player.seek(0);
    EXPECT_FALSE(player.defined(1, 3));
}

std::string refusal(std::span<const std::byte> bytes) {
    try {
        decode_trace(bytes, "t.trace");
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

TEST(TraceFile, RefusesWhatIsCutShortOrOfAnotherVersion) {
    std::vector<std::byte> bytes = encode_trace(sample());
    for (size_t size = 0; size < bytes.size(); size += size < 200 ? 1 : 97)
        EXPECT_NE(refusal({bytes.data(), size}), "") << size;
    EXPECT_THAT(refusal({bytes.data(), 100}), HasSubstr("t.trace is a truncated trace"));
    bytes[14] = std::byte{5};
    EXPECT_EQ(
        refusal(bytes),
        "t.trace is a version 5 trace, but this program reads version 9; run the kernel again with --trace.");
    bytes[14] = std::byte{10};
    EXPECT_THAT(refusal(bytes), HasSubstr("version 10"));
    bytes[0] = std::byte{'x'};
    EXPECT_THAT(refusal(bytes), HasSubstr("is not a trace"));
}

TEST(TraceFile, RefusesPositionsThatLeadNowhere) {
    const auto refused = [](auto damage) {
        Trace trace = sample();
        damage(trace);
        return refusal(encode_trace(trace)) ==
               "t.trace is a damaged trace; run the kernel again with --trace.";
    };
    EXPECT_FALSE(refused([](Trace&) {}));
    EXPECT_TRUE(refused([](Trace& t) { t.accesses[3].array = 99; }));
    EXPECT_TRUE(refused([](Trace& t) { t.accesses[3].offset = 4000; }));
    EXPECT_TRUE(refused([](Trace& t) { t.accesses[3].size = 0; }));
    EXPECT_TRUE(refused([](Trace& t) { t.steps[2].first_access = 1 << 20; }));
    EXPECT_TRUE(refused([](Trace& t) { t.steps[2].phase = 77; }));
    EXPECT_TRUE(refused([](Trace& t) { t.steps.back().operation = 77; }));
    EXPECT_TRUE(refused([](Trace& t) { t.steps.back().operation = 0; }));
    EXPECT_TRUE(refused([](Trace& t) { t.steps[0].kind = StepKind::statement; }));
    EXPECT_TRUE(refused([](Trace& t) { t.phases[0].operation = 77; }));
    EXPECT_TRUE(refused([](Trace& t) { t.launches[0].operation = 0; }));
    EXPECT_TRUE(refused([](Trace& t) { t.launches[0].blocks.at(0).block = 77; }));
    EXPECT_TRUE(refused([](Trace& t) { t.launches[0].blocks.at(0).end_step = 1 << 20; }));
    EXPECT_TRUE(refused([](Trace& t) { t.loops.at(0).header_statement = 4000; }));
    EXPECT_TRUE(refused([](Trace& t) { t.loops.at(0).end_statement = 4000; }));
    const auto with_wait = [](auto damage) {
        return [damage](Trace& t) {
            t.waits.push_back(wait_in(t));
            damage(t.waits[0]);
        };
    };
    EXPECT_FALSE(refused(with_wait([](WaitInterval&) {})));
    EXPECT_TRUE(refused(with_wait([](WaitInterval& w) { w.array = 77; })));
    EXPECT_TRUE(refused(with_wait([](WaitInterval& w) { w.array = -1; })));
    EXPECT_TRUE(refused(with_wait([](WaitInterval& w) { w.operation = 0; })));
    EXPECT_TRUE(refused(with_wait([](WaitInterval& w) { w.ended_by = 1 << 20; })));
    EXPECT_TRUE(refused(with_wait([](WaitInterval& w) { w.first_step = -1; })));
    const auto with_deadlock = [](auto damage) {
        return [damage](Trace& t) {
            t.deadlocks.push_back({0, 1, {DeadlockWait{}}});
            damage(t.deadlocks[0]);
        };
    };
    EXPECT_FALSE(refused(with_deadlock([](Deadlock&) {})));
    EXPECT_TRUE(refused(with_deadlock([](Deadlock& d) { d.launch = 9; })));
    EXPECT_TRUE(refused(with_deadlock([](Deadlock& d) { d.step = 1 << 20; })));
    EXPECT_TRUE(refused(with_deadlock([](Deadlock& d) { d.waits[0].element = 400; })));
    EXPECT_TRUE(refused(with_deadlock([](Deadlock& d) { d.waits[0].other_block = 9; })));
    EXPECT_TRUE(refused(with_deadlock([](Deadlock& d) { d.waits[0].where.file = 9; })));
    EXPECT_TRUE(refused([](Trace& t) { t.plan.operations[0].device = -1; }));
    EXPECT_TRUE(refused([](Trace& t) { t.operations.back().left = 4000; }));
    EXPECT_TRUE(refused([](Trace& t) { t.statements[1].where.file = 5; }));
    EXPECT_TRUE(refused([](Trace& t) { t.findings.at(0).lanes = {40}; }));
    EXPECT_TRUE(refused([](Trace& t) { t.findings.at(0).step = 1 << 20; }));
    EXPECT_TRUE(refused([](Trace& t) { t.findings.at(0).facts = WrongFormat{"x"}; }));
    EXPECT_TRUE(refused([](Trace& t) { std::get<BadAccess>(t.findings.at(0).facts).offsets.clear(); }));
    EXPECT_TRUE(
        refused([](Trace& t) { std::get<BadAccess>(t.findings.at(0).facts).offsets = {int64_t{1} << 60}; }));
    const auto with_facts = [](FindingKind kind, FindingFacts facts) {
        return [kind, facts](Trace& t) {
            t.findings.at(0).kind = kind;
            t.findings.at(0).facts = facts;
        };
    };
    const std::vector<int> lanes = sample().findings.at(0).lanes;
    const BankConflict conflict{false, 4, 2, 1, {0}, {0}, {}};
    ASSERT_EQ(lanes.size(), 1U);
    EXPECT_FALSE(refused(with_facts(FindingKind::bank_conflict, conflict)));
    EXPECT_TRUE(refused(with_facts(FindingKind::uncoalesced, conflict)));
    EXPECT_TRUE(refused(with_facts(FindingKind::bank_conflict, BankConflict{false, 4, 2, 1, {0}, {2}, {}})));
    EXPECT_TRUE(refused(with_facts(FindingKind::bank_conflict, BankConflict{false, 4, 2, 1, {99}, {0}, {}})));
    EXPECT_TRUE(
        refused(with_facts(FindingKind::bank_conflict, BankConflict{false, 4, 2, 1, {0, 0}, {0, 4}, {}})));
    EXPECT_TRUE(refused(
        with_facts(FindingKind::bank_conflict, BankConflict{false, 4, 2, 1, {0}, {0}, {9, 1, 1, 1, 2}})));
    EXPECT_TRUE(refused(with_facts(FindingKind::deadlock, Standstill{0, 0})));
    EXPECT_TRUE(refused(with_facts(FindingKind::endless_loop, EndlessLoop{1, false, true, false, 99, 0})));
    EXPECT_TRUE(refused([](Trace& t) { t.arrays[1].extent.width = -8; }));
    EXPECT_TRUE(refused([](Trace& t) { t.buffers.resize(t.plan.buffers.size() - 1); }));
    EXPECT_TRUE(refused([](Trace& t) { t.plan.output.index = 12; }));
    // Sums of counts would overflow.
    EXPECT_TRUE(refused([](Trace& t) { t.counts.shared_load_wavefronts = int64_t{1} << 62; }));
    EXPECT_TRUE(refused([](Trace& t) { t.launches[0].counts.copies = -1; }));
}

}  // namespace
}  // namespace upsweep::emulator
