// What can be launched: templates with their arguments, structs by value, and the messages about a file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "emulator/compiler.h"
#include "emulator/helpers/run_kernel.h"
#include "emulator/helpers/source.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {

namespace {

std::vector<double> output_of(const std::string& text, const std::string& function) {
    KernelRun run;
    run.text = text;
    run.function = function;
    run.sizes = {4, 4};
    run.block = {4, 1, 1};
    return numbers_of(run.run(), 1);
}

std::string complaint(const std::string& text, const std::string& function) {
    try {
        compile_files({{"kernel.cu", text}}, function);
    } catch (const CompileError& error) {
        return to_string(error.diagnostics().at(0));
    }
    return {};
}

const std::string scale = R"(#define FOUR 4
constexpr int three = 3;
struct Wide { int value; };
template <typename T, int N = 2> __global__ void k(const int* in, T* out) {
    __shared__ T tile[N];
    tile[threadIdx.x % N] = in[threadIdx.x];
    out[threadIdx.x] = N * in[threadIdx.x] + sizeof(T);
}
template <bool UP> __global__ void turn(const int* in, int* out) { out[threadIdx.x] = UP ? in[threadIdx.x] : 9; }
)";

}  // namespace

TEST(Entry, TemplatesAreAskedForWithTheirArguments) {
    EXPECT_THAT(output_of(scale, "k<int, 8>"), testing::ElementsAre(4, 12, 20, 28));
    EXPECT_THAT(output_of(scale, "k<unsigned, FOUR>"), testing::ElementsAre(4, 8, 12, 16));
    EXPECT_THAT(output_of(scale, "k<int,three>"), testing::ElementsAre(4, 7, 10, 13));
    EXPECT_THAT(output_of(scale, "k<int>"), testing::ElementsAre(4, 6, 8, 10));
    EXPECT_THAT(output_of(scale, "turn<true>"), testing::ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(output_of(scale, "turn<(1 > 2)>"), testing::ElementsAre(9, 9, 9, 9));
}

TEST(Entry, MissingOrWrongArgumentsAreNamed) {
    EXPECT_EQ(complaint(scale, "k"),
              "kernel.cu:4:50: The template `k` needs arguments. Write `k<T, N>` with a type or a constant "
              "for each.\ntemplate <typename T, int N = 2> __global__ void k(const int* in, T* out) {\n" +
                  std::string(49, ' ') + "^");
    EXPECT_THAT(complaint(scale, "k<flot>"),
                testing::HasSubstr("The template argument for `T` must be a type"));
    EXPECT_THAT(complaint(scale, "k<int, 1, 2>"), testing::HasSubstr("needs arguments"));
    EXPECT_THAT(complaint("__global__ void k() {}", "k<int>"),
                testing::HasSubstr("`k` is not a template. Remove `<`, `>` and what is between them."));
    EXPECT_THAT(complaint(scale, "other<int>"), testing::HasSubstr("There is no function `other`"));
    EXPECT_THAT(complaint(scale, ""), testing::HasSubstr("the name of a function"));
}

TEST(Entry, NamespacesTellKernelsOfOneNameApart) {
    const std::string text =
        "namespace a { constexpr int N = 1; __global__ void k(int* p) { p[0] = N; } }\n"
        "namespace b { constexpr int N = 2; __global__ void k(int* p) { p[0] = N; } }\n";
    EXPECT_EQ(compile_files({{"kernel.cu", text}}, "a::k")->entry->name_where.line, 1);
    EXPECT_EQ(compile_files({{"kernel.cu", text}}, "b::k")->entry->name_where.line, 2);
    EXPECT_THAT(complaint(text, "a::missing"), testing::HasSubstr("There is no function"));
}

TEST(Entry, StructsAndVectorsArePassedFlat) {
    const std::string text = R"(struct Matrix { int width; int* cells; };
__global__ void k(const int* in, Matrix m, int2 add) {
    m.cells[threadIdx.x] = in[threadIdx.x] * m.width + add.y;
})";
    KernelRun run;
    run.text = text;
    run.sizes = {4, 4};
    run.block = {4, 1, 1};
    Plan plan = run.plan();
    auto& launch = std::get<Launch>(plan.operations[1].what);
    launch.arguments = {BufferArgument{{0}, 0}, int_argument(10), BufferArgument{{1}, 0}, int_argument(1),
                        int_argument(2)};
    const Trace trace =
        emulator::run(plan, Array(ScalarType::i32, {4, 1}), [&](const std::string&) { return text; }, {});
    EXPECT_THAT(numbers_of(trace, 1), testing::ElementsAre(2, 2, 2, 2));

    Compiler compiler([&](const std::string&) { return text; });
    const Signature signature = compiler.signature({"kernel.cu", "k", {}});
    ASSERT_EQ(signature.declared.size(), 3u);
    ASSERT_EQ(signature.parameters.size(), 5u);
    EXPECT_TRUE(signature.parameters[0].pointer);
    EXPECT_EQ(signature.declared[0].type_name, "const int*");
    EXPECT_EQ(signature.declared[1].type_name, "Matrix");
    EXPECT_EQ(signature.declared[1].count, 2u);
    EXPECT_EQ(signature.parameters[2].name, "m.cells");
    EXPECT_EQ(signature.parameters[2].element, ScalarType::i32);
    EXPECT_EQ(signature.declared[2].count, 2u);
}

TEST(Entry, KernelsOfAFileAreListed) {
    Compiler compiler([&](const std::string&) {
        return scale + "int main() { k<int><<<1, 1>>>(0, 0); }\nextern \"C\" __global__ void plain(int n) {}";
    });
    const auto kernels = compiler.kernels("kernel.cu", {});
    ASSERT_EQ(kernels.size(), 3u);
    EXPECT_EQ(kernels[0].name, "k");
    EXPECT_EQ(kernels[0].line, 4);
    EXPECT_THAT(kernels[0].template_parameters, testing::ElementsAre("typename T", "int N"));
    EXPECT_THAT(kernels[1].template_parameters, testing::ElementsAre("bool UP"));
    EXPECT_THAT(kernels[2].template_parameters, testing::IsEmpty());
}

}  // namespace upsweep::emulator
