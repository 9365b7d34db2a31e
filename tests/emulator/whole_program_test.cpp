// Whole programs: what main prints and returns, what it does with the device, and what is wrong in it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/error.h"
#include "emulator/emulator.h"
#include "emulator/helpers/whole.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "emulator/whole_program.h"

namespace upsweep::emulator {
namespace {

std::string printed_by(const std::string& body) {
    return Whole("#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n" + body).output();
}

const char* const add_vectors = R"(#include <cstdio>
__global__ void add(const int* a, const int* b, int* c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
int main()
{
    const int n = 100;
    int a[n], b[n], c[n];
    for (int i = 0; i < n; i++) { a[i] = i; b[i] = 10 * i; }
    int *d_a, *d_b, *d_c;
    cudaMalloc((void**)&d_a, sizeof a);
    cudaMalloc(&d_b, sizeof b);
    cudaMalloc(&d_c, sizeof c);
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice);
    add<<<(n + 31) / 32, 32>>>(d_a, d_b, d_c, n);
    cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost);
    printf("%d %d\n", c[1], c[99]);
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
    return c[99] == 1089 ? 0 : 1;
}
)";

TEST(WholeProgram, RunsMainWithItsLaunch) {
    const Whole whole(add_vectors);
    EXPECT_EQ(whole.output(), "11 1089\n");
    EXPECT_EQ(whole.run.host.exit_status, 0);
    EXPECT_TRUE(whole.run.host.findings.empty());
    EXPECT_TRUE(whole.run.host.ended.empty());
}

TEST(WholeProgram, ItsPlanRunsAgain) {
    Whole whole(add_vectors);
    ASSERT_EQ(whole.run.plan.buffers.size(), 3u);
    EXPECT_EQ(whole.run.plan.buffers[2].name, "d_c");
    EXPECT_EQ(whole.run.plan.buffers[2].type, ScalarType::i32);
    const std::vector<Operation>& all = whole.run.plan.operations;
    const auto launch = std::find_if(all.begin(), all.end(), [](const Operation& operation) {
        return std::holds_alternative<Launch>(operation.what);
    });
    ASSERT_NE(launch, all.end());
    EXPECT_EQ(whole.run.places[size_t(launch - all.begin())].line, 18);
    const Trace trace = whole.replayed();
    EXPECT_EQ(trace.launches.size(), 1u);
    EXPECT_TRUE(trace.findings.empty());
    EXPECT_EQ(trace.output().view<int32_t>()[99], 1089);
}

TEST(WholeProgram, Statements) {
    EXPECT_EQ(printed_by(R"(
int main() {
    int sum = 0;
    for (int i = 0; i < 10; i++) { if (i == 3) continue; if (i == 8) break; sum += i; }
    int k = 5;
    while (k-- > 2) sum += 100;
    do { sum += 1000; } while (k++ < 2);
    switch (sum % 4) { case 0: sum += 1; case 1: sum += 2; break; case 2: sum += 3; break; default: sum += 4; }
    printf("%d %d\n", sum, k > 0 && sum > 0 ? k : -1);
})"),
              "2327 3\n");
}

TEST(WholeProgram, Functions) {
    EXPECT_EQ(printed_by(R"(
struct Pair { int a; double b; };
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
Pair made(int a) { Pair p = {a, a / 2.0}; return p; }
void change(Pair& p, int* also) { p.a += 1; *also = p.a; }
template <typename T> T largest(T a, T b) { return a > b ? a : b; }
int counter = 7;
int main() {
    Pair p = made(3);
    int also;
    change(p, &also);
    Pair q = p;
    q.a = 40;
    counter += fib(15);
    printf("%d %.2f %d %d %d %.1f\n", p.a, p.b, also, q.a, counter, largest(1.5, 0.5));
})"),
              "4 1.50 4 40 617 1.5\n");
}

