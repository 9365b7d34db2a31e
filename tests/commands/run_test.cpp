// `upsweep run`, as students and scripts meet it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "commands/helpers/json_keys.h"
#include "commands/helpers/run_program.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/trace_file.h"

namespace upsweep::test {
namespace {

using nlohmann::ordered_json;
using testing::HasSubstr;

/// A file of its own for each test.
class RunCommand : public testing::Test {
  protected:
    RunCommand() {
        folder_ = std::filesystem::temp_directory_path() / ("upsweep_run_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
    }
    ~RunCommand() override { std::filesystem::remove_all(folder_); }

    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(folder_ / name) << text;
        return (folder_ / name).string();
    }
    ordered_json json(const std::string& arguments, int status = 0) const {
        const Outcome outcome = run_program("run " + arguments + " --json");
        EXPECT_EQ(outcome.status, status) << outcome.err;
        return ordered_json::parse(outcome.out);
    }

    std::filesystem::path folder_;
};

constexpr const char* add = R"(#include <cstdio>
#include "half.cuh"
__global__ void add(const float* a, const int* b, double* sum, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) sum[i] = a[i] + b[i] + HALF;
    if (i == 1) printf("lane %d: %g\n", i, sum[i]);
}
int main() { add<<<1, 32>>>(nullptr, nullptr, nullptr, 0); return 0; }
)";

TEST_F(RunCommand, WhatIsNoCudaTextIsToldInOneSentence) {
    const std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR {}();<<<>>>", 28);
    std::string utf16;
    for (const char c : std::string("__global__ void k() {}\n")) (utf16 += c) += '\0';
    const std::pair<std::string, std::string> files[] = {
        {png, "a PNG picture"},
        {"%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\n", "a PDF document"},
        {"import numpy as np\n\ndef scan(a):\n    return np.cumsum(a)\n\nprint(scan([1, 2, 3]))\n",
         "a Python program"},
        {"# PyCUDA\nfrom pycuda.compiler import SourceModule\nm = SourceModule(\"\"\"__global__ void k(int* "
         "a) { a[0] = 1; "
         "}\"\"\")\n",
         "a Python program"},
        {"Dear reader,\nthis is a letter about scans. It has many words (and brackets), and no program at "
         "all.\n",
         "plain prose"},
        {"<!DOCTYPE html>\n<html><body>__global__</body></html>\n", "HTML or XML"},
        {"{\"cells\": [{\"source\": [\"x\"]}]}\n", "JSON"},
    };
    for (const auto& [text, what] : files) {
        const std::string file = write("other.cu", text);
        const std::string said = "upsweep: \"" + file + "\" looks like " + what +
                                 "; open a .cu file, CUDA C++ text with a __global__ function.\n";
        const Outcome outcome = run_program("run " + file + " --grid 1 --block 1");
        EXPECT_EQ(outcome.status, 1) << what;
        EXPECT_EQ(outcome.err, said);
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(run_program("step " + file).err, said);
        EXPECT_EQ(run_program("run " + file + " --launch 'k<<<1,1>>>()'").err, said);
    }
    EXPECT_THAT(run_program("run " + write("wide.cu", utf16)).err,
                HasSubstr("the file is UTF-16, not UTF-8; save it"));
    // A program keeps its list, however bad it is.
    const Outcome bad = run_program("run " +
                                    write("bad.cu",
                                          "// A scan that has many words and many errors in its lines\n"
                                          "__global__ void k(int* a) {\n    b[0] = 1;\n    c[0] = 1;\n}\n") +
                                    " --grid 1 --block 1 --arg zeros:4");
    EXPECT_EQ(bad.status, 1);
    EXPECT_GE(std::count(bad.err.begin(), bad.err.end(), '\n'), 3) << bad.err;
}

