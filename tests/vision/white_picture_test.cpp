// A white picture around and above 2^32: u32 tables wrap and every box sum that fits is right; what an f32
// table loses is measured and held against what its 24 bits allow.
#include "vision/white_picture.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace upsweep::vision {
namespace {

WhiteResult on_cpu(ScalarType type, int64_t side) {
    return measure_white(usual_table_algorithm(backends::cpu()), backends::cpu(), type, side);
}

/// 4104² · 255 is the last square below 2^32, 4105² · 255 the first above; 8192² wraps almost four times.
TEST(WhitePicture, U32TablesWrapAndBoxSumsThatFitAreRight) {
    for (int64_t side : {4104, 4105, 8192}) {
        const WhiteResult result = on_cpu(ScalarType::u8, side);
        EXPECT_EQ(result.whole, 255.0 * double(side * side));
        EXPECT_EQ(result.last_entry == result.whole, side == 4104);
        EXPECT_EQ(result.boxes, 3000);
        EXPECT_EQ(result.boxes_wrong, 0);
        EXPECT_EQ(result.worst_pixel, 0);
        EXPECT_TRUE(result.right);
    }
}

/// Every f32 whole number up to 2^24 is exact, and 255 · 256² is just below.
TEST(WhitePicture, F32TablesAreExactUpTo24Bits) {
    const WhiteResult result = on_cpu(ScalarType::f32, 256);
    EXPECT_EQ(result.last_entry, result.whole);
    EXPECT_EQ(result.boxes_wrong, 0);
    EXPECT_EQ(result.worst_pixel, 0);
}

/// Entries near 2^32 lie 256 apart: a pixel of 255 is less than one step. The error of a box is that of its
/// corners, whatever its own size.
TEST(WhitePicture, F32TablesLoseWholePixels) {
    for (int64_t side : {4104, 4105, 8192}) {
        const WhiteResult result = on_cpu(ScalarType::f32, side);
        std::printf(
            "f32 table of a white %lld x %lld picture: last entry off by %.0f of %.0f, boxes by up to %.0f, "
            "single pixels of 255 by up to %.0f\n",
            static_cast<long long>(side), static_cast<long long>(side), result.last_entry - result.whole,
            result.whole, result.worst_box, result.worst_pixel);
        RecordProperty("last_entry_error", std::to_string(result.last_entry - result.whole));
        RecordProperty("box_error", std::to_string(result.worst_box));
        RecordProperty("pixel_error", std::to_string(result.worst_pixel));
        EXPECT_GT(result.boxes_wrong, 0);
        EXPECT_GE(result.worst_pixel, 1);
        EXPECT_GT(result.worst_box, 255);
        EXPECT_TRUE(result.right);
    }
}

/// Three neighbours an entry: whatever is rounded anywhere is carried to all entries below and to the right,
/// and in a white picture it is rounded to the same side.
TEST(WhitePicture, TheRecurrenceOfThreeNeighboursLosesMost) {
    const Algorithm& loop = find_algorithm("integral_image_bugetti_loop");
    const WhiteResult recurrence = measure_white(loop, backends::cpu(), ScalarType::f32, 4105);
    EXPECT_TRUE(recurrence.right);
    EXPECT_GT(recurrence.worst_box, 10 * on_cpu(ScalarType::f32, 4105).worst_box);
    EXPECT_TRUE(measure_white(loop, backends::cpu(), ScalarType::u8, 4105).right);
}

/// f64 has 53 bits: nothing is lost.
TEST(WhitePicture, F64TablesLoseNothing) {
    const WhiteResult result = on_cpu(ScalarType::f64, 4105);
    EXPECT_EQ(result.last_entry, result.whole);
    EXPECT_EQ(result.boxes_wrong, 0);
    EXPECT_EQ(result.worst_pixel, 0);
}

/// Kernels by the emulator, which takes small pictures only.
TEST(WhitePicture, GoesThroughKernelsToo) {
    const Algorithm& algorithm = find_algorithm("integral_image_one_pass");
    EXPECT_TRUE(measure_white(algorithm, backends::emulator(), ScalarType::u8, 40).right);
    EXPECT_TRUE(measure_white(algorithm, backends::emulator(), ScalarType::f32, 40).right);
    EXPECT_THROW(measure_white(algorithm, backends::emulator(), ScalarType::u8, 4104), UsageError);
}

}  // namespace
}  // namespace upsweep::vision
