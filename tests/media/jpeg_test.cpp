// JPEG: the samples of libjpeg, and the way the camera was held.
#include <charconv>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "helpers/picture_bytes.h"
#include "media/decoders.h"
#include "media/image.h"

namespace upsweep::media {
namespace {

/// 16 x 16 colours with chroma of half the size, quality 60.
constexpr std::string_view small_jpeg =
    "ffd8ffe000104a46494600010100000100010000ffdb0043000d090a0b0a080d0b0a0b0e0e0d0f13201513121213271c1e17"
    "202e2931302e292d2c333a4a3e333646372c2d405741464c4e525352323e5a615a50604a51524fffdb0043010e0e0e131113"
    "261515264f352d354f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f4f"
    "4f4f4f4f4f4f4f4fffc00011080010001003012200021101031101ffc4001f00000105010101010101000000000000000001"
    "02030405060708090a0bffc400b5100002010303020403050504040000017d01020300041105122131410613516107227114"
    "328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a53545556"
    "5758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5"
    "b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9faffc4001f010003"
    "0101010101010101010000000000000102030405060708090a0bffc400b51100020102040403040705040400010277000102"
    "031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a35"
    "363738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495"
    "969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9ea"
    "f2f3f4f5f6f7f8f9faffda000c03010002110311003f00d496e90a95520e462aadac22dd9981cee39accd391f7619c9cfad6"
    "fc16059725ab1c6bc35077a7b77ec675b1d357a2f5e63fffd9";

/// The grey that OpenCV 4.6 makes of it (imdecode, cvtColor), row by row.
constexpr uint8_t small_grey[256] = {
    171, 180, 180, 172, 175, 183, 169, 145, 123, 99,  93,  119, 146, 156, 162, 172, 174, 182, 181, 174,
    177, 184, 172, 150, 122, 101, 96,  120, 146, 156, 162, 171, 174, 180, 179, 172, 174, 179, 169, 151,
    125, 109, 106, 126, 147, 155, 161, 169, 173, 177, 174, 167, 167, 168, 159, 146, 136, 124, 122, 135,
    150, 155, 159, 164, 174, 174, 170, 164, 160, 158, 151, 143, 148, 141, 139, 146, 152, 154, 155, 157,
    168, 167, 163, 158, 154, 150, 147, 145, 153, 152, 152, 153, 154, 153, 153, 153, 151, 150, 148, 146,
    143, 141, 142, 144, 149, 153, 156, 155, 153, 152, 152, 151, 133, 132, 132, 134, 133, 132, 136, 141,
    144, 151, 155, 154, 151, 152, 152, 151, 107, 106, 107, 115, 125, 133, 135, 133, 139, 139, 141, 142,
    144, 145, 146, 147, 83,  84,  89,  100, 115, 127, 133, 135, 135, 136, 139, 141, 143, 145, 146, 147,
    69,  71,  78,  91,  108, 122, 131, 135, 134, 136, 140, 144, 147, 150, 152, 152, 78,  81,  87,  97,
    110, 122, 132, 137, 140, 143, 149, 154, 159, 162, 164, 165, 90,  93,  99,  106, 116, 127, 137, 144,
    152, 156, 163, 170, 175, 179, 180, 180, 92,  96,  102, 110, 118, 130, 143, 152, 163, 168, 175, 183,
    189, 192, 192, 192, 94,  99,  105, 111, 118, 130, 144, 154, 169, 173, 181, 189, 195, 197, 197, 197,
    101, 105, 110, 113, 118, 127, 141, 151, 170, 175, 183, 191, 196, 198, 198, 199,
};

Bytes from_hex(std::string_view digits) {
    Bytes bytes(digits.size() / 2);
    for (size_t i = 0; i < bytes.size(); ++i) {
        unsigned value = 0;
        std::from_chars(digits.data() + 2 * i, digits.data() + 2 * i + 2, value, 16);
        bytes[i] = static_cast<std::byte>(value);
    }
    return bytes;
}

#ifdef UPSWEEP_WITH_JPEG
TEST(Jpeg, HasTheSamplesThatOpenCvReads) {
    const Image image = decode_image(from_hex(small_jpeg), "\"p\"", {}, Samples::scaled, Luma::opencv);
    ASSERT_EQ(image.grey.extent(), (Extent{16, 16}));
    EXPECT_THAT(image.grey.view<uint8_t>(), testing::ElementsAreArray(small_grey));
}
#endif

/// Four fields of one grey each, and an EXIF segment behind the first marker.
Bytes held(int orientation, bool little, int type = 3) {
    std::vector<uint8_t> rgb;
    for (int y = 0; y < 16; ++y)
        for (int x = 0; x < 32; ++x) {
            const int field = (y >= 8 ? 2 : 0) + (x >= 16 ? 1 : 0);
            rgb.insert(rgb.end(), 3, uint8_t(20 + 70 * field));
        }
    Bytes bytes = colour_jpeg(32, 16, rgb);
    const std::string tiff = exif_tiff(orientation, little, type);
    std::string segment =
        std::string("\xff\xe1\0", 3) + char(8 + tiff.size()) + std::string("Exif\0\0", 6) + tiff;
    const Bytes extra = bytes_of(segment);
    bytes.insert(bytes.begin() + 2, extra.begin(), extra.end());
    return bytes;
}

/// The fields of the picture as it is read, from the top left: a, b, c and d in the order in which they are
/// stored.
std::string fields(const Image& image) {
    std::string seen;
    const Extent extent = image.grey.extent();
    for (const int64_t y : {extent.height / 4, 3 * extent.height / 4})
        for (const int64_t x : {extent.width / 4, 3 * extent.width / 4})
            seen += char('a' + int((image.grey.number(y * extent.width + x) - 20 + 35) / 70));
    return seen;
}

TEST(Jpeg, StandsUprightHoweverTheCameraWasHeld) {
    const char* const upright[] = {"abcd", "badc", "dcba", "cdab", "acbd", "cadb", "dbca", "bdac"};
    for (const bool little : {true, false})
        for (int orientation = 1; orientation <= 8; ++orientation) {
            // As a LONG, too.
            EXPECT_EQ(orientation_of(held(orientation, little, 4)), orientation) << little;
            const Bytes bytes = held(orientation, little);
            EXPECT_EQ(orientation_of(bytes), orientation);
            const Image image = decode_image(bytes, "\"p\"");
            EXPECT_EQ(image.grey.extent(), orientation < 5 ? (Extent{32, 16}) : (Extent{16, 32}));
            EXPECT_EQ(fields(image), upright[orientation - 1]) << orientation;
        }
    for (const int odd : {0, 9}) EXPECT_EQ(orientation_of(held(odd, true)), 1) << odd;
}

TEST(Jpeg, AnExifSegmentThatIsCutSaysNothing) {
    const Bytes whole = held(6, true);
    for (size_t size = 0; size < 38; ++size)
        EXPECT_EQ(orientation_of(std::span(whole).first(size)), 1) << size;
}

}  // namespace
}  // namespace upsweep::media
