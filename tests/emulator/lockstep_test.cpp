// What only lockstep orders within a warp, and volatile accesses that nothing orders: reported and not
// reported.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "emulator/helpers/run_kernel.h"

#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const std::string shared = "__shared__ int s[16];\ns[t] = in[t];\n";
const std::string store = "out[16 * blockIdx.x + t] = ";

std::string faults_in(const Trace& trace) {
    std::string text;
    for (const std::string& fault : faults_of(trace)) text += fault + "\n";
    return text;
}

TEST(Lockstep, IsToldOfLanesOfOneWarp) {
    for (const std::string& body : std::vector<std::string>{
             shared + store + "s[t ^ 1];",  // read after write
             "__shared__ int s[16];\ns[t] = 0;\n__syncthreads();\nint v = s[t ^ 1];\ns[t] = v + 1;",  // write
                                                                                                      // after
                                                                                                      // read
             "__shared__ int s[32];\ns[t] = 1;\ns[t ^ 1] = t;",              // write after write
             shared + "__syncthreads();\nif (t % 4 < 2) s[t] += s[t + 1];",  // in one statement
             "__shared__ int s[4];\nif (t % 4 == 0) s[t / 4] = t;\n" + store +
                 "s[t / 4];",  // behind a branch
             "__shared__ int s[4];\nif (t % 4 == 0) s[t / 4] = t;\n__syncthreads();\nint v = s[t / 4];\n"
             "if (t % 4 == 0) s[t / 4] = v + 1;",                        // all read, the first writes
             shared + "__threadfence_block();\n" + store + "s[t ^ 1];",  // a fence is not a barrier
             "out[16 * blockIdx.x + t] = t;\nif (out[16 * blockIdx.x + (t ^ 1)] < 0) out[0] = 1;",
             "__shared__ volatile int s[16];\ns[t] = t;\n" + store + "s[t ^ 1];",
             "__shared__ int s[16];\ns[t] = 0;\natomicAdd(&s[t ^ 1], 1);\n" + store + "s[t];",
             shared + "if (t % 4 < 2) { __syncwarp(0x3);\n" + store + "s[t + 2]; }"}) {
        const Trace trace = run_of(body).run();
        const Finding* told = find(trace, FindingKind::relies_on_lockstep);
        ASSERT_NE(told, nullptr) << body << "\n" << faults_in(trace);
        EXPECT_EQ(told->severity, Severity::fault);
        EXPECT_THAT(sentence_of(trace, *told),
                    HasSubstr("only while lanes run in lockstep, and since Volta lane"));
    }
}

TEST(Lockstep, IsNotToldWhereSomethingOrdersThem) {
    for (const std::string& body : std::vector<std::string>{
             shared + "__syncwarp();\n" + store + "s[t ^ 1];",
             shared + "__syncthreads();\n" + store + "s[15 - t];",
             shared + "int v = __shfl_xor_sync(0xffffffff, t, 1);\n" + store + "s[t ^ 1] + v;",
             shared + "unsigned all = __ballot_sync(0xffffffff, t > 2);\n" + store + "s[t ^ 1] + all;",
             shared + store + "s[t];", shared + "s[t] += 1;\n" + store + "s[t];",
             // Parts of a warp meet, also by way of others.
             shared + "if (t % 4 < 2) { __syncwarp(0x3);\n" + store + "s[t ^ 1]; }",
             shared + "unsigned m = t % 4 < 2 ? 0x3 : 0xc;\n__syncwarp(m);\n" + store + "s[t ^ 1];",
             shared +
                 "if (t % 4 < 3) { if (t % 4 < 2) __syncwarp(0x3);\nif (t % 4 > 0) { __syncwarp(0x6);\n" +
                 store + "s[t / 4 * 4]; } }",
             // Those that have returned are not awaited.
             shared + "if (t % 4 == 3) return;\n__syncwarp();\n" + store + "s[t ^ 1];",
             // Each lane in its turn, by a lock.
             "__shared__ int lock, sum;\nif (t == 0) lock = sum = 0;\n__syncthreads();\nbool done = false;\n"
             "while (!done) if (atomicCAS(&lock, 0, 1) == 0) { __threadfence(); sum += t; __threadfence();\n"
             "atomicExch(&lock, 0); done = true; }\n__syncthreads();\nif (t == 0) out[blockIdx.x] = sum;",
             // Bytes of one word.
             "__shared__ int s[4];\n((char*)s)[t] = t;\n__syncthreads();\n" + store + "s[t / 4];",
             // Atomics alone.
             "__shared__ int s[2];\nif (t < 2) s[t] = 0;\n__syncthreads();\natomicAdd(&s[t % 2], t);\n"
             "__syncthreads();\nif (t < 2) out[2 * blockIdx.x + t] = s[t];"}) {
        const Trace trace = run_of(body).run();
        EXPECT_EQ(faults_in(trace), "") << body;
    }
}

