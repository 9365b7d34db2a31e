// Kernels with the faults that courses and forums see, each next to its fixed twin: by default settings, as
// `upsweep run FILE.cu` has them, the fault is told with its line and its cure, and the twin has none.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "emulator/emulator.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "programs/user_program.h"

namespace upsweep {
namespace {

using emulator::Finding;
using emulator::FindingKind;
using testing::HasSubstr;

/// A file of `kernels/`; with MENDED defined it is the twin.
struct Case {
    const char* name;
    FindingKind kind;
    int line;
    const char* says;    ///< part of the sentence
    const char* cures;   ///< part of the cure
    bool costs = false;  ///< the twin may have costs
};

void PrintTo(const Case& one, std::ostream* out) { *out << one.name; }

std::string text_of(const std::string& file) {
    std::ifstream stream(UPSWEEP_FAULTY "/kernels/" + file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// As `upsweep run` has it without options.
emulator::RunOptions faulty_usual_options() {
    emulator::RunOptions options;
    options.gpu.lanes = options.gpu.banks = 32;
    options.gpu.multiprocessors = options.gpu.resident_blocks = 2;
    options.record = false;
    options.limits.steps = 200'000;
    return options;
}

struct Ran {
    emulator::Trace trace;
    std::vector<std::string> never_set;
};

Ran run(const std::string& name, bool mended) {
    const std::string text = text_of(name + ".cu");
    programs::UserProgram program;
    program.file = name + ".cu";
    if (mended) program.definitions = {"MENDED"};
    emulator::Compiler compiler([&](const std::string&) { return text; });
    const emulator::RunOptions options = faulty_usual_options();
    const programs::OpenedProgram opened =
        programs::open_program(program, compiler, programs::MissingArguments::refuse, options);
    emulator::Trace trace = programs::run(opened, compiler, options);
    // Their mains leave memory to the end of the program.
    std::erase_if(trace.findings, [](const Finding& finding) {
        return finding.kind == FindingKind::host_code && finding.severity == emulator::Severity::note;
    });
    return {std::move(trace), opened.never_set};
}

std::string told(const emulator::Trace& trace, const Finding& finding) {
    const emulator::FindingWords words = words_of(trace, finding);
    return std::string(name_of(finding.kind)) + " in line " + std::to_string(finding.where.line) + ": " +
           words.sentence + " / " + words.cause + " / " + words.cure;
}

std::string all_told(const emulator::Trace& trace) {
    std::string text;
    for (const Finding& finding : trace.findings) text += told(trace, finding) + "\n";
    return text;
}

class Faulty : public testing::TestWithParam<Case> {};

TEST_P(Faulty, IsToldWithLineAndCureAndItsTwinHasNone) {
    const Case& one = GetParam();
    const Ran faulty = run(one.name, false);
    const auto found = std::find_if(
        faulty.trace.findings.begin(), faulty.trace.findings.end(),
        [&](const Finding& finding) { return finding.kind == one.kind && finding.where.line == one.line; });
    ASSERT_NE(found, faulty.trace.findings.end()) << all_told(faulty.trace);
    const emulator::FindingWords words = words_of(faulty.trace, *found);
    EXPECT_THAT(words.sentence, HasSubstr(one.says));
    EXPECT_THAT(words.cure, HasSubstr(one.cures));
    const Ran mended = run(one.name, true);
    EXPECT_TRUE(mended.trace.complete);
    for (const Finding& finding : mended.trace.findings)
        EXPECT_TRUE(one.costs && finding.severity == emulator::Severity::cost) << told(mended.trace, finding);
    EXPECT_THAT(mended.never_set, testing::IsEmpty());
}

const Case cases[] = {
    {"another_blocks_output", FindingKind::race, 12,
     "Block 1 reads out[31] in line 12 and block 0 writes it in line 10",
     "Move line 12 to a separate launch"},
    {"atomic_result", FindingKind::race, 13, "Block 0 reads count", "Move line 13 to a separate launch",
     true},
    {"bank_conflicts", FindingKind::bank_conflict, 14, "this load takes 32 turns instead of 1",
     "declare tile[32][33] instead of tile[32][32] in line 9"},
    {"barrier_in_branch", FindingKind::barrier_not_reached, 15,
     "not all threads reach the barrier in line 15: lanes 4 to 31 of warp 1",
     "Move the barrier in line 15 out of the branch"},
    {"border", FindingKind::out_of_bounds, 9, "threadIdx.x = 0, blockIdx.x = 0) reads element -1 of in",
     "keeps the index at 0 or above"},
    {"divergence", FindingKind::divergence, 10, "work here while lanes 1, 3, 5", "let the first threads work",
     true},
    {"dot_product", FindingKind::race, 17, "Block 1 reads out",
     "Use an atomic operation, such as atomicAdd()"},
    {"double_buffer", FindingKind::race, 13, "lane 31 of warp 0 writes it in line 8",
     "Put a __syncthreads() between line 8 and line 13"},
    {"early_return", FindingKind::read_before_write, 17,
     "elements 36 to 63 of s, which nothing has written yet", "before line 17 reads them"},
    {"endless", FindingKind::endless_loop, 5, "never ends",
     "In the loop in line 5, change what its condition tests"},
    {"format", FindingKind::wrong_format, 8, "needs 2 values but 1 value is passed",
     "one value of the right type for each conversion"},
    {"grid_stride", FindingKind::race, 9, "Block 0 reads data[64] and block 1 writes it",
     "Use an atomic operation"},
    {"histogram", FindingKind::race, 9, "the changes of all but one are lost", "atomicAdd()"},
    {"lock_in_warp", FindingKind::lock_in_warp, 19,
     "before Volta the kernel hangs here; since Volta the lanes get the lock one by one",
     "Let one lane per warp take the lock in line 19", true},
    {"maximum", FindingKind::race, 8, "best", "an atomic operation"},
    {"misaligned", FindingKind::misaligned, 9, "must be a multiple of 16", "by 16 bytes at a time"},
    {"missing_barrier_load", FindingKind::race, 12, "with no barrier between",
     "Put a __syncthreads() between line 8 and line 12"},
    {"missing_barrier_reduce", FindingKind::race, 11, "with no barrier between", "put a __syncthreads()"},
    {"missing_barrier_scan", FindingKind::race, 15, "with no barrier between",
     "Put a __syncthreads() between line 11 and line 15"},
    {"missing_barrier_stencil", FindingKind::race, 18, "with no barrier between",
     "Put a __syncthreads() between line 9 and line 18"},
    {"missing_barrier_tiles", FindingKind::race, 11, "with no barrier between",
     "Put a __syncthreads() at the end of the loop in line 9", true},
    {"missing_barrier_transpose", FindingKind::race, 14, "with no barrier between",
     "Put a __syncthreads() between line 8 and line 14", true},
    {"missing_fence", FindingKind::race, 20, "Block 3 reads partial[0] in line 20 and block 0 writes it",
     "a fence before the writer raises it after line 11"},
    {"missing_guard", FindingKind::out_of_bounds, 8, "(threadIdx.x = 36 to 63, blockIdx.x = 1)",
     "with an `if` that keeps the index below 100"},
    {"missing_syncwarp", FindingKind::relies_on_lockstep, 10,
     "since Volta lanes 1 to 31 may see the other order", "Put a __syncwarp() between line 6 and line 10"},
    {"missing_syncwarp_write", FindingKind::relies_on_lockstep, 9,
     "since Volta lanes 0 to 31 may see the other order", "Put a __syncwarp() between line 5 and line 9"},
    {"no_multiple", FindingKind::out_of_bounds, 8, "elements 120 to 127 of in, which has elements 0 to 119",
     "keeps the index below 120"},
    {"off_by_one", FindingKind::out_of_bounds, 8,
     "Lane 4 of warp 0 in block 3 (threadIdx.x = 4, blockIdx.x = 3)", "keeps the index below 100"},
    {"plain_flag", FindingKind::plain_wait, 13, "Block 1 waits in a loop in line 13 for flag",
     "__nv_atomic_load_n(&flag, __NV_ATOMIC_ACQUIRE)"},
    {"plain_flag_shared", FindingKind::plain_wait, 13,
     "waits in a loop in line 13 for flag, which lane 0 of warp 1 writes in line 11",
     "read flag through a pointer to volatile"},
    {"rows_and_columns", FindingKind::out_of_bounds, 9, "which has elements 0 to 63",
     "keeps the index below 64", true},
    {"shared_bytes", FindingKind::out_of_bounds, 6, "of s, which has elements 0 to 15",
     "keeps the index below 16"},
    {"shared_not_set", FindingKind::read_before_write, 10,
     "elements 0 to 7 of own, which nothing has written yet", "Write elements 0 to 7 of own before line 10"},
    {"shared_too_small", FindingKind::out_of_bounds, 10, "of s, which has elements 0 to 63",
     "keeps the index below 64"},
    {"shuffle_mask", FindingKind::missing_lane, 9, "with a mask that names lanes 16 to 31 too",
     "name only those that do"},
    {"shuffle_of_old", FindingKind::gone_since_volta, 8,
     "call __shfl_down, which GPUs since Volta no longer have",
     "Write __shfl_down_sync(0xffffffff, value, …) in line 8"},
    {"shuffle_source", FindingKind::missing_lane, 9,
     "takes the value of lane 16, which the mask does not name", "take the value of another lane"},
    {"two_barriers", FindingKind::barrier_not_reached, 11,
     "warps 0 and 1 in line 11 and warps 2 and 3 in line 16",
     "Replace the barriers in line 11 and line 16 with one that all threads reach"},
    {"uncoalesced", FindingKind::uncoalesced, 10, "read 32 sectors of 32 bytes of in where 4",
     "let neighbouring lanes use neighbouring elements of in"},
    {"unsigned_countdown", FindingKind::out_of_bounds, 10, "of in, which has elements 0 to 15",
     "Compare before you subtract in line 10"},
    {"variable_not_set", FindingKind::read_before_write, 10,
     "read sum before the kernel assigned a value to it", "Give sum a value where you declare it"},
    {"volatile_flag", FindingKind::race, 18, "Block 1 reads message",
     "a fence before the writer raises it after line 8"},
    {"volatile_neighbour", FindingKind::race, 11, "with no barrier between",
     "Put a __syncthreads() between line 7 and line 11"},
    {"volatile_tree", FindingKind::race, 13, "with no barrier between",
     "Put a __syncthreads() between line 8 and line 13"},
    {"vote_of_old", FindingKind::gone_since_volta, 7, "call __any, which GPUs since Volta no longer have",
     "Write __any_sync(0xffffffff, condition) in line 7"},
    {"wait_for_later_block", FindingKind::deadlock, 10, "waits",
     "atomicAdd() on a counter instead of by blockIdx"},
    {"warp_reduce", FindingKind::relies_on_lockstep, 19,
     "without a __syncwarp() between, this is right only while lanes run in lockstep",
     "Put a __syncwarp() between line 18 and line 19"},
    {"warp_reduce_branches", FindingKind::relies_on_lockstep, 19,
     "since Volta lanes 0 to 15 may see the other order", "Put a __syncwarp() between line 18 and line 19"},
    {"warp_reduce_volatile", FindingKind::relies_on_lockstep, 20,
     "since Volta lanes 0 to 15 may see the other order", "Put a __syncwarp() between line 19 and line 20"},
};

INSTANTIATE_TEST_SUITE_P(Kernels, Faulty, testing::ValuesIn(cases),
                         [](const auto& one) { return std::string(one.param.name); });

/// An unset constant is not a finding of the run: the report says it next to the findings.
TEST(FaultyConstants, ThatAreNeverSetAreTold) {
    EXPECT_THAT(run("constant_not_set", false).never_set, testing::ElementsAre("weights"));
    const Ran mended = run("constant_not_set", true);
    EXPECT_THAT(mended.never_set, testing::IsEmpty());
    EXPECT_EQ(all_told(mended.trace), "");
}

}  // namespace
}  // namespace upsweep
