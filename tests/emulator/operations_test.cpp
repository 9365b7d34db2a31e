// What a trace says of operations, blocks, loops, waiting and deadlocks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>

#include "core/error.h"
#include "emulator/helpers/run_kernel.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/trace_file.h"
#include "emulator/trace/waiting.h"

namespace upsweep::emulator {
namespace {

/// Uploads, a clear, two launches with a copy between, a wait, and a download.
Trace run_of_many() {
    KernelRun run;
    run.text = "__global__ void k(int* a, int* b) { b[threadIdx.x] = a[threadIdx.x] + 1; }";
    run.sizes = {8, 8};
    Plan plan = run.plan();
    const Operation launch = plan.operations[1], download = plan.operations[2];
    plan.operations = {{Upload{0, {0}}}, {Clear{{1}, 0}}, launch,  {Copy{{1}, {0}}},
                       {Wait{3}},        launch,          download};
    Array input(ScalarType::i32, {8, 1});
    for (int64_t i = 0; i < 8; ++i) input.set_number(i, 0);
    return emulator::run(plan, input, [&](const std::string&) { return run.text; }, {});
}

TEST(Operations, EachLeavesAStep) {
    const Trace trace = run_of_many();
    std::set<uint32_t> seen;
    uint32_t last = 0;
    for (const Step& step : trace.steps) {
        EXPECT_GE(step.operation, last);
        last = step.operation;
        seen.insert(step.operation);
        EXPECT_EQ(step.kind == StepKind::host, trace.launch_of(step) < 0);
    }
    EXPECT_EQ(seen.size(), trace.plan.operations.size());
    EXPECT_EQ(trace.counts.steps, trace.step_count());
    const std::vector<int64_t> launches = {-1, -1, 0, -1, -1, 1, -1};
    const std::vector<uint32_t> near = {0, 0, 0, 1, 1, 1, 1};
    for (uint32_t i = 0; i < launches.size(); ++i) {
        EXPECT_EQ(trace.launch_of(i), launches[i]) << i;
        EXPECT_EQ(trace.launch_near(i), near[i]) << i;
    }
    EXPECT_TRUE(trace.is_quiet(0)) << "the upload";
    EXPECT_FALSE(trace.is_quiet(1)) << "the clear";
    EXPECT_TRUE(trace.is_quiet(trace.step_count() - 1)) << "the download";
    EXPECT_EQ(trace.output().number(3), 2);
    EXPECT_EQ(trace.counts.depth, 2) << "the copy hands the first launch's chain on";
    EXPECT_EQ(trace.launches[0].counts.depth, 1);
    EXPECT_EQ(trace.launches[1].counts.depth, 2);
    EXPECT_EQ(trace.counts.additions, 16);
}

/// A buffer into the first two of three constants; the elements after them stay.
Plan plan_that_sets(const std::string& variable, int64_t bytes) {
    Plan plan;
    plan.input = plan.add_buffer({"in", ScalarType::u8, {bytes, 1}});
    plan.output = plan.add_buffer({"out", ScalarType::i32, {3, 1}});
    Launch launch;
    launch.kernel = {"k.cu", "k", {}};
    launch.block = {3};
    launch.arguments = {BufferArgument{plan.output}};
    plan.operations = {{Upload{0, plan.input}},
                       {SetVariable{plan.input, launch.kernel, variable}},
                       {launch},
                       {Download{plan.output, 0}}};
    return plan;
}

Trace run_that_sets(const std::string& variable, int64_t bytes) {
    Array input(ScalarType::u8, {bytes, 1});
    for (int64_t i = 0; i < bytes; ++i) input.set_number(i, double(i % 4 == 0 ? 10 + i : 0));
    return emulator::run(plan_that_sets(variable, bytes), input,
                         [](const std::string&) {
                             return std::string(
                                 "__constant__ int table[3] = {1, 2, 3};\n"
                                 "__global__ void k(int* out) { out[threadIdx.x] = table[threadIdx.x]; }");
                         },
                         {});
}

TEST(Operations, AVariableIsSetFromABuffer) {
    const Trace trace = run_that_sets("table", 8);
    EXPECT_EQ(trace.output().number(0), 10);
    EXPECT_EQ(trace.output().number(1), 14);
    EXPECT_EQ(trace.output().number(2), 3);
    EXPECT_FALSE(trace.is_quiet(1));
    const Trace again = decode_trace(encode_trace(trace), "it");
    EXPECT_EQ(std::get<SetVariable>(again.plan.operations[1].what).variable, "table");
}

TEST(Operations, AVariableThatIsNotThereOrTooSmallIsNotSet) {
    EXPECT_THAT([] { run_that_sets("tables", 8); },
                testing::ThrowsMessage<UsageError>(testing::HasSubstr("no such variable")));
    EXPECT_THAT([] { run_that_sets("table", 16); },
                testing::ThrowsMessage<UsageError>(testing::HasSubstr("has 12 bytes")));
}

TEST(Operations, BlocksSayWhereAndWhenTheyRan) {
    KernelRun run = run_of("out[blockIdx.x * 16 + t] = in[t];");
    run.grid = {5, 1, 1};
    run.sizes = {64, 96};
    run.options.gpu.multiprocessors = 2;
    run.options.gpu.resident_blocks = 1;
    const Trace trace = run.run();
    const LaunchInfo& launch = trace.launches[0];
    ASSERT_EQ(launch.blocks.size(), 5u);
    for (const BlockInfo& block : launch.blocks) {
        EXPECT_LT(block.multiprocessor, 2u);
        EXPECT_EQ(block.slot, 0u);
        ASSERT_LT(block.first_step, block.end_step);
        EXPECT_EQ(trace.steps[block.first_step].block, block.block);
        EXPECT_EQ(trace.steps[size_t(block.end_step) - 1].block, block.block);
        // No other object has the place meanwhile.
        for (const BlockInfo& other : launch.blocks)
            EXPECT_TRUE(&other == &block || other.multiprocessor != block.multiprocessor ||
                        other.first_step >= block.end_step || other.end_step <= block.first_step)
                << block.block << " and " << other.block;
    }
    EXPECT_EQ(launch.blocks[0].multiprocessor, 0u);
    EXPECT_EQ(launch.blocks[1].multiprocessor, 1u);
}

TEST(Loops, ComeFromTheCompilerWithHeadersAndVariables) {
    const Trace trace = run_body(R"(int n = 0;
for (int i = 0, j = 5; i < 2; ++i) // for (int z = 0;;)
    for (n = 0; n < 3; n += 1) out[t] += i;
while (n > 0) { --n; }
do { ++n; } while (n < 2);
out[t] += n;)");
    ASSERT_EQ(trace.loops.size(), 4u);
    EXPECT_EQ(trace.loops[0].variable, "n");  // an inner loop comes before the one around it
    EXPECT_EQ(trace.loops[1].variable, "i");
    EXPECT_EQ(trace.loops[2].variable, "");
    const std::vector<Loop::Form> forms = {Loop::Form::header_next, Loop::Form::header_next,
                                           Loop::Form::header_first, Loop::Form::header_last};
    // The body's first line is line 4 of the text.
    const std::vector<std::array<int, 4>> headers = {
        {6, 5, 6, 31}, {5, 1, 5, 35}, {7, 1, 7, 14}, {8, 13, 8, 26}};
    for (size_t i = 0; i < trace.loops.size(); ++i) {
        const Loop& loop = trace.loops[i];
        EXPECT_EQ(loop.form, forms[i]) << i;
        EXPECT_TRUE(loop.holds(loop.header_statement)) << i;
        EXPECT_EQ((std::array<int, 4>{loop.header.line, loop.header.column, loop.header.end_line,
                                      loop.header.end_column}),
                  headers[i])
            << i;
        EXPECT_LE(loop.where.line, loop.header.line);
        EXPECT_GE(loop.where.end_line, loop.header.end_line);
    }
    EXPECT_GE(trace.loops[0].first_statement, trace.loops[1].first_statement);
    EXPECT_LE(trace.loops[0].end_statement, trace.loops[1].end_statement);
}

TEST(Waiting, HasACellAndTheStepThatEndedIt) {
    const Trace trace = run_of(R"(volatile int* flag = out;
if (blockIdx.x == 1) {
    while (flag[3] == 0) {}
    out[32 + t] = 1;
} else {
    int n = 0;
    for (int i = 0; i < 20; ++i) n += in[i];
    if (t == 0) flag[3] = n;
})")
                            .run();
    std::set<uint32_t> warps;
    for (const WaitInterval& wait : waits_of(trace)) {
        EXPECT_EQ(wait.block, 1u);
        EXPECT_EQ(wait.array, 1);
        EXPECT_EQ(wait.element, 3);
        warps.insert(wait.warp);
        ASSERT_GT(wait.ended_by, wait.first_step);
        const auto index = size_t(wait.ended_by);
        EXPECT_EQ(trace.steps[index].block, 0u);
        const Access& last = trace.accesses[size_t(trace.end_access(wait.ended_by)) - 1];
        EXPECT_EQ(last.array, 1u);
        EXPECT_EQ(last.offset, 12u);
        EXPECT_EQ(last.value, 190u);
        const Step& first = trace.steps[wait.first_step];
        EXPECT_EQ(first.block, 1u);
        EXPECT_EQ(first.warp, wait.warp);
    }
    EXPECT_EQ(warps.size(), 4u) << "each warp of the block waits";
}

TEST(Waiting, AtABarrierEndsWithTheLastArrival) {
    const Trace trace = run_of("__syncthreads(); out[blockIdx.x * 16 + t] = in[t];").run();
    const std::vector<WaitInterval> waits = waits_of(trace);
    EXPECT_EQ(waits.size(), 2u * 3) << "of four warps three wait";
    for (const WaitInterval& wait : waits) {
        EXPECT_EQ(wait.array, -1);
        ASSERT_GT(wait.ended_by, wait.first_step);
        EXPECT_EQ(trace.steps[wait.first_step].kind, StepKind::arrive);
        EXPECT_EQ(trace.steps[wait.ended_by].kind, StepKind::barrier);
        EXPECT_EQ(trace.steps[wait.ended_by].block, wait.block);
    }
}

/// One warp goes round in vain, so the barrier that the others have come to never completes.
TEST(Waiting, AtABarrierThatNobodyCompletesNeverEnds) {
    const Trace trace = run_of(R"(volatile int* flag = out;
__syncthreads();
if (t < 4) while (flag[2] == 0) {}
__syncthreads();)")
                            .run();
    int ended = 0, spinning = 0, at_barrier = 0;
    int64_t last = 0;
    for (const WaitInterval& wait : waits_of(trace)) {
        if (wait.ended_by >= 0) {
            EXPECT_EQ(spinning + at_barrier, 0) << "those that never ended come last";
            EXPECT_GE(wait.ended_by, last) << "by their ends";
            last = wait.ended_by;
            ++ended;
            continue;
        }
        ++(wait.array >= 0 ? spinning : at_barrier);
        EXPECT_EQ(wait.warp == 0, wait.array >= 0);
    }
    EXPECT_EQ(ended, 2 * 3) << "the first barrier of two blocks";
    EXPECT_EQ(spinning, 2);
    EXPECT_EQ(at_barrier, 2 * 3);
}

TEST(Waiting, NeverEndsInADeadlockWhichIsToldAsFacts) {
    KernelRun run = run_of(R"(volatile int* flag = out;
if (blockIdx.x == 0) while (flag[2] == 0) {}
if (t == 0) flag[2 + blockIdx.x - 1] = 1;)");
    run.options.gpu.resident_blocks = 1;
    const Trace trace = run.run();
    ASSERT_EQ(trace.deadlocks.size(), 1u);
    const Deadlock& deadlock = trace.deadlocks[0];
    EXPECT_EQ(deadlock.launch, 0);
    ASSERT_EQ(deadlock.waits.size(), 4u) << "all warps of block 0";
    for (const DeadlockWait& wait : deadlock.waits) {
        EXPECT_EQ(wait.block, 0u);
        EXPECT_EQ(wait.array, 1u);
        EXPECT_EQ(wait.element, 2);
        EXPECT_EQ(wait.bits, 0u);
        EXPECT_EQ(wait.where.line, 4);
        EXPECT_FALSE(wait.changed);
        EXPECT_EQ(wait.why, Obstacle::not_started);
        EXPECT_EQ(wait.other_block, 1u);
    }
    EXPECT_EQ(trace.waits.size(), 4u);
    for (const WaitInterval& wait : trace.waits) EXPECT_EQ(wait.ended_by, -1);
    const Finding* finding = find(trace, FindingKind::deadlock);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(
        sentence_of(trace, *finding),
        "Block 0 waits in line 4 for buffer1[2], which block 1 must write; block 1 cannot start: a waiting "
        "block holds the only slot.");
}

TEST(Waiting, InAFunctionOfAHeaderIsToldByTheKernelsOwnLine) {
    KernelRun run = run_of("");
    run.text = R"(#include "flags.cuh"
__global__ void k(const int* in, int* out) {
    if (threadIdx.x > 0) return;
    if (blockIdx.x == 0) while (read_flag(&out[2]) == 0) {}
    raise_flag(&out[3]);
    while (read_flag(&out[3]) == 1) {}
})";
    run.options.gpu.resident_blocks = 1;
    const std::string header =
        "__device__ int read_flag(int* f) {\n  return atomicAdd(f, 0);\n}\n"
        "__device__ void raise_flag(int* f) {\n  atomicExch(f, 1);\n}\n";
    const auto trace_of = [&] {
        return emulator::run(
            run.plan(), Array(ScalarType::i32, {64, 1}),
            [&](const std::string& name) { return name == "flags.cuh" ? header : run.text; }, run.options);
    };
    const Trace waits = trace_of();
    const Finding* finding = find(waits, FindingKind::deadlock);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(
        sentence_of(waits, *finding),
        "Block 0 waits in line 4 (line 2 of flags.cuh) for buffer1[2], which is 0 and which no block ever "
        "changes.");
    EXPECT_EQ(words_of(waits, *finding).cure,
              "Let a thread write buffer1[2], or remove the wait for it in line 4 (line 2 of flags.cuh).");
    run.text.replace(run.text.find("out[2]"), 6, "out[4]");
    run.text.replace(run.text.find("blockIdx.x == 0"), 15, "blockIdx.x == 9");
    const Trace changed = trace_of();
    finding = find(changed, FindingKind::deadlock);
    ASSERT_NE(finding, nullptr);
    EXPECT_EQ(sentence_of(changed, *finding),
              "Block 0 waits in line 6 (line 2 of flags.cuh) for buffer1[3], which it has itself set to 1 in "
              "line 5 (line 5 of flags.cuh) and which no thread changes any more.");
}

}  // namespace
}  // namespace upsweep::emulator
