// Every catalog entry that makes integral images gives the same table, upright, in each convention.
#include "vision/table.h"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "device/device.h"
#include "vision/helpers/tables.h"
#include "vision/integral_image.h"

namespace upsweep::vision {
namespace {

void expect_right(const backends::Backend& on) {
    for (Extent extent : {Extent{1, 1}, Extent{7, 1}, Extent{33, 65}, Extent{64, 64}}) {
        Array picture = random_picture(extent, 4);
        Array padded = padded_table(picture).table;
        for (const Algorithm* algorithm : table_algorithms(on))
            for (Convention wanted : {Convention::inclusive, Convention::exclusive, Convention::padded}) {
                TableRun run = make_table(picture, *algorithm, on, wanted);
                EXPECT_EQ(run.convention, wanted);
                EXPECT_EQ(run.table, convert(padded, Convention::padded, wanted, picture))
                    << algorithm->slug << " " << extent.width << "x" << extent.height << " "
                    << upsweep::name_of(wanted);
            }
    }
}

TEST(Table, OfEveryCpuLoopIsRight) {
    ASSERT_GE(table_algorithms(backends::cpu()).size(), 2U);
    expect_right(backends::cpu());
}

TEST(Table, OfEveryEntryIsRightOnTheEmulator) {
    Array picture = random_picture({33, 18}, 4);
    Array padded = padded_table(picture).table;
    for (const Algorithm* algorithm : table_algorithms(backends::emulator())) {
        TableRun run = make_table(picture, *algorithm, backends::emulator(), Convention::padded);
        EXPECT_EQ(run.table, padded) << algorithm->slug;
    }
}

TEST(Table, OfEveryGpuEntryIsRight) {
    if (!device::probe().reason.empty()) GTEST_SKIP() << device::probe().reason;
    expect_right(backends::gpu());
}

TEST(Table, OptionsMakeEntriesUprightAndInTheConvention) {
    Array picture(ScalarType::u8, {33, 65});
    for (const Algorithm* algorithm : table_algorithms(backends::gpu()))
        for (Convention wanted : {Convention::inclusive, Convention::exclusive}) {
            Parameters parameters = table_parameters(*algorithm, picture, wanted);
            EXPECT_EQ(algorithm->layout(parameters), Layout::upright) << algorithm->slug;
            EXPECT_EQ(algorithm->convention(parameters), wanted) << algorithm->slug;
        }
}

TEST(Table, RefusesWhatDoesNotFit) {
    Array picture(ScalarType::u8, {4, 4});
    EXPECT_THROW(make_table(picture, find_algorithm("transpose_tiled"), backends::cpu(), Convention::none),
                 UsageError);
    EXPECT_THROW(
        make_table(picture, usual_table_algorithm(backends::gpu()), backends::cpu(), Convention::none),
        UsageError);
    EXPECT_THROW(make_table(Array(ScalarType::i16, {4, 4}), usual_table_algorithm(backends::cpu()),
                            backends::cpu(), Convention::none),
                 UsageError);
    EXPECT_THROW(make_table(Array(ScalarType::u8, {1200, 1000}), usual_table_algorithm(backends::emulator()),
                            backends::emulator(), Convention::none),
                 UsageError);
}

Array filled(ScalarType type, Extent extent, double value) {
    Array array(type, extent);
    for (int64_t i = 0; i < array.count(); ++i) array.set_number(i, value);
    return array;
}

TEST(Table, SaysWhatItsTypeCannotHold) {
    const auto lost = [](const Array& input, ScalarType sums) {
        return lost_in_table(input, sums, "do that.");
    };
    // 2^24 ones are the last that f32 counts.
    EXPECT_EQ(lost(filled(ScalarType::f32, {4096, 4096}, 1), ScalarType::f32), "");
    EXPECT_EQ(
        lost(filled(ScalarType::f32, {4097, 4096}, 1), ScalarType::f32),
        "The largest sum is 16781312, over 2^24, where f32 holds whole numbers only in steps of 2: sums are "
        "rounded, and the sum of a box may be off by several steps; do that.");
    EXPECT_THAT(lost(filled(ScalarType::f32, {100, 100}, -1e4), ScalarType::f32),
                testing::HasSubstr("steps of 8"));
    EXPECT_EQ(lost(filled(ScalarType::f32, {100, 100}, 1e4), ScalarType::f64), "");
    EXPECT_THAT(lost(filled(ScalarType::f64, {10, 10}, 1e15), ScalarType::f64),
                testing::HasSubstr("over 2^53, where f64"));
    EXPECT_EQ(lost(filled(ScalarType::u32, {1, 1}, 4294967295.0), ScalarType::u32), "");
    EXPECT_THAT(lost(filled(ScalarType::u32, {2, 1}, 2147483648.0), ScalarType::u32),
                testing::HasSubstr("over 2^32, so entries wrap"));
    Array odd = filled(ScalarType::f32, {20, 20}, 9);
    odd.set_number(8 * 20 + 10, std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(
        lost(odd, ScalarType::f32),
        "1 of the 400 numbers is NaN or infinite, and so are 120 of the sums, right of it and below: boxes "
        "that need one of them have no sum; replace it first.");
}

TEST(Table, UsualOnesHoldTheWholePicture) {
    Array picture(ScalarType::u8, {4, 4});
    for (const backends::Backend* on : {&backends::cpu(), &backends::gpu()}) {
        const Algorithm& algorithm = usual_table_algorithm(*on);
        EXPECT_NE(algorithm.convention(table_parameters(algorithm, picture, Convention::none)),
                  Convention::exclusive);
    }
}

TEST(Table, TheGpuTakesTheOneThatReadsAndWritesOnce) {
    const Algorithm& algorithm = usual_table_algorithm(backends::gpu());
    const Array picture(ScalarType::u8, {100, 30});
    const Plan plan = algorithm.make_plan(table_parameters(algorithm, picture, Convention::none));
    EXPECT_EQ(plan.traffic_bytes(), 5 * picture.count());
}

}  // namespace
}  // namespace upsweep::vision