TEST(WholeProgram, Arrays) {
    EXPECT_EQ(printed_by(R"(
int main() {
    int grid[3][4];
    for (int y = 0; y < 3; y++) for (int x = 0; x < 4; x++) grid[y][x] = 10 * y + x;
    int* p = &grid[1][0];
    p += 2;
    *p++ = 99;
    char text[16] = "abc";
    strcat(text, "def");
    int* list = (int*)calloc(4, sizeof(int));
    list = (int*)realloc(list, 8 * sizeof(int));
    list[5] = 6;
    printf("%d %d %d %s %d %d %d\n", grid[1][2], *p, (int)(p - grid[0]), text, (int)strlen(text), list[2], list[5]);
    free(list);
})"),
              "99 13 7 abcdef 6 0 6\n");
}

TEST(WholeProgram, PrintsWhereItIsTold) {
    const Whole whole(R"(#include <cstdio>
int main() { char t[8]; int n = snprintf(t, 5, "%d", 123456); fprintf(stderr, "bad\n"); puts(t); return n; })");
    EXPECT_EQ(whole.output(), "1234\n");
    EXPECT_EQ(whole.run.host.errors, "bad\n");
    EXPECT_EQ(whole.run.host.exit_status, 6);
}

TEST(WholeProgram, RandomNumbersAreGlibcs) {
    EXPECT_EQ(printed_by(
                  "int main() { printf(\"%d\", rand()); srand(42); printf(\" %d %d\\n\", rand(), rand()); }"),
              "1804289383 708592740 71876166\n");
}

TEST(WholeProgram, TakesArguments) {
    const Whole whole(
        "#include <cstdio>\n#include <cstdlib>\nint main(int argc, char** argv) { printf(\"%d %d\\n\", "
        "argc, atoi(argv[1]) + 1); }",
        {"41", "x"});
    EXPECT_EQ(whole.output(), "3 42\n");
}

TEST(WholeProgram, KernelsPrintWhenSomeoneWaits) {
    const Whole whole(R"(#include <cstdio>
__global__ void say() { printf("kernel\n"); }
int main() { say<<<1, 1>>>(); printf("host\n"); cudaDeviceSynchronize(); say<<<1, 1>>>(); })");
    EXPECT_EQ(whole.output(), "host\nkernel\n");
    ASSERT_EQ(whole.run.host.findings.size(), 1u);
    EXPECT_NE(whole.run.host.findings[0].message.find("is lost"), std::string::npos);
}

TEST(WholeProgram, SymbolsAreCopied) {
    Whole whole(R"(#include <cstdio>
__constant__ float factor[2];
__device__ int count;
__global__ void scale(float* x) { x[threadIdx.x] *= factor[threadIdx.x % 2]; atomicAdd(&count, 1); }
int main() {
    float f[2] = {2, 3}, x[4] = {1, 1, 1, 1}, *d;
    int n;
    cudaMemcpyToSymbol(factor, f, sizeof f);
    cudaMalloc(&d, sizeof x);
    cudaMemcpy(d, x, sizeof x, cudaMemcpyHostToDevice);
    scale<<<1, 4>>>(d);
    cudaMemcpy(x, d, sizeof x, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&n, count, sizeof n);
    printf("%g %g %d\n", x[0], x[3], n);
    cudaFree(d);
})");
    EXPECT_EQ(whole.output(), "2 3 4\n");
    EXPECT_TRUE(whole.run.host.findings.empty());
    EXPECT_TRUE(whole.replayed().findings.empty());
}

TEST(WholeProgram, PartsThatWereNeverSetStayUnset) {
    Whole whole(R"(#include <cstdio>
__global__ void read(const int* a, int* b) { b[threadIdx.x] = a[threadIdx.x]; }
int main() {
    int h[8], *a, *b;
    for (int i = 0; i < 4; i++) h[i] = i;
    cudaMalloc(&a, sizeof h);
    cudaMalloc(&b, sizeof h);
    cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
    read<<<1, 8>>>(a, b);
    cudaFree(a);
    cudaFree(b);
})");
    EXPECT_NE(whole.finding(8).message.find("from 4 on"), std::string::npos);
    const Trace trace = whole.replayed();
    ASSERT_EQ(trace.findings.size(), 1u);
    EXPECT_EQ(trace.findings[0].kind, FindingKind::read_before_write);
    EXPECT_EQ(trace.findings[0].elements, (std::vector<int64_t>{4, 5, 6, 7}));
}

