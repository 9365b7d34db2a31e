// Likelihood maps: every backend, every feature and kind of bin against the reference, and what the pointer
// is told.
#include "vision/likelihood.h"

#include <algorithm>
#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "vision/helpers/integral_histogram.h"
#include "vision/helpers/tables.h"

namespace upsweep::vision {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Soft slopes with some noise, so that features differ from place to place.
Array soft_picture(Extent extent, uint32_t seed) {
    const Array noise = random_picture(extent, seed);
    Array picture(ScalarType::u8, extent);
    for (int64_t i = 0; i < picture.count(); ++i) {
        const int64_t x = i % extent.width, y = i / extent.width;
        picture.set_number(i, double((3 * x + 5 * y + x * y / 7) % 200) + noise.number(i) / 8);
    }
    return picture;
}

/// Feature by feature through the reference's tensor, multiplied.
Array expected_map(const Array& grey, const LikelihoodRequest& request) {
    Array product;
    const Region& wanted = request.wanted;
    for (const PictureFeature feature : request.features) {
        const Array plane = reference::plane_of_feature(grey, feature);
        const auto table = reference::bin_table(plane, {request.bins, 256}, request.widths);
        Array binned(ScalarType::u8, grey.extent());
        for (int64_t i = 0; i < plane.count(); ++i) binned.set_number(i, table[plane.number(i)]);
        const reference::Binning as_is{request.bins, request.bins};
        const Array map = reference::likelihood_map(
            reference::integral_histogram(binned, as_is, true), grey.extent().height,
            reference::count_bins(binned, as_is, {wanted.x0, wanted.y0, wanted.x1, wanted.y1}),
            {wanted.width(), wanted.height()}, request.measure);
        if (product.count() == 0) {
            product = map;
            continue;
        }
        for (size_t i = 0; i < product.view<float>().size(); ++i)
            product.view<float>()[i] *= map.view<float>()[i];
    }
    return product;
}

TEST(Likelihood, OnTheCpuIsTheReferencesToTheBit) {
    const Array grey = soft_picture({61, 43}, 2);
    for (const int bins : {2, 8, 32, 100, 256})
        for (const BinWidths widths : {BinWidths::equal_width, BinWidths::equal_share})
            for (const Measure measure : {Measure::intersection, Measure::bhattacharyya}) {
                LikelihoodRequest request;
                request.bins = bins;
                request.widths = widths;
                request.measure = measure;
                request.wanted = {11, 9, 28, 20};
                const LikelihoodRun run = likelihood_of(grey, request, backends::cpu());
                EXPECT_EQ(run.fused, expected_map(grey, request)) << bins;
                // Few bins leave several windows that have the template's counts.
                const Extent places = run.fused.extent();
                EXPECT_NEAR(run.fused.number(9 * places.width + 11), 1, 1e-6);
                EXPECT_NEAR(run.best_value, 1, 1e-6);
                EXPECT_EQ(run.fused.number(run.best.y0 * places.width + run.best.x0), run.best_value);
            }
}

TEST(Likelihood, OfSeveralFeaturesIsTheProduct) {
    const Array grey = soft_picture({40, 30}, 3);
    LikelihoodRequest request;
    request.features = {PictureFeature::intensity,   PictureFeature::gradient_magnitude,
                        PictureFeature::shape_index, PictureFeature::curvature,
                        PictureFeature::orientation, PictureFeature::gradient_angle};
    request.bins = 16;
    request.wanted = {5, 7, 15, 19};
    const LikelihoodRun run = likelihood_of(grey, request, backends::cpu());
    ASSERT_EQ(run.maps.size(), 6U);
    EXPECT_EQ(run.fused, expected_map(grey, request));
    EXPECT_EQ(run.best, request.wanted);
}

TEST(Likelihood, OnTheEmulatorIsThatOfTheCpu) {
    const Array grey = soft_picture({37, 21}, 4);
    for (const BinWidths widths : {BinWidths::equal_width, BinWidths::equal_share})
        for (const PictureFeature feature : {PictureFeature::intensity, PictureFeature::shape_index}) {
            LikelihoodRequest request;
            request.features = {feature};
            request.bins = 12;
            request.widths = widths;
            request.measure = Measure::bhattacharyya;
            request.wanted = {30, 0, 37, 9};
            EXPECT_EQ(likelihood_of(grey, request, backends::emulator()).fused,
                      likelihood_of(grey, request, backends::cpu()).fused);
        }
}

TEST(Likelihood, TheFirstOfEqualPlacesIsTheBest) {
    const Array flat(ScalarType::u8, {20, 10});
    LikelihoodRequest request;
    request.wanted = {7, 3, 12, 8};
    const LikelihoodRun run = likelihood_of(flat, request, backends::cpu());
    EXPECT_EQ(run.best, (Region{0, 0, 5, 5}));
    EXPECT_EQ(run.best_value, 1);
}

TEST(Likelihood, WindowsAreAsLargeAsThePictureOrOnePixel) {
    const Array grey = soft_picture({9, 8}, 5);
    for (const Region& wanted :
         {Region{0, 0, 9, 8}, Region{8, 7, 9, 8}, Region{0, 0, 9, 1}, Region{3, 0, 4, 8}}) {
        LikelihoodRequest request;
        request.wanted = wanted;
        EXPECT_EQ(likelihood_of(grey, request, backends::cpu()).fused, expected_map(grey, request));
    }
}

TEST(Likelihood, OneThreadAndSeveralGiveTheSame) {
    const Array binned = random_picture({70, 50}, 6);
    Histogram wanted(256, 1);
    const Extent window{16, 16};
    const Array one = likelihood_map_by_columns(binned, wanted, window, Measure::bhattacharyya, nullptr, 1);
    EXPECT_EQ(one, likelihood_map_by_columns(binned, wanted, window, Measure::bhattacharyya, nullptr, 5));
    const std::atomic<bool> cancelled = true;
    EXPECT_THROW(likelihood_map_by_columns(binned, wanted, window, Measure::intersection, &cancelled),
                 Cancelled);
}

TEST(Bins, OfEqualShareHoldAsManyPixels) {
    Array grey(ScalarType::u8, {256, 4});
    // 768 pixels of 0 … 15 and 256 of all values.
    for (int64_t i = 0; i < grey.count(); ++i) grey.set_number(i, double(i < 768 ? i % 16 : i % 256));
    const auto edges = [&](BinWidths widths) {
        const LikelihoodRequest request{.bins = 4, .widths = widths, .wanted = {0, 0, 1, 1}};
        return likelihood_of(grey, request, backends::cpu()).bin_edges.front();
    };
    EXPECT_THAT(edges(BinWidths::equal_share), ElementsAre(0, 6, 11, 16, 256));
    EXPECT_THAT(edges(BinWidths::equal_width), ElementsAre(0, 64, 128, 192, 256));
}

TEST(WindowHistogram, HasTheFourCornersOfEveryBin) {
    const Array grey = soft_picture({33, 27}, 7);
    LikelihoodRequest request;
    request.bins = 8;
    request.measure = Measure::intersection;
    request.wanted = {4, 6, 14, 18};
    const LikelihoodRun run = likelihood_of(grey, request, backends::cpu());
    const IntegralHistogram integral = integral_histogram(run.binned[0], 256, 1);
    for (const auto& [x, y] : {std::pair(0, 0), std::pair(23, 15), std::pair(9, 2)}) {
        const std::vector<BinCount> bins = window_histogram(run, request, 0, x, y);
        const Histogram expected = integral.histogram({x, y, x + 10, y + 12});
        float sum = 0;
        for (size_t bin = 0; bin < bins.size(); ++bin) {
            EXPECT_EQ(bins[bin].count, expected[bin]);
            EXPECT_EQ(bins[bin].wanted, run.wanted_histograms[0][bin]);
            sum += bins[bin].shared;
        }
        EXPECT_EQ(sum / 120, run.fused.number(y * run.fused.extent().width + x));
        const uint32_t pixels =
            std::accumulate(bins.begin(), bins.end(), 0U,
                            [](uint32_t all, const BinCount& bin) { return all + bin.corners.d; });
        EXPECT_EQ(pixels, uint32_t((x + 10) * (y + 12)));
    }
}

TEST(Heat, ReachesFromTheLowestToTheHighestAtTheWindowsMiddle) {
    Array map(ScalarType::f32, {2, 1});
    map.set_number(0, 0.25);
    map.set_number(1, 0.75);
    const Array heat = heat_of(map, {4, 3});
    EXPECT_THAT(heat.view<uint8_t>(), ElementsAre(0, 0, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0));
}

std::string refusal(const Array& grey, const LikelihoodRequest& request,
                    const backends::Backend& on = backends::cpu()) {
    try {
        likelihood_of(grey, request, on);
    } catch (const UsageError& error) {
        return error.what();
    }
    return "taken";
}

TEST(Likelihood, TheNextBestPlaceSharesNoPixelWithTheTemplate) {
    const Array grey = random_picture({36, 24}, 3);
    LikelihoodRequest request;
    request.bins = 8;
    request.wanted = {14, 8, 21, 13};
    const Array map = likelihood_of(grey, request, backends::cpu()).fused;
    const float* values = map.view<float>().data();
    const int64_t across = map.extent().width;
    const auto found = best_elsewhere(map, request.wanted);
    ASSERT_TRUE(found);
    float most = 0;
    for (int64_t y = 0; y < map.extent().height; ++y)
        for (int64_t x = 0; x < across; ++x)
            if (x + 7 <= 14 || x >= 21 || y + 5 <= 8 || y >= 13)
                most = std::max(most, values[y * across + x]);
    EXPECT_EQ(found->value, most);
    const Region& w = found->window;
    EXPECT_EQ(values[w.y0 * across + w.x0], most);
    EXPECT_TRUE(w.x1 <= 14 || w.x0 >= 21 || w.y1 <= 8 || w.y0 >= 13);
    EXPECT_EQ(w.width(), 7);
    EXPECT_EQ(w.height(), 5);
    // The template fills the picture: there is no other place.
    EXPECT_FALSE(best_elsewhere(Array(ScalarType::f32, {1, 1}), {0, 0, 36, 24}));
}

TEST(Likelihood, RefusesWhatMakesNoSense) {
    const Array grey = soft_picture({30, 20}, 8);
    LikelihoodRequest request;
    EXPECT_THAT(refusal(grey, request), HasSubstr("no pixels"));
    request.wanted = {20, 0, 31, 5};
    EXPECT_THAT(refusal(grey, request), HasSubstr("beyond the picture"));
    request.wanted = {0, 0, 5, 5};
    EXPECT_EQ(refusal(grey, request), "taken");
    request.bins = 257;
    EXPECT_THAT(refusal(grey, request), HasSubstr("2 to 256 bins"));
    request.bins = 16;
    request.features = {PictureFeature::intensity, PictureFeature::intensity};
    EXPECT_THAT(refusal(grey, request), HasSubstr("each once"));
    request.features = {};
    EXPECT_THAT(refusal(grey, request), HasSubstr("at least one"));
    EXPECT_THAT(refusal(Array(ScalarType::f32, {3, 3}), request), HasSubstr("takes u8, not f32"));
    request.features = {PictureFeature::intensity};
    EXPECT_THAT(refusal(Array(ScalarType::u8, {600, 600}), request, backends::emulator()),
                HasSubstr("too large for the emulator"));
    EXPECT_THROW(parse_feature("colour"), UsageError);
    EXPECT_THROW(parse_widths("wide"), UsageError);
    EXPECT_THROW(parse_measure("euclid"), UsageError);
    for (int i = 0; i < reference::feature_count; ++i)
        EXPECT_EQ(parse_feature(name_of(static_cast<PictureFeature>(i))), static_cast<PictureFeature>(i));
}

}  // namespace
}  // namespace upsweep::vision
