// Files as teachers hand them out, opened with nothing else: kernel, launch and arguments are found, and
// what is guessed says so.
#include "programs/user_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"
#include "programs/templates.h"

namespace upsweep::programs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using From = Choice::From;

emulator::RunOptions user_program_options() {
    emulator::RunOptions options;
    options.gpu.lanes = options.gpu.banks = 32;
    options.gpu.multiprocessors = options.gpu.resident_blocks = 2;
    return options;
}

/// A program that is only a text.
struct Case {
    UserProgram program;
    Edits edits;
    explicit Case(std::string_view text) {
        program.file = untitled;
        edits[untitled] = std::string(text);
    }
    OpenedProgram open(MissingArguments missing = MissingArguments::guess) const {
        emulator::Compiler compiler(sources_of(program, edits));
        return open_program(program, compiler, missing, user_program_options());
    }
};

struct UserProgramRan {
    OpenedProgram opened;
    emulator::Trace trace;
};

UserProgramRan run_of(const Case& one) {
    emulator::Compiler compiler(sources_of(one.program, one.edits));
    UserProgramRan ran{open_program(one.program, compiler, MissingArguments::guess, user_program_options()),
                       {}};
    ran.trace = run(ran.opened, compiler, user_program_options());
    return ran;
}

constexpr const char* two_kernels = R"(__global__ void first(int* data) { data[threadIdx.x] = 1; }
__global__ void second(int* data, int n) { if (threadIdx.x < n) data[threadIdx.x] = 2; }
int main() { int* d; cudaMalloc(&d, 32); second<<<1, 8>>>(d, 8); }
)";

TEST(UserProgram, TakesTheLaunchFromTheFile) {
    const OpenedProgram opened = Case(two_kernels).open();
    EXPECT_THAT(opened.kernels, ElementsAre("first", "second"));
    EXPECT_EQ(opened.kernel.text, "second");
    EXPECT_EQ(opened.line, 3);
    EXPECT_EQ(opened.grid.text, "1");
    EXPECT_EQ(opened.grid.from, From::file);
    EXPECT_EQ(opened.block.text, "8");
    ASSERT_EQ(opened.arguments.size(), 2u);
    EXPECT_EQ(opened.arguments[0].text, "unset:8");
    EXPECT_EQ(opened.arguments[1].text, "8");
    EXPECT_EQ(opened.arguments[1].from, From::file);
}

TEST(UserProgram, WhatAPersonSaysComesBeforeTheFile) {
    Case one(two_kernels);
    one.program.block = "4";
    one.program.arguments = {"", "3"};
    const OpenedProgram opened = one.open();
    EXPECT_EQ(opened.block.text, "4");
    EXPECT_EQ(opened.block.from, From::person);
    EXPECT_EQ(opened.grid.from, From::file);
    EXPECT_EQ(opened.arguments[0].from, From::file);
    EXPECT_EQ(opened.arguments[1].text, "3");
    EXPECT_EQ(opened.arguments[1].from, From::person);
}

TEST(UserProgram, GuessesAreMarkedWithTheirReason) {
    const OpenedProgram opened = Case(
                                     "__global__ void k(const int* in, int* out, int n) { if (threadIdx.x < "
                                     "n) out[threadIdx.x] = in[threadIdx.x]; }")
                                     .open();
    EXPECT_EQ(opened.line, 0);
    for (const Choice* choice : {&opened.grid, &opened.block, opened.arguments.data()}) {
        EXPECT_EQ(choice->from, From::guess);
        EXPECT_FALSE(choice->reason.empty()) << choice->text;
    }
    const OpenedProgram templated =
        Case("template <typename T, int N> __global__ void k(T* out) { out[threadIdx.x] = N; }").open();
    EXPECT_EQ(templated.kernel.text, "k<float, 256>");
    EXPECT_EQ(templated.kernel.from, From::guess);
    const OpenedProgram several =
        Case("__global__ void a(int* x) { x[0] = 1; } __global__ void b(int* x) { x[0] = 2; }").open();
    EXPECT_EQ(several.kernel.text, "a");
    EXPECT_THAT(several.kernel.reason, HasSubstr("none of its 2 kernels"));
}

TEST(UserProgram, ACommandIsToldWhatToSayInstead) {
    const Case one("__global__ void k(int* out) { out[threadIdx.x] = 1; }");
    try {
        one.open(MissingArguments::refuse);
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(),
                    HasSubstr("try: upsweep run untitled.cu --kernel \"k\" --grid 2 --block 32"));
    }
}

