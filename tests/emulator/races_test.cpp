// Races: how several lanes, warps and blocks become one finding, and what is not a race.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/helpers/run_kernel.h"

#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using testing::HasSubstr;

/// Many lanes of many warps and blocks, and in each pass of a loop: one note for the line.
TEST(Races, TheSameValueByManyIsOneNote) {
    Trace trace = run_of("for (int i = 0; i < 3; ++i)\nout[0] = 5;", false).run();
    ASSERT_EQ(trace.findings.size(), 1u) << sentence_of(trace, trace.findings[1]);
    const Finding& note = trace.findings[0];
    EXPECT_EQ(note.severity, Severity::note);
    EXPECT_EQ(note.lanes, (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(note.elements, std::vector<int64_t>(4, 0));
    EXPECT_EQ(note.times, 3 * 2 * 4) << "passes, blocks, warps";
}

/// Read in one statement and stored in the next: counts may be lost, or a flag is looked at before it is set.
TEST(Races, TheSameValueAfterAReadMayBeALostCount) {
    KernelRun run = run_of("int count = out[0];\nout[0] = count + 1;");
    run.block = {4, 1, 1};
    run.grid = {1, 1, 1};
    const Trace trace = run.run();
    ASSERT_EQ(trace.findings.size(), 1u);
    EXPECT_EQ(trace.findings[0].severity, Severity::note);
    EXPECT_EQ(sentence_of(trace, trace.findings[0]),
              "Lanes 0 to 3 of warp 0 in block 0 all store the same value to buffer1[0] in one instruction: "
              "the hardware keeps one of them.");
}

/// Reads of arrays that a kernel never writes are not kept: a pointer to one that it does may come from
/// anywhere.
TEST(Races, APointerLeadsToAWrittenArrayByAnyWay) {
    const char* const ways[] = {
        "const int* from = out;",
        "const int* from = t < 99 ? out : in;",
        "const int* from = in;\nfor (int i = 0; i < 2; ++i) from = i == 0 ? in : out;",
        "const int* of[2] = {in, out};\nconst int* from = of[(t + 1) / (t + 1)];",
        "const int* from = in + (out - in);",
        "const int* from = (const int*)__shfl_sync(~0u, (unsigned long long)out, 0);",
    };
    for (const char* way : ways) {
        KernelRun run = run_of(std::string(way) + "\nint next = from[(t + 1) % 16];\nout[t] = next;");
        for (const bool record : {false, true}) {
            run.options.record = record;
            EXPECT_NE(find(run.run(), FindingKind::race), nullptr) << way;
        }
    }
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
    EXPECT_EQ(sentence_of(trace, *race),
              "In block 0, lane 0 of warp 0 reads s[3][0] in line 5 and lane 0 of warp 3 writes it in line "
              "4, with no barrier between (likewise s[3][1], s[3][2] and s[3][3]): either may come first.");
    EXPECT_EQ(race->lanes, (std::vector<int>{0, 1, 2, 3}));
    EXPECT_EQ(race->elements, (std::vector<int64_t>{12, 13, 14, 15}));
}

/// In weak memory a store may be on its way when another of the same value is made.
TEST(Races, TheSameValueIsANoteInEveryMemory) {
    for (bool weak : {false, true})
        for (bool apart : {false, true})
            for (const char* cell : {"blockIdx.x", "0"}) {
                KernelRun run = run_of(std::string("out[") + cell + "] = 7;", apart);
                run.options.gpu.weak_memory = weak;
                const Trace trace = run.run();
                EXPECT_EQ(faults_of(trace), std::vector<std::string>{}) << weak << apart << cell;
                EXPECT_NE(find(trace, FindingKind::race), nullptr) << weak << apart << cell;
            }
}

/// The last atomic is a warp's or block's own, another's was made before: a plain access races with that.
TEST(Races, AnAtomicOfItsOwnHidesNoOther) {
    const auto after_atomics = [](const std::string& between, const std::string& reader) {
        return run_of(
            "__shared__ int sum;\nif (t == 0) sum = 0;\n__syncthreads();\natomicAdd(&sum, in[t]);\n" +
            between + "if (t == " + reader + ") out[blockIdx.x] = sum;");
    };
    for (const char* schedule : {"in-order", "reversed", "round-robin", "random:2"})
        for (const char* reader : {"0", "15"}) {
            SCOPED_TRACE(std::string(schedule) + " " + reader);
            KernelRun run = after_atomics("", reader);
            run.options.gpu.schedule = parse_schedule(schedule);
            EXPECT_NE(find(run.run(), FindingKind::race), nullptr);
            KernelRun mended = after_atomics("__syncthreads();\n", reader);
            mended.options.gpu.schedule = parse_schedule(schedule);
            EXPECT_EQ(find(mended.run(), FindingKind::race), nullptr);
        }
    // The last block has seen that all others have come.
    const std::string last = "if (t == 0 && atomicAdd(&out[0], 1) == 1) { out[0] = 0; out[1] = 5; }";
    EXPECT_EQ(faults_of(run_of(last).run()), std::vector<std::string>{});
    EXPECT_NE(find(run_of("atomicAdd(out, 1);\nif (blockIdx.x == 1 && t == 0) out[0] = 3;").run(),
                   FindingKind::race),
              nullptr);
}

TEST(Races, AtomicsForABlockDoNotHoldBetweenBlocks) {
    const Trace trace = run_of("atomicAdd_block(&out[0], 1);").run();
    const Finding* race = find(trace, FindingKind::race);
    ASSERT_NE(race, nullptr);
    EXPECT_EQ(race->severity, Severity::fault);
    EXPECT_THAT(sentence_of(trace, *race), HasSubstr("of block scope."));
    EXPECT_EQ(find(run_of("atomicAdd_block(&out[blockIdx.x], 1);").run(), FindingKind::race), nullptr);
    EXPECT_EQ(find(run_of("atomicAdd(&out[0], 1);").run(), FindingKind::race), nullptr);
}

/// One of the two is enough, whichever comes first.
TEST(Races, AnAtomicForABlockMeetsOneForTheDevice) {
    for (const std::string narrow : {"0", "1"}) {
        const Trace trace = run_of("if (t == 0) {\nif (blockIdx.x == " + narrow +
                                   ")\natomicAdd_block(&out[0], 1);\nelse\natomicAdd(&out[0], 1);\n}")
                                .run();
        const Finding* race = find(trace, FindingKind::race);
        ASSERT_NE(race, nullptr) << narrow;
        EXPECT_THAT(sentence_of(trace, *race),
                    HasSubstr("one of them with an atomic operation of block scope."));
    }
}

/// Block 0 hands a value to block 1 by a flag.
TEST(Races, AReleaseForABlockDoesNotReachAnother) {
    const auto handed_on = [](const std::string& scope) {
        KernelRun run = run_of(
            "if (t != 0) return;\nif (blockIdx.x == 0) {\nout[1] = 5;\n__nv_atomic_store_n(&out[0], 1, "
            "__NV_ATOMIC_RELEASE, " +
            scope + ");\n} else {\nwhile (__nv_atomic_load_n(&out[0], __NV_ATOMIC_ACQUIRE, " + scope +
            ") == 0) {}\nout[2] = out[1];\n}");
        return run.run();
    };
    EXPECT_NE(find(handed_on("__NV_THREAD_SCOPE_BLOCK"), FindingKind::race), nullptr);
    EXPECT_EQ(find(handed_on("__NV_THREAD_SCOPE_DEVICE"), FindingKind::race), nullptr);
}

/// Who stores what it has changed may lose others' changes, but not those from before a barrier.
TEST(Races, AReadBeforeABarrierIsNotWhatTheLanesChange) {
    const auto said = [](const std::string& between) {
        const Trace trace = run_body("int v = out[t / 4];\n" + between + "out[t / 4] = v + 1;");
        const Finding* note = find(trace, FindingKind::race);
        return note == nullptr ? "nothing" : sentence_of(trace, *note);
    };
    EXPECT_THAT(said(""), testing::Not(HasSubstr("is harmless")));
    EXPECT_THAT(said("__syncthreads();\n"), HasSubstr("is harmless"));
}

/// Two lines that write the same value are reported as two.
TEST(Races, TheSameValueFromTwoLinesNamesBoth) {
    KernelRun run = run_of("if (t == 0) out[0] = 7;\nif (t == 4)\nout[0] = 7;");
    run.grid = {1, 1, 1};
    const Trace trace = run.run();
    const Finding* note = find(trace, FindingKind::race);
    ASSERT_NE(note, nullptr);
    EXPECT_EQ(note->severity, Severity::note);
    EXPECT_EQ(sentence_of(trace, *note),
              "Lane 0 of warp 1 in line 5 and lane 0 of warp 0 in line 3 both write the same value to "
              "buffer1[0]: a data race, but one that changes nothing.");
}

/// Whole rows: what each lane of one block writes, the same lane of the other writes too.
TEST(Races, TheSameRowFromTwoBlocksIsANote) {
    const Trace trace = run_of("out[t] = 7 + t;").run();
    const Finding* note = find(trace, FindingKind::race);
    ASSERT_NE(note, nullptr);
    EXPECT_EQ(note->severity, Severity::note) << sentence_of(trace, *note);
    const Trace read_before = run_of("int v = out[t];\nout[t] = v * 0 + 7;").run();
    EXPECT_FALSE(faults_of(read_before).empty()) << "one block reads what the other writes";
}

/// A counter that blocks read and write in one line: one slip, one finding, whichever of them meet.
TEST(Races, ReadsAndWritesOfOneLineAreOneFinding) {
    KernelRun run = run_of("out[0] = out[0] + in[t + 1];");
    run.block = {1, 1, 1};
    run.grid = {4, 1, 1};
    const Trace trace = run.run();
    EXPECT_EQ(faults_of(trace).size(), 1u) << testing::PrintToString(faults_of(trace));
    EXPECT_EQ(find(trace, FindingKind::race)->times, 3);
}

TEST(Races, CanBeLeftOut) {
    KernelRun run = run_of("out[t] = blockIdx.x + 1;", false);
    run.options.races = false;
    EXPECT_EQ(find(run.run(), FindingKind::race), nullptr);
}

TEST(Races, AFloodOfCostsHidesNoFault) {
    Trace trace = run_of(
                      "__shared__ int s[1024];\nfor (int i = 0; i < 300; ++i) {\nif (t <= i % 16) s[(t * 8 + "
                      "i) % 1024] = 1;\n}\nout[t] = blockIdx.x + 1;",
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

/// Lanes of one warp on different paths: neither comes first on a GPU, though the emulator runs one first.
TEST(Races, DivergedPathsOfAWarpRace) {
    const char* const shared = "__shared__ int s[16];\ns[t] = 0;\n__syncthreads();\n";
    for (const char* body : {
             "if (t % 4 < 2) s[t] = 5;\nelse out[16 * blockIdx.x + t] = s[t - 2];",
             "if (t % 4 < 2) out[16 * blockIdx.x + t] = s[t + 2];\nelse s[t] = 5;",
             "if (t % 4 == 0) s[t] = 1;\nelse if (t % 4 == 1) s[t - 1] = 2;",
             "if (t % 4 == 0) { s[t] = 5; return; }\nout[16 * blockIdx.x + t] = s[t / 4 * 4];",
             "for (int i = 0; i < 3; ++i) {\nif (t % 4 == i) { s[t] = i; break; }\nout[16 * blockIdx.x + t] "
             "= s[t / 4 * 4];\n}",
             "switch (t % 4) {\ncase 0: s[t] = 1; break;\ncase 3: out[16 * blockIdx.x + t] = s[t - 3]; "
             "break;\n}",
             "if (t % 4 < 2) { s[t] = 5; if (t % 2 == 0) s[t] += 1; } else if (t % 4 == 2) out[16 * "
             "blockIdx.x + t] = s[t / 4 * 4 + 1];",
             "if (t % 4 < 2) { if (t % 2 == 0) s[t] = 1; } else out[16 * blockIdx.x + t] = s[t / 4 * 4];",
         }) {
        for (const char* schedule : {"in-order", "reversed", "round-robin", "random:3"}) {
            KernelRun run = run_of(std::string(shared) + body);
            run.options.gpu.schedule = parse_schedule(schedule);
            Trace trace = run.run();
            const Finding* race = find(trace, FindingKind::race);
            ASSERT_NE(race, nullptr) << body << "\n" << schedule;
            EXPECT_EQ(race->severity, Severity::fault);
            EXPECT_THAT(sentence_of(trace, *race), HasSubstr("on different paths of the warp")) << body;
        }
    }
}

/// What the paths do before they part and after they meet again is in order; so is what a `_sync`, a barrier,
/// a lock or a flag puts in order.
TEST(Races, PathsThatMeetDoNot) {
    const char* const shared = "__shared__ int s[17];\ns[t] = 0;\nif (t == 0) s[16] = 0;\n__syncthreads();\n";
    for (const char* body : {
             "if (t % 4 < 2) s[t] = 5;\n__syncwarp();\nif (t % 4 >= 2) out[16 * blockIdx.x + t] = s[t - 2];",
             "s[t] = t;\nif (t % 4 < 2) out[16 * blockIdx.x + t] = s[t + 2];\nelse out[16 * blockIdx.x + t] "
             "= s[t - 2];",
             "if (t % 4 < 2) s[t] = 5; else s[t] = 6;\nout[16 * blockIdx.x + t] = s[t ^ 3];",
             "if (t % 4 < 2) { s[t] = 5; __syncwarp(); } else { __syncwarp(); out[16 * blockIdx.x + t] = s[t "
             "- 2]; }",
             "if (t % 4 < 2) { s[t] = 5; __syncthreads(); } else { __syncthreads(); }\nout[16 * blockIdx.x + "
             "t] = s[t ^ 3];",
             "int v = t % 4 < 2 ? (s[t] = 5) : 0;\nout[16 * blockIdx.x + t] = s[t ^ 3] + v;",
             "if (t % 4 < 2) { s[t] = 5; if (t % 2 == 0) s[t] = 6; out[16 * blockIdx.x + t] = s[t ^ 1]; }",
             "while (atomicCAS(&s[16], 0, 1) != 0) {}\n__threadfence_block();\nout[63] += 0 * t;\ns[0] += "
             "1;\n__threadfence_block();\natomicExch(&s[16], 0);",
             "volatile int* flag = &s[16];\nif (t == 1) { s[1] = 7; __threadfence_block(); *flag = 1; "
             "}\nelse if (t == 2) { while (*flag == 0) {}\n__threadfence_block(); out[blockIdx.x] = s[1]; }",
         }) {
        KernelRun run = run_of(std::string(shared) + body);
        run.grid = {1, 1, 1};
        for (const std::string& message : faults_of(run.run()))
            EXPECT_THAT(message, testing::Not(HasSubstr("paths of the warp"))) << body;
    }
}

/// Whom a function's mask names is not known before its call: lanes wait for those that come.
TEST(LanesApart, MeetInFunctionsWithPartsOfTheWarp) {
    for (const char* schedule : {"in-order", "reversed", "round-robin", "random:3"})
        for (const char* sync : {"__syncwarp(m)", "__shfl_xor_sync(m, t, 1)", "__ballot_sync(m, t)"}) {
            SCOPED_TRACE(std::string(schedule) + " " + sync);
            KernelRun run = run_of(
                "__shared__ int s[16];\nif (t % 4 < 2) { s[t] = t; met(0x3, t); out[16 * blockIdx.x + t] = "
                "s[t ^ 1]; }\n__syncwarp();\nout[32 + t] = __ballot_sync(0xf, t % 2);",
                true);
            run.text = std::string("__device__ void met(unsigned m, int t) { ") + sync + "; }" + run.text;
            run.options.gpu.schedule = parse_schedule(schedule);
            run.grid = {1, 1, 1};
            const Trace trace = run.run();
            EXPECT_EQ(faults_of(trace), std::vector<std::string>{});
            EXPECT_EQ(trace.buffers[1].number(0), 1);
            EXPECT_EQ(trace.buffers[1].number(33), 10);
        }
}

/// One lane hands numbers to another of its warp; both wait for a flag.
TEST(LanesApart, MayHandOverByAVolatileFlag) {
    const std::string text =
        "__shared__ volatile int box, full;\nif (t == 0) full = 0;\n__syncthreads();\nif (t == 0) for (int i "
        "= 0; i < 5; ++i) { while (full) ; box = i * i; __threadfence_block(); full = 1; }\nelse if (t == 1) "
        "{ int s = 0; for (int i = 0; i < 5; ++i) { while (!full) ; __threadfence_block(); s += box; "
        "__threadfence_block(); full = 0; }\nout[blockIdx.x] = s; }";
    for (bool apart : {false, true})
        for (uint64_t seed : {1, 2, 3}) {
            KernelRun run = run_of(text, apart);
            run.options.gpu.schedule = parse_schedule("random", seed);
            const Trace trace = run.run();
            EXPECT_TRUE(trace.complete);
            EXPECT_THAT(faults_of(trace), testing::IsEmpty());
            EXPECT_EQ(numbers_of(trace, 1)[1], 30);
        }
    // Without the flag's loop it is luck.
    const std::string luck =
        "__shared__ volatile int box;\nif (t == 0) box = in[3];\nif (t == 1) out[blockIdx.x] = box;";
    EXPECT_NE(find(run_of(luck, true).run(), FindingKind::relies_on_lockstep), nullptr);
    // Data that are not volatile need the fences.
    const std::string plain =
        "__shared__ int box; __shared__ volatile int full;\nif (t == 0) full = 0;\n__syncthreads();\nif (t "
        "== 0) { box = 7; full = 1; }\nelse if (t == 1) { while (!full) ; out[blockIdx.x] = box; }";
    EXPECT_NE(find(run_of(plain, true).run(), FindingKind::relies_on_lockstep), nullptr);
}

}  // namespace
}  // namespace upsweep::emulator
