// Conventions convert into each other; corners give the sums that counting gives.
#include "vision/integral_image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "vision/helpers/tables.h"

namespace upsweep::vision {
namespace {

using ::testing::ElementsAre;

/// Bilgic et al.'s example.
Array bilgic() {
    std::vector<uint8_t> values = {2, 1, 3, 1, 3, 2, 1, 1, 4, 1, 3, 1};
    return Array::of<uint8_t>({4, 3}, values);
}

TEST(Convert, PapersExampleInEveryConvention) {
    Array padded = padded_table(bilgic()).table;
    Array exclusive = convert(padded, Convention::padded, Convention::exclusive, bilgic());
    EXPECT_THAT(exclusive.view<uint32_t>(), ElementsAre(0, 0, 0, 0, 0, 2, 3, 6, 0, 5, 8, 12));
    Array inclusive = convert(padded, Convention::padded, Convention::inclusive, bilgic());
    EXPECT_THAT(inclusive.view<uint32_t>(), ElementsAre(2, 3, 6, 7, 5, 8, 12, 14, 9, 13, 20, 23));
}

TEST(Convert, EveryPairOfConventionsAndAwkwardSizes) {
    const Convention all[] = {Convention::inclusive, Convention::exclusive, Convention::padded};
    for (Extent extent : {Extent{1, 1}, Extent{1, 7}, Extent{7, 1}, Extent{33, 65}, Extent{5, 3}}) {
        Array picture = random_picture(extent, 3);
        Array padded = padded_table(picture).table;
        for (Convention from : all)
            for (Convention to : all) {
                Array start = convert(padded, Convention::padded, from, picture);
                EXPECT_EQ(convert(start, from, to, picture), convert(padded, Convention::padded, to, picture))
                    << extent.width << "x" << extent.height;
            }
    }
}

TEST(Convert, FloatsToo) {
    std::vector<double> values = {0.5, 1, 2, 4};
    Array input = Array::of<double>({2, 2}, values);
    std::vector<double> zeros_and_first = {0, 0, 0, 0.5};
    Array exclusive = Array::of<double>({2, 2}, zeros_and_first);
    Array padded = convert(exclusive, Convention::exclusive, Convention::padded, input);
    EXPECT_THAT(padded.view<double>(), ElementsAre(0, 0, 0, 0, 0.5, 1.5, 0, 2.5, 7.5));
}

TEST(Regions, CornersGiveWhatCountingGives) {
    Array picture = random_picture({23, 17}, 5);
    IntegralImage padded = padded_table(picture);
    IntegralImage inclusive{convert(padded.table, Convention::padded, Convention::inclusive, picture),
                            Convention::inclusive};
    for (Region region :
         {Region{0, 0, 23, 17}, Region{3, 4, 9, 16}, Region{22, 16, 23, 17}, Region{5, 5, 5, 9}}) {
        int64_t counted = 0, pixels = 0;
        std::array<int64_t, 256> histogram = region_histogram(picture, region);
        for (size_t grey = 0; grey < 256; ++grey) {
            counted += histogram[grey] * int64_t(grey);
            pixels += histogram[grey];
        }
        EXPECT_EQ(pixels, region.count());
        for (const IntegralImage* integral : {&padded, &inclusive}) {
            EXPECT_EQ(integral->picture(), picture.extent());
            EXPECT_EQ(corners(*integral, region).sum(), counted);
            EXPECT_EQ(region_sum(*integral, region), uint64_t(counted));
        }
    }
}

TEST(Regions, ExactWhereTheTableHasWrapped) {
    Array white(ScalarType::u8, {4200, 4200});
    for (uint8_t& pixel : white.view<uint8_t>()) pixel = 255;
    IntegralImage integral = padded_table(white);
    ASSERT_LT(integral.at(4200, 4200), integral.at(4200, 4000));
    EXPECT_EQ(region_sum(integral, {0, 0, 4200, 4200}), 4200ULL * 4200 * 255);
    EXPECT_EQ(corners(integral, {4100, 4100, 4200, 4200}).sum(), 100U * 100 * 255);
}

TEST(Regions, AnyTwoCornersAreOrderedAndClipped) {
    EXPECT_EQ(clipped({9, 8, -3, 2}, {5, 20}), (Region{0, 2, 5, 8}));
}

TEST(Transposed, RowsBecomeColumns) {
    Array array(ScalarType::u32, {3, 2});
    for (int64_t i = 0; i < 6; ++i) array.set_number(i, double(i));
    Array turned = transposed(array);
    EXPECT_EQ(turned.extent(), (Extent{2, 3}));
    EXPECT_THAT(turned.view<uint32_t>(), ElementsAre(0, 3, 1, 4, 2, 5));
}

}  // namespace
}  // namespace upsweep::vision
