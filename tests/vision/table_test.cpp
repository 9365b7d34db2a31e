// Every catalog entry that makes integral images gives the same table, upright, in each convention.
#include "vision/table.h"

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
