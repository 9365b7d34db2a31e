// Plans come back from their bytes with every field, and other bytes are refused.
#include "core/plan_layout.h"

#include <gtest/gtest.h>

namespace upsweep {
namespace {

constexpr int64_t most = 1000;

/// No field has the value that it begins with.
Plan every_field() {
    Launch launch;
    launch.kernel = {"k.cu", "k<int>", {{"N", "4"}, {"F(x)", "x"}}};
    launch.grid = {2, 3, 4};
    launch.block = {5, 6, 7};
    launch.dynamic_shared_bytes = 8;
    launch.arguments = {BufferArgument{{1}, -9}, ScalarArgument{ScalarType::f64, ~uint64_t{0}}};
    launch.name = "scan rows";
    launch.bytes_read = 10;
    launch.bytes_written = 11;
    launch.host_loop = true;
    launch.subjects = {{.buffer = {1},
                        .role = SubjectRole::word,
                        .form = SubjectForm::grid,
                        .parts = {{1, 2}, {3, 4}, true, 5},
                        .value = ScalarType::i16},
                       {.shared = "sums", .first = 6, .count = 7}};
    Plan plan;
    plan.algorithm = "scan";
    plan.buffers = {{"in", ScalarType::boolean, {12, 13}, BufferRole::control, 1},
                    {"", ScalarType::f64, {0, 1}, BufferRole::data, 2}};
    plan.operations = {{Upload{1, {1}, 2, 3}, 4, 5},
                       {launch, 1, 2},
                       {Download{{1}, 2, 3, 4}, 5, 6},
                       {Copy{{1}, {0}}, 7, 8},
                       {Clear{{1}, 255, true}, 9, 10},
                       {Wait{3}, 11, 12},
                       {SetVariable{{1}, {"v.cu", "g", {{"A", "B"}}}, "weights"}, 13, 14}};
    plan.input = {0};
    plan.output = {1};
    plan.emulator_only = "it has a race.";
    return plan;
}

std::vector<std::byte> bytes_of(const Plan& plan) {
    ByteWriter writer;
    writer(plan);
    return writer.bytes;
}

Plan plan_of(std::span<const std::byte> bytes) {
    ByteReader reader(bytes, {"It is cut short.", "It is damaged."});
    Plan plan;
    reader(plan);
    reader.expect_end();
    return plan;
}

std::string refusal(std::span<const std::byte> bytes) {
    try {
        plan_of(bytes);
        return "";
    } catch (const Error& error) {
        return error.what();
    }
}

TEST(PlanLayout, BringsEveryFieldBack) {
    EXPECT_EQ(plan_of(bytes_of(every_field())), every_field());
    EXPECT_EQ(plan_of(bytes_of({})), Plan());
    EXPECT_TRUE(is_sound(every_field(), most));
}

TEST(PlanLayout, RefusesWhatIsCutShortAndWhatIsTooLong) {
    std::vector<std::byte> bytes = bytes_of(every_field());
    for (size_t size = 0; size < bytes.size(); ++size)
        EXPECT_EQ(refusal({bytes.data(), size}), "It is cut short.") << size;
    bytes.push_back({});
    EXPECT_EQ(refusal(bytes), "It is damaged.");
}

TEST(PlanLayout, RefusesAnOperationThatThereIsNot) {
    Plan plan;
    plan.operations = {{Wait{0}}};
    std::vector<std::byte> bytes = bytes_of(plan);
    // Behind the lengths of the name, of the buffers and of the operations.
    ASSERT_EQ(bytes[24], std::byte{5});
    bytes[24] = std::byte(std::variant_size_v<decltype(Operation::what)>);
    EXPECT_EQ(refusal(bytes), "It is damaged.");
}

TEST(PlanLayout, NumbersThatLeadNowhereAreNotSound) {
    const auto sound = [](auto change) {
        Plan plan = every_field();
        change(plan);
        return is_sound(plan, most);
    };
    const auto of_launch = [&](auto change) {
        return sound([&](Plan& p) { change(std::get<Launch>(p.operations[1].what)); });
    };
    EXPECT_TRUE(sound([](Plan& p) { p.input = p.output = {-1}; }));
    EXPECT_FALSE(sound([](Plan& p) { p.input = {2}; }));
    EXPECT_FALSE(sound([](Plan& p) { p.output = {-2}; }));
    EXPECT_FALSE(sound([](Plan& p) { p.buffers[0].type = static_cast<ScalarType>(11); }));
    EXPECT_FALSE(sound([](Plan& p) { p.buffers[0].role = static_cast<BufferRole>(2); }));
    EXPECT_FALSE(sound([](Plan& p) { p.buffers[0].device = -1; }));
    EXPECT_TRUE(sound([](Plan& p) { p.buffers[0].extent = {1000, 1}; }));
    EXPECT_FALSE(sound([](Plan& p) { p.buffers[0].extent = {501, 2}; }));
    EXPECT_FALSE(sound([](Plan& p) { p.buffers[0].extent = {1, -1}; }));
    EXPECT_FALSE(sound([](Plan& p) { p.operations[3].stream = -1; }));
    EXPECT_FALSE(sound([](Plan& p) { p.operations[3].device = -1; }));
    EXPECT_FALSE(sound([](Plan& p) { p.operations[0].what = Upload{-1, {1}}; }));
    EXPECT_FALSE(sound([](Plan& p) { p.operations[0].what = Upload{0, {2}}; }));
    EXPECT_FALSE(sound([](Plan& p) { p.operations[2].what = Download{{1}, -1}; }));
    EXPECT_FALSE(sound([](Plan& p) { p.operations[2].what = Download{{-1}, 0}; }));
    EXPECT_FALSE(sound([](Plan& p) { p.operations[3].what = Copy{{1}, {2}}; }));
    EXPECT_FALSE(sound([](Plan& p) { p.operations[3].what = Copy{{2}, {1}}; }));
    EXPECT_FALSE(sound([](Plan& p) { p.operations[4].what = Clear{{2}}; }));
    EXPECT_FALSE(sound([](Plan& p) { p.operations[5].what = Wait{7}; }));
    EXPECT_FALSE(sound([](Plan& p) { p.operations[5].what = Wait{-1}; }));
    EXPECT_FALSE(sound([](Plan& p) { p.operations[6].what = SetVariable{{2}, {}, "v"}; }));
    EXPECT_FALSE(of_launch([](Launch& l) { l.arguments[0] = BufferArgument{{2}, 0}; }));
    EXPECT_FALSE(of_launch([](Launch& l) { l.arguments[1] = ScalarArgument{static_cast<ScalarType>(11)}; }));
    EXPECT_FALSE(of_launch([](Launch& l) { l.subjects[0].buffer = {2}; }));
    EXPECT_FALSE(of_launch([](Launch& l) { l.subjects[0].shared = "both"; }));
    EXPECT_FALSE(of_launch([](Launch& l) { l.subjects[0].role = static_cast<SubjectRole>(99); }));
    EXPECT_FALSE(of_launch([](Launch& l) { l.subjects[0].parts.size = {-1, 1}; }));
    EXPECT_FALSE(of_launch([](Launch& l) { l.subjects[0].parts.before = most + 1; }));
    EXPECT_FALSE(of_launch([](Launch& l) { l.subjects[1].first = -1; }));
}

TEST(PlanLayout, AStreamKeepsArraysAndRefusesDamagedOnes) {
    Array array(ScalarType::f32, {3, 2});
    array.set_number(4, 2.5);
    ByteWriter writer;
    writer(array);
    const auto read = [](std::span<const std::byte> bytes) {
        ByteReader reader(bytes, {"It is cut short.", "It is damaged."});
        Array back;
        reader(back);
        reader.expect_end();
        return back;
    };
    EXPECT_EQ(read(writer.bytes), array);
    EXPECT_THROW(read({writer.bytes.data(), writer.bytes.size() - 1}), Error);
    std::vector<std::byte> damaged = writer.bytes;
    damaged[0] = std::byte{11};
    EXPECT_THROW(read(damaged), Error);
    damaged = writer.bytes;
    damaged[7] = std::byte{0x7f};  // more columns than there is memory
    EXPECT_THROW(read(damaged), Error);
}

}  // namespace
}  // namespace upsweep
