// The panel next to a likelihood map: histograms of windows, sums term by term, colours, the cut-out.
#include "app/playground/model/likelihood_task.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "media/samples.h"
#include "vision/helpers/integral_histogram.h"

namespace upsweep::app {
namespace {

Array noise(Extent extent) { return media::find_sample("noise").draw(extent); }

/// Bins of a window and of a template, with what they share.
std::vector<vision::BinCount> bins_of(const std::vector<uint32_t>& wanted,
                                      const std::vector<uint32_t>& window, vision::Measure measure) {
    std::vector<vision::BinCount> bins;
    for (size_t i = 0; i < wanted.size(); ++i)
        bins.push_back({{}, window[i], wanted[i], reference::likeness({wanted[i]}, {window[i]}, measure, 1)});
    return bins;
}

TEST(LikelihoodNumbers, TheSumIsWrittenOutForTheFirstBinsThatHoldAny) {
    const std::vector<uint32_t> wanted = {12, 30, 0, 8}, window = {9, 41, 0, 0};
    for (const auto measure : {vision::Measure::intersection, vision::Measure::bhattacharyya})
        EXPECT_NEAR(likeness_of(bins_of(wanted, window, measure), 50),
                    reference::likeness(wanted, window, measure, 50), 1e-6);
    const auto bins = bins_of(wanted, window, vision::Measure::intersection);
    EXPECT_EQ(shares_in_words(bins, vision::Measure::intersection, 4), "min(12, 9) + min(30, 41)");
    EXPECT_EQ(shares_in_words(bins, vision::Measure::intersection, 1), "min(12, 9) + …");
    EXPECT_EQ(sum_in_words(bins, vision::Measure::intersection, 50), "39 of 50 pixels");
    const auto roots = bins_of({4, 1200}, {9, 1300}, vision::Measure::bhattacharyya);
    EXPECT_EQ(shares_in_words(roots, vision::Measure::bhattacharyya, 1), "√(4 · 9) + …");
    EXPECT_EQ(sum_in_words(roots, vision::Measure::bhattacharyya, 1204), "1255.0 of 1 204 pixels");
    EXPECT_EQ(shares_in_words(bins_of({3, 0}, {0, 3}, vision::Measure::intersection),
                              vision::Measure::intersection, 4),
              "0");
}

TEST(LikelihoodNumbers, LikelihoodsHaveThreeDigits) {
    EXPECT_EQ(likelihood_text(1), "1.000");
    EXPECT_EQ(likelihood_text(0.8734), "0.873");
    EXPECT_EQ(likelihood_text(0.0123), "0.0123");
    EXPECT_EQ(likelihood_text(0.000314), "0.000314");
    EXPECT_EQ(likelihood_text(0), "0.000");
    EXPECT_EQ(likelihood_text(3.14e-9), "3.14e-09");
}

TEST(LikelihoodNumbers, TheWindowHasThePointerInItsMiddleAndStaysInside) {
    EXPECT_EQ(cut_out_around({40, 30}, {5, 3}, 10, 10), (vision::Region{8, 9, 13, 12}));
    EXPECT_EQ(cut_out_around({40, 30}, {4, 2}, 10, 10), (vision::Region{8, 9, 12, 11}));
    EXPECT_EQ(cut_out_around({40, 30}, {5, 3}, 0, 29), (vision::Region{0, 27, 5, 30}));
    EXPECT_EQ(cut_out_around({40, 30}, {40, 30}, 3, 3), (vision::Region{0, 0, 40, 30}));
}

double lightness(std::array<uint8_t, 3> colour) {
    double luminance = 0;
    const std::array<double, 3> weights = {0.2126, 0.7152, 0.0722};
    for (size_t i = 0; i < 3; ++i) {
        const double value = colour[i] / 255.0;
        luminance += weights[i] * (value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
    }
    return luminance > 0.008856 ? 116 * std::cbrt(luminance) - 16 : 903.3 * luminance;
}

TEST(LikelihoodNumbers, TheColoursRiseEvenlyInLightness) {
    const double low = lightness(heat_colour(0)), high = lightness(heat_colour(1));
    EXPECT_LT(low, 8);
    EXPECT_GT(high, 95);
    for (int i = 1; i <= 100; ++i) {
        const double share = i / 100.0, here = lightness(heat_colour(share));
        EXPECT_GE(here, lightness(heat_colour(share - 0.01))) << share;
        EXPECT_NEAR(here, low + share * (high - low), 5) << share;
    }
    EXPECT_EQ(heat_colour(-1), heat_colour(0));
    EXPECT_EQ(heat_colour(2), heat_colour(1));
}

TEST(LikelihoodNumbers, TheScaleGoesFromTheLowestToTheHighestValue) {
    Array map(ScalarType::f32, {3, 2});
    const std::array<float, 6> values = {0.2F, 0.4F, 0.6F, 0.2F, 0.3F, 0.1F};
    std::copy(values.begin(), values.end(), map.view<float>().begin());
    const HeatPicture heat = heat_picture(map);
    EXPECT_EQ(heat.low, 0.1F);
    EXPECT_EQ(heat.high, 0.6F);
    ASSERT_EQ(heat.colours.size(), 3U);
    for (size_t i = 0; i < 3; ++i) {
        ASSERT_EQ(heat.colours[i].extent(), (Extent{3, 2}));
        EXPECT_EQ(heat.colours[i].number(2), heat_colour(1)[i]);
        EXPECT_EQ(heat.colours[i].number(5), heat_colour(0)[i]);
        EXPECT_EQ(heat.colours[i].number(0), heat_colour(0.2)[i]);
    }
    const HeatPicture small = heat_picture(map, 2);
    EXPECT_EQ(small.colours[0].extent(), (Extent{2, 1}));
    EXPECT_EQ(small.colours[1].number(1), heat.colours[1].number(2));
    EXPECT_EQ(small.low, 0.1F);
    // A map of one value is drawn, too.
    EXPECT_EQ(heat_picture(Array(ScalarType::f32, {2, 2})).high, 0);
}

TEST(LikelihoodNumbers, TheCutOutIsThePictureAboutThePointer) {
    const Array picture = noise({60, 50}), binned(ScalarType::u8, {60, 50});
    vision::LikelihoodRequest request;
    request.bins = 32;
    request.measure = vision::Measure::bhattacharyya;
    const scenes::Scene scene = cut_out_scene(picture, binned, request, 30, 20).scene;
    EXPECT_EQ(scene.slug(), "likelihood_map");
    EXPECT_EQ(scene.catalog().parameters.option("bins"), most_stepped_bins);
    EXPECT_EQ(scene.catalog().parameters.option("measure"), 1);
    EXPECT_EQ(scene.catalog().parameters.option("levels"), 256);
    EXPECT_EQ(scene.catalog().input_kind, scenes::InputKind::given);
    const Extent extent = scene.catalog().parameters.extent;
    ASSERT_TRUE(scene.catalog().input);
    EXPECT_EQ(scene.catalog().input->extent(), extent);
    for (int64_t y = 0; y < extent.height; ++y)
        for (int64_t x = 0; x < extent.width; ++x)
            EXPECT_EQ(scene.catalog().input->number(y * extent.width + x),
                      picture.number((20 - extent.height / 2 + y) * 60 + 30 - extent.width / 2 + x));
    // Step can change the scene and continue with it.
    EXPECT_EQ(scenes::with_parameters(scene, scene.catalog().parameters), scene);
}

TEST(LikelihoodNumbers, ACutOutOfBinsOfEqualShareHoldsTheirNumbers) {
    Array picture = noise({60, 50}), binned = picture;
    for (uint8_t& value : binned.view<uint8_t>()) value = value < 77 ? 0 : 3;
    vision::LikelihoodRequest request;
    request.bins = 4;
    request.widths = vision::BinWidths::equal_share;
    const scenes::Scene scene = cut_out_scene(picture, binned, request, 0, 49).scene;
    EXPECT_EQ(scene.catalog().parameters.option("bins"), 4);
    EXPECT_EQ(scene.catalog().parameters.option("levels"), 4);
    const Extent extent = scene.catalog().parameters.extent;
    for (int64_t x = 0; x < extent.width; ++x)
        EXPECT_EQ(scene.catalog().input->number(x), binned.number((50 - extent.height) * 60 + x));
}

TEST(LikelihoodNumbers, ACutOutOfATinyPictureIsAllOfIt) {
    const Array picture = noise({3, 2});
    const scenes::Scene scene = cut_out_scene(picture, picture, {}, 1, 1).scene;
    EXPECT_EQ(scene.catalog().parameters.extent, (Extent{3, 2}));
    EXPECT_EQ(*scene.catalog().input, picture);
}

TEST(LikelihoodNumbers, EveryFeatureHasItsWords) {
    std::vector<std::string_view> titles;
    for (const auto feature : all_features) {
        EXPECT_THAT(titles, testing::Not(testing::Contains(title_of(feature))));
        titles.push_back(title_of(feature));
        EXPECT_THAT(std::string(words_of(feature).meaning), testing::EndsWith("."));
    }
    EXPECT_EQ(title_of(vision::Measure::bhattacharyya), "Bhattacharyya");
}

}  // namespace
}  // namespace upsweep::app
