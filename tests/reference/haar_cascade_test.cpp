// The plain code of a cascade on windows worked out by hand.
#include "reference/haar_cascade.h"

#include <gtest/gtest.h>

#include <cmath>

namespace upsweep::reference {
namespace {

using cascade::Cascade;
using cascade::Rule;

/// One stump in a window of 4 x 4: the right half less the left, over the norm at least 1/2.
Cascade halves() {
    Cascade cascade;
    cascade.window = {4, 4};
    cascade.stages = {{0, 0, 1}};
    cascade.stumps = {{0, 0.5F, -1, 1}};
    cascade.features = {{{{{0, 0, 4, 4, -1}, {2, 0, 2, 4, 2}, {}}}, 2}};
    return cascade;
}

/// Columns of these greys, four rows.
Array columns(const std::vector<int>& greys, int64_t rows = 4) {
    Array picture(ScalarType::u8, {static_cast<int64_t>(greys.size()), rows});
    for (int64_t i = 0; i < picture.count(); ++i) picture.set_number(i, greys[size_t(i) % greys.size()]);
    return picture;
}

std::vector<int> survived(const Array& picture, const Cascade& cascade, Rule rule, int64_t step) {
    PyramidLevel level{1, picture.extent(), cascade.window, step, {}};
    level.places = {(picture.extent().width - cascade.window.width) / step + 1,
                    (picture.extent().height - cascade.window.height) / step + 1};
    const Array map = stages_survived(picture, cascade, rule, level);
    const auto bytes = map.view<uint8_t>();
    return {bytes.begin(), bytes.end()};
}

/// Inside are two columns of 50 and 150: n = 4 · 50 000 − 400² = 40 000, the norm is 200; the feature is
/// 8 · 150 − 8 · 50 = 800, four norms.
TEST(StagesSurvived, ComparesTheFeatureWithTheNorm) {
    Cascade cascade = halves();
    const Array picture = columns({50, 50, 150, 150});
    for (const Rule rule : {Rule::opencv, Rule::paper}) {
        cascade.stumps[0].threshold = 4.0F;
        EXPECT_EQ(survived(picture, cascade, rule, 1), std::vector<int>{1});
        cascade.stumps[0].threshold = 4.001F;
        EXPECT_EQ(survived(picture, cascade, rule, 1), std::vector<int>{0});
    }
}

/// Greys that stray 10 or less: OpenCV does not look; the paper's rule does.
TEST(StagesSurvived, OpenCvDropsWindowsOfLittleContrast) {
    EXPECT_EQ(survived(columns({50, 50, 70, 70}), halves(), Rule::opencv, 1), std::vector<int>{0});
    EXPECT_EQ(survived(columns({50, 50, 72, 72}), halves(), Rule::opencv, 1), std::vector<int>{1});
    EXPECT_EQ(survived(columns({50, 50, 52, 52}), halves(), Rule::paper, 1), std::vector<int>{1});
    EXPECT_EQ(survived(columns({50, 50, 50, 50}), halves(), Rule::paper, 1), std::vector<int>{0});
}

/// A fall by votes in the first stage takes the next window out; a fall by contrast does not.
TEST(StagesSurvived, OpenCvSkipsBehindARejection) {
    const Array falling = columns({200, 160, 120, 80, 40, 0, 0, 0, 0, 0, 0});
    EXPECT_EQ(survived(falling, halves(), Rule::opencv, 1), (std::vector<int>{0, 255, 0, 255, 0, 0, 0, 0}));
    EXPECT_EQ(survived(falling, halves(), Rule::opencv, 2), (std::vector<int>{0, 255, 0, 0}));
    EXPECT_EQ(survived(falling, halves(), Rule::paper, 2), (std::vector<int>{0, 0, 0, 0}));
}

TEST(ScaledFeatures, KeepEdgesTogetherAndSumsComparable) {
    const PyramidLevel level{1.625F, {}, {6, 6}, 1, {}};
    const ScaledFeatures scaled = scaled_features(halves(), level);
    // Edges 0, 2, 4 become 0, 3 (3.25), 6 (6.5, half to even).
    EXPECT_EQ(scaled.features[0].parts[0], (cascade::Part{0, 0, 6, 6, -16.0F / 36}));
    EXPECT_EQ(scaled.features[0].parts[1], (cascade::Part{3, 0, 3, 6, 2 * (8.0F / 18)}));
    // 1 and 3 become 2 (1.625) and 5 (4.875).
    EXPECT_EQ(scaled.norm, (cascade::Part{2, 2, 3, 3, 4.0F / 9}));
}

TEST(StagesSurvivedByScaledFilter, FindsTheSameEdgeAtTwiceTheSize) {
    const Cascade cascade = halves();
    const Array large = columns({50, 50, 50, 50, 150, 150, 150, 150}, 8);
    const PyramidLevel level{2, {4, 4}, {8, 8}, 1, {1, 1}};
    EXPECT_EQ(stages_survived_by_scaled_filter(large, cascade, level).number(0), 1);
}

}  // namespace
}  // namespace upsweep::reference
