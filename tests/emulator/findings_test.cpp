// For each finding a kernel that has it and a near twin that has not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "emulator/helpers/run_kernel.h"
#include "emulator/helpers/sentences.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {
namespace {

using testing::HasSubstr;

/// Two bodies as `run_of` takes them.
struct Case {
    const char* name;
    FindingKind kind;
    Severity severity;
    std::string bad;
    std::string good;
    std::string says;  ///< part of sentence, cause and cure
    bool apart = false;
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

/// Exactly one sentence: it ends with the only full stop that a blank or nothing follows.
bool is_one_sentence(const std::string& text) {
    return !text.empty() && text.back() == '.' && text.find(". ") == std::string::npos &&
           text.find('\n') == std::string::npos;
}

/// Sentence, cause and cure of each kind are one sentence each, and the cure names the line where it is a
/// change of that line.
void expect_good_words(const Trace& trace, const Finding& finding) {
    const FindingWords words = words_of(trace, finding);
    SCOPED_TRACE(words.sentence + " / " + words.cause + " / " + words.cure);
    EXPECT_TRUE(is_one_sentence(words.sentence));
    EXPECT_TRUE(is_one_sentence(words.cure));
    for (const std::string& text : {words.sentence, words.cause, words.cure})
        EXPECT_TRUE(text.empty() || (is_one_sentence(text) && slip_of_sentence(text).empty()))
            << slip_of_sentence(text) << ": " << text;
    EXPECT_NE(words.cause, words.sentence);
    const bool at_line = is_cured_at_its_line(finding.kind) && finding.where.line > 0;
    const std::string line = "line " + std::to_string(finding.where.line);
    if (at_line) {
        EXPECT_THAT(words.cure, testing::ContainsRegex(line + "([^0-9]|$)"));
    }
    if (trace.launches.at(0).grid.count() == 1) return;
    const bool of_the_run = finding.kind == FindingKind::step_limit ||
                            finding.kind == FindingKind::memory_limit ||
                            finding.kind == FindingKind::wrong_format;
    if (!of_the_run) {
        EXPECT_THAT(words.sentence, testing::ContainsRegex("[Bb]lock [0-9]"));
    }
}

class Findings : public testing::TestWithParam<Case> {};

TEST_P(Findings, AreInTheSlipAndNotInItsTwin) {
    const Case& one = GetParam();
    Trace bad = run_of(one.bad, one.apart).run();
    const Finding* finding = find(bad, one.kind);
    ASSERT_NE(finding, nullptr) << one.bad;
    expect_good_words(bad, *finding);
    EXPECT_EQ(finding->severity, one.severity) << sentence_of(bad, *finding);
    const FindingWords words = words_of(bad, *finding);
    EXPECT_THAT(words.sentence + " " + words.cause + " " + words.cure, HasSubstr(one.says));
    EXPECT_GT(finding->where.line, 0);
    EXPECT_GE(finding->times, 1);
    EXPECT_FALSE(finding->lanes.empty());
    Trace good = run_of(one.good, one.apart).run();
    const Finding* alarm = find(good, one.kind);
    EXPECT_EQ(alarm, nullptr) << sentence_of(good, *alarm);
    EXPECT_TRUE(faults_of(good).empty()) << faults_of(good)[0];
}

/// With few lanes and with many, few threads and many, in any order.
TEST_P(Findings, ReadWellOnEveryMachine) {
    const Case& one = GetParam();
    for (const std::string& body : {one.bad, one.good})
        for (int lanes : {2, 4, 32})
            for (int64_t threads : {1, 3, 16, 64})
                for (bool apart : {false, true}) {
                    KernelRun run = run_of(body, apart);
                    run.block = {threads, 1, 1};
                    run.options.gpu.lanes = run.options.gpu.banks = lanes;
                    run.options.gpu.schedule = parse_schedule(threads == 16 ? "reversed" : "round-robin");
                    run.options.limits.steps = 100'000;
                    const Trace trace = run.run();
                    for (const Finding& finding : trace.findings) {
                        expect_good_words(trace, finding);
                        EXPECT_GE(finding.times, int64_t(finding.steps.size()));
                        EXPECT_EQ(finding.elements.size(), finding.array < 0 ? 0 : finding.lanes.size());
                    }
                }
}

const Case cases[] = {
    {"BankConflict", FindingKind::bank_conflict, Severity::cost,
     "__shared__ int s[128];\ns[8 * t] = t;\n__syncthreads();\nout[t] = s[8 * t];",
     "__shared__ int s[144];\ns[9 * t] = t;\n__syncthreads();\nout[t] = s[9 * t];", "share bank 0"},
    // Half a warp takes part in a turn, and a quarter.
    {"BankConflictOfEightBytes", FindingKind::bank_conflict, Severity::cost,
     "__shared__ double d[32];\nd[2 * t] = t;", "__shared__ double d[32];\nd[t] = t;",
     "this store takes 2 turns instead of 1 (at 8 bytes a lane, the banks serve 4 lanes at a time)."},
    {"BankConflictOfSixteenBytes", FindingKind::bank_conflict, Severity::cost,
     "__shared__ float4 f[32];\nf[2 * t] = make_float4(t, t, t, t);",
     "__shared__ float4 f[32];\nf[t] = make_float4(t, t, t, t);",
     "takes 4 turns instead of 2 (at 16 bytes a lane, the banks serve 2 lanes at a time)."},
    {"Uncoalesced", FindingKind::uncoalesced, Severity::cost, "out[t] = in[8 * (t % 8)];", "out[t] = in[t];",
     "Lanes 0 to 3 of warp 0 in block 0 read 4 sectors of 32 bytes of buffer0 where 1 would hold"},
    {"UncoalescedBroadcast", FindingKind::uncoalesced, Severity::cost, "out[16 * (t % 4)] = 1;",
     "out[t] = in[0] + in[5];", "write to 4 sectors"},
    {"DivergenceOfSides", FindingKind::divergence, Severity::cost,
     "if (t % 2 == 0) out[t] = 1; else out[t] = 2;", "if (t / 4 % 2 == 0) out[t] = 1; else out[t] = 2;",
     "Lanes 0 and 2 of warp 0 in block 0 go one way here and lanes 1 and 3 the other"},
    {"DivergenceOfAReduction", FindingKind::divergence, Severity::cost, "if (t % 2 == 0) out[t] = in[t + 1];",
     "if (t < 8) out[2 * t] = in[2 * t + 1];",
     "Lanes 0 and 2 of warp 0 in block 0 work here while lanes 1 and 3 wait"},
    {"DivergenceOfALoop", FindingKind::divergence, Severity::cost,
     "int sum = 0;\nfor (int i = 0; i < t % 4; ++i) sum += in[i];\nout[t] = sum;",
     "int sum = 0;\nfor (int i = t; i < 18; i += 8) sum += in[i];\nout[t] = sum;", "still run"},
    {"SharedRace", FindingKind::race, Severity::fault,
     "__shared__ int s[16];\ns[t] = t;\nout[16 * blockIdx.x + t] = s[15 - t];",
     "__shared__ int s[16];\ns[t] = t;\n__syncthreads();\nout[16 * blockIdx.x + t] = s[15 - t];",
     "with no barrier between"},
    {"SharedWriteAfterRead", FindingKind::race, Severity::fault,
     "__shared__ int s[16];\ns[t] = t;\n__syncthreads();\nint v = s[15 - t];\ns[t] = v;",
     "__shared__ int s[16];\ns[t] = t;\n__syncthreads();\nint v = s[15 - t];\n__syncthreads();\ns[t] = v;",
     "with no barrier between"},
    {"RaceOfTwoPaths", FindingKind::race, Severity::fault,
     "__shared__ int s[16];\nif (t % 4 == 0) s[t] = t;\nelse out[16 * blockIdx.x + t] = s[t / 4 * 4];",
     "__shared__ int s[16];\nif (t % 4 == 0) s[t] = t;\n__syncwarp();\nif (t % 4 != 0) out[16 * blockIdx.x + "
     "t] = s[t / 4 * 4];",
     "In block 0, lane 1 of warp 0 reads s[0] in line 5 and lane 0 of the same warp writes it in line 4, on "
     "different paths"},
    {"GlobalRace", FindingKind::race, Severity::fault, "out[t] = blockIdx.x + 1;",
     "out[16 * blockIdx.x + t] = blockIdx.x;", "nothing orders the two"},
    {"RaceOnACounter", FindingKind::race, Severity::fault, "if (t == 0) out[0] += 1;",
     "if (t == 0) atomicAdd(&out[0], 1);", "nothing orders the two"},
    {"BenignRace", FindingKind::race, Severity::note, "if (in[t] > 3) out[0] = 1;",
     "if (in[t] > 3) atomicExch(&out[0], 1);", "the same value"},
    {"RaceInOneInstruction", FindingKind::race, Severity::fault,
     "if (blockIdx.x == 0 && t < 4) out[t / 2] = t;", "if (blockIdx.x == 0 && t < 4) out[t] = t;",
     "store different values to buffer1[0] in one instruction (likewise buffer1[1]): which lane's value a "
     "GPU keeps is undefined"},
    // The second half of a pair of values differs, though the first does not.
    {"RaceOfPairsInOneInstruction", FindingKind::race, Severity::fault,
     "if (blockIdx.x == 0 && t < 4) ((int2*)out)[0] = make_int2(1, t);",
     "if (blockIdx.x == 0 && t < 4) ((int2*)out)[t] = make_int2(1, t);", "store different values"},
    // All lanes find 0 and store 1: the same value, and still three counts are lost.
    {"LostCounts", FindingKind::race, Severity::fault, "if (blockIdx.x == 0 && t < 4) out[0] += 1;",
     "if (blockIdx.x == 0 && t < 4) atomicAdd(&out[0], 1);",
     "Lanes 0 to 3 of warp 0 in block 0 each read buffer1[0], change it and store the same value back: the "
     "changes of all but one are lost. The index in line 3 is the same for lanes 0 to 3. Use an atomic "
     "operation, such as atomicAdd(), in line 3."},
    {"LostCountsOfAHistogram", FindingKind::race, Severity::fault,
     "if (blockIdx.x == 0 && t < 4) out[in[t] / 2] = out[in[t] / 2] + 1;",
     "if (blockIdx.x == 0 && t < 4) out[in[t]] = out[in[t]] + 1;",
     "(likewise buffer1[1]): the changes of all"},
    // Harmless, and still worth a word: a student means one thread, and writes all of them.
    {"SameValueInOneInstruction", FindingKind::race, Severity::note,
     "if (blockIdx.x == 0 && t < 4) out[t / 2] = 7;", "if (blockIdx.x == 0 && t % 2 == 0) out[t / 2] = 7;",
     "Lanes 0 and 1 of warp 0 in block 0 both store the same value to buffer1[0] in one instruction "
     "(likewise buffer1[1]): the hardware keeps one of them, which is harmless, but one lane is enough."},
    {"FlagWithoutFence", FindingKind::race, Severity::fault,
     "volatile int* flag = out + 32;\nif (t == 0) {\nif (blockIdx.x == 0) { out[0] = 5; flag[0] = 1; }\nelse "
     "{ while (flag[0] == 0) {}\n__threadfence(); out[1] = out[0]; }\n}",
     "volatile int* flag = out + 32;\nif (t == 0) {\nif (blockIdx.x == 0) { out[0] = 5; __threadfence(); "
     "flag[0] = 1; }\nelse { while (flag[0] == 0) {}\n__threadfence(); out[1] = out[0]; }\n}",
     "a flag: a fence before the writer raises it"},
    {"FlagWithoutAcquire", FindingKind::race, Severity::fault,
     "volatile int* flag = out + 32;\nif (t == 0) {\nif (blockIdx.x == 0) { out[0] = 5; __threadfence(); "
     "flag[0] = 1; }\nelse { while (flag[0] == 0) {}\nout[1] = out[0]; }\n}",
     "if (t == 0) {\nif (blockIdx.x == 0) { out[0] = 5; __nv_atomic_store_n(&out[32], 1, "
     "__NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE); }\nelse { while (__nv_atomic_load_n(&out[32], "
     "__NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) {}\nout[1] = out[0]; }\n}",
     "acquire after the reader sees it"},
    {"FlagOfTheWholeBlock", FindingKind::race, Severity::fault,
     "if (blockIdx.x == 0) { out[t] = t; __threadfence(); if (t == 0) atomicExch(&out[63], 1); }\nelse { if "
     "(t == 0) while (atomicAdd(&out[63], 0) == 0) {}\n__threadfence(); __syncthreads(); out[16 + t] = "
     "out[t]; }",
     "if (blockIdx.x == 0) { out[t] = t; __threadfence(); __syncthreads(); if (t == 0) atomicExch(&out[63], "
     "1); }\nelse { if (t == 0) while (atomicAdd(&out[63], 0) == 0) {}\n__threadfence(); __syncthreads(); "
     "out[16 + t] = out[t]; }",
     "nothing orders the two"},
    {"BarrierNotReached", FindingKind::barrier_not_reached, Severity::fault,
     "if (t < 2) __syncthreads();\nout[16 * blockIdx.x + t] = 1;",
     "if (blockIdx.x < 1) __syncthreads();\nout[16 * blockIdx.x + t] = 1;", ": lanes 2 and 3"},
    {"BarrierMissedByWarps", FindingKind::barrier_not_reached, Severity::fault,
     "if (t < 4) __syncthreads();\nif (t > 99) out[t] = 1;", "if (t >= 4) return;\n__syncthreads();",
     ": warps 1, 2 and 3 ran to the end of the kernel"},
    {"BarriersOnDifferentLines", FindingKind::barrier_not_reached, Severity::fault,
     "if (t < 4) __syncthreads();\nelse\n__syncthreads();",
     "if (blockIdx.x < 1) __syncthreads();\nelse\n__syncthreads();",
     "warp 0 in line 3 and warps 1, 2 and 3 in line 5"},
    {"NullPointer", FindingKind::out_of_bounds, Severity::fault, "int* p = nullptr;\nif (t == 2) *p = 1;",
     "int* p = nullptr;\nif (t == 2 && p != nullptr) *p = 1;",
     "Lane 2 of warp 0 in block 0 (threadIdx.x = 2, blockIdx.x = 0) writes through a null pointer; the "
     "emulator skips the access."},
    {"OutOfBounds", FindingKind::out_of_bounds, Severity::fault,
     "int v = in[t + 50];\nif (v < 0) out[t] = v;", "int v = in[t + 48];\nif (v < 0) out[t] = v;",
     "elements 0 to 63"},
    {"OutOfBoundsInALoop", FindingKind::out_of_bounds, Severity::fault,
     "__shared__ int s[16];\ns[t] = t; __syncthreads();\nint sum = 0;\nfor (int k = 0; k <= 16; ++k) sum += "
     "s[k];\nif (sum < 0) out[t] = sum;",
     "__shared__ int s[16];\ns[t] = t; __syncthreads();\nint sum = 0;\nfor (int k = 0; k < 16; ++k) sum += "
     "s[k];\nif (sum < 0) out[t] = sum;",
     "Check where the loop in line 6 ends, or guard line 6 with an `if` that keeps the index below 16;"},
    {"OutOfBoundsOnBothSides", FindingKind::out_of_bounds, Severity::fault,
     "int v = in[t == 0 ? -1 : t == 1 ? 64 : t];\nif (v < 0) out[t] = v;",
     "int v = in[t == 0 ? 0 : t == 1 ? 63 : t];\nif (v < 0) out[t] = v;",
     "Guard line 3 with an `if` that keeps the index from 0 to 63;"},
    {"Misaligned", FindingKind::misaligned, Severity::fault,
     "int2 v = *(const int2*)(in + 1);\nif (v.x < 0) out[t] = v.x;",
     "int2 v = *(const int2*)(in + 2);\nif (v.x < 0) out[t] = v.x;", "must be a multiple of 8"},
    {"ReadOfUnwrittenSharedMemory", FindingKind::read_before_write, Severity::fault,
     "__shared__ int s[32];\ns[t] = t;\n__syncthreads();\nout[32 * blockIdx.x + t] = s[t + 1];",
     "__shared__ int s[32];\ns[t] = s[t + 16] = t;\n__syncthreads();\nout[32 * blockIdx.x + t] = s[t + 1];",
     "reads element 16 of s, which nothing has written"},
    {"ShuffleFromALaneWithoutAValue", FindingKind::read_before_write, Severity::fault,
     "int first;\nif (t % 4 == 0) first = in[t];\nout[t] = __shfl_sync(0xffffffff, first, 1);",
     "int first;\nif (t % 4 == 0) first = in[t];\nout[t] = __shfl_sync(0xffffffff, first, 0);",
     "Lane 1 of warp 0 in block 0 reads first before the kernel assigned a value to it"},
    {"ReadOfAnUnsetVariable", FindingKind::read_before_write, Severity::fault,
     "int sum;\nfor (int i = 0; i < 4; ++i) sum += in[i];\nout[32 * blockIdx.x + t] = sum;",
     "int sum;\nsum = 0;\nfor (int i = 0; i < 4; ++i) sum += in[i];\nout[32 * blockIdx.x + t] = sum;",
     "sum before the kernel assigned"},
    {"WrappedSum", FindingKind::wrapped_sum, Severity::note,
     "out[32 * blockIdx.x + t] = 2147483000 + in[t + 48] * 100;",
     "out[32 * blockIdx.x + t] = 2147483000 + in[t % 4];", "does not fit in 32 bits"},
    {"LockstepScan", FindingKind::relies_on_lockstep, Severity::fault,
     "volatile __shared__ int s[16];\ns[t] = 1;\nint lane = t % 4;\nif (lane >= 1) s[t] += s[t - 1];\nif "
     "(lane >= 2) s[t] += s[t - 2];\nout[16 * blockIdx.x + t] = s[t];",
     "__shared__ int s[16];\ns[t] = 1;\nint lane = t % 4;\nfor (int d = 1; d < 4; d *= 2) "
     "{\n__syncwarp();\nint left = lane >= d ? s[t - d] : 0;\n__syncwarp();\ns[t] += left;\n}\nout[16 * "
     "blockIdx.x + t] = s[t];",
     "only while lanes run in lockstep", true},
    {"Assertion", FindingKind::assertion, Severity::fault, "assert(t < 5);\nif (t > 99) out[t] = 1;",
     "assert(t < 16);\nif (t > 99) out[t] = 1;", "to be false"},
    {"Trap", FindingKind::trap, Severity::fault, "if (t == 3) __trap();", "if (t == 99) __trap();",
     "Lane 3 of warp 0"},
    {"Deadlock", FindingKind::deadlock, Severity::fault,
     "volatile int* flag = out;\nif (t == 0) while (flag[blockIdx.x] == 0) {}",
     "volatile int* flag = out;\nif (t == 0) { flag[blockIdx.x] = 1; while (flag[blockIdx.x] == 0) {} }",
     "waits"},
    {"ShuffleThatSomeSkip", FindingKind::missing_lane, Severity::fault,
     "int v = t;\nif (t < 6) v += __shfl_down_sync(0xffffffff, v, 1);\nout[16 * blockIdx.x + t] = v;",
     "int v = t;\nv += __shfl_down_sync(0xffffffff, v, 1);\nif (t < 6) out[16 * blockIdx.x + t] = v;",
     "Lanes 0 and 1 of warp 1 in block 0 call with a mask that names lanes 2 and 3 too, which do not make "
     "the call here"},
    {"ShuffleFromOutsideOfTheMask", FindingKind::missing_lane, Severity::fault,
     "int v = t;\nif (t % 4 < 2) v = __shfl_sync(0x3, v, 3);\nout[16 * blockIdx.x + t] = v;",
     "int v = t;\nif (t % 4 < 2) v = __shfl_sync(0x3, v, 1);\nout[16 * blockIdx.x + t] = v;",
     "Lanes 0 and 1 of warp 0 in block 0 take the value of lane 3, which the mask does not name: the result "
     "is undefined; the emulator gives 0."},
    {"ShuffleWithoutItself", FindingKind::missing_lane, Severity::fault,
     "out[16 * blockIdx.x + t] = __shfl_sync(0x1, t, 0);",
     "out[16 * blockIdx.x + t] = __shfl_sync(0xf, t, 0);",
     "Lanes 1, 2 and 3 of warp 0 in block 0 call with a mask that does not name them"},
    {"VoteThatSomeSkip", FindingKind::missing_lane, Severity::fault,
     "if (t % 2) out[16 * blockIdx.x + t] = __ballot_sync(0xffffffff, t > 2);",
     "unsigned all = __ballot_sync(0xffffffff, t > 2);\nif (t % 2) out[16 * blockIdx.x + t] = all;",
     "which do not make the call here"},
    {"UnsetBehindItsName", FindingKind::read_before_write, Severity::fault,
     "int a; (void)a; out[16 * blockIdx.x + t] = a;",
     "int a; (void)a; a; a = t; out[16 * blockIdx.x + t] = a;", "before the kernel assigned a value to it"},
    {"WideBeyondTheEnd", FindingKind::out_of_bounds, Severity::fault,
     "__shared__ int2 pair[3];\nif (t == 0) { int4 v = ((int4*)pair)[1]; out[1] = v.x; }",
     "__shared__ int2 pair[4];\nif (t == 0) { pair[2] = pair[3] = make_int2(1, 2); int4 v = "
     "((int4*)pair)[1]; out[1] = v.x; }",
     "reads 16 bytes, elements 4 to 7 of pair, which has elements 0 to 5; the emulator skips the access."},
    {"AnotherThreadsLocal", FindingKind::out_of_bounds, Severity::fault,
     "__shared__ int* p;\nint mine = t;\nif (t == 2) p = &mine;\n__syncthreads();\nif (t == 6) "
     "out[blockIdx.x] = *p;",
     "__shared__ int* p;\nint mine = t;\nif (t == 6) p = &mine;\n__syncthreads();\nif (t == 6) "
     "out[blockIdx.x] = *p;",
     "reads mine of thread 2: only that thread can access its local variables, so the emulator skips the "
     "access."},
    {"AnotherThreadsLocalArray", FindingKind::out_of_bounds, Severity::fault,
     "__shared__ int* p; int m[2] = {}; if (t == 2) p = m; __syncthreads(); if (t > 3) out[t] = p[1];",
     "int m[2] = {}; int* p = m; m[0] = p[1];", "read m of thread 2: only that thread can access its"},
    {"NoDynamicSharedMemory", FindingKind::out_of_bounds, Severity::fault,
     "extern __shared__ int s[];\nif (t == 0) s[0] = 1;", "__shared__ int s[1];\nif (t == 0) s[0] = 1;",
     "which has no elements; the emulator skips the access. The launch passes no dynamic shared memory."},
    {"SyncwarpThatSomeSkip", FindingKind::missing_lane, Severity::fault,
     "if (t % 4 < 2) { __syncwarp(); out[16 * blockIdx.x + t] = t; }",
     "if (t % 4 < 2) { __syncwarp(0x3); out[16 * blockIdx.x + t] = t; }",
     "Lanes 0 and 1 of warp 0 in block 0 call with a mask that names lanes 2 and 3 too, which do not make "
     "the call here"},
    {"SyncwarpWithoutItself", FindingKind::missing_lane, Severity::fault, "__syncwarp(0x3);",
     "__syncwarp(0xf);", "Lanes 2 and 3 of warp 0 in block 0 call with a mask that does not name them"},
    // Lanes that come later are waited for, and no lane waits for those that have returned.
    {"ShuffleFromWhoHasReturned", FindingKind::missing_lane, Severity::fault,
     "if (t % 4 == 3) return;\nout[16 * blockIdx.x + t] = __shfl_sync(0xffffffff, t, 3);",
     "if (t % 4 == 3) return;\nint v = t;\nif (t % 2) { v += in[t]; __syncwarp(0x7); } else "
     "__syncwarp(0x7);\nout[16 * blockIdx.x + t] = __shfl_sync(0xffffffff, v, 1);",
     "take the value of lane 3, which has returned"},
    {"WrongFormat", FindingKind::wrong_format, Severity::fault, "printf(\"%d %d\", t);", "printf(\"%d\", t);",
     "needs 2 values but 1 value is passed"},
    {"LockInAWarp", FindingKind::lock_in_warp, Severity::cost,
     "__shared__ int lock;\nif (t == 0) lock = 0;\n__syncthreads();\nwhile (atomicCAS(&lock, 0, 1) != 0) "
     "{}\nout[0] += 1;\n__threadfence();\natomicExch(&lock, 0);",
     "__shared__ int lock;\nif (t == 0) lock = 0;\n__syncthreads();\nif (t % 4 == 0) { while "
     "(atomicCAS(&lock, 0, 1) != 0) {}\n__threadfence();\nout[blockIdx.x] += "
     "1;\n__threadfence();\natomicExch(&lock, 0); }",
     "has taken lock in line 6 while lanes 1, 2 and 3 of its warp wait for it in a loop: before Volta the "
     "kernel hangs"},
    // A compare-and-swap that tries again with what it has seen does not wait for any other.
    {"LockBesideAnUpdate", FindingKind::lock_in_warp, Severity::cost,
     "__shared__ int lock;\nif (t == 0) lock = 0;\n__syncthreads();\nwhile (true) { if (atomicExch(&lock, 1) "
     "== 0) break; }\natomicExch(&lock, 0);",
     "__shared__ int most;\nif (t == 0) most = 0;\n__syncthreads();\nint seen = 0, was;\ndo { was = seen; "
     "seen = atomicCAS(&most, was, was + t); } while (seen != was);",
     "Let one lane per warp take the lock in line 6"},
    {"PlainWait", FindingKind::plain_wait, Severity::fault,
     "__shared__ int flag;\nif (t == 0) flag = 0;\n__syncthreads();\nif (t == 4) flag = 1;\nif (t == 0) "
     "while (flag == 0) {}",
     "__shared__ volatile int flag;\nif (t == 0) flag = 0;\n__syncthreads();\nif (t == 4) flag = 1;\nif (t "
     "== 0) while (flag == 0) {}",
     "read flag through a pointer to volatile"},
    {"VolatileRace", FindingKind::race, Severity::fault,
     "__shared__ volatile int s[16];\ns[t] = t;\nout[16 * blockIdx.x + t] = s[15 - t];",
     "__shared__ volatile int s[16];\ns[t] = t;\n__syncthreads();\nout[16 * blockIdx.x + t] = s[15 - t];",
     "makes every access go to memory, but does not order the accesses."},
    {"LockstepByDefault", FindingKind::relies_on_lockstep, Severity::fault,
     "__shared__ int s[16];\ns[t] = t;\nout[16 * blockIdx.x + t] = s[t ^ 1];",
     "__shared__ int s[16];\ns[t] = t;\n__syncwarp();\nout[16 * blockIdx.x + t] = s[t ^ 1];",
     "since Volta lanes 0 to 3 may see the other order"},
    {"GoneSinceVolta", FindingKind::gone_since_volta, Severity::fault,
     "out[16 * blockIdx.x + t] = __shfl_xor(t, 1);",
     "out[16 * blockIdx.x + t] = __shfl_xor_sync(0xffffffff, t, 1);",
     "Write __shfl_xor_sync(0xffffffff, value, …) in line 3"},
    {"EndlessLoop", FindingKind::endless_loop, Severity::fault, "int i = 0;\nwhile (i < 4) { out[i] = i; }",
     "int i = 0;\nif (t == 0) while (i < 4) { out[i] = i; ++i; }", "never ends"},
};

INSTANTIATE_TEST_SUITE_P(Pairs, Findings, testing::ValuesIn(cases),
                         [](const auto& one) { return std::string(one.param.name); });

TEST(Findings, OfEveryKindHaveTheirPair) {
    // The limits have theirs in limits_test.cpp, host code in whole_program_test.cpp.
    std::set<FindingKind> kinds = {FindingKind::step_limit, FindingKind::memory_limit,
                                   FindingKind::host_code};
    for (const Case& one : cases) kinds.insert(one.kind);
    for (int kind = 0; kind <= int(last_finding_kind); ++kind)
        EXPECT_EQ(kinds.count(static_cast<FindingKind>(kind)), 1u) << name_of(static_cast<FindingKind>(kind));
    EXPECT_EQ(kinds.size(), size_t(last_finding_kind) + 1);
}

/// Whatever a kind has to say, it ends with what to do. (The limits' test is in kinds_test.cpp.)
TEST(Findings, OfEveryKindEndWithWhatToDo) {
    std::set<FindingKind> kinds = {FindingKind::step_limit, FindingKind::memory_limit,
                                   FindingKind::host_code};
    for (const Case& one : cases) {
        const Trace trace = run_of(one.bad, one.apart).run();
        for (const Finding& finding : trace.findings) {
            kinds.insert(finding.kind);
            EXPECT_NE(words_of(trace, finding).cure, "") << sentence_of(trace, finding);
        }
    }
    EXPECT_EQ(kinds.size(), size_t(last_finding_kind) + 1);
}

/// As where the rows of a product's left factor are read: neighbours would be no cure.
TEST(Findings, ATileCuresLanesThatShareElementsFarApart) {
    KernelRun run = run_of("out[t] = in[64 * (t / 4)];");
    run.sizes = {1024, 64};
    run.grid = {1, 1, 1};
    run.block = {32, 1, 1};
    run.options.gpu.lanes = run.options.gpu.banks = 32;
    const Trace trace = run.run();
    ASSERT_EQ(trace.findings.size(), 1U);
    ASSERT_EQ(trace.findings[0].kind, FindingKind::uncoalesced);
    const FindingWords words = words_of(trace, trace.findings[0]);
    EXPECT_EQ(words.cause, "The 32 lanes need only 8 different elements, but these are far apart.");
    EXPECT_EQ(words.cure,
              "Copy a tile of buffer0 into shared memory before line 3, where neighbouring lanes read "
              "neighbouring elements, and let line 3 read that.");
}

}  // namespace
}  // namespace upsweep::emulator
