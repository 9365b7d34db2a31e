// The sample pictures are the same bytes everywhere, and hold something.
#include "media/samples.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include "core/error.h"
#include "media/image.h"
#include "media/paint.h"

namespace upsweep::media {
namespace {

uint64_t checksum(const Array& picture) {
    uint64_t sum = 1469598103934665603ULL;
    for (uint8_t value : picture.view<uint8_t>()) sum = (sum ^ value) * 1099511628211ULL;
    return sum;
}

TEST(Samples, EverySizeIsDrawnAndNotBlank) {
    for (const SamplePicture& sample : sample_pictures())
        for (Extent extent : {Extent{72, 54}, Extent{1, 1}, sample.extent}) {
            Array picture = sample.draw(extent);
            ASSERT_EQ(picture.extent(), extent) << sample.slug;
            auto pixels = picture.view<uint8_t>();
            std::set<uint8_t> greys(pixels.begin(), pixels.end());
            if (extent.width > 1) {
                EXPECT_GT(greys.size(), 40U) << sample.slug;
            }
        }
}

TEST(Samples, TheSameBytesOnEveryMachine) {
    std::map<std::string_view, uint64_t> expected = {{"spheres", 0x22905F53BC16D3E7ULL},
                                                     {"text", 0x337323B8BD697663ULL},
                                                     {"noise", 0xBAF925DCEA02B4FULL},
                                                     {"class", 0xACD069D1FA26D500ULL}};
    for (const SamplePicture& sample : sample_pictures())
        EXPECT_EQ(checksum(sample.draw({216, 162})), expected[sample.slug]) << sample.slug;
}

/// A sample that is saved and opened again has the same greys, here and in OpenCV.
TEST(Samples, ColoursHaveTheGreysAsTheirLuma) {
    int coloured = 0;
    for (const SamplePicture& sample : sample_pictures()) {
        if (sample.draw_coloured == nullptr) continue;
        ++coloured;
        const Extent extent{216, 162};
        const Array grey = sample.draw(extent);
        const std::vector<Array> colours = sample.draw_coloured(extent);
        ASSERT_EQ(colours.size(), 3U);
        const auto of = [&](size_t channel, int64_t i) { return colours[channel].view<uint8_t>()[i]; };
        int64_t tinted = 0;
        for (int64_t i = 0; i < grey.count(); ++i) {
            for (const Luma weights : {Luma::ours, Luma::opencv})
                ASSERT_EQ(luma(of(0, i), of(1, i), of(2, i), weights), grey.number(i))
                    << sample.slug << " " << i;
            tinted += std::abs(of(0, i) - of(2, i)) > 20 ? 1 : 0;
        }
        EXPECT_GT(tinted, grey.count() / 4) << sample.slug;
    }
    EXPECT_EQ(coloured, 2);
}

TEST(Samples, EveryGreyHasColours) {
    Painting painting{Array(ScalarType::u8, Extent{256, 4}), std::vector<Tint>(4 * 256)};
    const Tint tints[] = {{0, 0}, {1.5F, -0.9F}, {-0.9F, 2}, {-0.3F, -0.3F}};
    for (size_t i = 0; i < 4 * 256; ++i) {
        painting.grey.view<uint8_t>()[i] = uint8_t(i % 256);
        painting.tints[i] = tints[i / 256];
    }
    const std::vector<Array> colours = colours_of(painting);
    for (size_t i = 0; i < 4 * 256; ++i) {
        const auto of = [&](size_t channel) { return colours[channel].view<uint8_t>()[i]; };
        EXPECT_EQ(luma(of(0), of(1), of(2)), i % 256);
        if (i < 256) {
            EXPECT_EQ(of(0), i);
            EXPECT_EQ(of(2), i);
        }
    }
}

TEST(Samples, UnknownNamesListTheKnown) {
    EXPECT_EQ(&find_sample("noise"), &sample_pictures()[2]);
    EXPECT_THROW(find_sample("lena"), UsageError);
}

}  // namespace
}  // namespace upsweep::media