/// There they do run in lockstep.
TEST(Lockstep, MayBeReliedOnBeforeVolta) {
    KernelRun run = run_of(shared + store + "s[t ^ 1];");
    run.options.gpu.lanes_proceed = LanesProceed::before_volta;
    EXPECT_THAT(faults_of(run.run()), IsEmpty());
}

/// One slip, one finding: the barrier that the warps lack is what the lanes lack too.
TEST(Lockstep, IsLeftToTheRaceOfTheSameLines) {
    const Trace trace = run_of(shared + store + "s[15 - t] + s[t ^ 1];").run();
    EXPECT_EQ(find(trace, FindingKind::relies_on_lockstep), nullptr);
    EXPECT_NE(find(trace, FindingKind::race), nullptr);
}

/// What a lane of the writer's own warp has read hides no other warp.
TEST(Lockstep, HidesNoRaceWithAnotherWarp) {
    for (const char* schedule : {"in-order", "reversed", "round-robin", "random:3"}) {
        KernelRun run = run_of("int seen = out[0];\nif (t == 1) out[0] = seen + 1;");
        run.options.gpu.schedule = parse_schedule(schedule);
        const Trace trace = run.run();
        EXPECT_NE(find(trace, FindingKind::race), nullptr) << schedule;
        EXPECT_EQ(find(trace, FindingKind::relies_on_lockstep), nullptr) << schedule;
    }
}

TEST(Lockstep, NamesTheLanesThatMaySeeTheOtherOrder) {
    const Trace trace = run_of(shared + "if (t % 4 > 1) " + store + "s[t - 2];").run();
    const Finding* told = find(trace, FindingKind::relies_on_lockstep);
    ASSERT_NE(told, nullptr);
    EXPECT_EQ(told->lanes, (std::vector<int>{2, 3}));
    EXPECT_EQ(
        words_of(trace, *told).sentence,
        "In block 0, lane 2 of warp 0 reads s[0] in line 5 and lane 0 of the same warp writes it in line "
        "4 (likewise s[1]): without a __syncwarp() between, this is right only while lanes run in "
        "lockstep, and since Volta lanes 2 and 3 may see the other order.");
    EXPECT_EQ(words_of(trace, *told).cure, "Put a __syncwarp() between line 4 and line 5.");
}

/// volatile puts nothing in order.
TEST(Volatile, RacesWhereNobodyWaits) {
    for (const char* body :
         {"__shared__ volatile int s[16];\ns[t] = t;\nout[16 * blockIdx.x + t] = s[15 - t];",
          "__shared__ int mem[16];\nvolatile int* s = mem;\ns[t] = t;\nif (t < 4) out[4 * blockIdx.x + t] = "
          "s[t + 4];",
          "volatile int* v = out;\nv[t] = blockIdx.x + 1;",
          "volatile int* v = out;\nif (t == 0) v[blockIdx.x] = v[1 - blockIdx.x] + 1;",
          // The loop continues whatever it reads.
          "__shared__ volatile int s[16];\ns[t] = t;\nint sum = 0;\nfor (int i = 0; i < 16; ++i) sum += "
          "s[i];\n"
          "out[16 * blockIdx.x + t] = sum;"}) {
        const Trace trace = run_of(body).run();
        const Finding* race = find(trace, FindingKind::race);
        ASSERT_NE(race, nullptr) << body;
        EXPECT_THAT(words_of(trace, *race).cause, HasSubstr("makes every access go to memory"));
    }
}