TEST_F(RunCommand, GivesTheBuffersInTheOrderOfTheParameters) {
    write("half.cuh", "#define HALF 0.5\n");
    const std::string file = write("add.cu", add);
    const ordered_json out =
        json(file + " --grid 2 --block 4 --arg values:1,2,3 --arg iota:3 --arg zeros:3 --arg 3");
    EXPECT_EQ(keys(out), (std::vector<std::string>{"buffers", "counts", "findings", "steps", "printed",
                                                   "complete", "never_set", "expected", "variables",
                                                   "not_checked", "guessed", "lost", "cures"}));
    EXPECT_EQ(out["not_checked"], "") << "the launch was given whole";
    EXPECT_EQ(keys(out["buffers"]), (std::vector<std::string>{"a", "b", "sum"}));
    EXPECT_EQ(out["buffers"]["sum"], (ordered_json{1.5, 3.5, 5.5}));
    EXPECT_EQ(out["printed"][0]["text"], "lane 1: 3.5\n");
    EXPECT_GT(out["steps"], 4);
    EXPECT_EQ(out["counts"]["steps"], out["steps"]);
}

TEST_F(RunCommand, GivesNumbersTooSmallToBeNormal) {
    const std::string file = write("small.cu", R"(__global__ void k(const double* a, double* b, float* c) {
    b[0] = a[0] * 1e-310;
    c[0] = (float)(a[0] * 1e-40);
})");
    const ordered_json out = json(file + " --arg values:1 --arg zeros:1 --arg zeros:1");
    EXPECT_EQ(out["buffers"]["b"], (ordered_json{1e-310}));
    EXPECT_EQ(out["buffers"]["c"][0].get<float>(), 1e-40f);
}

TEST_F(RunCommand, ShowsFindingsWithTheLineAndACaret) {
    const std::string file = write("race.cu", R"(__global__ void k(int* a) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    a[threadIdx.x] = s[threadIdx.x ^ 33];
})");
    const Outcome outcome = run_program("run " + file + " --block 64 --arg unset:64");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_THAT(outcome.out, HasSubstr("Data race, fault"));
    EXPECT_THAT(outcome.out, HasSubstr("race.cu:4:"));
    EXPECT_THAT(outcome.out, HasSubstr("\n    a[threadIdx.x] = s[threadIdx.x ^ 33];\n"));
    EXPECT_THAT(outcome.out, HasSubstr("^~~~"));
    EXPECT_THAT(outcome.out, HasSubstr("\nCure: Put a __syncthreads() between line 3 and line 4.\n"));
    EXPECT_EQ(run_program("run " + file + " --block 64 --arg unset:64 --strict").status, 1);
    EXPECT_EQ(run_program("run " + file + " --block 16 --warp 4 --arg unset:64 -DX").status, 0);
}

/// As a script reads it: everything that the text says, in numbers.
TEST_F(RunCommand, FindingsInJsonCarryAllThatIsKnown) {
    const std::string file = write("race.cu", R"(__global__ void k(int* a) {
    __shared__ int s[64];
    for (int i = 0; i < 2; ++i) {
        s[threadIdx.x] = i;
        a[threadIdx.x] = s[threadIdx.x ^ 33];
    }
})");
    const ordered_json out = json(file + " --block 64 --arg unset:64");
    const auto& findings = out["findings"];
    const auto race = std::find_if(findings.begin(), findings.end(), [](const ordered_json& finding) {
        return finding["kind"] == "race" && finding["line"] == 5;
    });
    ASSERT_NE(race, findings.end());
    EXPECT_EQ(keys(*race), finding_keys());
    EXPECT_EQ((*race)["severity"], "fault");
    EXPECT_EQ((*race)["cause"], "There is no barrier that all threads reach between line 4 and line 5.");
    EXPECT_EQ((*race)["cure"], "Put a __syncthreads() between line 4 and line 5.");
    EXPECT_EQ((*race)["column"], 26);
    EXPECT_EQ((*race)["end_line"], 5);
    EXPECT_EQ((*race)["end_column"], 45);
    EXPECT_EQ((*race)["launch"], "k");
    EXPECT_EQ((*race)["degree"], 0);
    EXPECT_EQ((*race)["array"], "s");
    EXPECT_EQ((*race)["lanes"].size(), (*race)["elements"].size());
    EXPECT_GE((*race)["times"], 1);
    EXPECT_GE((*race)["steps"].size(), 1U);
}

