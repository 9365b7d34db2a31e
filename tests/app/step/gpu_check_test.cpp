// The present scene on the GPU: what the window says, with a GPU that the test plays.
#include "app/step/model/gpu_check.h"

#include <gmock/gmock.h>

#include <cmath>
#include <thread>

#include "core/error.h"
#include "device/device.h"
#include "scenes/run_program.h"

namespace upsweep::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* program =
    "__global__ void fill(int* out) { out[threadIdx.x] = 7; }\n"
    "int main() { int* d; cudaMalloc(&d, 64 * sizeof(int)); fill<<<1, 64>>>(d); }\n";

/// A GPU that gives these numbers.
RunIsolated gpu_that_gives(int number) {
    return [number](const IsolatedRun& run, const IsolatedOptions&) {
        IsolatedResult result;
        result.device = "Test GPU";
        result.timed_runs = 3;
        result.printed = "hello\n";
        for (const Buffer& buffer : run.plan.buffers) {
            result.buffers.emplace_back(buffer.type, buffer.extent);
            for (int64_t i = 0; i < buffer.extent.count(); ++i) result.buffers.back().set_number(i, number);
        }
        return result;
    };
}

class GpuCheckTest : public testing::Test {
  protected:
    void wait(GpuCheck& check) {
        for (int i = 0; i < 2000 && check.state() == GpuCheck::State::running; ++i) {
            jobs.deliver();
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
    }

    Jobs jobs{[] {}, [](const std::string&) {}};
    scenes::Scene scene = scenes::scene_of_text(program);
};

TEST_F(GpuCheckTest, SaysThatBothAgree) {
    GpuCheck check(jobs, gpu_that_gives(7));
    EXPECT_EQ(check.state(), GpuCheck::State::idle);
    check.start(scene);
    EXPECT_EQ(check.state(), GpuCheck::State::running);
    wait(check);
    EXPECT_EQ(check.state(), GpuCheck::State::equal);
    ASSERT_FALSE(check.sentences().empty());
    EXPECT_EQ(check.sentences().front(), "The GPU and the emulator give the same numbers in every buffer.");
    EXPECT_THAT(check.sentences(), testing::Contains(HasSubstr("Test GPU")));
    EXPECT_EQ(check.printed(), "hello\n");
}

/// Within what rounding allows they agree, but are not the same.
TEST_F(GpuCheckTest, SaysThatBothAgreeWithinRounding) {
    scene = scenes::scene_of_text(
        "__global__ void fill(float* out) { out[threadIdx.x] = 7; }\n"
        "int main() { float* d; cudaMalloc(&d, 64 * sizeof(float)); fill<<<1, 64>>>(d); }\n");
    GpuCheck check(jobs, [](const IsolatedRun& run, const IsolatedOptions& options) {
        IsolatedResult result = gpu_that_gives(7)(run, options);
        for (Array& buffer : result.buffers) buffer.set_number(0, std::nextafter(7.0F, 8.0F));
        return result;
    });
    check.start(scene);
    wait(check);
    EXPECT_EQ(check.state(), GpuCheck::State::equal);
    ASSERT_FALSE(check.sentences().empty());
    EXPECT_EQ(check.sentences().front(), "The GPU and the emulator agree in every buffer.");
}

TEST_F(GpuCheckTest, SaysWhereTheyDiffer) {
    GpuCheck check(jobs, gpu_that_gives(8));
    check.start(scene);
    wait(check);
    EXPECT_EQ(check.state(), GpuCheck::State::different);
    EXPECT_THAT(check.sentences(),
                testing::Contains(HasSubstr("out[0] is 7 on the emulator and 8 on the GPU")));
}

TEST_F(GpuCheckTest, SaysWhyItRefuses) {
    GpuCheck check(jobs, [](const IsolatedRun&, const IsolatedOptions&) -> IsolatedResult {
        throw Error("The kernel did not end.");
    });
    check.start(scene);
    wait(check);
    EXPECT_EQ(check.state(), GpuCheck::State::refused);
    EXPECT_THAT(check.sentences(), testing::Contains("The kernel did not end."));
}

TEST_F(GpuCheckTest, SaysThatThereIsNoGpu) {
    if (!device::probe().devices.empty()) GTEST_SKIP() << "There is a GPU.";
    GpuCheck check(jobs);
    check.start(scene);
    wait(check);
    EXPECT_EQ(check.state(), GpuCheck::State::refused);
    EXPECT_THAT(check.sentences(),
                ElementsAre(device::probe().reason, HasSubstr("upsweep run untitled.cu --on emulator,gpu")));
}

TEST_F(GpuCheckTest, TakesAnEditedKernelOfTheCatalog) {
    scene = scenes::initial_scene("scan_blelloch");
    EXPECT_FALSE(GpuCheck::concerns(scene));
    scene.edits["scan_blelloch.cu"] = kernel_text("scan_blelloch.cu") + "\n// changed\n";
    EXPECT_TRUE(GpuCheck::concerns(scene));
    std::string sent;
    GpuCheck check(jobs, [&](const IsolatedRun& run, const IsolatedOptions& options) {
        for (const auto& [name, text] : run.texts)
            if (name == "scan_blelloch.cu") sent = text;
        return gpu_that_gives(0)(run, options);
    });
    check.start(scene);
    wait(check);
    EXPECT_EQ(check.state(), GpuCheck::State::different);
    EXPECT_THAT(sent, HasSubstr("// changed"));
}

TEST_F(GpuCheckTest, AVerdictIsOfOneScene) {
    GpuCheck check(jobs, gpu_that_gives(7));
    check.start(scene);
    wait(check);
    scene.step = 5;
    check.follow(scene);
    EXPECT_EQ(check.state(), GpuCheck::State::equal);
    scene.edits[programs::untitled] += "\n";
    check.follow(scene);
    EXPECT_EQ(check.state(), GpuCheck::State::idle);
    EXPECT_THAT(check.sentences(), IsEmpty());
}

TEST_F(GpuCheckTest, WhatIsCancelledSaysNothing) {
    GpuCheck check(jobs, [](const IsolatedRun&, const IsolatedOptions& options) {
        while (!*options.cancel) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        throw Cancelled();
        return IsolatedResult();
    });
    check.start(scene);
    check.cancel();
    while (!jobs.idle()) jobs.deliver();
    EXPECT_EQ(check.state(), GpuCheck::State::idle);
}

}  // namespace
}  // namespace upsweep::app