TEST(WholeProgram, ManagedMemoryIsReadTooEarly) {
    const Whole whole(R"(#include <cstdio>
__global__ void set(int* a) { a[threadIdx.x] = 5; }
int main() {
    int* a;
    cudaMallocManaged(&a, 4 * sizeof(int));
    set<<<1, 4>>>(a);
    printf("%d\n", a[0]);
    cudaDeviceSynchronize();
    printf("%d\n", a[1]);
    cudaFree(a);
})");
    EXPECT_TRUE(whole.finding(7).fault);
    EXPECT_NE(whole.finding(7).message.find("was not waited for"), std::string::npos);
    EXPECT_TRUE(whole.finding(9).message.empty());
}

struct Wrong {
    const char* name;
    int line;          ///< of the finding
    const char* says;  ///< a part of it
    const char* prints;
    const char* text;
};
void PrintTo(const Wrong& wrong, std::ostream* out) { *out << wrong.name; }

class WholeProgramWrong : public testing::TestWithParam<Wrong> {};

TEST_P(WholeProgramWrong, IsTold) {
    const Wrong& wrong = GetParam();
    const Whole whole(
        std::string("#include <cstdio>\n__global__ void set(int* a, int n) { if (threadIdx.x < n) "
                    "a[threadIdx.x] = 1; }\nint main() {\n") +
        wrong.text + "}\n");
    const HostFinding finding = whole.finding(wrong.line);
    EXPECT_NE(finding.message.find(wrong.says), std::string::npos) << finding.message;
    EXPECT_FALSE(finding.cure.empty());
    EXPECT_EQ(whole.output(), wrong.prints);
}

INSTANTIATE_TEST_SUITE_P(
    Programs, WholeProgramWrong,
    testing::Values(
        Wrong{"HostPointerInKernel", 5, "gets an address of the host for `a`",
              "an illegal memory access was encountered\n",
              "int h[4];\nset<<<1, 4>>>(h, 4);\nprintf(\"%s\\n\", "
              "cudaGetErrorString(cudaDeviceSynchronize()));\n"},
        Wrong{"DevicePointerOnHost", 5, "The host writes `d` of the device", "",
              "int* d; cudaMalloc(&d, 16);\nd[0] = 1;\nprintf(\"never\\n\");\n"},
        Wrong{"NeverAllocated", 4, "has no value", "700\n",
              "int* d; set<<<1, 4>>>(d, 4);\nprintf(\"%d\\n\", (int)cudaDeviceSynchronize());\n"},
        Wrong{"FreedBefore", 6, "which line 5 freed", "700\n",
              "int* d; cudaMalloc(&d, 16);\ncudaFree(d);\nset<<<1, 4>>>(d, 4);\nprintf(\"%d\\n\", "
              "(int)cudaDeviceSynchronize());\n"},
        Wrong{"FreedTwice", 6, "freed twice", "1\n",
              "int* d; cudaMalloc(&d, 16);\ncudaFree(d);\nprintf(\"%d\\n\", (int)cudaFree(d));\n"},
        Wrong{"NeverFreed", 4, "never freed", "", "int* d; cudaMalloc(&d, 16);\n"},
        Wrong{"WrongKind", 5, "has the kind cudaMemcpyDeviceToHost", "1\n",
              "int h[4] = {}, *d; cudaMalloc(&d, sizeof h);\ncudaMemcpy(d, h, sizeof h, "
              "cudaMemcpyDeviceToHost);\nprintf(\"%d\\n\", (int)cudaGetLastError());\ncudaFree(d);\n"},
        Wrong{"PastTheEnd", 5, "copies 32 bytes but the target", "1\n",
              "int h[8] = {}, *d; cudaMalloc(&d, 16);\nprintf(\"%d\\n\", (int)cudaMemcpy(d, h, sizeof h, "
              "cudaMemcpyHostToDevice));\ncudaFree(d);\n"},
        Wrong{"SizeOfAPointer", 5, "the size of a pointer", "",
              "int h[8] = {}, *d, *p = h; cudaMalloc(&d, sizeof h);\ncudaMemcpy(d, h, sizeof p, "
              "cudaMemcpyHostToDevice);\ncudaFree(d);\n"},
        Wrong{"CountsElements", 4, "room for 4 of its elements, but the kernel uses 16", "",
              "int* d; cudaMalloc(&d, 16);\nset<<<1, 32>>>(d, 16);\ncudaFree(d);\n"},
        Wrong{"NoBlocks", 5, "0 × 1 × 1 blocks: the number along x", "invalid argument\n",
              "int n = 20;\nset<<<n / 32, 32>>>(nullptr, 0);\nprintf(\"%s\\n\", "
              "cudaGetErrorString(cudaGetLastError()));\n"},
        Wrong{"ReadBeforeSet", 5, "has no value", "1\n",
              "int x, y = 1;\nif (x > 5) y = 1;\nprintf(\"%d\\n\", y);\n"},
        Wrong{"HostIndexOutside", 5, "at byte 16 of `h` (16 bytes)", "", "int h[4];\nh[4] = 1;\n"},
        Wrong{"ErrorNotLookedAt", 4, "never looks at it", "", "cudaSetDevice(9);\n"}),
    [](const auto& info) { return info.param.name; });

