// `upsweep run` reads a file's text once and checks its kernel once, for all that it does with them.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "commands/commands.h"
#include "core/helpers/own_folder.h"
#include "emulator/source/preprocessor.h"

namespace upsweep::commands {
namespace {

/// What the front end had to do for one command line; its output is swallowed.
emulator::FrontEndWork work_of(const std::string& arguments) {
    CommandLine line;
    add_commands(line.program());
    const emulator::FrontEndWork before = emulator::front_end_work();
    testing::internal::CaptureStdout();
    std::istringstream words(arguments);
    line.run({std::istream_iterator<std::string>(words), {}});
    EXPECT_NE(testing::internal::GetCapturedStdout(), "");
    const emulator::FrontEndWork after = emulator::front_end_work();
    return {after.texts_read - before.texts_read, after.kernels_checked - before.kernels_checked};
}

TEST(RunOnce, ATextIsReadOnceAndAKernelCheckedOnce) {
    const std::filesystem::path file = test::own_file("run_once.cu");
    std::ofstream(file) << R"(
template <typename T> __global__ void twice(T* a) { a[threadIdx.x] *= 2; }
__global__ void sum(const float* in, float* out) {
    __shared__ float part[32];
    part[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) for (int i = 0; i < 32; ++i) out[0] += part[i];
}
)";
    const std::string name = file.string();
    for (const std::string& arguments :
         {"run " + name + " --kernel sum --arg iota:32 --arg zeros:1",
          "run " + name + " --kernel twice --template float --arg iota:32 --json"}) {
        const emulator::FrontEndWork work = work_of(arguments);
        EXPECT_EQ(work.texts_read, 1) << arguments;
        EXPECT_EQ(work.kernels_checked, 1) << arguments;
    }
    std::filesystem::remove(file);
}

}  // namespace
}  // namespace upsweep::commands
