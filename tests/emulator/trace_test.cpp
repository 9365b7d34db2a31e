// What a trace holds: origins, phases, locals, the plan's own operations.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "emulator/helpers/run_kernel.h"
#include "emulator/trace/player.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

TEST(Trace, OriginsLeadFromCellToCell) {
    Trace trace = run_body("int v = in[t];\nint w = v + in[0];\nout[t] = w;");
    const Access* store = nullptr;
    for (const Access& access : trace.accesses)
        if (access.array == 1 && access.lane == 2 && access.kind == AccessKind::write && access.origin != 0)
            store = &access;
    ASSERT_NE(store, nullptr);
    const Origin sum = trace.origin(store->origin);
    EXPECT_EQ(sum.kind, Origin::Kind::operation);
    EXPECT_EQ(sum.symbol, '+');
    const Origin left = trace.origin(sum.left);
    ASSERT_EQ(left.kind, Origin::Kind::cell);
    const Access& read = trace.accesses[left.access];
    EXPECT_EQ(read.array, 0u);
    EXPECT_EQ(read.kind, AccessKind::read);
    EXPECT_EQ(read.lane, 2);
}

TEST(Trace, PhasesComeFromRuledComments) {
    KernelRun run;
    run.text = R"(__global__ void k(int* in) {
    int t = threadIdx.x;
    // ---- Load: nothing much ----
    int v = in[t];
    __syncthreads();
    // ---- Store ----
    in[t] = v;
})";
    Trace trace = run.run();
    ASSERT_EQ(trace.phases.size(), 4u);
    EXPECT_EQ(trace.phases[0].name, "upload buffer0");
    EXPECT_EQ(trace.phases[1].name, "Load");
    EXPECT_EQ(trace.phases[2].name, "Store");
    EXPECT_EQ(trace.phases[3].name, "download buffer0");
    EXPECT_EQ(trace.phases[1].first_step, trace.launches[0].first_step);
    EXPECT_EQ(trace.phases[2].end_step, trace.launches[0].end_step);
    run.text = "__global__ void k(int* in) { in[0] = 1; }";
    trace = run.run();
    ASSERT_EQ(trace.phases.size(), 3u);
    EXPECT_EQ(trace.phases[1].name, "the launch");
}

/// The code after a loop in which a function with phases is called belongs to the caller's phase again.
TEST(Trace, TheCallersPhaseGoesOnBehindALoop) {
    for (const std::string loop : {"for (; n < 2; ++n)", "while (n++ < 2)", "do"}) {
        KernelRun run;
        run.text =
            "__device__ void turn(int* in, int t) {\n// ---- Turn ----\nin[t] += 1;\n}\n"
            "__global__ void k(int* in) {\nint t = threadIdx.x, n = 0;\n" +
            loop + "\nturn(in, t);\n" + (loop == "do" ? "while (++n < 2);" : "") + "\nin[t] += 5;\n}";
        const Trace trace = run.run();
        std::map<int, std::string> phases;  // by line
        for (const Step& step : trace.steps)
            if (step.kind != StepKind::host)
                phases[trace.statements[step.statement].where.line] = trace.phases.at(step.phase).name;
        EXPECT_EQ(phases[3], "Turn") << loop;
        EXPECT_EQ(phases[6], "the launch") << loop;
        EXPECT_EQ(phases[10], "the launch") << loop;
    }
}

TEST(Trace, LocalsAreThereAtEveryStepAndSeekingRestoresThem) {
    auto trace = std::make_shared<Trace>(run_body(R"(
        int sum = 0;
        int a[2] = {t, 0};
        for (int i = 0; i < t; ++i) { sum += in[i]; a[i % 2] = sum; }
        out[t] = sum + a[0];)"));
    Player player(trace);
    std::vector<std::byte> start = player.memory();
    std::vector<std::vector<std::byte>> all{start};
    for (int64_t step = 1; step <= player.step_count(); ++step) {
        player.seek(step);
        all.push_back(player.memory());
    }
    EXPECT_EQ(player.counts(), trace->counts);
    ArrayId sum = 0;
    for (ArrayId id = 0; id < trace->arrays.size(); ++id)
        if (trace->arrays[id].name == "sum") sum = id;
    EXPECT_EQ(trace->arrays[sum].space, Space::local);
    EXPECT_EQ(player.bits(sum, 7), 21u);
    EXPECT_EQ(std::vector<std::byte>(player.bytes(1).begin(), player.bytes(1).end()),
              std::vector<std::byte>(trace->buffers[1].bytes().begin(), trace->buffers[1].bytes().end()));
    for (int64_t step = player.step_count(); step >= 0; --step) {
        player.seek(step);
        ASSERT_EQ(player.memory(), all[step]) << step;
    }
    EXPECT_EQ(player.counts(), Counts{});
}

TEST(Trace, ClearsAndLateUploadsAreSteps) {
    Trace trace = run_body("out[t] = t;");
    ASSERT_GT(trace.step_count(), 0);
    EXPECT_TRUE(trace.is_quiet(0)) << "the upload before anything else is what was there from the start";
    EXPECT_EQ(trace.steps[1].kind, StepKind::host);
    EXPECT_EQ(trace.end_access(1), 8);
    EXPECT_EQ(trace.phases[1].name, "clear buffer1");
    EXPECT_FALSE(trace.is_quiet(1));
    EXPECT_EQ(trace.initial[0].count(), 8);
    EXPECT_EQ(trace.initial[1].count(), 0);
}

}  // namespace
}  // namespace upsweep::emulator
