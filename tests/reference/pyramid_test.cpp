// The levels of a detector's pyramid and their pixels, against numbers worked out by hand and in OpenCV.
#include "reference/haar_cascade.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace upsweep::reference {
namespace {

using cascade::Rule;

TEST(PyramidLevels, OfFullHdAreForty) {
    const auto levels = pyramid_levels({1920, 1080}, {24, 24}, 1.1, Rule::opencv);
    ASSERT_EQ(levels.size(), 40U);
    EXPECT_EQ(levels[0], (PyramidLevel{1, {1920, 1080}, {24, 24}, 2, {949, 529}}));
    EXPECT_EQ(levels[1].extent, (Extent{1745, 982}));
    // 1.1^7 = 1.95, 1.1^8 = 2.14: from here on every pixel.
    EXPECT_EQ(levels[7].step, 2);
    EXPECT_EQ(levels[8].step, 1);
    EXPECT_EQ(levels[39].window, (Extent{987, 987}));
    for (const PyramidLevel& level : pyramid_levels({1920, 1080}, {24, 24}, 1.1, Rule::paper)) {
        EXPECT_EQ(level.step, 1);
        EXPECT_EQ(level.places, (Extent{level.extent.width - 23, level.extent.height - 23}));
    }
}

/// OpenCV shares 5 rows of 32 columns out as one stripe of 5 / 2 · 2 = 4.
TEST(PyramidLevels, LackOpenCvsLastRow) {
    EXPECT_EQ(pyramid_levels({55, 28}, {24, 24}, 2, Rule::opencv)[0].places, (Extent{16, 2}));
    EXPECT_EQ(pyramid_levels({88, 28}, {24, 24}, 2, Rule::opencv)[0].places, (Extent{33, 3}));
    EXPECT_EQ(pyramid_levels({55, 28}, {24, 24}, 2, Rule::paper)[0].places, (Extent{32, 5}));
    // A single row is kept.
    EXPECT_EQ(pyramid_levels({55, 24}, {24, 24}, 2, Rule::opencv)[0].places, (Extent{16, 1}));
}

TEST(PyramidLevels, EndWithThePicture) {
    EXPECT_TRUE(pyramid_levels({23, 99}, {24, 24}, 1.1, Rule::paper).empty());
    EXPECT_EQ(pyramid_levels({24, 24}, {24, 24}, 1.1, Rule::paper).size(), 1U);
    EXPECT_THROW((void)pyramid_levels({99, 99}, {24, 24}, 1, Rule::paper), UsageError);
}

TEST(Resized, TakesTheMeanOfFourAtHalfTheSize) {
    const std::vector<uint8_t> pixels{0, 1, 100, 102, 3, 4, 110, 115};
    const Array picture = Array::of<uint8_t>({4, 2}, pixels);
    for (const Rule rule : {Rule::opencv, Rule::paper}) {
        const Array half = resized(picture, {2, 1}, rule);
        EXPECT_EQ(half.number(0), 2);    // 8 / 4
        EXPECT_EQ(half.number(1), 107);  // 106.75
        EXPECT_EQ(resized(picture, {4, 2}, rule), picture);
    }
}

/// Three pixels from five: read at 1/3, 2 and 11/3.
TEST(ResizeTaps, AreRoundedTo256ths) {
    for (const Rule rule : {Rule::opencv, Rule::paper}) {
        const auto taps = resize_taps(5, 3, rule);
        EXPECT_EQ(taps[0].first, 0);
        EXPECT_EQ(taps[0].second_weight, 85);
        EXPECT_EQ(taps[1].first, 2);
        EXPECT_EQ(taps[1].second_weight, 0);
        EXPECT_EQ(taps[2].first, 3);
        EXPECT_EQ(taps[2].second_weight, 171);
    }
    // Beyond both ends the last pixel repeats.
    const auto larger = resize_taps(2, 4, Rule::paper);
    EXPECT_EQ(larger[0].first, 0);
    EXPECT_EQ(larger[0].second_weight, 0);
    EXPECT_EQ(larger[1].second_weight, 64);
    EXPECT_EQ(larger[3].first, 1);
    EXPECT_EQ(larger[3].second_weight, 0);
}

/// The two rules differ in how positions are rounded, and in nothing else.
TEST(ResizeTaps, OfTheRulesDifferBy256thsAtMost) {
    int differ = 0;
    // 391 to 256 has positions half way between two 256ths.
    for (int64_t after = 24; after < 391; after += 8) {
        const auto opencv = resize_taps(391, after, Rule::opencv),
                   paper = resize_taps(391, after, Rule::paper);
        for (size_t i = 0; i < opencv.size(); ++i) {
            const int a = opencv[i].first * 256 + opencv[i].second_weight;
            const int b = paper[i].first * 256 + paper[i].second_weight;
            ASSERT_LE(std::abs(a - b), 1);
            differ += a != b;
        }
    }
    EXPECT_GT(differ, 0);
}

}  // namespace
}  // namespace upsweep::reference