/// What lies across elements has its place in bytes.
TEST_F(RunCommand, AMisalignedAccessHasItsPlaceInBytes) {
    const std::string file =
        write("bytes.cu",
              "__global__ void k(const int* a, int* b) { b[0] = *(const int*)((const char*)a + 6); }\n");
    const ordered_json out = json(file + " --block 1 --arg iota:8 --arg zeros:1");
    ASSERT_EQ(out["findings"].size(), 1U);
    const ordered_json& finding = out["findings"][0];
    EXPECT_EQ(finding["kind"], "misaligned");
    EXPECT_EQ(finding["array"], "a");
    EXPECT_EQ(finding["elements"], ordered_json{1});
    EXPECT_EQ(finding["bytes"], ordered_json{6});
}

TEST_F(RunCommand, ComplainsLikeACompiler) {
    const std::string file = write("bad.cu", "__global__ void k(int* a) {\n    a[0] = 1 +;\n    b = 2;\n}\n");
    const Outcome outcome = run_program("run " + file + " --arg zeros:1");
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("bad.cu:2:"));
    EXPECT_THAT(outcome.err, HasSubstr("bad.cu:3:"));
    EXPECT_THAT(outcome.err, HasSubstr("^"));
    EXPECT_THAT(outcome.err, HasSubstr("has 2 errors"));
}

TEST_F(RunCommand, LaunchesAsTheFilesOwnHostCodeDoes) {
    const std::string file = write("whole.cu", R"(
__global__ void unused(int* a) {}
__global__ void twice(const int* in, int* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}
int main()
{
    const int n = 5;
    int numbers[n] = {3, 1, 4, 1, 5}, *in, *out;
    cudaMalloc(&in, sizeof(numbers));
    cudaMalloc(&out, sizeof(numbers));
    cudaMemcpy(in, numbers, sizeof(numbers), cudaMemcpyHostToDevice);
    twice<<<(n + 3) / 4, 4>>>(in, out, n);
}
)");
    const Outcome whole = run_program("run " + file);
    EXPECT_EQ(whole.status, 0) << whole.err;
    EXPECT_THAT(whole.out, HasSubstr("The file's launch in line 15 runs.\n"
                                     "  line 15: twice<<<2, 4>>>(in, out, 5)\n"));
    EXPECT_THAT(whole.out, HasSubstr("6  2  8  2 10"));
    // What the command line gives goes before it.
    const Outcome half = run_program("run " + file + " --grid 1 --json");
    EXPECT_EQ(half.status, 0) << half.err;
    EXPECT_EQ(ordered_json::parse(half.out)["buffers"]["out"][3], 2) << half.out;
    // Where no host code launches it, the sentence ends with a command that runs.
    const Outcome other = run_program("run " + file + " --kernel unused");
    EXPECT_EQ(other.status, 2);
    const size_t command = other.err.find("try: upsweep ");
    ASSERT_NE(command, std::string::npos) << other.err;
    std::string tried = other.err.substr(command + 13);
    tried.pop_back();
    EXPECT_EQ(run_program(tried).status, 0) << tried;
}

/// The launches of a file run in order; a single chosen one says that the others are not run.
TEST_F(RunCommand, RunsTheLaunchesOfAFileInOrder) {
    const std::string text = R"(
__global__ void first(int* a) { a[threadIdx.x] = 1; }
__global__ void second(int* a) { a[threadIdx.x] += 2; }
int main()
{
    int* d;
    cudaMalloc(&d, 16);
    first<<<1, 4>>>(d);
    second<<<1, 4>>>(d);
    first<<<1, 2>>>(d);
}
)";
    const std::string file = write("three.cu", text);
    const Outcome whole = run_program("run " + file);
    EXPECT_THAT(whole.out, HasSubstr("The file's 3 launches run in order, in lines 8, 9 and 10.\n"
                                     "  line 8: first<<<1, 4>>>(d)\n  line 9: second<<<1, 4>>>(d)\n"
                                     "  line 10: first<<<1, 2>>>(d)\n"));
    EXPECT_EQ(ordered_json::parse(run_program("run " + file + " --json").out)["buffers"]["d"],
              (ordered_json{1, 1, 3, 3}));
    EXPECT_THAT(run_program("step " + file).out, HasSubstr("The file's 3 launches run in order"));
    EXPECT_THAT(run_program("run " + file + " --kernel second").out,
                HasSubstr("This is launch 2 of 3 in the file (line 9); the others are not run.\n"));
    const size_t third = text.find("    first<<<1, 2>>>");
    const std::string two = write("two.cu", text.substr(0, third) + "}\n");
    EXPECT_THAT(run_program("run " + two + " --grid 1").out,
                HasSubstr("This is the first of 2 launches in the file (line 8); the other is not run.\n"));
    const size_t next = text.find("    second<<<");
    const std::string one = write("one.cu", text.substr(0, next) + "}\n");
    EXPECT_THAT(run_program("run " + one).out, testing::Not(HasSubstr("launches in the file")));
}

