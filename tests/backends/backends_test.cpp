// Every backend gets the same requests in the same way, and gives the same results.
#include "backends/backend.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "backends/repeats.h"
#include "core/error.h"
#include "emulator/emulator.h"
#include "emulator/trace/trace.h"
#include "emulator/trace/waiting.h"

namespace upsweep::backends {
namespace {

using testing::HasSubstr;

template <typename Call>
std::string usage_error(Call call) {
    try {
        call();
    } catch (const UsageError& error) {
        return error.what();
    }
    return "nothing was thrown";
}

/// An entry at a size, on its initial options and a toy machine.
struct Example {
    explicit Example(const char* slug, Extent extent = {7, 5}) {
        Parameters parameters;
        parameters.extent = extent;
        parameters.machine = {4, 8};
        task.algorithm = &find_algorithm(slug);
        task.parameters = with_defaults(*task.algorithm, parameters);
        input = random_input(*task.algorithm, task.parameters, 5);
        task.input = &input;
    }
    Array input;
    Task task;
};

TEST(Backends, AreFoundByName) {
    for (const Backend* backend : all()) EXPECT_EQ(&find(backend->name()), backend);
    EXPECT_EQ(usage_error([] { find("tpu"); }),
              "There is no backend \"tpu\"; the backends are emulator, cpu, gpu.");
    EXPECT_THROW(find(""), UsageError);
}

TEST(Backends, TakeLoopsAndKernelsEachTheirOwn) {
    const Algorithm& loop = find_algorithm("scan_loop");
    const Algorithm& kernel = find_algorithm("scan_blelloch");
    EXPECT_EQ(emulator().refusal(loop), "");
    EXPECT_EQ(emulator().refusal(kernel), "");
    EXPECT_EQ(cpu().refusal(loop), "");
    EXPECT_THAT(cpu().refusal(kernel), HasSubstr("has no loop for the CPU"));
    EXPECT_THAT(gpu().refusal(loop), HasSubstr("does not run on the GPU"));
    EXPECT_EQ(gpu().refusal(kernel), "");
}

TEST(Backends, GiveOneResult) {
    const Example loop("integral_image_fast_loop");
    for (const Backend* backend : {&emulator(), &cpu()})
        for (bool guarded : {false, true}) {
            const Result result = backend->run(loop.task, {.guarded = guarded});
            EXPECT_TRUE(result.faults.empty()) << backend->name();
            EXPECT_TRUE(
                check_result(*loop.task.algorithm, loop.task.parameters, loop.input, result.output).right)
                << backend->name() << " " << guarded;
            EXPECT_EQ(result.milliseconds > 0, backend == &cpu() && !guarded);
        }
}

TEST(Backends, GiveOneResultOnTheGpuToo) {
    if (!gpu().missing().empty()) GTEST_SKIP() << gpu().missing();
    const Example kernel("integral_image_one_pass");
    for (bool guarded : {false, true}) {
        const Result result = gpu().run(kernel.task, {.guarded = guarded});
        EXPECT_EQ(result.output, emulator().run(kernel.task).output);
        EXPECT_GT(result.milliseconds, 0);
    }
}

/// A loop that is broken on purpose: it stores where nothing is.
void stores_too_far(const Parameters&, const Array&, Array& output) {
    std::fill(output.bytes().begin(), output.bytes().end(), std::byte{1});
}

TEST(Backends, TellAWriteBeyondTheOutput) {
    Example example("scan_loop");
    Algorithm broken = *example.task.algorithm;
    broken.run_on_cpu = stores_too_far;
    example.task.algorithm = &broken;
    EXPECT_THAT(cpu().run(example.task, {.guarded = true}).faults,
                testing::ElementsAre("the loop wrote past the end of its output"));
}

TEST(Backends, RunAPlanThatIsNoEntrys) {
    const Example entry("scan_blelloch", {8, 1});
    Task task;
    task.plan = plan_of(entry.task);
    task.parameters.machine = entry.task.parameters.machine;
    task.input = &entry.input;
    EXPECT_EQ(emulator().run(task).output, emulator().run(entry.task).output);
    EXPECT_THAT(usage_error([&] { cpu().run(task); }), HasSubstr("not plans of kernels"));
    EXPECT_THROW(cpu().prepare(task), UsageError);
}

TEST(Backends, OnlyTheEmulatorKnowsWhoWroteWhat) {
    const Example example("scan_loop", {8, 1});
    EXPECT_THAT(emulator().who_wrote(example.task, 3), testing::MatchesRegex("step [0-9]+, lane 0"));
    EXPECT_EQ(cpu().who_wrote(example.task, 3), "");
}

/// The step is counted as the Step view counts: the value appears just after it.
TEST(Backends, WhoWroteIsTheLastStepThatDid) {
    const Example example("scan_kogge_stone", {8, 1});
    emulator::RunOptions options;
    options.gpu.lanes = example.task.parameters.machine.lanes;
    options.gpu.banks = example.task.parameters.machine.banks;
    const emulator::Trace trace = emulator::run(plan_of(example.task), example.input, kernel_text, options);
    const auto output = static_cast<emulator::ArrayId>(trace.plan.output.index);
    for (const int64_t element : {0, 3, 7}) {
        std::string last;
        for (int64_t step = 0; step < trace.step_count(); ++step)
            for (int64_t i = trace.steps[step].first_access; i < trace.end_access(step); ++i) {
                const emulator::Access& access = trace.accesses[i];
                if (access.array == output && access.kind == emulator::AccessKind::write &&
                    access.offset == uint32_t(4 * element))
                    last = "step " + std::to_string(step + 1) + ", lane " + std::to_string(access.lane);
            }
        EXPECT_EQ(emulator().who_wrote(example.task, element), last);
    }
}

TEST(Backends, OnlyTheEmulatorHasNoTimes) {
    EXPECT_THAT(emulator().untimed(), HasSubstr("so it gives no times"));
    EXPECT_EQ(cpu().untimed(), "");
    EXPECT_EQ(gpu().untimed(), "");
    const Example example("scan_loop");
    EXPECT_THROW(emulator().prepare(example.task), BackendMissing);
    EXPECT_GT(cpu().prepare(example.task)->time_once(), 0);
}

TEST(Backends, StopWhenCancelled) {
    const Example example("scan_blelloch", {64, 64});
    const std::atomic<bool> cancel = true;
    EXPECT_THROW(emulator().run(example.task, {.cancel = &cancel}), Cancelled);
}

TEST(Backends, TheGpuThatIsNotThereSaysWhy) {
    if (gpu().missing().empty()) GTEST_SKIP() << "There is a GPU.";
    const Example example("scan_blelloch");
    EXPECT_THROW(gpu().run(example.task), BackendMissing);
    EXPECT_THROW(gpu().prepare(example.task), BackendMissing);
}

TEST(Repeats, GrowUntilASampleIsLongEnough) {
    Repeats repeats(100, 64, 1e-9);
    EXPECT_EQ(repeats.count(), 1);
    repeats.note(10);
    EXPECT_EQ(repeats.count(), 10);
    repeats.note(6);  // 60 is half of what a sample should take, and near enough
    EXPECT_EQ(repeats.count(), 10);
    repeats.note(4);
    EXPECT_EQ(repeats.count(), 25);
    repeats.note(0);
    EXPECT_EQ(repeats.count(), 64);
}

}  // namespace
}  // namespace upsweep::backends
