// Races: how several lanes, warps and blocks become one finding, and what is no race.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/run_kernel.h"

namespace upsweep::emulator {
namespace {

/// Many lanes of many warps and blocks, and in each pass of a loop: one note for the line.
TEST(Races, TheSameValueByManyIsOneNote) {
    Trace trace = run_of("for (int i = 0; i < 3; ++i)\nout[0] = 5;", false).run();
    ASSERT_EQ(trace.findings.size(), 1u) << trace.findings[1].message;
    const Finding& note = trace.findings[0];
    EXPECT_EQ(note.severity, Severity::note);
    EXPECT_EQ(note.lanes, (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(note.elements, std::vector<std::int64_t>(4, 0));
    EXPECT_EQ(note.times, 3 * 2 * 4) << "passes, blocks, warps";
}

/// All cells that race are there, the sentence tells the first in full.
TEST(Races, SeveralCellsAreOneFinding) {
    Trace trace =
        run_of(
            "__shared__ int s[4][4];\ns[t / 4][t % 4] = t;\nout[16 * blockIdx.x + t] = s[3 - t / 4][t % 4];",
            false)
            .run();
    const Finding* race = find(trace, FindingKind::race);
    ASSERT_NE(race, nullptr);
    EXPECT_EQ(
        race->message,
        "Lane 0 of warp 0 reads s[3][0] in line 5 and lane 0 of warp 3 writes it in line 4, with no barrier "
        "between (likewise s[3][1], s[3][2] and s[3][3]): which comes first is left to chance.");
    EXPECT_EQ(race->lanes, (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(race->elements, (std::vector<std::int64_t>{12, 13, 14, 15}));
}

TEST(Races, CanBeLeftOut) {
    KernelRun run = run_of("out[t] = blockIdx.x + 1;", false);
    run.options.races = false;
    EXPECT_EQ(find(run.run(), FindingKind::race), nullptr);
}

TEST(Races, AFloodOfCostsHidesNoFault) {
    Trace trace =
        run_of(
            "__shared__ int s[1024];\nfor (int i = 0; i < 300; ++i) {\nif (t <= i % 16) s[(t * 8 + i) % "
            "1024] = 1;\n}\nout[t] = blockIdx.x + 1;",
            false)
            .run();
    EXPECT_NE(find(trace, FindingKind::race), nullptr);
}

TEST(Races, AreForgottenBetweenLaunches) {
    KernelRun run = run_of("out[t] = in[t];", false);
    Plan plan = run.plan();
    run.grid = {1, 1, 1};
    plan = run.plan();
    Operation launch = plan.operations[2];
    plan.operations.insert(plan.operations.begin() + 3, launch);
    Trace trace = emulator::run(
        plan, Array(ScalarType::i32, {64, 1}), [&](const std::string&) { return run.text; }, run.options);
    EXPECT_TRUE(faults_of(trace).empty());
    EXPECT_EQ(trace.launches.size(), 2u);
}

}  // namespace
}  // namespace upsweep::emulator