/// What a standard header allocates is of the line that made it do so.
TEST(WholeProgram, AHeadersAllocationIsOfTheProgramsLine) {
    const Whole whole("#include <vector>\nint main() {\nstd::vector<int> v(4);\nv[7] = 3;\n}\n");
    EXPECT_NE(whole.finding(4).message.find("that line 3 allocates"), std::string::npos)
        << whole.finding(4).message;
}

TEST(WholeProgram, EndlessLoopsEnd) {
    const Whole whole(
        "__global__ void spin(volatile int* a) { while (*a == 0) { } }\n"
        "int main() { int* d; cudaMalloc(&d, 4); cudaMemset(d, 0, 4); spin<<<1, 1>>>(d); }",
        {}, 20'000);
    EXPECT_NE(whole.run.host.ended.find("does not end"), std::string::npos) << whole.run.host.ended;
    EXPECT_EQ(whole.run.host.exit_status, 124);
}

TEST(WholeProgram, EndlessRecursionEnds) {
    const Whole whole("int deeper(int n) { return deeper(n + 1) + 1; }\nint main() { return deeper(0); }");
    EXPECT_NE(whole.run.host.ended.find("Segmentation fault"), std::string::npos) << whole.run.host.ended;
}

/// What its variables lead to is shown for a few nodes, however long the list is.
TEST(WholeProgram, ShowsListsAndRingsAsFarAsTheyAreRead) {
    const Whole whole(
        "#include <cstdio>\nstruct Node { int v; Node* next; Node* other; };\n"
        "__global__ void k(int* a) { a[threadIdx.x] = 1; }\n"
        "int main() { Node* first = nullptr;\n for (int i = 0; i < 20000; ++i) { Node* made = new Node; "
        "made->v = i; made->next = made->other = first; first = made; }\n Node ring; ring.v = 7; ring.next = "
        "ring.other = &ring;\n int* d; cudaMalloc(&d, 32); k<<<1, 8>>>(d); cudaDeviceSynchronize();\n "
        "printf(\"%d %d\\n\", first->v, ring.other->next->v); }\n");
    EXPECT_EQ(whole.output(), "19999 7\n");
}

TEST(WholeProgram, AnObjectWhoseMembersMakeAnotherIsRefused) {
    try {
        const Whole whole(
            "struct Node { int v; Node* made = new Node; };\nint main() { Node a; return a.v; }\n");
        EXPECT_THAT(whole.run.host.ended, testing::HasSubstr("members make another"));
    } catch (const CompileError& error) {
        EXPECT_THAT(error.diagnostics().front().message, testing::HasSubstr("members make another"));
    }
}

const char* const doubled = "#include <cstdio>\n__global__ void twice(int* a) { a[threadIdx.x] *= 2; }\n";

TEST(WholeProgram, RunsUpToWhatIsNotKnown) {
    const Whole whole(std::string(doubled) +
                      "int main() {\n int h[4] = {1, 2, 3, 4}, *d;\n cudaMalloc(&d, 16);\n"
                      " cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice);\n twice<<<1, 4>>>(d);\n"
                      " printf(\"before\\n\");\n cublasFrob(d, 4);\n printf(\"after\\n\");\n}\n");
    EXPECT_EQ(whole.output(), "before\n");
    EXPECT_EQ(whole.run.host.exit_status, 1);
    EXPECT_TRUE(whole.run.host.unknown);
    EXPECT_EQ(whole.run.host.ended,
              "The program stops in line 9. The emulator does not know the function `cublasFrob`.");
    EXPECT_TRUE(whole.finding(9).fault);
    const auto count = [&](auto is) { return std::ranges::count_if(whole.run.plan.operations, is); };
    EXPECT_EQ(count([](const Operation& one) { return std::holds_alternative<Upload>(one.what); }), 1);
    EXPECT_EQ(count([](const Operation& one) { return std::holds_alternative<Launch>(one.what); }), 1);
}

TEST(WholeProgram, WhatIsNotKnownMattersOnlyWhereItIsReached) {
    const Whole whole(std::string(doubled) +
                      "struct Plan { cufftHandle handle; };\nvoid other() { Plan p; asm(\"frob;\"); }\n"
                      "__global__ void odd(int* a) { asm(\"frob.b32 %0, %0;\" : \"+r\"(a[0])); }\n"
                      "int main(int argc, char**) { if (argc > 1) { other(); odd<<<1, 1>>>(nullptr); }\n"
                      " printf(\"done\\n\"); return 3; }\n");
    EXPECT_EQ(whole.output(), "done\n");
    EXPECT_EQ(whole.run.host.exit_status, 3);
}

TEST(WholeProgram, AKernelThatIsNotKnownEndsItsLaunch) {
    const Whole whole(std::string(doubled) +
                      "__global__ void odd(int* a) { asm(\"frob.b32 %0, %0;\" : \"+r\"(a[0])); }\n"
                      "int main() {\n int* d;\n cudaMalloc(&d, 16);\n cudaMemset(d, 0, 16);\n"
                      " twice<<<1, 4>>>(d);\n odd<<<1, 1>>>(d);\n}\n");
    EXPECT_EQ(whole.run.host.exit_status, 1);
    EXPECT_NE(whole.run.host.ended.find("The program stops in line 9. `odd` cannot run (p.cu:3)"),
              std::string::npos)
        << whole.run.host.ended;
}

/// What no compiler takes either is said before anything runs.
TEST(WholeProgram, MistakesAreRefusedBeforeItRuns) {
    EXPECT_THROW(Whole("int main() { int count = 1; return coun; }"), CompileError);
    EXPECT_THROW(Whole("int main() { int count = 1 return count; }"), CompileError);
    EXPECT_THROW(Whole("int main() { const int n = 1; n = 2; }"), CompileError);
}

TEST(WholeProgram, KernelsLaunchKernels) {
    Whole whole(
        "#include <cstdio>\n__global__ void leaf(int* a, int at) { a[at + threadIdx.x] = at; }\n"
        "__global__ void root(int* a) { leaf<<<1, 2>>>(a, 2 * threadIdx.x); a[8] = 9; }\n"
        "int main() { int h[9], *d; cudaMalloc(&d, 36); root<<<1, 4>>>(d);\n"
        " cudaMemcpy(h, d, 36, cudaMemcpyDeviceToHost); for (int x : h) printf(\"%d \", x); }\n");
    EXPECT_EQ(whole.output(), "0 0 2 2 4 4 6 6 9 ");
    // Each is a launch of the plan, which the record has too.
    EXPECT_EQ(whole.replayed().launches.size(), 5u);
}

TEST(WholeProgram, LaunchesOfKernelsEnd) {
    const Whole whole(
        "__global__ void k() { k<<<1, 1>>>(); }\n"
        "int main() { k<<<1, 1>>>(); return cudaDeviceSynchronize(); }\n");
    EXPECT_EQ(whole.run.host.exit_status, 0);
    const Whole many("__global__ void k() { k<<<1, 2>>>(); }\nint main() { k<<<1, 2>>>(); }\n");
    EXPECT_NE(many.run.host.ended.find("launch more than"), std::string::npos) << many.run.host.ended;
}

TEST(WholeProgram, ExitEndsIt) {
    const Whole whole(
        "#include <cstdlib>\n#include <cstdio>\nint main() { printf(\"a\"); exit(3); printf(\"b\"); }");
    EXPECT_EQ(whole.output(), "a");
    EXPECT_EQ(whole.run.host.exit_status, 3);
    EXPECT_TRUE(whole.run.host.ended.empty());
}

TEST(WholeProgram, KernelsAreHandedOver) {
    const Whole whole(R"(#include <cstdio>
template <int N> __global__ void fill(int* out, int value) { out[threadIdx.x] = N * value; }
int main() {
    int h[4], *d, value = 3;
    cudaMalloc(&d, sizeof h);
    void* arguments[] = {&d, &value};
    cudaLaunchKernel((const void*)fill<2>, dim3(1), dim3(4), arguments, 0, 0);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%d\n", h[3]);
    cudaFree(d);
})");
    EXPECT_EQ(whole.output(), "6\n");
}

/// "line 16 malloc d_a", an operation a line.
std::string work_of(const WholeProgramRun& run) {
    std::string text;
    for (size_t i = 0; i < run.plan.operations.size(); ++i) {
        const auto* work = std::get_if<HostWork>(&run.plan.operations[i].what);
        if (work == nullptr) continue;
        text += std::to_string(run.places.at(i).line) + " " + work->name;
        if (work->buffer.index >= 0) text += " " + run.plan[work->buffer].name;
        text += "\n";
    }
    return text;
}

/// What a variable held behind the last operation of the line.
std::string value_at(const WholeProgramRun& run, int line, const std::string& name) {
    std::string value = "out of scope";
    for (size_t i = 0; i < run.places.size(); ++i) {
        if (run.places[i].line != line || run.values.at(i) == nullptr) continue;
        value = "out of scope";
        for (const HostValue& one : *run.values[i])
            if (one.name == name) value = one.type + " " + one.value;
    }
    return value;
}

TEST(WholeProgram, TellsWhatTheHostDoesByItself) {
    const Whole whole(add_vectors);
    EXPECT_EQ(work_of(whole.run),
              "9 compute\n11 compute\n13 malloc d_a\n14 malloc d_b\n15 malloc d_c\n18 launch\n20 print\n"
              "21 free d_a\n22 free d_b\n23 free d_c\n24 return\n");
}

TEST(WholeProgram, KnowsItsVariablesAtEachOperation) {
    const Whole whole(add_vectors);
    EXPECT_EQ(value_at(whole.run, 9, "n"), "const int 100");
    EXPECT_EQ(value_at(whole.run, 9, "a"), "out of scope");
    EXPECT_EQ(value_at(whole.run, 11, "a"), "int[100] 0, 1, 2, 3 … 99");
    EXPECT_EQ(value_at(whole.run, 11, "c"), "int[100] not set");
    EXPECT_EQ(value_at(whole.run, 11, "i"), "out of scope");
    EXPECT_EQ(value_at(whole.run, 13, "d_a"), "int* device d_a, 100 int");
    EXPECT_EQ(value_at(whole.run, 13, "d_b"), "int* not set");
    EXPECT_EQ(value_at(whole.run, 19, "c"), "int[100] 0, 11, 22, 33 … 1089");
    EXPECT_EQ(value_at(whole.run, 22, "d_a"), "int* freed in line 21");
}

TEST(WholeProgram, ShowsPointersContainersAndStructs) {
    const Whole whole(R"(#include <cstdio>
#include <string>
#include <vector>
struct Size { int width; float scale; };
int total = 3;
static void show(const std::vector<float>& all, Size& size)
{
    size.width += 1;
    printf("%d\n", total * (int)all.size());
}
int main()
{
    std::vector<float> v(3, 0.5f);
    std::string name = "abc";
    Size size = {2, 1.5f};
    int* h = (int*)malloc(5 * sizeof(int));
    for (int i = 0; i < 5; i++) h[i] = i * i;
    int* second = h + 1;
    const char* text = "hello";
    bool done = false;
    show(v, size);
    free(h);
    return 0;
}
)");
    EXPECT_EQ(whole.output(), "9\n");
    EXPECT_EQ(value_at(whole.run, 13, "v"), "vector<float> 3: 0.5, 0.5, 0.5");
    EXPECT_EQ(value_at(whole.run, 14, "name"), "string \"abc\"");
    EXPECT_EQ(value_at(whole.run, 20, "v"), "vector<float> 3: 0.5, 0.5, 0.5") << "it stays in scope";
    EXPECT_EQ(
        work_of(whole.run),
        "13 compute\n14 compute\n15 compute\n16 compute\n17 compute\n18 compute\n19 compute\n20 compute\n"
        "9 print\n22 compute\n23 return\n");
    EXPECT_EQ(value_at(whole.run, 15, "size"), "Size {width 2, scale 1.5}");
    EXPECT_EQ(value_at(whole.run, 17, "h"), "int* host: 0, 1, 4, 9, 16");
    EXPECT_EQ(value_at(whole.run, 18, "second"), "int* host: 1, 4, 9, 16");
    EXPECT_EQ(value_at(whole.run, 19, "text"), "const char* \"hello\"");
    EXPECT_EQ(value_at(whole.run, 20, "done"), "bool false");
    EXPECT_EQ(value_at(whole.run, 20, "total"), "int 3");
    // In the function that prints.
    EXPECT_EQ(value_at(whole.run, 9, "size"), "Size& {width 3, scale 1.5}");
    EXPECT_EQ(value_at(whole.run, 9, "v"), "out of scope");
    EXPECT_EQ(value_at(whole.run, 22, "h"), "int* freed in line 22");
}

/// Of a loop that prints there is one operation a line, and of many no more than are kept.
TEST(WholeProgram, ALoopThatPrintsIsOneOperation) {
    const Whole whole(
        "#include <cstdio>\nint main() {\nfor (int i = 0; i < 50; ++i) {\nprintf(\"%d\", i);\n"
        "printf(\",\");\n}\nputs(\"\");\n}\n");
    EXPECT_EQ(work_of(whole.run), "4 print\n5 print\n7 print\n8 return\n");
    EXPECT_EQ(value_at(whole.run, 4, "i"), "int 49");
    const Whole many(
        "#include <cstdio>\nint main() {\nfor (int i = 0; i < 3000; ++i) {\nint* d;\n"
        "cudaMalloc(&d, 4);\nprintf(\"%d\\n\", i);\ncudaFree(d);\n}\n}\n");
    EXPECT_EQ(many.run.plan.buffers.size(), 3000U);
    EXPECT_EQ(many.run.plan.buffers[2999].name, "d_3000");
    EXPECT_EQ(many.run.plan.operations.size(), 2001U) << "the return beside those that are kept";
}

TEST(WholeProgram, TellsWhereItFails) {
    const Whole copy(
        "int main() {\nint h[4], *d;\ncudaMalloc(&d, 8);\n"
        "cudaMemcpy(h, d, 16, cudaMemcpyDeviceToHost);\ncudaFree(d);\n}\n");
    EXPECT_EQ(work_of(copy.run), "3 malloc d\n4 copy down d\n5 free d\n6 return\n");
    const Whole crash("int main() {\nint* p = nullptr;\nint a = 1;\n*p = a;\n}\n");
    EXPECT_EQ(work_of(crash.run), "2 compute\n3 compute\n4 stop\n");
    EXPECT_EQ(value_at(crash.run, 4, "p"), "int* null");
    const Whole managed(
        "int main() {\nint* a;\ncudaMallocManaged(&a, 8);\nint* b;\ncudaMallocHost(&b, 8);\n"
        "a[0] = b[0] = 1;\ncudaDeviceSynchronize();\ncudaFree(a);\ncudaFreeHost(b);\n}\n");
    ASSERT_EQ(managed.run.kinds.size(), 2U);
    EXPECT_EQ(managed.run.kinds[0], AllocationKind::managed);
    EXPECT_EQ(managed.run.kinds[1], AllocationKind::pinned);
    EXPECT_EQ(work_of(managed.run),
              "3 malloc managed a\n5 malloc pinned b\n6 compute\n7 wait\n8 free a\n9 free b\n10 return\n");
    EXPECT_EQ(value_at(managed.run, 5, "b"), "int* pinned b, 2 int");
}

}  // namespace
}  // namespace upsweep::emulator