/// What nothing wrote says so, a file that launches nothing is guessed aloud, and a size that is too large
/// says how much it needs.
TEST_F(RunCommand, ExplainsWhatAStudentMeetsFirst) {
    const std::string half = write("half.cu",
                                   "__global__ void k(int* a) { if (threadIdx.x < 2) a[threadIdx.x] = 5; }\n"
                                   "int main() { int* d; cudaMalloc(&d, 16); k<<<1, 4>>>(d); }\n");
    EXPECT_THAT(run_program("run " + half).out, HasSubstr("-842150451 is in elements that nothing wrote"));
    const std::string alone =
        write("alone.cu", "__global__ void k(int* a, int n) { if (n > 0) a[0] = n; }\n");
    EXPECT_THAT(run_program("step " + alone).out,
                HasSubstr("The file does not launch k; guessed: --grid 2 "));
    const std::string huge = write("huge.cu",
                                   "__global__ void k(int* a) { a[0] = 1; }\n"
                                   "int main() { int* d; cudaMalloc(&d, 1ull << 33); k<<<1, 4>>>(d); }\n");
    const Outcome refused = run_program("run " + huge);
    EXPECT_NE(refused.status, 0);
    EXPECT_THAT(refused.err, HasSubstr("Choose a smaller size or allow more memory."));
}

TEST_F(RunCommand, WrongUseIsStatus2AndOneSentence) {
    write("half.cuh", "#define HALF 0.5\n");
    const std::string file = write("add.cu", add);
    const std::string two = write("two.cu", "__global__ void a() {}\n__global__ void b() {}\n");
    for (const std::string& arguments :
         {std::string("nothing.cu"), two, file + " --arg 1 --arg 2 --arg 3 --arg 4",
          file + " --arg zeros:4 --arg zeros:4 --arg zeros:4 --arg 2.5", file + " --grid 0",
          file + " --warp 33", two + " --kernel a --max-steps 0", two + " --kernel a --shared -1",
          two + " --kernel a --block 2000", two + " --kernel a --shared 99999", two + " --kernel a -D3"}) {
        const Outcome outcome = run_program("run " + arguments);
        EXPECT_EQ(outcome.status, 2) << arguments << "\n" << outcome.err;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
    EXPECT_THAT(run_program("run " + two).err, HasSubstr("a, b; choose one with --kernel"));
    EXPECT_EQ(run_program("run " + two + " --kernel b").status, 0);
}

TEST_F(RunCommand, DynamicSharedMemoryDefinitionsVectorsAndNegativeNumbers) {
    const std::string file = write("v.cu", R"(
__global__ void k(float4* v, int offset) {
    extern __shared__ float s[];
    s[threadIdx.x] = v[threadIdx.x].y;
    __syncthreads();
    v[threadIdx.x].w = s[SIZE - 1 - threadIdx.x] + offset;
})");
    const ordered_json out = json(file + " --block 2 --shared 8 -DSIZE=2 --arg iota:8 --arg -1");
    EXPECT_EQ(out["buffers"]["v"], (ordered_json{0, 1, 2, 4, 4, 5, 6, 0}));
}

TEST_F(RunCommand, StopsAnEndlessLoop) {
    const std::string file =
        write("loop.cu",
              "__global__ void k(int* a) {\n    int i = 0;\n    while (a[0] == 0) i++;\n    a[1] = i;\n}\n");
    const ordered_json out = json(file + " --arg zeros:2 --max-steps 1000", 1);
    EXPECT_EQ(out["complete"], false);
    ASSERT_FALSE(out["findings"].empty());
    EXPECT_EQ(out["findings"].back()["line"], 3);
}

TEST_F(RunCommand, WritesATraceThatReadsBack) {
    const std::string file = write("w.cu", "__global__ void k(int* a) { a[threadIdx.x] += 1; }\n");
    const std::string trace = (folder_ / "w.trace").string();
    const ordered_json out = json(file + " --block 4 --warp 4 --arg iota:4 --trace " + trace);
    EXPECT_EQ(out["counts"], json(file + " --block 4 --warp 4 --arg iota:4")["counts"]);
    std::ifstream stream(trace, std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
    const emulator::Trace back =
        emulator::decode_trace({reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()}, trace);
    EXPECT_EQ(back.step_count(), out["steps"]);
    EXPECT_EQ(back.buffers.at(0).number(3), 4);
}

TEST_F(RunCommand, StepTakesWeakMemoryAndLanesApart) {
    const Outcome outcome = run_program("step scan_blelloch --n 8 --weak-memory --lanes-apart");
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("Result: right"));
}

TEST_F(RunCommand, DivergedLanesProceedInThreeWays) {
    const std::string file =
        write("lock.cu",
              "__global__ void k(int* lock) {\n    while (atomicCAS(lock, 0, 1) != 0) {}\n"
              "    atomicExch(lock, 0);\n}\n");
    const std::string run = "run " + file + " --block 4 --warp 4 --arg zeros:1 --lanes-proceed ";
    EXPECT_THAT(run_program(run + "before-volta").out, HasSubstr("starves: before Volta"));
    for (const char* lanes : {"since-volta", "adversarial"})
        EXPECT_EQ(run_program(run + lanes).status, 0) << lanes;
    const Outcome outcome = run_program(run + "pascal");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("before-volta, since-volta or adversarial"));
}

