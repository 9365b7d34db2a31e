// The sample pictures are the same bytes everywhere, and hold something.
#include "media/samples.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "core/error.h"

namespace upsweep::media {
namespace {

std::uint64_t checksum(const Array& picture) {
    std::uint64_t sum = 1469598103934665603ULL;
    for (std::uint8_t value : picture.view<std::uint8_t>()) sum = (sum ^ value) * 1099511628211ULL;
    return sum;
}

TEST(Samples, EverySizeIsDrawnAndNotBlank) {
    for (const SamplePicture& sample : sample_pictures())
        for (Extent extent : {Extent{72, 54}, Extent{1, 1}, sample.extent}) {
            Array picture = sample.draw(extent);
            ASSERT_EQ(picture.extent(), extent) << sample.slug;
            auto pixels = picture.view<std::uint8_t>();
            std::set<std::uint8_t> greys(pixels.begin(), pixels.end());
            if (extent.width > 1) {
                EXPECT_GT(greys.size(), 40U) << sample.slug;
            }
        }
}

TEST(Samples, TheSameBytesOnEveryMachine) {
    std::map<std::string_view, std::uint64_t> expected = {{"spheres", 0x22905F53BC16D3E7ULL},
                                                          {"text", 0x337323B8BD697663ULL},
                                                          {"noise", 0xBAF925DCEA02B4FULL},
                                                          {"class", 0xACD069D1FA26D500ULL}};
    for (const SamplePicture& sample : sample_pictures())
        EXPECT_EQ(checksum(sample.draw({216, 162})), expected[sample.slug]) << sample.slug;
}

TEST(Samples, UnknownNamesListTheKnown) {
    EXPECT_EQ(&find_sample("noise"), &sample_pictures()[2]);
    EXPECT_THROW(find_sample("lena"), UsageError);
}

}  // namespace
}  // namespace upsweep::media
