// A process that runs kernels may do anything: its parent continues, and has one sentence.
#include "device/isolated.h"
#include "device/device.h"

#include <gmock/gmock.h>

#include <atomic>
#include <random>
#include <thread>

#include "core/clock.h"
#include "core/error.h"
#include "device/messages.h"

namespace upsweep::device {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

template <typename T>
Array row(std::vector<T> values) {
    return Array::of<T>({static_cast<int64_t>(values.size()), 1}, std::span<const T>(values));
}

/// Every kind of operation and argument once.
IsolatedRun example() {
    IsolatedRun run;
    Plan& plan = run.plan;
    plan.algorithm = "own.cu";
    plan.input = plan.add_buffer({"in", ScalarType::f32, {4, 1}});
    plan.output = plan.add_buffer({"out", ScalarType::u8, {3, 2}});
    const BufferId copy = plan.add_buffer({"copy", ScalarType::f32, {4, 1}, BufferRole::control, 1});
    Launch launch;
    launch.kernel = {"own.cu", "scale<float>", {{"N", "4"}, {"F(x)", "x"}}};
    launch.grid = {2, 3, 1};
    launch.block = {32, 1, 1};
    launch.dynamic_shared_bytes = 128;
    launch.name = "scale";
    launch.arguments = {BufferArgument{plan.input, 1}, int_argument(-7)};
    plan.operations = {{Upload{0, plan.input}},
                       {Upload{1, plan.output}},
                       {Clear{copy, 9, true}},
                       {launch, 1, 2},
                       {Wait{3}},
                       {Copy{plan.input, copy}},
                       {Download{plan.output, 2, 1, 3}},
                       {SetVariable{copy, {"own.cu", "scale<float>", {{"N", "4"}}}, "table"}}};
    run.hosts = {row<float>({1, 2, 3, 4}), Array(ScalarType::u8, {3, 2})};
    run.texts = {{"own.cu", "__global__ void scale();"}, {"sibling.cuh", ""}};
    run.parameters = {{"scale<float>", {{16, {0, 8}}, {4, {0}}}}};
    run.globals = {{"own.cu", "table", {std::byte{1}, std::byte{2}}}, {"own.cu", "count", {}}};
    return run;
}

IsolatedOptions fake(const std::string& how) {
    IsolatedOptions options;
    options.command = {UPSWEEP_FAKE_CHILD, how};
    options.prepare_seconds = 5;
    options.run_seconds = 5;
    return options;
}

/// The sentence with which it ends.
std::string sentence(IsolatedOptions options) {
    try {
        run_isolated(example(), options);
    } catch (const Error& error) {
        return error.what();
    }
    return "it ended well";
}
std::string sentence(const std::string& how) { return sentence(fake(how)); }

TEST(Isolated, GivesWhatTheProcessAnswers) {
    const IsolatedResult result = run_isolated(example(), fake("echo"));
    EXPECT_EQ(result.device, "Fake GPU");
    ASSERT_EQ(result.buffers.size(), 3u);
    EXPECT_EQ(result.buffers[0], example().hosts[0]);
    EXPECT_EQ(result.timed_runs, 3);
    EXPECT_EQ(result.printed, "printed\n");
    EXPECT_EQ(result.log, "own.cu");
}

TEST(Isolated, CarriesMegabytesBothWays) {
    IsolatedRun run = example();
    run.hosts[0] = Array(ScalarType::f32, {3 << 20, 1});
    run.hosts[0].set_number(12345, 6);
    run.plan.buffers[0].extent = run.plan.buffers[2].extent = run.hosts[0].extent();
    EXPECT_EQ(run_isolated(run, fake("echo")).buffers[0], run.hosts[0]);
}

TEST(Isolated, EndsAKernelThatHangs) {
    IsolatedOptions options = fake("hang");
    options.run_seconds = 0.3;
    const double begin = steady_seconds();
    EXPECT_THAT(sentence(options), HasSubstr("The kernel did not end within 0.3 s on the GPU"));
    EXPECT_LT(steady_seconds() - begin, 4);
}

TEST(Isolated, EndsACompilerThatHangs) {
    for (const char* how : {"hang_compiling", "hang_at_once"}) {
        IsolatedOptions options = fake(how);
        options.prepare_seconds = 0.3;
        EXPECT_THAT(sentence(options), HasSubstr("Compiling for the GPU took longer than 0.3 s")) << how;
    }
}

TEST(Isolated, EndsWhatPrintsForEver) {
    IsolatedOptions options = fake("prints_for_ever");
    options.run_seconds = 0.3;
    EXPECT_THAT(sentence(options), HasSubstr("did not end within 0.3 s"));
}

TEST(Isolated, TakesAnAnswerFromAProcessThatDoesNotEnd) {
    EXPECT_EQ(run_isolated(example(), fake("lingers")).device, "Fake GPU");
}

TEST(Isolated, SaysHowAProcessEnded) {
    EXPECT_THAT(sentence("crash"), HasSubstr("was ended by signal SIGSEGV while the kernel ran"));
    EXPECT_THAT(sentence("deaf"), HasSubstr("ended with status 3 while the kernel was compiled"));
    EXPECT_THAT(sentence("says_why"), HasSubstr("it said \"out of luck\""));
    EXPECT_THAT(sentence("half"), HasSubstr("ended with status 0"));
}

TEST(Isolated, PassesOnWhyThereIsNone) {
    EXPECT_THROW(run_isolated(example(), fake("missing")), BackendMissing);
    EXPECT_EQ(sentence("missing"), "There is no GPU.");
    EXPECT_EQ(sentence("failed"), "The kernel stopped.");
}

TEST(Isolated, BelievesNoNonsense) {
    for (const char* how : {"garbage", "long_message", "empty", "few"})
        EXPECT_EQ(sentence(how), "The two processes sent each other data that cannot be read.") << how;
}

TEST(Isolated, SaysThatNoProgramStarts) {
    IsolatedOptions options;
    options.command = {"/no/such/program"};
    EXPECT_THAT(sentence(options), HasSubstr("No process could be started"));
}

TEST(Isolated, CanBeCancelled) {
    std::atomic<bool> cancel = false;
    IsolatedOptions options = fake("hang");
    options.cancel = &cancel;
    std::thread later([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        cancel = true;
    });
    EXPECT_THROW(run_isolated(example(), options), Cancelled);
    later.join();
}

TEST(Isolated, SaysWhyWithoutAGpu) {
    if (!probe().devices.empty()) GTEST_SKIP() << "There is a GPU.";
    EXPECT_THROW(run_isolated(example(), {}), BackendMissing);
    EXPECT_EQ(sentence(IsolatedOptions{}), probe().reason);
}

TEST(Isolated, RefusesAPlanForTheEmulatorOnly) {
    IsolatedRun run = example();
    run.plan.emulator_only = "as printed";
    EXPECT_THROW(run_isolated(run, fake("echo")), UsageError);
}

TEST(Wire, BringsARunAcross) {
    const IsolatedRun run = decode_run(encode(example()));
    EXPECT_EQ(encode(run), encode(example()));
    EXPECT_EQ(run.plan, example().plan);
    EXPECT_EQ(run.hosts, example().hosts);
    EXPECT_EQ(run.texts, example().texts);
    const auto& launch = std::get<Launch>(run.plan.operations[3].what);
    EXPECT_EQ(launch.kernel, (KernelName{"own.cu", "scale<float>", {{"N", "4"}, {"F(x)", "x"}}}));
    EXPECT_EQ(std::get<ScalarArgument>(launch.arguments[1]).bits, 0xfffffff9u);
    EXPECT_EQ(run.globals[0].contents.size(), 2u);
}

TEST(Wire, RefusesEveryPartOfARun) {
    const std::string whole = encode(example());
    for (size_t size = 0; size < whole.size(); ++size)
        EXPECT_THROW(decode_run(std::string_view(whole).substr(0, size)), Error) << size;
    EXPECT_THROW(decode_run(whole + "x"), Error);
}

TEST(Wire, RefusesAPlanThatLeadsNowhere) {
    const auto refused = [](auto change) {
        IsolatedRun run = example();
        change(run);
        EXPECT_THROW(decode_run(encode(run)), Error);
    };
    refused([](IsolatedRun& run) { std::get<Upload>(run.plan.operations[0].what).to.index = 3; });
    refused([](IsolatedRun& run) {
        auto& upload = std::get<Upload>(run.plan.operations[0].what);
        upload.first = 2;
        upload.count = 3;
    });
    refused([](IsolatedRun& run) { run.hosts[0] = Array(ScalarType::f32, {5, 1}); });
    refused([](IsolatedRun& run) { std::get<Clear>(run.plan.operations[2].what).buffer.index = -1; });
    refused([](IsolatedRun& run) {
        std::get<BufferArgument>(std::get<Launch>(run.plan.operations[3].what).arguments[0]).buffer.index = 9;
    });
    refused([](IsolatedRun& run) { std::get<Wait>(run.plan.operations[4].what).operation = 4; });
    refused([](IsolatedRun& run) { std::get<Download>(run.plan.operations[6].what).count = 6; });
    refused([](IsolatedRun& run) { std::get<SetVariable>(run.plan.operations[7].what).from.index = 3; });
    refused([](IsolatedRun& run) { run.plan.buffers[2].extent = {3, 1}; });
    refused([](IsolatedRun& run) { run.plan.buffers[2].extent = {int64_t{1} << 62, 8}; });
    refused([](IsolatedRun& run) { run.hosts.clear(); });
}

TEST(Messages, AreTheSameInPieces) {
    const std::string all =
        message(Stage::preparing) + message(Stage::running) + message(Stage::done, "payload");
    for (size_t piece = 1; piece <= all.size(); ++piece) {
        Messages messages(100);
        for (size_t at = 0; at < all.size(); at += piece)
            messages.add(std::string_view(all).substr(at, piece));
        EXPECT_TRUE(messages.finished());
        EXPECT_EQ(messages.payload(), "payload");
    }
    Messages more(100);
    more.add(all);
    EXPECT_THROW(more.add("x"), Error);
}

}  // namespace
}  // namespace upsweep::device
