// The launches of a whole program, run one after another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "programs/fill.h"
#include "programs/user_program.h"

namespace upsweep::programs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kernels = R"(#include <utility>
__global__ void add(const int* in, int* out, int n, int by) {
    int i = threadIdx.x;
    if (i < n) out[i] = in[i] + by;
}
__global__ void scale(int* data, int n) { if (threadIdx.x < n) data[threadIdx.x] *= 2; }
__constant__ int step = 1;
__global__ void grow(int* data) { data[threadIdx.x] += step; }
)";

struct Ran {
    OpenedProgram opened;
    emulator::Trace trace;

    std::vector<double> buffer(const std::string& name) const {
        std::vector<double> numbers;
        for (size_t p = 0; p < opened.signature.parameters.size(); ++p) {
            if (opened.signature.parameters[p].name != name) continue;
            const auto at = size_t(opened.prepared.buffer_of[p]);
            for (const Cell& cell : cells_of(opened.signature.parameters[p], trace.buffers[at]))
                numbers.push_back(bits_to_number(cell.type, cell.bits));
        }
        return numbers;
    }
};

/// The program whose main has this body, from line 10 on.
Ran run_of(const std::string& body, const UserProgram& said = {}) {
    UserProgram program = said;
    program.file = untitled;
    emulator::Compiler compiler(
        sources_of(program, {{untitled, kernels + ("int main() {\n" + body) + "\n}\n"}}));
    Ran ran{open_program(program, compiler, MissingArguments::guess), {}};
    emulator::RunOptions options;
    options.gpu.lanes = options.gpu.banks = 32;
    ran.trace = run(ran.opened, compiler, options);
    return ran;
}

const std::string setup =
    "int n = 4; int h[4] = {1, 2, 3, 4}; int *d_a, *d_b; cudaMalloc(&d_a, 16); cudaMalloc(&d_b, 16);"
    "cudaMemcpy(d_a, h, 16, cudaMemcpyHostToDevice);\n";

TEST(HostSequence, LaunchesShareTheirBuffers) {
    const Ran ran = run_of(setup + "add<<<1, 4>>>(d_a, d_b, n, 10);\nscale<<<1, dim3(4)>>>(d_b + 1, n - 1);");
    EXPECT_THAT(ran.opened.in_order, ElementsAre("add<<<1, 4>>>(d_a=iota:4:1, d_b=unset:4, 4, 10)",
                                                 "scale<<<1, dim3(4,1,1)>>>(d_b+1, 3)"));
    EXPECT_THAT(ran.opened.lines, ElementsAre(11, 12));
    EXPECT_EQ(launch_sentence(ran.opened), "The file's 2 launches run in order, in lines 11 and 12.");
    EXPECT_THAT(ran.buffer("d_b"), ElementsAre(11, 24, 26, 28));
    EXPECT_THAT(ran.trace.findings, IsEmpty());
    EXPECT_EQ(ran.trace.launches.size(), 2U);
}

TEST(HostSequence, LoopsSwapAndFillAgain) {
    const Ran swapped = run_of(
        setup + "for (int k = 0; k < 3; ++k) {\n  add<<<1, 4>>>(d_a, d_b, n, k);\n  std::swap(d_a, d_b);\n}");
    EXPECT_EQ(swapped.opened.launches, 3);
    EXPECT_EQ(launch_sentence(swapped.opened), "The file's 3 launches run in order, in line 12.");
    EXPECT_THAT(swapped.buffer("d_b"), ElementsAre(4, 5, 6, 7)) << "0, then 1, then 2 more";
    const Ran filled =
        run_of(setup + "scale<<<1, 4>>>(d_a, n);\ncudaMemset(d_a, 0, 16);\nadd<<<1, 4>>>(d_a, d_b, n, 5);");
    EXPECT_THAT(filled.buffer("d_b"), ElementsAre(5, 5, 5, 5));
    EXPECT_THAT(filled.opened.in_order[1], HasSubstr("(d_a=zeros:4, d_b=unset:4, 4, 5)"));
    const Ran constant = run_of(
        "int two = 2; int* d; cudaMalloc(&d, 16); cudaMemset(d, 0, 16); cudaMemcpyToSymbol(step, &two, 4);\n"
        "grow<<<1, 4>>>(d); grow<<<1, 4>>>(d);");
    EXPECT_THAT(constant.buffer("d"), ElementsAre(4, 4, 4, 4));
}

