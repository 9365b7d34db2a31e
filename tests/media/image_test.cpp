// Pictures of every format come in right; bad ones are refused with one sentence.
#include "media/image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <memory>

#include "core/error.h"
#include "media/helpers/picture_bytes.h"

namespace upsweep::media {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<int> values(const Array& array) {
    std::vector<int> result;
    for (int64_t i = 0; i < array.count(); ++i) result.push_back(int(array.number(i)));
    return result;
}

Image decode(const Bytes& bytes, Samples samples = Samples::scaled) {
    return decode_image(bytes, "\"p\"", {}, samples);
}

std::string complaint(const Bytes& bytes, const ImageLimits& limits = {}) {
    try {
        decode_image(bytes, "\"p\"", limits);
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was wrong";
}

std::vector<int> luma_of(const std::vector<uint8_t>& rgb) {
    std::vector<int> result;
    for (size_t i = 0; i < rgb.size(); i += 3) result.push_back(int(luma(rgb[i], rgb[i + 1], rgb[i + 2])));
    return result;
}

TEST(Luma, KeepsEveryGreyAndWeighsGreenMost) {
    for (uint32_t grey = 0; grey < 256; ++grey) EXPECT_EQ(luma(grey, grey, grey), grey);
    EXPECT_EQ(luma(255, 0, 0), 77U);
    EXPECT_EQ(luma(0, 255, 0), 149U);
    EXPECT_EQ(luma(0, 0, 255), 29U);
}

TEST(Image, KeepsTheColoursWhereTheyAreAskedFor) {
    const std::vector<uint8_t> rgb = some_rgb(7 * 5);
    std::string ppm = "P3 7 5 255";
    for (const uint8_t sample : rgb) ppm += " " + std::to_string(sample);
    const Bytes text = bytes_of(ppm);
    ImageLimits limits;
    limits.keep_colour = true;
    for (const Bytes& bytes : {colour_png(7, 5, rgb), colour_bmp(7, 5, rgb), text}) {
        const Image image = decode_image(bytes, "\"p\"", limits);
        ASSERT_EQ(image.colour.size(), 3U);
        for (size_t i = 0; i < rgb.size(); ++i) EXPECT_EQ(image.colour[i % 3].number(int64_t(i / 3)), rgb[i]);
        EXPECT_EQ(values(image.grey), luma_of(rgb));
        EXPECT_TRUE(decode_image(bytes, "\"p\"").colour.empty());
        // Written and read again they are the same.
        EXPECT_EQ(decode_image(encode_png(image.colour), "\"p\"", limits).colour, image.colour);
    }
    const Array grey(ScalarType::u8, {3, 2});
    EXPECT_TRUE(decode_image(encode_png(grey), "\"p\"", limits).colour.empty());
    EXPECT_TRUE(decode_image(text, "\"p\"", limits, Samples::raw).colour.empty());
}

TEST(Image, ReadsColourPngAndBmpExactly) {
    std::vector<uint8_t> rgb = some_rgb(7 * 5);
    for (const Bytes& bytes : {colour_png(7, 5, rgb), colour_bmp(7, 5, rgb)}) {
        Image image = decode(bytes);
        EXPECT_EQ(image.grey.extent(), (Extent{7, 5}));
        EXPECT_EQ(values(image.grey), luma_of(rgb));
        EXPECT_EQ(image.origin, "luma of 8-bit colour");
    }
}

/// A negative height means that the top row comes first.
TEST(Image, ReadsABmpFromTopToBottom) {
    std::vector<uint8_t> rgb = some_rgb(4 * 3);
    Bytes bytes = colour_bmp(4, 3, rgb);
    for (int i = 0; i < 4; ++i) bytes[22 + i] = static_cast<std::byte>(-3 >> 8 * i & 255);
    Image image = decode(bytes);
    EXPECT_EQ(image.grey.extent(), (Extent{4, 3}));
    std::vector<int> expected = luma_of(rgb), rows = values(image.grey);
    for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 4; ++x) EXPECT_EQ(rows[y * 4 + x], expected[(2 - y) * 4 + x]);
}

TEST(Image, ReadsJpegWithinItsLoss) {
    std::vector<uint8_t> rgb;
    for (int i = 0; i < 32 * 16; ++i) rgb.insert(rgb.end(), 3, uint8_t(i / 4));
    Image image = decode(colour_jpeg(32, 16, rgb));
    ASSERT_EQ(image.grey.extent(), (Extent{32, 16}));
    for (int64_t i = 0; i < image.grey.count(); ++i) EXPECT_NEAR(image.grey.number(i), double(i / 4), 6) << i;
}

TEST(Image, ReadsEveryPnm) {
    EXPECT_THAT(values(decode(bytes_of("P2 # a comment\n3 1\n255\n0 7\n255\n")).grey),
                ElementsAre(0, 7, 255));
    EXPECT_THAT(values(decode(bytes_of("P5\n2 2\n255\n\x01\x02\x03\x04")).grey), ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(values(decode(bytes_of("P3 1 1 255 10 20 30")).grey), ElementsAre(int(luma(10, 20, 30))));
    EXPECT_THAT(values(decode(bytes_of("P6 1 1 255 \x0a\x14\x1e")).grey), ElementsAre(int(luma(10, 20, 30))));
    EXPECT_THAT(values(decode(bytes_of(std::string("P5 2 1 65535 \xff\xff\x80\x00", 17))).grey),
                ElementsAre(255, 128));
}

TEST(Image, ScalesSamplesForShowingAndKeepsThemForSums) {
    Bytes four_levels = bytes_of("P2 4 1 3 0 1 2 3");
    EXPECT_THAT(values(decode(four_levels).grey), ElementsAre(0, 85, 170, 255));
    EXPECT_THAT(values(decode(four_levels, Samples::raw).grey), ElementsAre(0, 1, 2, 3));
    Array wide = decode(bytes_of("P2 2 1 1000 999 1000"), Samples::raw).grey;
    EXPECT_EQ(wide.type(), ScalarType::u32);
    EXPECT_THAT(values(wide), ElementsAre(999, 1000));
}

TEST(Image, GreyPngSurvivesWritingAndReading) {
    Array grey(ScalarType::u8, {33, 5});
    for (int64_t i = 0; i < grey.count(); ++i) grey.set_number(i, double(i * 7));
    EXPECT_EQ(decode(encode_png(grey)).grey, grey);
    EXPECT_EQ(decode(encode_pgm(grey)).grey, grey);
}

TEST(Image, RefusesEveryCutOfEveryFormat) {
    std::vector<uint8_t> rgb = some_rgb(16 * 16);
    Bytes pgm = bytes_of("P5\n4 4\n255\n0123456789abcdef");
    for (const Bytes& whole :
         {colour_png(16, 16, rgb), colour_jpeg(16, 16, rgb), colour_bmp(16, 16, rgb), pgm}) {
        EXPECT_EQ(complaint(whole), "nothing was wrong");
        for (size_t size = 0; size < whole.size(); ++size) {
            // The last bytes of a PNG are the checksum behind its end mark.
            bool png = whole[0] == std::byte{0x89};
            if (png && size + 4 >= whole.size()) continue;
            Bytes part(whole.begin(), whole.begin() + ptrdiff_t(size));
            ASSERT_NE(complaint(part), "nothing was wrong") << size << " of " << whole.size();
        }
    }
}

// stb_image writes past its array for such a table, so that the file must not reach it.
TEST(Image, AHuffmanTableWithTooManyCodesIsDamage) {
    Bytes good = colour_jpeg(16, 16, some_rgb(16 * 16));
    Bytes table = bytes_of(std::string("\xff\xc4\x01\x15\0", 5) + std::string(15, '\x11') + "\x03" +
                           std::string(258, 'c'));
    Bytes bytes(good.begin(), good.begin() + 2);
    bytes.insert(bytes.end(), table.begin(), table.end());
    bytes.insert(bytes.end(), good.begin() + 2, good.end());
    EXPECT_THAT(complaint(bytes), HasSubstr("Huffman"));
}

// Its segment has room for the name alone, and the lengths reach to the file's end.
TEST(Image, AHuffmanTableThatTheFileCutsOffIsDamageToo) {
    EXPECT_THAT(complaint(bytes_of(std::string("\xff\xd8\xff\xc4\0\x03\0\xff\xff\xff\xd9", 11))),
                HasSubstr("Huffman"));
}

// libjpeg takes the codes that films of JPEG leave out; stb_image looks them up in whatever is in its memory,
// which must not be what was there before.
TEST(Image, AJpegThatDefinesNoCodesIsTheSameEveryTime) {
    std::string jpeg("\xff\xd8\xff\xdb\0\x43\0", 7);
    jpeg += std::string(64, '\x01') + std::string("\xff\xc0\0\x0b\x08\0\x08\0\x08\x01\x01\x11\0", 13);
    jpeg += std::string("\xff\xda\0\x08\x01\x01\0\0\x3f\0\x54\x54\xff\xd9", 14);
    const Array first = decode(bytes_of(jpeg)).grey;
    for (const int left_behind : {0x00, 0xff, 0x5a}) {
        std::memset(std::make_unique<char[]>(1 << 15).get(), left_behind, 1 << 15);
        EXPECT_EQ(decode(bytes_of(jpeg)).grey, first) << left_behind;
    }
}

TEST(Image, CutFilesAreCalledCut) {
    std::vector<uint8_t> rgb = some_rgb(64 * 64);
    for (Bytes bytes : {colour_png(64, 64, rgb), colour_jpeg(64, 64, rgb), colour_bmp(64, 64, rgb),
                        bytes_of("P5\n9 9\n255\nabc"), bytes_of("P2\n9 9\n255\n1 2 3")}) {
        if (bytes.size() > 100) bytes.resize(bytes.size() * 2 / 3);
        EXPECT_THAT(complaint(bytes), HasSubstr("cut short")) << bytes.size();
    }
}

TEST(Image, RefusesHugeHeadersAtOnce) {
    EXPECT_THAT(complaint(png_header(60000, 60000)),
                HasSubstr("60000 × 60000, and at most 400 million pixels"));
    EXPECT_THAT(complaint(bytes_of("P5\n46000 46000\n255\n")), HasSubstr("46000 × 46000, and at most"));
    EXPECT_THAT(complaint(bytes_of("P5 99999999999999999999 2 255 ")), HasSubstr("the width"));
    EXPECT_THAT(complaint(png_header(0x7FFFFFFF, 0x7FFFFFFF)), HasSubstr("at most"));
    EXPECT_THAT(complaint(colour_png(8, 8, some_rgb(64)), {.memory_bytes = 100}), HasSubstr("are free"));
}

TEST(Image, RefusesEmptyPicturesAndOtherFiles) {
    EXPECT_THAT(complaint(png_header(0, 0)), HasSubstr("0 × 0"));
    EXPECT_THAT(complaint(bytes_of("P5\n0 0\n255\n")), HasSubstr("0 × 0"));
    const char bmp[] = "BM\x02\0\0\0\xd9\xff\0\0\x21\0\xf0\0\x28\0\0\0\xff\xff\x7e\x93\xfd\xa4\x49\x9e\x01";
    EXPECT_THAT(complaint(bytes_of(std::string(bmp, sizeof bmp - 1))), HasSubstr("nothing to show"));
    EXPECT_THAT(complaint(bytes_of("just some words\n")), HasSubstr("not a picture"));
    EXPECT_THAT(complaint(bytes_of("P2 1 1 255 x")), HasSubstr("not a number"));
    EXPECT_THAT(complaint(bytes_of("P2 1 1 255 256")), HasSubstr("above 255"));
    EXPECT_THAT(complaint(bytes_of("P2 1 1 0 0")), HasSubstr("largest value is 0"));
}

TEST(Image, DamagedBytesAreRefusedNotShown) {
    Bytes png = colour_png(16, 16, some_rgb(256));
    for (size_t i = 45; i < 60; ++i) png[i] = std::byte{0xFF};
    EXPECT_THAT(complaint(png), HasSubstr("damaged"));
}

TEST(Image, ReducedBlocksAreMeans) {
    std::vector<uint8_t> pixels = {0, 4, 9, 2, 6, 1};
    EXPECT_THAT(values(reduced(Array::of<uint8_t>({3, 2}, pixels), 2)), ElementsAre(3, 5));
}

TEST(Image, SavesByEnding) {
    TemporaryFolder folder;
    Array grey(ScalarType::u8, {2, 1});
    grey.set_number(1, 200);
    save_image(folder / "a.PNG", grey);
    save_image(folder / "a.pgm", grey);
    EXPECT_EQ(load_image(folder / "a.PNG").grey, grey);
    EXPECT_EQ(load_image(folder / "a.pgm").grey, grey);
    EXPECT_EQ(load_image(folder / "a.pgm").name, "a.pgm");
    EXPECT_THROW(save_image(folder / "a.gif", grey), UsageError);
}

}  // namespace
}  // namespace upsweep::media
