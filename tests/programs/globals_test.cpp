// What variables outside of functions begin with.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "programs/fill.h"
#include "programs/launch.h"

namespace upsweep::programs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* globals_text = R"(
__constant__ float weights[3];
__constant__ int ready = 4;
__device__ int counter;
__device__ int* kept;
__constant__ int unused[2];
__global__ void k(float* out) {
    if (threadIdx.x == 0) kept = &counter;
    out[threadIdx.x] = weights[threadIdx.x] + ready + counter;
}
)";

struct Kernel {
    emulator::Compiler compiler{[](const std::string&) { return std::string(globals_text); }};
    Signature signature = signature_of({"g.cu", "k", {}}, compiler);

    std::vector<double> run(const std::vector<std::string>& settings) {
        set_globals(signature, settings, compiler);
        Request request;
        request.block = {3, 1, 1};
        request.arguments = {"zeros:3"};
        const Prepared prepared = prepare(signature, request);
        const emulator::Trace trace =
            emulator::run(prepared.plan, prepared.hosts.front(), compiler, emulator::RunOptions{});
        EXPECT_TRUE(trace.findings.empty());
        std::vector<double> numbers;
        for (int64_t i = 0; i < 3; ++i) numbers.push_back(trace.buffers.at(0).number(i));
        return numbers;
    }
    std::string why(const std::string& setting) {
        try {
            set_globals(signature, {setting}, compiler);
            return "";
        } catch (const UsageError& error) {
            return error.what();
        }
    }
};

TEST(Globals, BeginWithWhatIsSet) {
    EXPECT_THAT(Kernel().run({}), ElementsAre(4, 4, 4));
    EXPECT_THAT(Kernel().run({"weights=values:1,2.5,3"}), ElementsAre(5, 6.5, 7));
    EXPECT_THAT(Kernel().run({"weights=1,2,-3", "ready=-10", "counter=100"}), ElementsAre(91, 92, 87));
    EXPECT_THAT(Kernel().run({"weights=iota:3:7"}), ElementsAre(11, 12, 13));
}

TEST(Globals, ThoseThatNobodySetAreNamed) {
    const Kernel kernel;
    EXPECT_THAT(never_set(kernel.signature, {}), ElementsAre("weights"));
    EXPECT_THAT(never_set(kernel.signature, {"counter=1"}), ElementsAre("weights"));
    EXPECT_TRUE(never_set(kernel.signature, {"weights=1,2,3"}).empty());
}

TEST(Globals, RefusesWhatDoesNotFit) {
    Kernel kernel;
    EXPECT_EQ(kernel.why("weights=1,2"), "`weights` is float[3] and takes 3 numbers, but got 2.");
    EXPECT_EQ(kernel.why("ready=zeros:2"), "`ready` is int and takes 1 number, but got 2.");
    EXPECT_THAT(kernel.why("ready=2.5"), HasSubstr("Value 1 of variable `ready`"));
    EXPECT_THAT(kernel.why("ready=ones:3"), HasSubstr("Variable `ready` is int"));
    EXPECT_THAT(kernel.why("unused=1,2"),
                HasSubstr("k does not use a __constant__ or __device__ variable `unused`; it uses `"));
    EXPECT_THAT(kernel.why("kept=0"), HasSubstr("does not use"));
    EXPECT_THAT(kernel.why("weights"), HasSubstr("--set is \"weights\"; write NAME=NUMBER"));
    EXPECT_THAT(kernel.why("=3"), HasSubstr("write NAME=NUMBER"));
}

}  // namespace
}  // namespace upsweep::programs