TEST_F(RunCommand, SaysHowATemplateGetsItsArguments) {
    const std::string file =
        write("scale.cu",
              "template <typename T, int N, bool UP = true>\n__global__ void scale(T* data) { "
              "data[threadIdx.x] *= UP ? N : -N; }\n");
    const Outcome outcome = run_program("run " + file + " --block 2 --arg values:1,2");
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, HasSubstr("is a template over typename T, int N, bool UP"));
    EXPECT_THAT(outcome.err, HasSubstr("--template float,256"));
    const ordered_json out = json(file + " --template float,3 --block 2 --arg values:1,2");
    EXPECT_EQ(out["buffers"]["data"], (ordered_json{3, 6}));
}

TEST_F(RunCommand, SaysWhichArgumentIsWrongAndWhatToWrite) {
    const std::string one = write("n.cu", "template <int N> __global__ void k(int* a) { a[0] = N; }\n");
    const std::string two = write(
        "tn.cu",
        "template <typename T, int N, bool UP = true>\n__global__ void k(T* a) { a[0] = UP ? N : 0; }\n");
    const std::string plain = write("p.cu",
                                    "__device__ int f() { return 1; }\nint host() { return 2; }\n"
                                    "__global__ void k(int* a) { a[0] = f(); }\n");
    const std::string same = write("same.cu",
                                   "__global__ void k(int* a) { a[0] = 1; }\n"
                                   "__global__ void k(float* a) { a[0] = 2; }\n");
    const std::string apart = write("apart.cu",
                                    "namespace a { __global__ void k(int* p) { p[0] = 1; } }\n"
                                    "namespace b { __global__ void k(int* p) { p[0] = 2; } }\n");
    const std::string none = write("none.cu", "int main() { return 0; }\n");
    const std::string to = " --arg zeros:1 --block 1";
    const std::pair<std::string, std::string> rows[] = {
        {one + " --template 1,2", "takes 1 argument, but --template gives 2; write --template 256"},
        {one + " --template float", "`N` is int, but \"float\" is a type; write --template 256"},
        {two + " --template float,8,true,9", "takes 2 to 3 arguments, but --template gives 4"},
        {two + " --template \"\"",
         "is a template over typename T, int N, bool UP; give each with --template"},
        {two + " --template float,8.5", "`N` is int, but \"8.5\" is not a whole number"},
        {two + " --template 3,8", "`T` is a type, but \"3\" is not"},
        {plain + " --template float", "is not a template; remove --template"},
        {plain + " --block 8 --block 9", "--block is given more than once; give it once"},
        {plain + " --seed x", "--seed takes a whole number, not \"x\""},
        {plain + " --grid 1,,2", "--grid is \"1,,2\", which lacks a number; write it as 4 or 4,2"},
        {plain + " --shared 50000", "but the machine has 49152; give it more with --shared-limit 50000"},
        {plain + " --kernel f", "f is not a __global__ function of p.cu, which contains the kernel k"},
        {plain + " --kernel host", "host is not a __global__ function"},
        {same, "in line 1 and line 2; choose one by the types of its parameters: --kernel \"k(TYPE, …)\""},
        {apart, "in line 1 and line 2; choose one with --kernel a::k or --kernel b::k"},
        {none, "none.cu contains no __global__ function, so there is nothing to launch"},
    };
    for (const auto& [arguments, says] : rows) {
        const Outcome outcome = run_program("run " + arguments + to);
        EXPECT_EQ(outcome.status, 2) << arguments << "\n" << outcome.err;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
        EXPECT_THAT(outcome.err, HasSubstr(says));
    }
    EXPECT_EQ(json(apart + " --kernel b::k" + to)["buffers"]["p"], ordered_json{2});
    EXPECT_EQ(json(two + " --template float,0x10" + to)["buffers"]["a"], ordered_json{16});
}