TEST(HostSequence, StopsWhereResultsDecide) {
    const Ran of_results = run_of(setup +
                                  "add<<<1, 4>>>(d_a, d_b, n, 1);\nscale<<<1, 4>>>(d_b, n);\n"
                                  "cudaMemcpy(h, d_b, 16, cudaMemcpyDeviceToHost); cudaMemcpy(d_a, h, 16, "
                                  "cudaMemcpyHostToDevice);\nscale<<<1, 4>>>(d_a, n);");
    EXPECT_EQ(of_results.opened.in_order.size(), 2U);
    EXPECT_EQ(launch_sentence(of_results.opened),
              "The first 2 of the file's 3 launches run in order, in lines 11 and 12. Launch 3 (line 14) "
              "does not run: "
              "`data` is given what a kernel before it has made of another buffer.");
    const Ran loop = run_of(setup +
                            "int more = 1;\ndo {\n  scale<<<1, 4>>>(d_a, n);\n  grow<<<1, 4>>>(d_a);\n"
                            "  cudaMemcpy(&more, d_a, 4, cudaMemcpyDeviceToHost);\n} while (more < 100);");
    EXPECT_EQ(loop.opened.in_order.size(), 2U);
    EXPECT_EQ(loop.opened.left_out,
              "How often line 12 launches depends on what only a run of the whole program can tell; what is "
              "known of "
              "it runs.");
    EXPECT_THAT(loop.buffer("d_a"), ElementsAre(3, 5, 7, 9));
    const Ran sized = run_of(setup +
                             "scale<<<1, 4>>>(d_a, n);\nscale<<<1, 4>>>(d_a, n);\n"
                             "cudaMemcpy(h, d_a, 16, cudaMemcpyDeviceToHost);\nscale<<<h[0], 4>>>(d_a, n);");
    EXPECT_EQ(sized.opened.left_out,
              "Launch 3 (line 14) does not run: its grid is known only when the file runs.");
}

TEST(HostSequence, RunsSoManyAtMost) {
    const Ran ran = run_of(setup + "for (int k = 0; k < 100; ++k) grow<<<1, 4>>>(d_a);");
    EXPECT_EQ(ran.opened.in_order.size(), 64U);
    EXPECT_EQ(ran.opened.left_out, "It launches 100 times; the first 64 run.");
    EXPECT_THAT(ran.buffer("d_a"), ElementsAre(65, 66, 67, 68));
}

TEST(HostSequence, WhoNamesAKernelOrAGridRunsThatAlone) {
    const std::string two = setup + "add<<<1, 4>>>(d_a, d_b, n, 10);\nscale<<<1, 4>>>(d_b, n);";
    UserProgram said;
    said.kernel = "scale";
    const Ran ran = run_of(two, said);
    EXPECT_THAT(ran.opened.in_order, IsEmpty());
    EXPECT_EQ(launch_sentence(ran.opened),
              "This is launch 2 of 2 in the file (line 12); the other is not run.");
    UserProgram wide;
    wide.grid = "2";
    EXPECT_THAT(run_of(two, wide).opened.in_order, IsEmpty());
    // One launch alone is opened as it always was, with all that can be changed.
    const Ran one = run_of(setup + "scale<<<1, 4>>>(d_a, n);");
    EXPECT_THAT(one.opened.in_order, IsEmpty());
    EXPECT_EQ(one.opened.arguments.size(), 2U);
}

