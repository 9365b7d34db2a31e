// A cure as a change of the text: for each kind of finding that has one, one of the changes takes the finding
// away when it is run.
#include "replay/code/cure_edit.h"

#include <gtest/gtest.h>

#include <string>

#include "core/error.h"
#include "emulator/emulator.h"
#include "emulator/findings/finding_table.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "exercises/mark.h"
#include "exercises/trial.h"
#include "scenes/run_program.h"

namespace upsweep::replay {
namespace {

using emulator::Finding;
using emulator::FindingKind;
using emulator::Trace;

/// One launch of `f(int* out, int n)` with n 8 and an array of 8.
Trace run(const std::string& text, int threads) {
    Plan plan;
    Buffer buffer;
    buffer.name = "out";
    buffer.type = ScalarType::i32;
    buffer.extent = {8, 1};
    const BufferId out = plan.add_buffer(buffer);
    plan.output = out;
    plan.input = out;
    Launch launch;
    launch.kernel = {"k.cu", "f", {}};
    launch.grid = {1, 1, 1};
    launch.block = {threads, 1, 1};
    launch.arguments = {BufferArgument{out}, int_argument(8)};
    launch.name = "f";
    plan.operations.push_back({Upload{0, out}});
    plan.operations.push_back({launch});
    emulator::RunOptions options;
    options.gpu.lanes = 4;
    options.gpu.banks = 4;
    return emulator::run(
        plan, Array(ScalarType::i32, Extent{8, 1}), [&](const std::string&) { return text; }, options);
}

struct Case {
    const char* name;
    FindingKind kind;
    int threads;
    const char* text;
    const char* label;  ///< of the change that cures it
};

const Case cases[] = {
    {"between two statements", FindingKind::race, 8,
     "__global__ void f(int* out, int n) {\n    __shared__ int s[8];\n    int t = threadIdx.x;\n"
     "    s[t] = t;\n    out[t] = s[7 - t];\n}\n",
     "insert __syncthreads() after line 4"},
    {"behind a branch", FindingKind::race, 8,
     "__global__ void f(int* out, int n) {\n    __shared__ int s[8];\n    int t = threadIdx.x;\n"
     "    if (t < n) {\n        s[t] = t;\n    }\n    out[t] = s[7 - t];\n}\n",
     "insert __syncthreads() after line 6"},
    {"at the end of a loop", FindingKind::race, 8,
     "__global__ void f(int* out, int n) {\n    __shared__ int s[8];\n    int t = threadIdx.x;\n"
     "    s[t] = t;\n    for (int i = 1; i < 4; ++i) {\n        __syncthreads();\n        int v = s[(t + i) "
     "% 8];\n"
     "        __syncthreads();\n        s[t] = v;\n        out[t] = s[7 - t];\n    }\n}\n",
     "insert __syncthreads() after line 9"},
    {"taken out by hand", FindingKind::race, 8,
     "__global__ void f(int* out, int n) {\n    __shared__ int s[8];\n    int t = threadIdx.x;\n"
     "    s[t] = t;\n    /* __syncthreads() */;\n    out[t] = s[7 - t];\n}\n",
     "put __syncthreads() back in line 5"},
    {"a barrier in a branch", FindingKind::barrier_not_reached, 8,
     "__global__ void f(int* out, int n) {\n    int t = threadIdx.x;\n    if (t < 4) {\n        out[t] = t;\n"
     "        __syncthreads();\n    }\n    out[t] = n;\n}\n",
     "move __syncthreads() after line 6"},
    {"a store past the end", FindingKind::out_of_bounds, 12,
     "__global__ void f(int* out, int n) {\n    int t = threadIdx.x;\n    out[t] = t;\n}\n",
     "write if (t < n) in line 3"},
    {"a count of one cell", FindingKind::race, 8, "__global__ void f(int* out, int n) {\n    out[0]++;\n}\n",
     "write atomicAdd(&out[0], 1) in line 2"},
    {"a sum in one cell", FindingKind::race, 8,
     "__global__ void f(int* out, int n) {\n    out[0] += threadIdx.x;\n}\n",
     "write atomicAdd(&out[0], threadIdx.x) in line 2"},
    {"a factor too many", FindingKind::out_of_bounds, 4,
     "#define T 4\n__global__ void f(int* out, int n) {\n    for (int k = 0; k < n; k += T) {\n        out[k "
     "* "
     "T + threadIdx.x] = k;\n    }\n}\n",
     "write k for k * T in the loop in line 3"},
    {"a column of one bank", FindingKind::bank_conflict, 4,
     "__global__ void f(int* out, int n) {\n    __shared__ int s[4][4];\n    int t = threadIdx.x;\n"
     "    s[t][0] = t;\n    out[t] = s[t][0];\n}\n",
     "pad the row in line 2: s[4][4 + 1]"},
};

TEST(CureEdit, OfEachKindTakesTheFindingAway) {
    for (const Case& one : cases) {
        SCOPED_TRACE(one.name);
        const Trace before = run(one.text, one.threads);
        const Finding* found = nullptr;
        for (const Finding& finding : before.findings)
            if (finding.kind == one.kind && found == nullptr) found = &finding;
        if (found == nullptr) {
            ADD_FAILURE() << "the kernel has no such finding";
            for (const Finding& finding : before.findings)
                ADD_FAILURE() << emulator::sentence_of(before, finding);
            continue;
        }
        std::string labels;
        const CureEdit* cure = nullptr;
        const std::vector<CureEdit> cures = cure_edits(before, *found);
        for (const CureEdit& candidate : cures) {
            labels += candidate.label + "\n";
            if (cure != nullptr) continue;
            try {
                if (is_cured(before, *found, run(with_edit(one.text, candidate.edit), one.threads)))
                    cure = &candidate;
            } catch (const Error&) {
                // The next.
            }
        }
        if (cure == nullptr)
            ADD_FAILURE() << "none of these is a cure:\n" << labels;
        else
            EXPECT_EQ(cure->label, one.label) << labels;
    }
}

TEST(CureEdit, IsNotGivenWhereItWouldBeAGuess) {
    // It is unknown which lane should write.
    const Trace trace = run("__global__ void f(int* out, int n) { out[0] = threadIdx.x; }\n", 8);
    ASSERT_FALSE(trace.findings.empty());
    for (const Finding& finding : trace.findings) EXPECT_TRUE(cure_edits(trace, finding).empty());
}

scenes::RunScene run_of_text(const std::string& text, const std::vector<std::string>& expected = {}) {
    scenes::Scene scene = scenes::scene_of_text(text);
    scene.program()->expected = expected;
    return scenes::run_scene(std::move(scene));
}

/// A cure is offered where the result is right with it; what is not known is said.
TEST(CureEdit, ACureHasToGiveTheRightResult) {
    const std::string text =
        "__global__ void f(int* out, int n) {\n__shared__ int s[64];\ns[threadIdx.x] = threadIdx.x;\n"
        "out[threadIdx.x] = s[63 - threadIdx.x];\n}\n"
        "int main() { int* d; cudaMalloc(&d, 256); f<<<1, 64>>>(d, 64); }\n";
    const auto tried = [&](const std::vector<std::string>& expected) {
        const scenes::RunScene run = run_of_text(text, expected);
        for (const Finding& finding : run.trace->findings)
            if (finding.kind == FindingKind::race) return tried_cure(run, finding);
        return std::optional<TriedCure>();
    };
    std::string right = "out=values:63", wrong = "out=values:0";
    for (int i = 1; i < 64; ++i) right += "," + std::to_string(63 - i), wrong += ",0";
    ASSERT_TRUE(tried({}));
    EXPECT_FALSE(tried({})->right);
    EXPECT_NE(verdict_of(*tried({})).find("no right result is known"), std::string::npos);
    ASSERT_TRUE(tried({right}));
    EXPECT_TRUE(tried({right})->right);
    EXPECT_EQ(tried({right})->edit.label, "insert __syncthreads() after line 3");
    EXPECT_FALSE(tried({wrong})) << "no finding, but a wrong result";
}

/// A scene of an exercise is one of its cases: a cure has to be right in the others too.
TEST(CureEdit, AnExercisesCheckIsPartOfItsTrial) {
    const exercises::Exercise& exercise = exercises::find_exercise("two-barriers");
    std::string text = exercise.solution;
    const std::string barrier = "        __syncthreads();\n";
    ASSERT_NE(text.rfind(barrier), std::string::npos);
    text.erase(text.rfind(barrier), barrier.size());
    const auto tried = [&](const exercises::Case& one, const std::string& code) {
        const exercises::Trial trial(exercise, one, code);
        const scenes::RunScene run = scenes::run_scene(trial.scene(exercise.gpu, 0));
        EXPECT_EQ(exercises::exercise_of(*run.scene.program()), &exercise);
        for (const Finding& finding : run.trace->findings)
            if (auto cure = tried_cure(run, finding)) return cure;
        return std::optional<TriedCure>();
    };
    const auto cure = tried(exercise.cases.back(), text);
    ASSERT_TRUE(cure);
    EXPECT_TRUE(cure->right);
    EXPECT_EQ(cure->edit.label, "insert __syncthreads() after line 15");
    // The same kernel, which also goes wrong for one other size, and which the edit does not make right.
    const std::string store = "    output[t] = sums[t];";
    ASSERT_NE(text.find(store), std::string::npos);
    text.replace(text.find(store), store.size(), "    output[t] = sums[t] + (n == 16);");
    EXPECT_FALSE(tried(exercise.cases.back(), text));
}

/// A guard hides a narrowed index, so the variable gets wider instead.
TEST(CureEdit, AGuardIsNoCureForAWrongIndex) {
    const scenes::RunScene run = run_of_text(
        "__global__ void f(int* out, int n) {\nint i = threadIdx.x;\nshort k = i * 5000;\nout[k] = i;\n}\n"
        "int main() { int* d; cudaMalloc(&d, 160000); f<<<1, 8>>>(d, 40000); }\n");
    ASSERT_FALSE(run.trace->findings.empty());
    for (const Finding& finding : run.trace->findings) {
        if (finding.kind != FindingKind::out_of_bounds) continue;
        const auto cure = tried_cure(run, finding);
        ASSERT_TRUE(cure);
        EXPECT_EQ(cure->edit.label, "declare k as int in line 3");
    }
}

/// The barrier between two uses of a function goes before the second.
TEST(CureEdit, ABarrierGoesBeforeTheSecondCall) {
    const scenes::RunScene run = run_of_text(
        "__device__ int total(int v, int* s) {\n    s[threadIdx.x] = v;\n    __syncthreads();\n"
        "    return s[63 - threadIdx.x];\n}\n__global__ void f(int* out) {\n    __shared__ int s[64];\n"
        "    int first = total(threadIdx.x, s);\n    __syncthreads();\n    int last = s[63];\n"
        "    out[threadIdx.x] = total(first + last, s);\n}\n"
        "int main() { int* d; cudaMalloc(&d, 256); f<<<1, 64>>>(d); }\n");
    const Finding* race = nullptr;
    for (const Finding& finding : run.trace->findings)
        if (finding.kind == FindingKind::race) race = &finding;
    ASSERT_NE(race, nullptr);
    const std::optional<TriedCure> cure = tried_cure(run, *race);
    ASSERT_TRUE(cure);
    EXPECT_EQ(cure->edit.label, "insert __syncthreads() after line 10");
}

}  // namespace
}  // namespace upsweep::replay
