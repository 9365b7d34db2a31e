// What the borders mean, on rows that can be followed by hand; statistics against their definitions.
#include "reference/box_filter.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace upsweep {
namespace {

using reference::Border;
using testing::ElementsAre;

Array row(const std::vector<uint8_t>& values) {
    return Array::of<uint8_t>({static_cast<int64_t>(values.size()), 1}, values);
}

/// A row is one pixel high: beyond its border lies the row itself, or nothing.
TEST(BoxFilterReference, BordersContinueThePictureAsTheySay) {
    const Array image = row({10, 20, 60});
    // (10+20)/2, 30, (20+60)/2.
    EXPECT_THAT(reference::box_filter(image, 1, Border::cut).view<uint8_t>(), ElementsAre(15, 30, 40));
    // (10+10+20)/3, 30, (20+60+60)/3.
    EXPECT_THAT(reference::box_filter(image, 1, Border::replicate).view<uint8_t>(), ElementsAre(13, 30, 47));
    // The mirror image has the border's pixel twice, so at radius 1 it is the same.
    EXPECT_THAT(reference::box_filter(image, 1, Border::reflect).view<uint8_t>(), ElementsAre(13, 30, 47));
    // 20 10 | 10 20 60, 10 | 10 20 60 | 60, 10 20 60 | 60 20.
    EXPECT_THAT(reference::box_filter(image, 2, Border::reflect).view<uint8_t>(), ElementsAre(24, 32, 34));
}

TEST(BoxFilterReference, MirrorsRepeatForWindowsWiderThanThePicture) {
    std::vector<int64_t> places;
    for (int64_t place = -4; place < 7; ++place)
        places.push_back(reference::pixel_at(place, 2, Border::reflect));
    EXPECT_THAT(places, ElementsAre(0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1));
    EXPECT_EQ(reference::pixel_at(-9, 2, Border::replicate), 0);
    EXPECT_EQ(reference::pixel_at(9, 2, Border::cut), -1);
}

TEST(LocalStatistics, AreMeanAndMeanSquareDistance) {
    const Array image = row({1, 4, 4, 7});
    const Array statistics = reference::local_statistics(image, 1);
    ASSERT_EQ(statistics.extent(), (Extent{4, 2}));
    EXPECT_THAT(statistics.view<float>().first(4), ElementsAre(2.5F, 3.0F, 5.0F, 5.5F));
    // ((1−3)² + (4−3)² + (4−3)²) / 3 = 2.
    EXPECT_THAT(statistics.view<float>().subspan(4), ElementsAre(2.25F, 2.0F, 2.0F, 2.25F));
}

TEST(AdaptiveThreshold, BlackIsWhatIsDarkerThanItsSurroundings) {
    // The same ink on paper that darkens to the right.
    const Array image = row({200, 200, 100, 200, 120, 120, 60, 120});
    EXPECT_THAT(reference::adaptive_threshold(image, 2, 20).view<uint8_t>(),
                ElementsAre(255, 255, 0, 255, 255, 255, 0, 255));
}

TEST(AdaptiveThreshold, WhatIsNoDarkerThanItsLimitIsWhite) {
    EXPECT_THAT(reference::adaptive_threshold(row({90, 90, 90}), 1, 0).view<uint8_t>(),
                ElementsAre(255, 255, 255));
    // The middle one's surroundings are 100 in the mean.
    EXPECT_THAT(reference::adaptive_threshold(row({110, 80, 110}), 1, 20).view<uint8_t>(),
                ElementsAre(255, 255, 255));
    EXPECT_THAT(reference::adaptive_threshold(row({111, 79, 110}), 1, 20).view<uint8_t>(),
                ElementsAre(255, 0, 255));
}

}  // namespace
}  // namespace upsweep
