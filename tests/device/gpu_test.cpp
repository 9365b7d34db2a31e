// Plans on a GPU, with small kernels of its own; skipped with the reason without one.
#include <gmock/gmock.h>

#include <numeric>

#include "device/device.h"

namespace upsweep::device {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kernel_text = R"(
extern "C" __global__ void add(const unsigned* from, unsigned* to, int count, unsigned value) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) to[i] = from[i] + value;
}
__constant__ unsigned table[64] = {7, 8, 9};
extern "C" __global__ void look_up(unsigned* to) { to[threadIdx.x] = table[threadIdx.x]; }
)";

class Gpu : public testing::Test {
  protected:
    void SetUp() override {
        if (probe().devices.empty()) GTEST_SKIP() << probe().reason;
        options_.sources = [](const std::string&) { return std::string(kernel_text); };
    }

    Launch add(BufferId from, BufferId to, int64_t count, uint32_t value) const {
        Launch launch;
        launch.kernel = {"add.cu", "add", {}};
        launch.grid.x = (count + 63) / 64;
        launch.block.x = 64;
        launch.arguments = {BufferArgument{from}, BufferArgument{to}, int_argument(count),
                            ScalarArgument{ScalarType::u32, value}};
        launch.name = "add " + std::to_string(value);
        return launch;
    }

    // input → output through one launch of `count` elements out of 100.
    Plan one_launch(int64_t count) {
        Plan plan;
        plan.algorithm = "add";
        plan.input = plan.add_buffer({"input", ScalarType::u32, {200, 1}, BufferRole::data});
        plan.output = plan.add_buffer({"output", ScalarType::u32, {100, 1}, BufferRole::data});
        plan.operations = {{add(plan.input, plan.output, count, 5)}};
        return plan;
    }

    Array counting() const {
        Array array(ScalarType::u32, {200, 1});
        std::iota(array.view<uint32_t>().begin(), array.view<uint32_t>().end(), 1000U);
        return array;
    }

    Options options_;
};

TEST_F(Gpu, RunsALaunchAndTimesIt) {
    const Result result = run(one_launch(100), counting(), options_);
    for (int64_t i = 0; i < 100; ++i) ASSERT_EQ(result.output.view<uint32_t>()[i], 1005 + i);
    ASSERT_THAT(result.launches, SizeIs(1));
    EXPECT_EQ(result.launches[0].name, "add 5");
    EXPECT_GT(result.launches[0].milliseconds, 0);
    EXPECT_GT(result.upload_ms, 0);
    EXPECT_GT(result.download_ms, 0);
}

TEST_F(Gpu, UnwrittenElementsStayPoisoned) {
    options_.poison = options_.guards = true;
    const Result result = run(one_launch(60), counting(), options_);
    EXPECT_EQ(result.output.view<uint32_t>()[59], 1064U);
    EXPECT_EQ(result.output.view<uint32_t>()[60], 0xD5D5D5D5U);
    EXPECT_THAT(result.faults, IsEmpty());
}

TEST_F(Gpu, WritesPastTheEndAreFound) {
    options_.guards = true;
    const Result result = run(one_launch(103), counting(), options_);
    EXPECT_THAT(
        result.faults,
        ElementsAre("add wrote outside \"output\": 12 bytes behind its end (the first 0 bytes from it)."));
}

TEST_F(Gpu, StreamsWaitForEachOther) {
    Plan plan = one_launch(100);
    const BufferId middle = plan.add_buffer({"middle", ScalarType::u32, {100, 1}, BufferRole::data});
    plan.operations = {{Clear{plan.output, 0xFF}, 0},
                       {add(plan.input, middle, 100, 1), 1},
                       {Wait{1}, 0},
                       {add(middle, plan.output, 100, 2), 0}};
    Runner runner(plan, counting(), options_);
    EXPECT_EQ(runner.run().output.view<uint32_t>()[99], 1102U);
    EXPECT_GT(runner.time_once(3), 0);
    EXPECT_EQ(runner.output().view<uint32_t>()[99], 1102U);
    EXPECT_EQ(runner.buffer(middle).view<uint32_t>()[0], 1001U);
    EXPECT_EQ(runner.run().output.view<uint32_t>()[7], 1010U);  // now from pinned memory
}

