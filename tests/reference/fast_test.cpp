// The fast CPU forms: equal to the plain ones to the bit, at every width around a vector, on one thread and
// on many, and exact where sums wrap.
#include <random>

#include <gtest/gtest.h>

#include "core/row_sums.h"
#include "reference/box_filter.h"
#include "reference/fast.h"
#include "reference/integral_histogram.h"
#include "reference/reference.h"

namespace upsweep {
namespace {

Array random_bytes(Extent extent, unsigned seed) {
    std::mt19937 random(seed);
    Array array(ScalarType::u8, extent);
    for (uint8_t& value : array.view<uint8_t>()) value = uint8_t(random());
    return array;
}

/// The order that kernels/integral_image_fast_loop.h adds in.
template <typename T>
Array plain_sums(const Array& input) {
    Array output(input.type(), input.extent());
    const auto from = input.view<T>();
    const auto to = output.view<T>();
    const auto width = size_t(input.extent().width);
    T sum = 0;
    for (size_t i = 0; i < from.size(); ++i) {
        if (i % width == 0) sum = 0;
        sum += from[i];
        to[i] = i < width ? sum : sum + to[i - width];
    }
    return output;
}

TEST(FastIntegralImage, EqualsTheReferenceAroundEveryVectorsWidth) {
    for (int64_t width : {1, 7, 8, 9, 15, 16, 17, 31, 33, 255, 512, 513, 1031})
        for (int64_t height : {1, 3, 4, 5, 37}) {
            const Array image = random_bytes({width, height}, 5);
            for (int threads : {1, 2, 5}) {
                Array table(ScalarType::u32, image.extent());
                reference::integral_image_fast(image, table, threads);
                ASSERT_EQ(table, reference::integral_image_inclusive(image, ScalarType::u32))
                    << width << "x" << height << " on " << threads;
            }
        }
}

TEST(FastIntegralImage, AddsFloatsInTheLoopsOrderOnAnyNumberOfThreads) {
    std::mt19937 random(3);
    std::normal_distribution<float> values;
    for (Extent extent : {Extent{1, 1}, Extent{1030, 11}, Extent{777, 64}}) {
        Array image(ScalarType::f32, extent);
        for (float& value : image.view<float>()) value = values(random);
        const Array expected = plain_sums<float>(image);
        for (int threads : {1, 2, 3}) {
            Array table(ScalarType::f32, extent);
            reference::integral_image_fast(image, table, threads);
            EXPECT_EQ(table, expected) << threads;
        }
    }
}

TEST(FastIntegralImage, WritesLargeResultsPastTheCachesToTheSameEnd) {
    // Wide enough for strips, odd enough that rows start anywhere within 16 bytes.
    const Array image = random_bytes({2051, 2100}, 8);
    ASSERT_GT(size_t(image.count()) * 4, streamed_bytes);
    Array table(ScalarType::u32, image.extent());
    reference::integral_image_fast(image, table, 2);
    EXPECT_EQ(table, reference::integral_image_inclusive(image, ScalarType::u32));
}

TEST(FastIntegralImage, OfWordsEqualsTheReferenceAroundEveryVectorsWidth) {
    std::mt19937 random(3);
    for (Extent extent : {Extent{1, 1}, Extent{3, 5}, Extent{15, 4}, Extent{16, 9}, Extent{17, 3},
                          Extent{33, 65}, Extent{1031, 37}, Extent{2051, 1700}}) {
        Array image(ScalarType::u32, extent);
        for (uint32_t& value : image.view<uint32_t>()) value = uint32_t(random());
        for (int threads : {1, 2, 5}) {
            Array table(ScalarType::u32, extent);
            reference::integral_image_fast(image, table, threads);
            ASSERT_EQ(table, reference::integral_image_inclusive(image, ScalarType::u32))
                << extent.width << "x" << extent.height << " on " << threads;
        }
    }
}

TEST(FastBoxFilter, EqualsTheReferenceForWindowsOfEverySize) {
    for (Extent extent : {Extent{1, 1}, Extent{1, 9}, Extent{33, 7}, Extent{130, 41}})
        for (int64_t radius : {0, 1, 2, 20, 64, 2047}) {
            const Array image = random_bytes(extent, 5);
            const Array expected = reference::box_filter(image, radius, reference::Border::cut);
            for (int threads : {0, 1, 3}) {
                Array output(ScalarType::u8, extent);
                reference::box_filter_fast(image, output, radius, threads);
                ASSERT_EQ(output, expected) << extent.width << "x" << extent.height << " " << radius;
            }
        }
}

/// 3000² white pixels sum to more than 31 bits hold; the table wraps as well.
TEST(FastBoxFilter, OfAWhitePictureIsWhite) {
    Array image(ScalarType::u8, {4200, 4200});
    for (uint8_t& pixel : image.view<uint8_t>()) pixel = 255;
    Array output(ScalarType::u8, image.extent());
    for (int64_t radius : {1500, 2047}) {
        reference::box_filter_fast(image, output, radius);
        EXPECT_EQ(output, image) << radius;
    }
}

TEST(RowSums, CarryAndMatchesMeetThePlainLoop) {
    const Array row = random_bytes({100, 1}, 9);
    const uint8_t* from = row.view<uint8_t>().data();
    for (size_t count = 0; count <= 100; ++count) {
        std::vector<uint32_t> above(count, 7), sums(count), matches(count);
        const uint32_t sum = add_row(from, above.data(), sums.data(), nullptr, count, 0xfffffff0U);
        const uint32_t found = add_matches(from, from[50], above.data(), matches.data(), nullptr, count, 2);
        uint32_t expected_sum = 0xfffffff0U, expected_found = 2;
        for (size_t x = 0; x < count; ++x) {
            expected_sum += from[x];
            expected_found += from[x] == from[50] ? 1 : 0;
            ASSERT_EQ(sums[x], expected_sum + 7);
            ASSERT_EQ(matches[x], expected_found + 7);
        }
        EXPECT_EQ(sum, expected_sum);
        EXPECT_EQ(found, expected_found);
    }
}

TEST(IntegralHistogram, CountsEveryPixelOnceAndFastEqualsPlain) {
    for (Extent extent : {Extent{1, 1}, Extent{33, 65}, Extent{130, 9}})
        for (int bins : {2, 8, 256}) {
            const Array image = random_bytes(extent, 4);
            const reference::Binning binning{bins, 256};
            const Array tensor = reference::integral_histogram(image, binning, true);
            ASSERT_EQ(tensor.extent(), (Extent{extent.width, extent.height * bins}));
            double all = 0;
            for (int64_t bin = 0; bin < bins; ++bin) all += tensor.number((bin + 1) * extent.count() - 1);
            EXPECT_EQ(all, double(extent.count()));
            Array fast(ScalarType::u32, tensor.extent());
            reference::integral_histogram_fast(image, fast, binning, 3);
            EXPECT_EQ(fast, tensor) << extent.width << " " << bins;
        }
}

TEST(IntegralHistogram, BinsShareOutTheLevelsEvenly) {
    const reference::Binning sixteen{16, 256}, digits{4, 10};
    EXPECT_EQ(sixteen.bin_of(15), 0);
    EXPECT_EQ(sixteen.bin_of(16), 1);
    EXPECT_EQ(sixteen.bin_of(255), 15);
    EXPECT_EQ(digits.bin_of(2), 0);
    EXPECT_EQ(digits.bin_of(3), 1);
    EXPECT_EQ(digits.bin_of(9), 3);
    EXPECT_EQ(digits.bin_of(200), 3);
}

TEST(IntegralHistogram, ExclusiveLeavesOutItsOwnRowAndColumn) {
    const Array image = random_bytes({9, 7}, 6);
    const Array inclusive = reference::integral_histogram(image, {4, 256}, true);
    const Array exclusive = reference::integral_histogram(image, {4, 256}, false);
    for (int64_t bin = 0; bin < 4; ++bin)
        for (int64_t y = 0; y < 7; ++y)
            for (int64_t x = 0; x < 9; ++x)
                ASSERT_EQ(exclusive.number((bin * 7 + y) * 9 + x),
                          x == 0 || y == 0 ? 0 : inclusive.number((bin * 7 + y - 1) * 9 + x - 1));
}

}  // namespace
}  // namespace upsweep