/// A cell that a loop reads until it changes is a flag, in whatever form.
TEST(Volatile, FlagsThatAreWaitedForDoNot) {
    const std::string raise =
        "volatile int* flag = out;\nvolatile int* data = out + 32;\nif (t != 0) return;\n"
        "if (blockIdx.x == 0) { data[0] = 7; flag[0] = 1; }\nelse { ";
    for (const char* wait :
         {"while (flag[0] == 0);", "while (flag[0] == 0) {}", "int f; do { f = flag[0]; } while (f == 0);",
          "while (true) { if (flag[0] != 0) break; }", "for (;;) { int f = flag[0]; if (f) break; }",
          "int f = 0; while (!f) f = flag[0];", "for (int i = 0; flag[0] == 0 && i < 100000; ++i);",
          "int tries = 0; while (flag[0] == 0 && tries < 100000) ++tries;",
          "while (true) { int f = flag[0]; if (f == 0) continue; out[2] = f; break; }",
          "int f; do { f = flag[0]; } while (!__all_sync(1, f));",
          "int look = 0; while (look >= 0) { if (flag[0] != 0) look = -1; }",
          "bool wait = true; while (wait) { int f = flag[0]; if (f == 0) continue; else wait = false; }",
          "int look = 0; while (look >= 0) switch (flag[0]) { case 1: look = -1; break; default: break; }"}) {
        const Trace trace = run_of(raise + wait + " out[1] = data[0]; }").run();
        EXPECT_EQ(faults_in(trace), "") << wait;
        EXPECT_EQ(numbers_of(trace, 1)[1], 7) << wait;
    }
    // Plain data need fences.
    EXPECT_NE(
        find(run_of("volatile int* flag = out;\nif (t != 0) return;\nif (blockIdx.x == 0) { out[32] = 7; "
                    "flag[0] = 1; }\nelse { while (flag[0] == 0);\nout[1] = out[32]; }")
                 .run(),
             FindingKind::race),
        nullptr);
}

/// A loop over data that chooses by what it reads, and would end without it, does not wait for any other.
TEST(Volatile, DataThatALoopLooksThroughAreNoFlags) {
    const Trace trace =
        run_of(
            "volatile int* data = out;\nif (t != 0) return;\nif (blockIdx.x == 0) data[0] = 7;\nelse {\n"
            "int best = 0;\nfor (int i = 0; i < 2; ++i) if (data[i] > best) best = data[i];\nout[9] = best; "
            "}")
            .run();
    EXPECT_NE(find(trace, FindingKind::race), nullptr) << faults_in(trace);
}

/// The one that waits comes later, or reads the flag once more.
TEST(Volatile, AFlagIsOneWhoeverReadsIt) {
    const char* body =
        "volatile int* flag = out;\nif (t != 0) return;\nif (blockIdx.x == 0) flag[0] = 1;\nelse {\nint "
        "early = "
        "flag[0];\nwhile (flag[0] == 0);\nout[1] = flag[0] + early; }";
    for (const char* schedule : {"in-order", "reversed", "round-robin", "random:3"}) {
        KernelRun run = run_of(body);
        run.options.gpu.schedule = parse_schedule(schedule);
        EXPECT_EQ(faults_in(run.run()), "") << schedule;
    }
}

/// A loop that waits by a plain read: a compiler may read once.
TEST(PlainWait, IsToldWhoeverComesFirst) {
    for (const char* schedule : {"in-order", "reversed", "round-robin", "random:3"})
        for (const char* wait : {"while (flag == 0);", "int f; do { f = flag; } while (f == 0);",
                                 "while (true) if (flag != 0) break;"}) {
            KernelRun run = run_of(
                std::string(
                    "__shared__ int flag;\nif (t == 0) flag = 0;\n__syncthreads();\nif (t == 4) flag = 1;\n"
                    "if (t == 0) {\n") +
                wait + "\n}");
            run.options.gpu.schedule = parse_schedule(schedule);
            const Trace trace = run.run();
            const Finding* told = find(trace, FindingKind::plain_wait);
            ASSERT_NE(told, nullptr) << wait << "\n" << faults_in(trace);
            EXPECT_EQ(told->where.line, 8) << wait;
            EXPECT_EQ(find(trace, FindingKind::race), nullptr) << wait;
            EXPECT_THAT(
                sentence_of(trace, *told),
                HasSubstr("ane 0 of warp 0 waits in a loop in line 8 for flag, which lane 0 of warp 1 "
                          "writes in line 6"));
        }
    // A loop that counts does not wait: it lacks a barrier.
    const Trace counts =
        run_of(
            "__shared__ int n;\nif (t == 0) n = in[3];\nint sum = 0;\nfor (int i = 0; i < n; ++i) "
            "sum += in[i];\n" +
            store + "sum;")
            .run();
    EXPECT_EQ(find(counts, FindingKind::plain_wait), nullptr);
    EXPECT_NE(find(counts, FindingKind::race), nullptr);
    // Nor does one that counts up to a constant.
    EXPECT_THAT(
        faults_of(run_of("int sum = 0;\nfor (int i = 0; i < in[3]; ++i) sum += i;\n" + store + "sum;").run()),
        IsEmpty());
}

}  // namespace
}  // namespace upsweep::emulator
