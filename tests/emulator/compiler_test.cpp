// One Compiler for all who ask: each text is read once, each kernel checked once, and what one asked for does
// not change what the next one gets.
#include "emulator/compiler.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "emulator/source/preprocessor.h"
#include "emulator/trace/trace.h"

namespace upsweep::emulator {

namespace {

constexpr const char* text = R"(
#define WIDTH 4
template <typename T, int N> __global__ void add(T* a) { a[threadIdx.x] += N; }
__global__ void broken(int* a) { a[0] = missing; }
__global__ void plain(int* a, int n) {
    __shared__ int part[WIDTH];
    part[threadIdx.x] = n;
    a[threadIdx.x] = part[threadIdx.x];
}
)";

struct Asked {
    std::vector<std::string> files;
    Compiler compiler{[this](const std::string& name) {
        files.push_back(name);
        return std::string(text);
    }};
};

std::string complaint(Compiler& compiler, const KernelName& kernel) {
    try {
        compiler.signature(kernel);
    } catch (const CompileError& error) {
        return error.what();
    }
    return {};
}

}  // namespace

TEST(Compiler, ReadsATextOnceAndChecksAKernelOnce) {
    Asked asked;
    const FrontEndWork before = front_end_work();
    EXPECT_EQ(asked.compiler.kernels("k.cu", {}).size(), 3u);
    EXPECT_EQ(asked.compiler.signature({"k.cu", "plain", {}}).shared_bytes, 16);
    EXPECT_EQ(asked.compiler.signature({"k.cu", "plain", {}}).parameters.size(), 2u);
    EXPECT_EQ(asked.compiler.signature({"k.cu", "add<float, WIDTH>", {}}).parameters[0].type_name, "float*");

    Plan plan;
    plan.add_buffer({"a", ScalarType::i32, {4, 1}, {}});
    Launch launch;
    launch.kernel = {"k.cu", "plain", {}};
    launch.block = {4, 1, 1};
    launch.arguments = {BufferArgument{{0}, 0}, int_argument(7)};
    plan.operations.push_back({launch, 0});
    plan.output = {0};
    for (int i = 0; i < 2; ++i)
        EXPECT_EQ(run(plan, Array(ScalarType::i32, {4, 1}), asked.compiler, {}).output().number(3), 7);
    EXPECT_THAT(asked.files, testing::ElementsAre("k.cu"));
    EXPECT_EQ(front_end_work().texts_read - before.texts_read, 1);
    EXPECT_EQ(front_end_work().kernels_checked - before.kernels_checked, 2);
}

TEST(Compiler, OtherDefinitionsMakeAnotherText) {
    Asked asked;
    asked.compiler.signature({"k.cu", "plain", {}});
    asked.compiler.signature({"k.cu", "plain", {{"OTHER", "1"}}});
    EXPECT_EQ(asked.files.size(), 2u);
}

TEST(Compiler, ABrokenKernelDoesNotSpoilTheOthers) {
    Asked asked;
    for (int i = 0; i < 2; ++i) {
        EXPECT_THAT(complaint(asked.compiler, {"k.cu", "broken", {}}), testing::HasSubstr("k.cu:4:"));
        EXPECT_THAT(complaint(asked.compiler, {"k.cu", "nothing", {}}), testing::HasSubstr("nothing"));
        EXPECT_THAT(complaint(asked.compiler, {"k.cu", "add<float>", {}}), testing::HasSubstr("add"));
        EXPECT_EQ(complaint(asked.compiler, {"k.cu", "plain", {}}), "");
    }
    EXPECT_EQ(asked.files.size(), 1u);
}

TEST(Compiler, ABrokenDirectiveIsToldToEverybody) {
    Compiler compiler(
        [](const std::string&) { return std::string("#error wrong\n__global__ void k() {}\n"); });
    EXPECT_THROW(compiler.kernels("k.cu", {}), CompileError);
    EXPECT_THROW(compiler.signature({"k.cu", "k", {}}), CompileError);
    EXPECT_THROW(compiler.kernels("k.cu", {}), CompileError);
}

/// A header that only host code needs is not an error until something else is wrong, each time again.
TEST(Compiler, SuspicionsAreToldWithEachComplaint) {
    Compiler compiler([](const std::string& name) -> std::string {
        if (name != "k.cu") throw Error("There is no file " + name + ".");
        return "#include \"host.h\"\n__global__ void k(int* a) { a[0] = missing; }\n";
    });
    for (int i = 0; i < 2; ++i) {
        EXPECT_EQ(compiler.kernels("k.cu", {}).size(), 1u);
        try {
            compiler.signature({"k.cu", "k", {}});
            ADD_FAILURE() << "the text is taken";
        } catch (const CompileError& error) {
            ASSERT_EQ(error.diagnostics().size(), 2u);
            EXPECT_THAT(error.diagnostics()[0].message, testing::HasSubstr("`missing`"));
            EXPECT_THAT(error.diagnostics()[1].message, testing::HasSubstr("There is no file `host.h`"));
        }
    }
}

}  // namespace upsweep::emulator
