// `upsweep run --on gpu`, with a GPU and without one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>

#include "commands/helpers/run_program.h"

namespace upsweep::test {
namespace {

using nlohmann::ordered_json;
using testing::HasSubstr;

/// A whole program, with host code that no GPU's compiler takes.
constexpr const char* program = R"(#include <cstdio>
#include <vector>
__constant__ int factor[1];
__device__ int calls = 40;
__global__ void scale(int* out, const float* in, float* roots) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i * factor[0];
    roots[i] = sqrtf(in[i]) + sinf(in[i]);
    atomicAdd(&calls, 1);
    if (i == 0) printf("thread %d of %d\n", i, blockDim.x);
#ifdef FAULTY
    out[i + (1 << 28)] = 1;
#endif
#ifdef ENDLESS
    while (factor[0] == 3) atomicAdd(&calls, 1);
#endif
}
int main() {
    std::vector<int> host(64);
    printf("%zu\n", host.size());
}
)";

class RunGpu : public testing::Test {
  protected:
    RunGpu() {
        folder_ = std::filesystem::temp_directory_path() / ("upsweep_run_gpu_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
        std::ofstream(folder_ / "scale.cu") << program;
    }
    ~RunGpu() override { std::filesystem::remove_all(folder_); }

    Outcome run(const std::string& further) const {
        return run_program(
            "run " + (folder_ / "scale.cu").string() +
            " --grid 2 --block 32 --arg zeros:64 --arg iota:64 --arg zeros:64 --set factor=3 " + further);
    }

    std::filesystem::path folder_;
};

/// Where there is no GPU the sentence that says so.
std::string missing(const Outcome& outcome) {
    const bool absent =
        outcome.err.find("GPU.") != std::string::npos && outcome.err.find("The kernel") == std::string::npos;
    return outcome.status == 1 && absent ? outcome.err : "";
}

TEST_F(RunGpu, RefusesWhatItIsNotFor) {
    EXPECT_THAT(run("--on cpu").err, HasSubstr("runs on emulator and gpu, not on \"cpu\""));
    EXPECT_THAT(run("--on gpu --trace t.trace").err, HasSubstr("--on emulator,gpu"));
    EXPECT_THAT(run("--on emulator,gpu --warp 8").err, HasSubstr("A warp of the GPU has 32 lanes"));
    EXPECT_EQ(run("--on emulator").status, 0);
}

TEST_F(RunGpu, AgreesWithTheEmulatorOrSaysThatThereIsNoGpu) {
    const Outcome outcome = run("--on emulator,gpu --json");
    if (const std::string why = missing(outcome); !why.empty()) {
        // What the emulator says is there all the same.
        EXPECT_EQ(ordered_json::parse(outcome.out)["buffers"]["out"][5], 15);
        GTEST_SKIP() << why;
    }
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    const ordered_json gpu = ordered_json::parse(outcome.out)["gpu"];
    EXPECT_EQ(gpu["equal"], true);
    EXPECT_EQ(gpu["printed"], "thread 0 of 32\n");
    EXPECT_GT(gpu["milliseconds"]["median"], 0);
    EXPECT_EQ(gpu["buffers"][0]["numbers"], 64);
    EXPECT_THAT(run("--on emulator,gpu").out, HasSubstr("The emulator and the GPU agree."));
}

TEST_F(RunGpu, GivesTheGpusBuffersAlone) {
    const Outcome outcome = run("--on gpu --json --expect out=iota:64");
    if (const std::string why = missing(outcome); !why.empty()) GTEST_SKIP() << why;
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.err, HasSubstr("out[1] is 3, expected 1"));
    const ordered_json made = ordered_json::parse(outcome.out);
    EXPECT_EQ(made["buffers"]["out"][5], 15);
    EXPECT_EQ(made["gpu"]["equal"], nullptr);
    EXPECT_EQ(made.contains("findings"), false);
}

TEST_F(RunGpu, PassesStructsAsTheyLie) {
    std::ofstream(folder_ / "structs.cu")
        << "struct View { char rows; float* cells; short first; };\nstruct Twice { __device__ float "
           "operator()(float a) const { return 2 * a; } };\n"
           "__global__ void k(View view, Twice twice, double by, float4 more) { view.cells[threadIdx.x] = "
           "twice(view.rows * by + view.first + more.z); }\n";
    const Outcome outcome = run_program("run " + (folder_ / "structs.cu").string() +
                                        " --on emulator,gpu --json --grid 1 --block 4 --arg '3;zeros:4;5' "
                                        "--arg 1.5 --arg '1;2;3;4'");
    if (const std::string why = missing(outcome); !why.empty()) GTEST_SKIP() << why;
    ASSERT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(ordered_json::parse(outcome.out)["buffers"].begin().value()[2], 25);
}

/// What drivers say of a kernel that wrote where it may not; the same text is judged in one of several ways.
testing::Matcher<const std::string&> says_a_lost_context() {
    return testing::AnyOf(HasSubstr("an illegal memory access was encountered"),
                          HasSubstr("operation not supported on global/shared address space"),
                          HasSubstr("misaligned address"), HasSubstr("unspecified launch failure"),
                          HasSubstr("an illegal instruction was encountered"));
}

TEST_F(RunGpu, OutlivesAFaultyKernel) {
    const Outcome faulty = run("--on gpu -DFAULTY");
    if (const std::string why = missing(faulty); !why.empty()) GTEST_SKIP() << why;
    EXPECT_EQ(faulty.status, 1);
    EXPECT_THAT(faulty.err, says_a_lost_context());
    const Outcome both = run("--on emulator,gpu -DFAULTY --json");
    EXPECT_EQ(both.status, 1);
    EXPECT_THAT(ordered_json::parse(both.out)["gpu"]["error"].get<std::string>(), says_a_lost_context());
    EXPECT_EQ(ordered_json::parse(both.out)["findings"][0]["kind"], "out_of_bounds");
    const Outcome endless = run("--on gpu -DENDLESS");
    EXPECT_EQ(endless.status, 1);
    EXPECT_THAT(endless.err, HasSubstr("The kernel did not end within 10 s on the GPU"));
}

}  // namespace
}  // namespace upsweep::test
