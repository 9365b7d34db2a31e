// Contrast, threshold, differences of boxes and smoothing: the CPU, the emulator and the reference agree, and
// the numbers under the pointer are those of the picture.
#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "vision/contrast.h"
#include "vision/difference.h"
#include "vision/filter_run.h"
#include "vision/helpers/tables.h"
#include "vision/local_statistics.h"
#include "vision/threshold.h"

namespace upsweep::vision {
namespace {

using testing::HasSubstr;

size_t place(const Array& picture, int64_t x, int64_t y) { return size_t(y * picture.extent().width + x); }

Array white_picture(Extent extent) {
    Array white(ScalarType::u8, extent);
    for (uint8_t& pixel : white.view<uint8_t>()) pixel = 255;
    return white;
}

TEST(Contrast, IsTheSameOnTheCpuAndTheEmulator) {
    const Array grey = random_picture({21, 13}, 1);
    for (const ContrastPicture picture :
         {ContrastPicture::deviation, ContrastPicture::mean, ContrastPicture::normalised})
        for (const int64_t radius : {0, 3, 30}) {
            const OperationRun here = contrast_of(grey, {radius, picture}, backends::cpu());
            const OperationRun there = contrast_of(grey, {radius, picture}, backends::emulator());
            EXPECT_EQ(here.picture(), there.picture());
            EXPECT_EQ(here.values[0], there.values[0]);
            EXPECT_EQ(here.values[1], there.values[1]);
        }
    EXPECT_EQ(contrast_of(grey, {4, ContrastPicture::mean}, backends::cpu()).picture(),
              reference::box_filter(grey, 4, Border::cut));
}

TEST(Contrast, TheNumbersUnderThePointerAreThePictures) {
    const Array grey = random_picture({50, 40}, 2);
    const IntegralImage sums = padded_table(grey), squares = table_of_squares(grey);
    for (const ContrastPicture picture :
         {ContrastPicture::deviation, ContrastPicture::mean, ContrastPicture::normalised}) {
        const ContrastRequest request{5, picture};
        const OperationRun run = contrast_of(grey, request, backends::cpu());
        for (const auto& [x, y] : {std::pair(0, 0), std::pair(49, 39), std::pair(20, 17)}) {
            const ContrastNumbers numbers = look_at_contrast(sums, squares, grey, request, x, y);
            EXPECT_EQ(float(numbers.mean), run.values[0].view<float>()[place(grey, x, y)]);
            EXPECT_EQ(float(numbers.variance), run.values[1].view<float>()[place(grey, x, y)]);
            EXPECT_EQ(numbers.shown, run.picture().view<uint8_t>()[place(grey, x, y)]);
            EXPECT_EQ(numbers.sum, numbers.sums.sum());
        }
    }
}

/// The worst case: 511 x 511 squares of 255 are 17 thousand million, four times what 32 bits hold.
TEST(Contrast, LargeWindowsOfWhiteHaveNoVariance) {
    Array white = white_picture({600, 530});
    const OperationRun run = contrast_of(white, {255, ContrastPicture::deviation}, backends::cpu());
    const auto variance = run.values[1].view<float>();
    EXPECT_EQ(*std::ranges::max_element(variance), 0);
    const ContrastNumbers numbers =
        look_at_contrast(table_of_bytes(white), table_of_squares(white), white, {255}, 300, 260);
    EXPECT_EQ(numbers.of_squares, 511ULL * 511 * 255 * 255);
    EXPECT_THROW(contrast_of(white, {256}, backends::cpu()), UsageError);
}

TEST(Contrast, LargeWindowsEqualVisitingEveryPixel) {
    // High enough that windows are cut on one side only and have over 257 x 257 pixels.
    const Array white = white_picture({300, 262});
    Array grey = random_picture({300, 262}, 3);
    for (size_t i = 0; i < grey.bytes().size(); i += 3) grey.bytes()[i] = white.bytes()[i];
    const Array expected = reference::local_statistics(grey, 200);
    const OperationRun run = contrast_of(grey, {200}, backends::cpu());
    const auto both = expected.view<float>();
    const auto count = size_t(grey.count());
    EXPECT_TRUE(std::ranges::equal(both.first(count), run.values[0].view<float>()));
    EXPECT_TRUE(std::ranges::equal(both.subspan(count), run.values[1].view<float>()));
}

/// The kernel takes windows of over 257 x 257 pixels in quarters, as the CPU does.
TEST(Contrast, LargeWindowsOfWhiteHaveNoVarianceOnTheEmulatorEither) {
    const Array white = white_picture({511, 130});
    const OperationRun run = contrast_of(white, {255}, backends::emulator());
    EXPECT_EQ(*std::ranges::max_element(run.values[1].view<float>()), 0);
    EXPECT_EQ(*std::ranges::min_element(run.values[1].view<float>()), 0);
}

TEST(Threshold, IsTheSameEverywhereAndSaysWhy) {
    const Array grey = random_picture({45, 31}, 4);
    const ThresholdRequest request{6, 20};
    const OperationRun here = threshold_picture(grey, request, backends::cpu());
    EXPECT_EQ(here.picture(), reference::adaptive_threshold(grey, 6, 20));
    EXPECT_EQ(here.picture(), threshold_picture(grey, request, backends::emulator()).picture());
    const IntegralImage integral = padded_table(grey);
    for (int64_t y = 0; y < 31; ++y)
        for (int64_t x = 0; x < 45; ++x) {
            const ThresholdNumbers numbers = look_at_threshold(integral, grey, request, x, y);
            ASSERT_EQ(numbers.black, here.picture().view<uint8_t>()[place(grey, x, y)] == 0);
            ASSERT_EQ(numbers.black, numbers.pixel < numbers.limit);
        }
    EXPECT_THROW(threshold_picture(grey, {-1, 15}, backends::cpu()), UsageError);
    EXPECT_THROW(threshold_picture(grey, {1, 101}, backends::cpu()), UsageError);
    EXPECT_THROW(threshold_picture(Array(ScalarType::f32, {2, 2}), {1, 15}, backends::cpu()), UsageError);
}

constexpr BoxResponse responses[] = {BoxResponse::xx, BoxResponse::yy, BoxResponse::xy,
                                     BoxResponse::determinant, BoxResponse::centre_surround};

TEST(Differences, AreTheReferencesOnTheCpuAndTheEmulator) {
    const Array grey = random_picture({43, 21}, 5);
    for (const BoxResponse response : responses)
        for (const int size : {3, 9, 15, 21}) {
            const DifferenceRequest request{response, size};
            const OperationRun run = difference_picture(grey, request, backends::cpu());
            EXPECT_EQ(run.values[0], reference::difference_of_boxes(grey, response, size))
                << name_of(response) << " " << size;
            if (size != 9) continue;
            const OperationRun there = difference_picture(grey, request, backends::emulator());
            EXPECT_EQ(run.values, there.values) << name_of(response);
            EXPECT_EQ(run.picture(), there.picture());
        }
}

TEST(Differences, TheNumbersUnderThePointerAreTheValues) {
    const Array grey = random_picture({40, 30}, 6);
    const IntegralImage integral = padded_table(grey);
    for (const BoxResponse response : responses) {
        const DifferenceRequest request{response, 15};
        const OperationRun run = difference_picture(grey, request, backends::cpu());
        for (int64_t y = 0; y < 30; ++y)
            for (int64_t x = 0; x < 40; ++x) {
                const DifferenceNumbers numbers = look_at_boxes(integral, request, x, y);
                ASSERT_EQ(numbers.value, run.values[0].view<float>()[place(grey, x, y)]) << name_of(response);
                ASSERT_EQ(numbers.inside, x >= 7 && x < 33 && y >= 7 && y < 23);
            }
    }
}

/// Rows of 0 1 4 9 …: every second difference is 2, and boxes of a lobe give it times lobe's width twice.
TEST(Differences, OfAParabolaAreItsSecondDerivative) {
    Array grey(ScalarType::u8, {15, 9});
    for (int64_t i = 0; i < grey.count(); ++i) grey.set_number(i, double((i % 15) * (i % 15)));
    const OperationRun pixels = difference_picture(grey, {BoxResponse::xx, 3}, backends::cpu());
    EXPECT_FLOAT_EQ(pixels.values[0].view<float>()[place(grey, 7, 4)], 2.0F / 9);
    const OperationRun boxes = difference_picture(grey, {BoxResponse::xx, 9}, backends::cpu());
    // Lobes 3 wide and 5 high, whose means differ by 2 · 3² from those of a line: 2 · 9 · 15 / 81.
    EXPECT_FLOAT_EQ(boxes.values[0].view<float>()[place(grey, 7, 4)], 2.0F * 9 * 15 / 81);
    EXPECT_EQ(difference_picture(grey, {BoxResponse::yy, 9}, backends::cpu()).whole, 0);
}

TEST(Differences, ABrightBlobHasAHighDeterminantAndAFlatPictureNone) {
    Array grey(ScalarType::u8, {31, 31});
    for (int64_t y = 13; y < 18; ++y)
        for (int64_t x = 13; x < 18; ++x) grey.set_number(y * 31 + x, 200);
    const OperationRun run = difference_picture(grey, {BoxResponse::determinant, 15}, backends::cpu());
    const auto values = run.values[0].view<float>();
    EXPECT_EQ(std::ranges::max_element(values) - values.begin(), 15 * 31 + 15);
    EXPECT_EQ(run.picture().view<uint8_t>()[15 * 31 + 15], 255);
    EXPECT_EQ(run.picture().view<uint8_t>()[0], 128);
    // Shown by its root, so that half a blob's contrast is half as bright.
    for (size_t i = 0; i < values.size(); ++i) {
        const float root = 127 * std::sqrt(std::fabs(values[i]) / float(run.whole));
        EXPECT_NEAR(run.picture().view<uint8_t>()[i], 128 + std::copysign(root, values[i]), 0.51);
    }
    EXPECT_EQ(difference_picture(Array(ScalarType::u8, {20, 20}), {}, backends::cpu()).whole, 0);
    EXPECT_THROW(difference_picture(grey, {BoxResponse::xx, 10}, backends::cpu()), UsageError);
    EXPECT_THROW(difference_operation.parameters[0].read("zz"), UsageError);
}

TEST(Smoothing, FiltersEachChannelAsOftenAsAsked) {
    const std::vector<Array> channels = {random_picture({30, 20}, 7), random_picture({30, 20}, 8),
                                         random_picture({30, 20}, 9)};
    SmoothingRequest request{{.radius = 2, .border = Border::reflect}, 3};
    const OperationRun run = smooth_picture(channels, request, backends::cpu());
    ASSERT_EQ(run.channels.size(), 3U);
    for (size_t i = 0; i < 3; ++i) {
        Array expected = channels[i];
        for (int pass = 0; pass < 3; ++pass) expected = reference::box_filter(expected, 2, Border::reflect);
        EXPECT_EQ(run.channels[i], expected);
    }
    request.passes = 2;
    EXPECT_EQ(smooth_picture({&channels[0], 1}, request, backends::cpu()).channels,
              smooth_picture({&channels[0], 1}, request, backends::emulator()).channels);
    request.passes = 4;
    EXPECT_THROW(smooth_picture(channels, request, backends::cpu()), UsageError);
}

/// The window of one pass is as wide as what a deviation says of a line of equal weights.
TEST(Smoothing, ItsDeviationIsThatOfTheWeights) {
    EXPECT_DOUBLE_EQ(smoothing_deviation(1, 1), std::sqrt(2.0 / 3));
    EXPECT_DOUBLE_EQ(smoothing_deviation(1, 3), std::sqrt(2.0));
}

}  // namespace
}  // namespace upsweep::vision
