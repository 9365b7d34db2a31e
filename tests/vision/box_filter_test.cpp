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
}

TEST(BoxFilter, StopsWhenCancelled) {
    std::atomic<bool> cancel = true;
    Array picture = random_picture({8, 8}, 1);
    EXPECT_THROW(box_filter(padded_table(picture), 1, &cancel), Cancelled);
    EXPECT_THROW(box_filter_direct(picture, 1, &cancel), Cancelled);
}

TEST(Window, IsCutAtTheBorder) {
    EXPECT_EQ(window_around(0, 5, 2, {10, 6}), (Region{0, 3, 3, 6}));
    EXPECT_EQ(window_around(4, 3, 1, {10, 6}), (Region{3, 2, 6, 5}));
}

}  // namespace
}  // namespace upsweep::vision
