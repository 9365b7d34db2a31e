// Borders, local statistics, thresholds and histograms through tables equal what visiting every pixel gives.
#include <algorithm>

#include <gtest/gtest.h>

#include "core/error.h"
#include "vision/box_filter.h"
#include "vision/helpers/integral_histogram.h"
#include "vision/helpers/tables.h"
#include "vision/local_statistics.h"

namespace upsweep::vision {
namespace {

const Extent extents[] = {{1, 1}, {1, 7}, {7, 1}, {33, 65}, {40, 12}};

TEST(EdgeSum, ContinuesAxesAsTheBorderSays) {
    const int64_t values[] = {3, 5, 11, 2};
    const int64_t sums[] = {0, 3, 8, 19, 21};
    for (Border border : {Border::cut, Border::replicate, Border::reflect}) {
        const auto sum = [&](int64_t edge) {
            const EdgeSum at = sum_up_to(edge, 4, border);
            return at.times * sums[at.count] + at.more_times * sums[at.more];
        };
        for (int64_t edge = -20; edge < 20; ++edge) {
            const int64_t pixel = reference::pixel_at(edge, 4, border);
            EXPECT_EQ(sum(edge + 1) - sum(edge), pixel < 0 ? 0 : values[pixel]) << edge;
        }
    }
}

TEST(BorderedBoxFilter, EqualsVisitingEveryPixel) {
    for (Extent extent : extents) {
        const Array picture = random_picture(extent, 11);
        const IntegralImage padded = padded_table(picture);
        for (Border border : {Border::cut, Border::replicate, Border::reflect})
            for (int64_t radius : {0, 1, 2, 7, 19, 33, 200})
                EXPECT_EQ(box_filter(padded, radius, border, nullptr, 3),
                          reference::box_filter(picture, radius, border))
                    << extent.width << "x" << extent.height << " r = " << radius;
    }
    const IntegralImage one = padded_table(random_picture({1, 1}, 1));
    EXPECT_THROW(box_filter(one, 2048, Border::reflect), UsageError);
}

TEST(BorderedBoxFilter, TheLargestWindowOfWhiteStaysWhite) {
    Array white(ScalarType::u8, {300, 200});
    for (uint8_t& pixel : white.view<uint8_t>()) pixel = 255;
    EXPECT_EQ(box_filter(padded_table(white), 2047, Border::replicate), white);
    EXPECT_EQ(box_filter(padded_table(white), 2047, Border::reflect), white);
}

TEST(LocalStatistics, EqualVisitingEveryPixel) {
    for (Extent extent : extents)
        for (int64_t radius : {0, 1, 5, 40}) {
            const Array picture = random_picture(extent, 4);
            const Array expected = reference::local_statistics(picture, radius);
            const LocalStatistics statistics = local_statistics(picture, radius, nullptr, 2);
            const auto both = expected.view<float>();
            const auto count = size_t(picture.count());
            EXPECT_TRUE(std::ranges::equal(both.first(count), statistics.mean.view<float>()));
            EXPECT_TRUE(std::ranges::equal(both.subspan(count), statistics.variance.view<float>()));
        }
    EXPECT_THROW(local_statistics(Array(ScalarType::u8, {2, 2}), 256), UsageError);
}

TEST(AdaptiveThreshold, EqualsVisitingEveryPixel) {
    for (Extent extent : extents)
        for (int64_t radius : {0, 2, 50}) {
            const Array picture = random_picture(extent, 6);
            EXPECT_EQ(adaptive_threshold(padded_table(picture), picture, radius, 15),
                      reference::adaptive_threshold(picture, radius, 15));
        }
}

TEST(IntegralHistogram, RectanglesAndSearch) {
    const Array picture = random_picture({60, 40}, 8);
    const IntegralHistogram integral = integral_histogram(picture, 16, 2);
    const Region part{17, 9, 29, 20};
    const Histogram wanted = integral.histogram(part);
    EXPECT_EQ(wanted, reference::count_bins(picture, {16, 256}, {17, 9, 29, 20}));
    for (Measure measure : {Measure::intersection, Measure::bhattacharyya}) {
        const Array map = likelihood_map(integral, wanted, {part.width(), part.height()}, measure, 2);
        ASSERT_EQ(map.extent(), (Extent{49, 30}));
        const Place place = most_likely(map);
        EXPECT_EQ(place.x, 17);
        EXPECT_EQ(place.y, 9);
        EXPECT_NEAR(place.likelihood, 1, 1e-6);
    }
}

}  // namespace
}  // namespace upsweep::vision