TEST(HostSequence, NamesBuffersByTheirVariables) {
    const Ran ran = run_of(
        "int* d; cudaMalloc(&d, 16); cudaMemset(d, 0, 16);\ngrow<<<1, 4>>>(d); cudaFree(d);\n"
        "cudaMalloc(&d, 16); cudaMemset(d, 1, 16);\ngrow<<<1, 4>>>(d); grow<<<1, 4>>>(d);");
    EXPECT_THAT(ran.opened.in_order, ElementsAre("grow<<<1, 4>>>(d=zeros:4)",
                                                 HasSubstr("(d_2=fill:4:16843009)"), "grow<<<1, 4>>>(d_2)"));
    UserProgram expects;
    expects.expected = {"d_2=values:16843011,16843011,16843011,16843011"};
    const Ran expected = run_of(
        "int* d; cudaMalloc(&d, 16); cudaMemset(d, 0, 16);\ngrow<<<1, 4>>>(d);\n"
        "cudaMalloc(&d, 16); cudaMemset(d, 1, 16);\ngrow<<<1, 4>>>(d); grow<<<1, 4>>>(d);",
        expects);
    const auto compared = compare(expected.opened.expected, expected.opened.signature,
                                  expected.opened.prepared, expected.trace);
    ASSERT_EQ(compared.size(), 1U);
    EXPECT_EQ(compared[0].different, 0);
}

TEST(HostSequence, FunctorsAndNullPointersAreGivenAsTheyAre) {
    UserProgram program;
    program.file = untitled;
    const std::string text =
        "struct Twice { __host__ __device__ int operator()(int x) const { return 2 * x; } };\n"
        "struct By { int n; __host__ __device__ By(int k) : n(k) {} __host__ __device__ int operator()(int "
        "x) const "
        "{ return n + x; } };\n"
        "__device__ int third(int x) { return 3 * x; }\n"
        "template <typename Op> __global__ void map(int* d, const int* more, Op op) { d[threadIdx.x] = "
        "op(d[threadIdx.x]) + (more ? more[0] : 0); }\n"
        "template <int (*F)(int)> __global__ void fixed(int* d) { d[threadIdx.x] = F(d[threadIdx.x]); }\n"
        "int main() { int* d; cudaMalloc(&d, 8); cudaMemset(d, 0, 8);\n"
        "map<<<1, 2>>>(d, NULL, By(5)); map<<<1, 2>>>(d, nullptr, Twice()); fixed<third><<<1, 2>>>(d); }\n";
    emulator::Compiler compiler(sources_of(program, {{untitled, text}}));
    Ran ran{open_program(program, compiler, MissingArguments::refuse), {}};
    EXPECT_EQ(ran.opened.in_order.size(), 3U) << launch_sentence(ran.opened);
    ran.trace = run(ran.opened, compiler, {});
    EXPECT_THAT(ran.buffer("d"), ElementsAre(30, 30));
}

TEST(HostSequence, UnionsHaveTheSizeOfTheirLargestMember) {
    UserProgram program;
    program.file = untitled;
    const std::string text =
        "typedef union { unsigned int word; struct { unsigned char r, g, b, a; } px; } Pixel;\n"
        "struct Cell { int kind; union { float f; int n; }; };\n"
        "__global__ void turn(Pixel* p) { Pixel v = p[threadIdx.x]; unsigned char t = v.px.r; v.px.r = "
        "v.px.b; "
        "v.px.b = t; p[threadIdx.x] = v; }\n"
        "__global__ void fill(Cell* c) { c[threadIdx.x].kind = 1; c[threadIdx.x].f = 1.0f; }\n"
        "int main() { Pixel* p; Cell* c; cudaMalloc(&p, 4 * sizeof(Pixel)); cudaMemset(p, 1, 4 * "
        "sizeof(Pixel));\n"
        "cudaMalloc(&c, 2 * sizeof(Cell)); turn<<<1, 4>>>(p); fill<<<1, 2>>>(c); }\n";
    emulator::Compiler compiler(sources_of(program, {{untitled, text}}));
    Ran ran{open_program(program, compiler, MissingArguments::refuse), {}};
    EXPECT_THAT(ran.opened.in_order,
                ElementsAre("turn<<<1, 4>>>(p=fill:4:16843009)", "fill<<<1, 2>>>(c=unset:4)"));
    ran.trace = run(ran.opened, compiler, {});
    EXPECT_THAT(ran.buffer("p"), ElementsAre(16843009, 16843009, 16843009, 16843009));
    EXPECT_EQ(ran.buffer("c").size(), 4U);
}

}  // namespace
}  // namespace upsweep::programs
