// What the GPU backend decides before it meets a GPU: names, arguments, transfers, sentences.
#include <gmock/gmock.h>

#include "device/arguments.h"
#include "device/device.h"
#include "device/modules.h"
#include "device/sentences.h"
#include "device/transfers.h"

namespace upsweep::device {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(KernelKey, SortsDefinitionsAndKeepsSpaces) {
    const KernelName kernel{"scan.cu", "scan_rows", {{"Output", "unsigned int"}, {"Input", "unsigned char"}}};
    EXPECT_EQ(kernel_key(kernel), "scan.cu|Input=unsigned char|Output=unsigned int");
    EXPECT_EQ(kernel_key({"copy_bytes.cu", "copy_bytes", {}}), "copy_bytes.cu");
}

Plan two_buffers() {
    Plan plan;
    plan.algorithm = "pair";
    plan.input = plan.add_buffer({"input", ScalarType::f32, {4, 2}, BufferRole::data});
    plan.output = plan.add_buffer({"output", ScalarType::f64, {3, 5}, BufferRole::data});
    return plan;
}

TEST(PackedArguments, OffsetsCountElementsOfTheBuffer) {
    const Plan plan = two_buffers();
    Launch launch;
    launch.arguments = {BufferArgument{plan.input, 3}, BufferArgument{plan.output, 2}, int_argument(-1)};
    const std::vector<uint64_t> addresses = {1000, 5000};
    PackedArguments packed(plan, launch, addresses);
    EXPECT_THAT(packed.values(), ElementsAre(1012, 5016, 0xFFFFFFFFU));
}

TEST(PackedArguments, MakeStructsOfSeveral) {
    const Plan plan = two_buffers();
    Launch launch;
    launch.arguments = {int_argument(-2), BufferArgument{plan.input, 0},
                        ScalarArgument{ScalarType::u8, 0x1ff}};
    const std::vector<uint64_t> addresses = {0x1122334455667788, 5000};
    // struct { int; char*; }, struct { } and unsigned char.
    PackedArguments packed(plan, launch, addresses, {{16, {0, 8}}, {1, {}}, {1, {0}}});
    std::vector<int> bytes;
    for (const std::byte byte : packed.parameter(0)) bytes.push_back(std::to_integer<int>(byte));
    EXPECT_THAT(bytes, ElementsAre(0xfe, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33,
                                   0x22, 0x11));
    EXPECT_EQ(packed.parameter(1).size(), 1U);
    EXPECT_THAT(packed.parameter(2), ElementsAre(std::byte{0xff}));
    EXPECT_THROW(PackedArguments(plan, launch, addresses, {{8, {0, 8}}}), Error);
    EXPECT_THROW(PackedArguments(plan, launch, addresses, {{64, {0, 8, 16, 24}}}), Error);
}

TEST(PackedArguments, PointersStayGoodWhenMoved) {
    const Plan plan = two_buffers();
    Launch launch;
    launch.arguments = {int_argument(7), int_argument(8)};
    PackedArguments first(plan, launch, {});
    PackedArguments second = std::move(first);
    EXPECT_EQ(*static_cast<int*>(second.pointers()[1]), 8);
}

TEST(Transfers, AreAddedWhereMissingAndWaitsStayRight) {
    Plan plan = two_buffers();
    plan.operations = {{Clear{plan.output}, 0}, {Wait{0}, 1}, {Clear{plan.input}, 1}};
    const Plan whole = with_transfers(plan);
    ASSERT_EQ(whole.operations.size(), 5U);
    EXPECT_EQ(std::get<Upload>(whole.operations.front().what).to, plan.input);
    EXPECT_EQ(std::get<Wait>(whole.operations[2].what).operation, 1);
    EXPECT_EQ(std::get<Download>(whole.operations.back().what).from, plan.output);
    EXPECT_EQ(with_transfers(whole).operations.size(), 5U);
}

TEST(Transfers, BytesAreThoseOfAllBuffers) { EXPECT_EQ(bytes_needed(two_buffers()), 4 * 2 * 4 + 3 * 5 * 8); }

TEST(Transfers, PlansThatNoGpuCanRunAreRefused) {
    Plan as_printed = two_buffers();
    as_printed.emulator_only = "it has a race.";
    EXPECT_THROW(check_runs_on_gpu(as_printed), UsageError);
    Plan loop = two_buffers();
    Launch launch;
    launch.host_loop = true;
    loop.operations = {{launch}};
    EXPECT_THROW(check_runs_on_gpu(loop), UsageError);
    Plan second_array = two_buffers();
    second_array.operations = {{Upload{1, second_array.input}}};
    EXPECT_THROW(check_runs_on_gpu(second_array), UsageError);
    EXPECT_NO_THROW(check_runs_on_gpu(two_buffers()));
    // What came down before may go up again.
    Plan round_trip = two_buffers();
    round_trip.operations = {{Download{round_trip.output, 1}}, {Upload{1, round_trip.output}}};
    EXPECT_NO_THROW(check_runs_on_gpu(round_trip));
    round_trip.operations.back() = {Upload{1, round_trip.input}};
    EXPECT_THROW(check_runs_on_gpu(round_trip), UsageError) << "a buffer of another size";
}

TEST(Sentences, AnOldGpuIsNamedUnlessAnotherWillDo) {
    Facts facts;
    facts.too_old = {"GeForce GTX 1080 (6.1)"};
    EXPECT_EQ(why_no_device(facts),
              "The GPU is too old: GeForce GTX 1080 (6.1); Upsweep needs compute capability 7.5 or newer.");
    facts.usable = 1;
    EXPECT_THAT(why_no_device(facts), IsEmpty());
}

TEST(Sentences, MemoryIsNamedInReadableUnits) {
    EXPECT_EQ(not_enough_memory({16384, 16384}, ScalarType::f64, int64_t{4} << 30, 2254857830),
              "16384 × 16384 f64 needs 4.0 GiB on the GPU; 2.1 GiB are free.");
    EXPECT_EQ(bytes_text(17), "17 bytes");
    EXPECT_EQ(bytes_text(512 * 1024), "512 KiB");
}

TEST(Probe, HasEitherDevicesOrAReason) {
    EXPECT_EQ(probe().devices.empty(), !probe().reason.empty());
    if (!probe().devices.empty()) return;
    EXPECT_THAT(probe().reason, testing::EndsWith("."));
    EXPECT_THROW(require_device(), BackendMissing);
    EXPECT_THROW(run(two_buffers(), Array(ScalarType::f32, {4, 2})), BackendMissing);
}

}  // namespace
}  // namespace upsweep::device
