// Several launches by hand that share buffers.
#include "programs/launches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "core/error.h"
#include "emulator/emulator.h"
#include "emulator/trace/trace.h"
#include "programs/fill.h"

namespace upsweep::programs {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* launches_text = R"(
__global__ void scan(const int* in, int* out, int* sums, int n) {
    __shared__ int s[4];
    int t = threadIdx.x, i = blockIdx.x * 4 + t;
    s[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int d = 1; d < 4; d *= 2) {
        int v = t >= d ? s[t - d] : 0;
        __syncthreads();
        s[t] += v;
        __syncthreads();
    }
    if (i < n) out[i] = s[t];
    if (sums && t == 3) sums[blockIdx.x] = s[3];
}
__global__ void add(int* out, const int* sums) { out[threadIdx.x + 4 * blockIdx.x] += sums[blockIdx.x]; }
)";

OpenedProgram opened(const std::vector<std::string>& launches, emulator::Compiler& compiler) {
    UserProgram program;
    program.file = "k.cu";
    return open_launches(program, launches, compiler);
}

std::vector<double> after(const OpenedProgram& opened, emulator::Compiler& compiler, size_t parameter) {
    emulator::RunOptions options;
    options.gpu.lanes = options.gpu.banks = 32;
    const emulator::Trace trace = run(opened, compiler, options);
    EXPECT_TRUE(trace.complete);
    const auto buffer = size_t(opened.prepared.buffer_of[parameter]);
    std::vector<double> numbers;
    for (const Cell& cell : cells_of(opened.signature.parameters[parameter], trace.buffers[buffer]))
        numbers.push_back(bits_to_number(cell.type, cell.bits));
    return numbers;
}

TEST(Launches, ShareBuffersByName) {
    emulator::Compiler compiler([](const std::string&) { return std::string(launches_text); });
    const OpenedProgram scan =
        opened({"scan<<<3, 4>>>(in=iota:12, out=unset:12, sums=unset:3, 12)",
                "scan<<<1, dim3(4)>>>(sums, scanned=zeros:3, null, 3)", "add<<<(2), 4>>>(out+4, scanned)"},
               compiler);
    ASSERT_EQ(scan.signature.parameters.size(), 4U);
    EXPECT_EQ(scan.signature.parameters[3].name, "scanned");
    EXPECT_THAT(after(scan, compiler, 2), ElementsAre(6, 22, 38));
    EXPECT_THAT(after(scan, compiler, 3), ElementsAre(6, 28, 66));
    EXPECT_THAT(after(scan, compiler, 1), ElementsAre(0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66));
}

TEST(Launches, NameBuffersAfterTheirParameters) {
    emulator::Compiler compiler([](const std::string&) { return std::string(launches_text); });
    const OpenedProgram added = opened({"add<<<1,3>>>(values:(1,2,3), fill:1:5)"}, compiler);
    EXPECT_EQ(added.signature.parameters[0].name, "out");
    EXPECT_THAT(after(added, compiler, 0), ElementsAre(6, 7, 8));
}

TEST(Launches, SayWhatIsWrong) {
    emulator::Compiler compiler([](const std::string&) { return std::string(launches_text); });
    const auto sentence = [&](const std::string& launch) -> std::string {
        try {
            opened({launch}, compiler);
        } catch (const UsageError& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_THAT(sentence("add(out)"), HasSubstr("without <<<GRID, BLOCK>>>"));
    EXPECT_THAT(sentence("<<<1,2>>>(a)"), HasSubstr("without a kernel's name"));
    EXPECT_THAT(sentence("add<<<1>>>(a)"), HasSubstr("two or three values"));
    EXPECT_THAT(sentence("add<<<1,4>>>"), HasSubstr("without its arguments"));
    EXPECT_THAT(sentence("add<<<1,4>>>(out, sums)"), HasSubstr("write out=zeros:COUNT at its first use"));
    EXPECT_THAT(sentence("add<<<1,4>>>(out=zeros:4)"), HasSubstr("takes 2 arguments, but got 1"));
}

}  // namespace
}  // namespace upsweep::programs