TEST(UserProgram, WhatIsWrongIsOneSentence) {
    const auto sentence = [](const Case& one) -> std::string {
        try {
            one.open();
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    Case one(two_kernels);
    one.program.block = "four";
    EXPECT_THAT(sentence(one), HasSubstr("block"));
    EXPECT_THAT(sentence(one), testing::Not(HasSubstr("--")));
    one = Case(two_kernels);
    one.program.expected = {"data=values:1,2"};
    EXPECT_THAT(sentence(one), HasSubstr("`data` has 8 numbers"));
    EXPECT_THAT(sentence(Case("int n = 4;")), HasSubstr("no __global__ function"));
    EXPECT_THAT(sentence(Case("__global__ void k(int* x) { x[0] = ; }")), HasSubstr("untitled.cu"));
}

TEST(UserProgram, TellsWhatItFoundOutBeforeItFailed) {
    Case one(two_kernels);
    one.program.arguments = {"", "many"};
    emulator::Compiler compiler(sources_of(one.program, one.edits));
    OpenedProgram known;
    EXPECT_THROW(open_program(one.program, compiler, MissingArguments::guess, user_program_options(), &known),
                 UsageError);
    EXPECT_EQ(known.kernel.text, "second");
    ASSERT_EQ(known.arguments.size(), 2u);
    EXPECT_EQ(known.arguments[1].text, "many");
}

/// A template's numbers after the run, by the name of its output.
std::vector<double> result_of(const UserProgramRan& ran, const std::string& name) {
    const size_t place = buffer_named(name, "", ran.opened.signature, ran.opened.prepared);
    const Array after = contents_after(ran.opened.signature, ran.opened.prepared, ran.trace, place);
    std::vector<double> numbers;
    for (int64_t i = 0; i < after.count(); ++i) numbers.push_back(after.number(i));
    return numbers;
}

std::vector<double> expected_result(const std::string& name) {
    std::vector<double> numbers;
    if (name == "map")
        for (int i = 0; i < 30; ++i) numbers.push_back(2 * i + 1);
    if (name == "reduce") numbers = {120, 376, 632, 888};
    if (name == "scan") numbers = {3, 4, 11, 11, 15, 16, 22, 25, 30, 32, 40, 41, 41, 50, 52, 56};
    if (name == "transpose")
        for (int y = 0; y < 16; ++y)
            for (int x = 0; x < 8; ++x) numbers.push_back(x * 16 + y);
    if (name == "stencil")
        for (int i = 0; i < 32; ++i) numbers.push_back(i == 0 ? 1 : i == 31 ? 30 + 31 : 3 * i);
    if (name == "histogram") {
        numbers.assign(8, 0);
        for (int i = 0; i < 32; ++i) ++numbers[(i * i + i / 3) % 8];
    }
    return numbers;
}

TEST(UserProgram, EveryTemplateRunsWithNothingSaidAndIsRight) {
    std::vector<std::string> names;
    for (const Template& one : templates()) {
        const std::string name(one.name);
        SCOPED_TRACE(name);
        names.push_back(name);
        EXPECT_FALSE(one.says.empty());
        const UserProgramRan ran = run_of(Case(one.text));
        EXPECT_TRUE(ran.trace.complete);
        for (const emulator::Finding& finding : ran.trace.findings)
            ADD_FAILURE() << int(finding.kind) << " line " << finding.where.line;
        EXPECT_EQ(result_of(ran, name == "histogram" ? "counts" : "output"), expected_result(name));
        EXPECT_EQ(ran.opened.line > 0, true);
        for (const Choice& argument : ran.opened.arguments)
            EXPECT_EQ(argument.from, From::file) << argument.text;
    }
    EXPECT_THAT(names, ElementsAre("map", "reduce", "scan", "transpose", "stencil", "histogram"));
}

TEST(UserProgram, ShowsWhatChangedBesideWhatWasExpected) {
    Case one(templates()[1].text);
    one.program.expected = {"output=values:120,376,1,888"};
    const UserProgramRan ran = run_of(one);
    const std::vector<Outcome> outcomes =
        outcomes_of(ran.opened.expected, ran.opened.signature, ran.opened.prepared, ran.trace);
    ASSERT_EQ(outcomes.size(), 1u) << "the input is as it was";
    EXPECT_EQ(outcomes[0].name, "output");
    EXPECT_EQ(outcomes[0].different, 1);
    ASSERT_EQ(outcomes[0].cells.size(), 4u);
    EXPECT_FALSE(are_alike(outcomes[0].cells[2], outcomes[0].expected[2]));
    EXPECT_TRUE(are_alike(outcomes[0].cells[3], outcomes[0].expected[3]));
}

TEST(UserProgram, WhatABufferNeverGotIsNoResult) {
    const UserProgramRan ran =
        run_of(Case("__global__ void k(int* out, int* other) { if (threadIdx.x < 2) out[threadIdx.x] = 7; }\n"
                    "int main() { int *a, *b; cudaMalloc(&a, 16); cudaMalloc(&b, 16); k<<<1, 4>>>(a, b); }"));
    const std::vector<Outcome> outcomes =
        outcomes_of(ran.opened.expected, ran.opened.signature, ran.opened.prepared, ran.trace);
    ASSERT_EQ(outcomes.size(), 1u) << "nothing was stored in the other one";
    EXPECT_EQ(outcomes[0].name, "out");
    EXPECT_EQ(outcomes[0].written, (std::vector<bool>{true, true, false, false}));
}

/// What is given whole needs no main, and nothing of it is guessed; what is left out is as main has it.
TEST(UserProgram, AWholeLaunchByHandDoesNotRunMain) {
    Case one(
        "__global__ void k(int* d, int n) { if (threadIdx.x < n) d[threadIdx.x] = n; }\n"
        "int main() { int* d; cudaMalloc(&d, 32); frobnicate(d); k<<<1, 8>>>(d, 8); }\n");
    const auto refused = [&](MissingArguments missing) {
        const OpenedProgram ended = one.open(missing);
        return ended.whole->host.ended + " / " + ended.by_hand;
    };
    EXPECT_THAT(refused(MissingArguments::refuse), HasSubstr("`frobnicate`"));
    EXPECT_THAT(
        refused(MissingArguments::guess),
        HasSubstr("upsweep run untitled.cu --kernel \"k\" --grid 2 --block 32 --arg iota:64 --arg 64"));
    one.program.kernel = "k";
    one.program.grid = "1";
    one.program.block = "4";
    one.program.arguments = {"zeros:4", "4"};
    const OpenedProgram opened = one.open(MissingArguments::refuse);
    EXPECT_TRUE(opened.has_main);
    EXPECT_FALSE(opened.from_main);
    EXPECT_EQ(opened.line, 0);
    EXPECT_EQ(unchecked_sentence(opened), "");
    one.program.arguments.clear();
    try {
        one.open(MissingArguments::refuse);
        ADD_FAILURE();
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(), HasSubstr("main, which gives them, does not run:"));
        EXPECT_THAT(error.what(),
                    HasSubstr("; try: upsweep run untitled.cu --kernel \"k\" --grid 1 --block 4"));
    }
}

TEST(UserProgram, ALaunchByHandTakesTheRestFromMain) {
    Case one(two_kernels);
    one.program.block = "4";
    const OpenedProgram opened = one.open();
    EXPECT_TRUE(opened.from_main);
    EXPECT_EQ(opened.whole, nullptr);
    EXPECT_EQ(opened.line, 3);
    EXPECT_THAT(unchecked_sentence(opened), HasSubstr("runs by hand"));
}

/// What earlier launches, copies and cudaMemset left is what a later launch begins with.
TEST(UserProgram, ALaterLaunchByHandBeginsWithWhatIsThereThen) {
    Case one(
        "__constant__ int by;\n"
        "__global__ void count(int* d) { d[threadIdx.x] = threadIdx.x * threadIdx.x; }\n"
        "__global__ void add(const int* from, int* to, const int* same, int* part, int n) {\n"
        "    if (threadIdx.x < n) to[threadIdx.x] = from[threadIdx.x] + by; }\n"
        "int main() { int two = 2, *a, *b; cudaMalloc(&a, 32); cudaMalloc(&b, 32);\n"
        "cudaMemset(b, 0, 32); cudaMemcpyToSymbol(by, &two, 4); count<<<1, 8>>>(a);\n"
        "add<<<1, 8>>>(a, b, a, b + 4, 8); cudaDeviceSynchronize(); cudaFree(a); cudaFree(b); }\n");
    EXPECT_EQ(one.open().launches, 2);
    one.program.kernel = "add";
    const UserProgramRan ran = run_of(one);
    std::vector<std::string> texts;
    for (const Choice& argument : ran.opened.arguments) texts.push_back(argument.text);
    EXPECT_THAT(texts, ElementsAre("values:0,1,4,9,16,25,36,49", "zeros:8", "same:from", "to+4", "8"));
    EXPECT_EQ(ran.opened.launch, 2);
    EXPECT_EQ(ran.opened.line, 7);
    EXPECT_THAT(result_of(ran, "to"), ElementsAre(2, 3, 6, 11, 18, 27, 38, 51));
    EXPECT_THAT(launch_sentence(ran.opened), HasSubstr("launch 2 of 2 in the file (line 7)"));
    one.program.settings = {"by=1"};
    EXPECT_THAT(result_of(run_of(one), "to"), ElementsAre(1, 2, 5, 10, 17, 26, 37, 50));
}

/// Long arrays that no word describes are handed on as they are.
TEST(UserProgram, ALongArrayOfMainIsHandedOn) {
    Case one(
        "__global__ void k(const int* in, int* out) { out[threadIdx.x] = in[5000 + threadIdx.x]; }\n"
        "int main() { static int h[6000]; for (int i = 0; i < 6000; ++i) h[i] = i * i % 1009; int *a, *b;\n"
        "cudaMalloc(&a, sizeof h); cudaMalloc(&b, 8); cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);\n"
        "k<<<1, 2>>>(a, b); cudaDeviceSynchronize(); }\n");
    one.program.kernel = "k";
    const UserProgramRan ran = run_of(one);
    EXPECT_EQ(ran.opened.arguments.at(0).text, "@in");
    EXPECT_THAT(result_of(ran, "out"), ElementsAre(5000 * 5000 % 1009, 5001 * 5001 % 1009));
}

/// rand() is glibc's, with whose first seed a program begins.
TEST(UserProgram, WhatIsCopiedToAVariableIsAsOnAGpu) {
    Case one(
        "#include <cstdlib>\n__constant__ int m[2] = {5, 7};\n"
        "__global__ void k(int* out) { out[threadIdx.x] = m[threadIdx.x]; }\n"
        "int main() { int h[2]; for (int i = 0; i < 2; i++) h[i] = rand() % 10;\n"
        "cudaMemcpyToSymbol(m, h, sizeof h); int* d; cudaMalloc(&d, 8); k<<<1, 2>>>(d); }\n");
    EXPECT_THAT(result_of(run_of(one), "out"), ElementsAre(3, 6));
    one.program.kernel = "k";
    one.program.grid = "1";
    one.program.block = "2";
    one.program.arguments = {"zeros:2"};
    EXPECT_THAT(result_of(run_of(one), "out"), ElementsAre(3, 6)) << "nothing else gives the variable";
    one.program.settings = {"m=values:1,2"};
    EXPECT_THAT(result_of(run_of(one), "out"), ElementsAre(1, 2));
}

/// main runs whole: what it prints and returns is there, and a launch that a GPU refuses is a finding.
TEST(UserProgram, MainRunsWhole) {
    const Case one(
        "#include <cstdio>\n__global__ void k(int* d, int w, int h) { d[0] = w + h; }\n"
        "int main() { const int w = 160, h = 20; int* d; cudaMalloc(&d, 4); printf(\"before\\n\");\n"
        "dim3 threads(32, 32), blocks(w / threads.x, h / threads.y);\n"
        "k<<<blocks, threads>>>(d, w, h); cudaFree(d); return 3; }\n");
    const OpenedProgram opened = one.open();
    ASSERT_NE(opened.whole, nullptr);
    EXPECT_EQ(opened.launches, 0);
    EXPECT_EQ(opened.whole->host.output, "before\n");
    EXPECT_EQ(opened.whole->host.exit_status, 3);
    ASSERT_FALSE(opened.whole->host.findings.empty());
    EXPECT_EQ(opened.whole->host.findings.front().where.line, 5);
}

/// A __device__ variable is a result like a buffer.
TEST(UserProgram, VariablesAreResults) {
    Case one(
        "__device__ int found = 0;\n__global__ void count(const int* a, int n) {\n"
        "if (threadIdx.x < n && a[threadIdx.x] % 3 == 0) atomicAdd(&found, 1); }\n"
        "int main() { int h[32], *d; for (int i = 0; i < 32; i++) h[i] = i; cudaMalloc(&d, sizeof h);\n"
        "cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice); count<<<1, 32>>>(d, 32); }\n");
    one.program.expected = {"found=11"};
    UserProgramRan ran = run_of(one);
    EXPECT_THAT(result_of(ran, "found"), ElementsAre(11));
    const auto compared = [&] {
        return compare(ran.opened.expected, ran.opened.signature, ran.opened.prepared, ran.trace).at(0);
    };
    EXPECT_EQ(compared().different, 0);
    const std::vector<Outcome> outcomes =
        outcomes_of(ran.opened.expected, ran.opened.signature, ran.opened.prepared, ran.trace);
    ASSERT_EQ(outcomes.size(), 1U);
    EXPECT_EQ(outcomes[0].name, "found");
    one.edits[untitled].replace(one.edits[untitled].find("atomicAdd(&found, 1)"), 20, "found++");
    ran = run_of(one);
    EXPECT_EQ(compared().different, 1);
    EXPECT_THAT(result_of(ran, "found"), ElementsAre(1)) << "one lane's change is kept";
}

}  // namespace
}  // namespace upsweep::programs