TEST_F(RunCommand, AFileWithABrokenKernelShowsWhere) {
    const std::string unopened = write("u.cu", "__global__ void k(int* a)\n    a[0] = 1;\n}\n");
    const std::string misspelt = write("m.cu", "_global_ void k(int* a) { a[0] = 1; }\n");
    EXPECT_THAT(run_program("run " + unopened).err,
                HasSubstr("u.cu:1:26: `{` is missing before the body of `k`.\n__global__ void k(int* a)\n"));
    EXPECT_THAT(run_program("run " + misspelt).err, HasSubstr("Did you mean `__global__`?\n_global_ void"));
    EXPECT_THAT(run_program("run " + misspelt + " --kernel k").err, HasSubstr("Did you mean `__global__`?"));
    EXPECT_EQ(run_program("run " + misspelt).status, 1);
}

#ifdef UPSWEEP_WITH_WINDOW
TEST_F(RunCommand, AFileThatTheWindowDoesNotOpenIsOneSentence) {
    const std::string words = write("notes.txt", "just words\n");
    const std::string cut = write("cut.trace", "upsweep trace\n");
    for (const std::string& arguments : {words, cut, "shot step -o out.png --open " + cut}) {
        const Outcome outcome = run_program(arguments);
        EXPECT_EQ(outcome.status, 1) << arguments;
        EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1) << outcome.err;
    }
}
#endif

/// A kernel that runs by hand runs alone.
TEST_F(RunCommand, SaysThatKernelsLaunchOthers) {
    const std::string file =
        write("family.cu",
              "__global__ void child(int* a) { a[threadIdx.x] = 1; }\n"
              "__global__ void parent(int* a) { if (threadIdx.x == 0) child<<<1, 32>>>(a); }\n"
              "int main() { int* d; cudaMalloc(&d, 128); parent<<<1, 32>>>(d); cudaDeviceSynchronize(); "
              "cudaFree(d); }\n");
    const std::string skipped = "The kernel launches `child`, which a run by hand leaves out";
    EXPECT_THAT(run_program("run " + file + " --kernel parent").out, HasSubstr(skipped));
    EXPECT_THAT(run_program("run " + file).out, testing::Not(HasSubstr("leaves out")));
}