TEST_F(Gpu, OneRunnerTakesOneInputAfterAnother) {
    Plan plan = one_launch(100);
    const BufferId kept = plan.add_buffer({"kept", ScalarType::u32, {100, 1}});
    // Both streams need the input; what does not change is uploaded last.
    plan.operations = {{Upload{0, plan.input}},
                       {Upload{1, kept}},
                       {Wait{1}, 1},
                       {add(plan.input, plan.output, 60, 5), 1},
                       {add(kept, plan.output, 10, 1), 1},
                       {Wait{4}, 0},
                       {Download{plan.output}}};
    options_.further_inputs = {Array(ScalarType::u32, {100, 1})};
    options_.further_inputs[0].set_number(3, 40);
    Runner runner(plan, counting(), options_);
    for (const uint32_t more : {0U, 500U, 7U}) {
        Array input = counting();
        for (uint32_t& value : input.view<uint32_t>()) value += more;
        const Result result = runner.next(input);
        EXPECT_EQ(result.output.view<uint32_t>()[59], 1064U + more);
        EXPECT_EQ(result.output.view<uint32_t>()[3], 41U) << "what was uploaded once stays";
        EXPECT_THAT(result.launches, SizeIs(2));
        EXPECT_GT(result.upload_ms, 0);
    }
    EXPECT_THROW(runner.next(Array(ScalarType::u32, {100, 1})), UsageError);
}

TEST_F(Gpu, ABufferMayLieInAnotherRunner) {
    const Plan plan = one_launch(100);
    Runner first(plan, counting(), options_);
    (void)first.run();
    Plan beside = one_launch(100);
    beside.operations = {{Upload{0, beside.input}}, {add(BufferId{2}, beside.output, 100, 20), 0}};
    beside.add_buffer({"lent", ScalarType::u32, {100, 1}});
    options_.lent = {{BufferId{2}, first.address(plan.output)}};
    Runner second(beside, counting(), options_);
    EXPECT_EQ(second.run().output.view<uint32_t>()[7], 1032U) << "1007 + 5 + 20";
    EXPECT_EQ(second.bytes(), 4 * 300) << "it holds its own two alone";
}

/// Two of three constants from a second host array, in a run and in repeats of its launches.
TEST_F(Gpu, AVariableIsSetFromAFurtherInput) {
    Plan plan = one_launch(100);
    const BufferId words = plan.add_buffer({"words", ScalarType::u32, {2, 1}});
    Launch launch;
    launch.kernel = {"add.cu", "look_up", {}};
    launch.block.x = 3;
    launch.arguments = {BufferArgument{plan.output}};
    plan.operations = {
        {Upload{0, plan.input}}, {Upload{1, words}}, {SetVariable{words, launch.kernel, "table"}}, {launch}};
    Array two(ScalarType::u32, {2, 1});
    two.set_number(0, 21);
    two.set_number(1, 22);
    options_.further_inputs = {two};
    Runner runner(plan, counting(), options_);
    EXPECT_GT(runner.time_once(2), 0);
    for (const Array& output : {runner.output(), runner.run().output}) {
        EXPECT_EQ(output.view<uint32_t>()[0], 21U);
        EXPECT_EQ(output.view<uint32_t>()[1], 22U);
        EXPECT_EQ(output.view<uint32_t>()[2], 9U);
    }
    std::get<SetVariable>(plan.operations[2].what).variable = "tables";
    EXPECT_THROW(run(plan, counting(), options_), Error);
}

TEST_F(Gpu, TooMuchMemoryIsRefusedInOneSentence) {
    Plan plan = one_launch(1);
    plan.add_buffer({"huge", ScalarType::f64, {1 << 20, 1 << 20}, BufferRole::data});
    try {
        run(plan, counting(), options_);
        FAIL() << "it ran";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("200 × 1 u32 needs 8192.0 GiB on the GPU; "));
    }
}

TEST_F(Gpu, AnUnknownKernelIsNamed) {
    Plan plan = one_launch(1);
    std::get<Launch>(plan.operations[0].what).kernel.function = "subtract";
    try {
        run(plan, counting(), options_);
        FAIL() << "it ran";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("add.cu has no kernel named subtract"));
    }
    EXPECT_THROW(run(plan, counting(), {}), BackendMissing);
}

TEST_F(Gpu, TheCopyCopiesForAnyMixOfBytes) {
    for (const auto& [read, written] : {std::pair{1 << 20, 1 << 20}, std::pair{1 << 18, 1 << 20},
                                        std::pair{1 << 20, 100}, std::pair{3000, 12000}}) {
        CopyRunner runner(read, written);
        runner.time_once(2);
        EXPECT_EQ(runner.first_difference(), -1) << read << " to " << written;
    }
}

TEST_F(Gpu, TheCopyLimitIsPositiveForAnyMixOfBytes) {
    EXPECT_GT(copy_time(1 << 20, 1 << 20), 0);
    EXPECT_GT(copy_time(1 << 18, 1 << 20), 0);
    EXPECT_GT(copy_time(1 << 20, 100), 0);
}

}  // namespace
}  // namespace upsweep::device
