// The box filter through the table equals adding up every window, for every radius and convention.
#include "vision/box_filter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "vision/helpers/tables.h"

namespace upsweep::vision {
namespace {

using ::testing::ElementsAre;

/// Where they differ first, as a sentence; empty if nowhere.
std::string first_difference(const Array& expected, const Array& got) {
    if (expected.extent() != got.extent()) return "the extents differ";
    for (int64_t i = 0; i < expected.count(); ++i)
        if (expected.number(i) != got.number(i))
            return "element " + std::to_string(i) + " expected " + expected.text(i) + ", got " + got.text(i);
    return {};
}

TEST(BoxFilter, EqualsTheDirectSum) {
    for (Extent extent :
         {Extent{1, 1}, Extent{1, 7}, Extent{7, 1}, Extent{33, 65}, Extent{64, 5}, Extent{40, 40}}) {
        Array picture = random_picture(extent, 11);
        IntegralImage padded = padded_table(picture);
        IntegralImage inclusive{convert(padded.table, Convention::padded, Convention::inclusive, picture),
                                Convention::inclusive};
        for (int64_t radius : {0, 1, 2, 3, 7, 19, 32, 33, 64, 1000}) {
            Array expected = box_filter_direct(picture, radius);
            EXPECT_EQ(first_difference(expected, box_filter(padded, radius)), "") << "padded, r = " << radius;
            EXPECT_EQ(first_difference(expected, box_filter(inclusive, radius, nullptr, 3)), "")
                << "inclusive, r = " << radius;
        }
    }
}

/// Without a table the result is the same to the bit: widths on both sides of whole vectors, every border.
TEST(BoxFilter, RollingSumsGiveTheTablesResult) {
    for (Extent extent :
         {Extent{1, 1}, Extent{1, 9}, Extent{31, 3}, Extent{32, 40}, Extent{77, 61}, Extent{200, 33}})
        for (const Border border : {Border::cut, Border::replicate, Border::reflect})
            for (int64_t radius : {0, 1, 2, 7, 20, 63, 64, 70, 300}) {
                const Array picture = random_picture(extent, 5);
                const Array expected = box_filter(padded_table(picture), radius, border);
                for (const int threads : {1, 3})
                    ASSERT_EQ(first_difference(
                                  expected, box_filter_rolling(picture, 1, radius, border, nullptr, threads)),
                              "")
                        << extent.width << " x " << extent.height << ", r = " << radius << ", border "
                        << int(border) << ", " << threads;
            }
}

TEST(BoxFilter, RollingSumsTakeFourChannelsSideBySide) {
    for (Extent extent : {Extent{1, 1}, Extent{9, 7}, Extent{50, 31}})
        for (const Border border : {Border::cut, Border::replicate, Border::reflect})
            for (int64_t radius : {0, 1, 3, 40}) {
                const Array mixed = random_picture({4 * extent.width, extent.height}, 8);
                const Array got = box_filter_rolling(mixed, 4, radius, border);
                for (int64_t channel = 0; channel < 4; ++channel) {
                    Array one(ScalarType::u8, extent), means(ScalarType::u8, extent);
                    for (int64_t i = 0; i < one.count(); ++i) {
                        one.set_number(i, mixed.number(4 * i + channel));
                        means.set_number(i, got.number(4 * i + channel));
                    }
                    ASSERT_EQ(first_difference(box_filter(padded_table(one), radius, border), means), "")
                        << "channel " << channel << ", r = " << radius << ", border " << int(border);
                }
            }
}

/// Every mean of every count that floats divide, at the sums next to a half, where rounding is decided.
TEST(BoxFilter, RollingSumsRoundAsTheTableDoesNextToHalves) {
    // One row: the window of r holds up to 2 r + 1 pixels, all 255 but one that moves the sum.
    for (int64_t side = 1; side <= 127; side += 2) {
        Array picture(ScalarType::u8, {side, side});
        for (int64_t level = 0; level < 255; level += 17) {
            for (uint8_t& pixel : picture.view<uint8_t>()) pixel = uint8_t(level);
            // Half of the pixels are one higher, and then one pixel fewer.
            for (int64_t i = 0; i < (side * side + 1) / 2; ++i)
                picture.view<uint8_t>()[size_t(i)] = uint8_t(level + 1);
            for (int less = 0; less < 2; ++less) {
                if (less == 1) picture.view<uint8_t>()[0] = uint8_t(level);
                const int64_t middle = side * side / 2, radius = side / 2;
                ASSERT_EQ(box_filter_rolling(picture, 1, radius).number(middle),
                          box_filter(padded_table(picture), radius).number(middle))
                    << side << " " << level;
            }
        }
    }
}

TEST(BoxFilter, RoundsHalvesUpAndAveragesWhatIsInside) {
    std::vector<uint8_t> values = {0, 1, 1, 4};
    Array picture = Array::of<uint8_t>({4, 1}, values);
    // Means 1/2, 2/3, 6/3, 5/2.
    EXPECT_THAT(box_filter(padded_table(picture), 1).view<uint8_t>(), ElementsAre(1, 1, 2, 3));
}

TEST(BoxFilter, RadiusZeroChangesNothing) {
    Array picture = random_picture({50, 30}, 2);
    EXPECT_EQ(box_filter(padded_table(picture), 0), picture);
}

TEST(BoxFilter, WhiteStaysWhiteWhereWindowsPass31Bits) {
    // 3001² · 255 is above 2^31; the middle window holds everything.
    Array white(ScalarType::u8, {3001, 3001});
    for (uint8_t& pixel : white.view<uint8_t>()) pixel = 255;
    EXPECT_EQ(box_filter(padded_table(white), 3000), white);
    EXPECT_EQ(box_filter_rolling(white, 1, 3000), white);
}

TEST(BoxFilter, StopsWhenCancelled) {
    std::atomic<bool> cancel = true;
    Array picture = random_picture({8, 8}, 1);
    EXPECT_THROW(box_filter(padded_table(picture), 1, &cancel), Cancelled);
    EXPECT_THROW(box_filter_direct(picture, 1, &cancel), Cancelled);
    EXPECT_THROW(box_filter_rolling(picture, 1, 1, Border::cut, &cancel), Cancelled);
}

TEST(Window, IsCutAtTheBorder) {
    EXPECT_EQ(window_around(0, 5, 2, {10, 6}), (Region{0, 3, 3, 6}));
    EXPECT_EQ(window_around(4, 3, 1, {10, 6}), (Region{3, 2, 6, 5}));
}

}  // namespace
}  // namespace upsweep::vision