/// Where an option names a part of the launch, the rest of main is not checked, and that is said first; a
/// variable of the device is a result.
TEST_F(RunCommand, SaysWhatWasNotCheckedAndWhatVariablesHold) {
    const std::string file =
        write("count.cu",
              "__device__ int found;\n__global__ void count(const int* a) { if (a[threadIdx.x] % 3 == 0) "
              "atomicAdd(&found, 1); }\nint main() { int h[32], *d; for (int i = 0; i < 32; i++) h[i] = i;\n"
              "cudaMalloc(&d, sizeof h); cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); count<<<1, "
              "32>>>(d); }\n");
    const Outcome text = run_program("run " + file + " --block 32");
    EXPECT_THAT(text.out.substr(0, 300), HasSubstr("One launch runs by hand"));
    EXPECT_THAT(run_program("run " + file).out, testing::Not(HasSubstr("by hand")));
    EXPECT_THAT(text.out,
                HasSubstr("Variables\n  found (int) before\n    [0] 0\n  found (int) after\n    [0] 11\n"));
    const ordered_json out = json(file);
    EXPECT_EQ(out["variables"]["found"], (ordered_json{11}));
    EXPECT_EQ(out["not_checked"], "");
    EXPECT_EQ(out["exit_status"], 0);
    EXPECT_EQ(run_program("run " + file + " --expect found=11").status, 0);
    EXPECT_EQ(run_program("run " + file + " --expect found=12").status, 1);
}

/// What the emulator does not know of main is named with its line, and a command runs the kernel all the
/// same.
TEST_F(RunCommand, AMainThatIsNotKnownLeavesTheKernelToRunByHand) {
    const std::string file =
        write("frob.cu",
              "__global__ void k(int* d, int n) { if (threadIdx.x < n) d[threadIdx.x] = n; }\n"
              "int main() {\n    int* d; cudaMalloc(&d, 32); puts(\"so far\");\n    frobnicate(d);\n"
              "    k<<<1, 8>>>(d, 8);\n}\n");
    const Outcome refused = run_program("run " + file);
    EXPECT_EQ(refused.status, 1);
    EXPECT_THAT(refused.out,
                testing::StartsWith("so far\n\nThe program stops in line 4. The emulator does not "
                                    "know the function `frobnicate`.\n"));
    const std::string mark = "To run a kernel by hand: upsweep ";
    const size_t at = refused.out.find(mark);
    ASSERT_NE(at, std::string::npos) << refused.out;
    const size_t begin = at + mark.size();
    const Outcome by_hand = run_program(refused.out.substr(begin, refused.out.find('\n', begin) - begin));
    EXPECT_EQ(by_hand.status, 0) << by_hand.err;
    const Outcome open = run_program("run " + file + " --kernel k");
    EXPECT_EQ(open.status, 2);
    EXPECT_THAT(open.err, HasSubstr("k takes arguments, but main, which gives them, does not run: "));
}

/// A cure is reported after it was run, and a sum that a tree leaves behind.
TEST_F(RunCommand, TriesCuresAndTellsLostValues) {
    const std::string race =
        write("race.cu",
              "__global__ void f(int* out) {\n    __shared__ int s[64];\n    s[threadIdx.x] = threadIdx.x;\n"
              "    out[threadIdx.x] = s[63 - threadIdx.x];\n}\n"
              "int main() { int* d; cudaMalloc(&d, 256); f<<<1, 64>>>(d); }\n");
    const ordered_json out = json(race);
    ASSERT_EQ(out["cures"].size(), 1U);
    EXPECT_EQ(out["cures"][0]["edit"], "insert __syncthreads() after line 3");
    EXPECT_EQ(out["cures"][0]["right"], false);
    EXPECT_THAT(run_program("run " + race).out,
                HasSubstr("Tried for line 4: insert __syncthreads() after line 3; the finding goes; no right "
                          "result is known"));
    const std::string tree = write(
        "tree.cu",
        "__global__ void total(const int* x, int* sums) {\n__shared__ int s[48];\nint t = threadIdx.x;\n"
        "s[t] = x[t];\n__syncthreads();\nfor (int half = 24; half > 0; half /= 2) {\n"
        "if (t < half) s[t] += s[t + half];\n__syncthreads();\n}\nif (t == 0) sums[0] = s[0];\n}\n");
    const ordered_json lost = json(tree + " --grid 1 --block 48 --arg iota:48 --arg zeros:1");
    ASSERT_EQ(lost["lost"].size(), 1U);
    EXPECT_THAT(std::string(lost["lost"][0]), HasSubstr("16 of the 48 elements of x"));
}

}  // namespace
}  // namespace upsweep::test
