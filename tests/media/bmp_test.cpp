// BMP in all its kinds; what is not read is named.
#include "media/decoders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "media/helpers/picture_bytes.h"

namespace upsweep::media {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

std::string le(int64_t value, int size) {
    std::string text;
    for (int i = 0; i < size; ++i) text += char(i < 8 ? value >> 8 * i : 0);
    return text;
}

/// `header` bytes of a header, with the part after the first 40 given, then masks and palette.
Bytes bmp(int width, int height, int bits, int compression, const std::string& rest, const std::string& data,
          int header = 40) {
    std::string text = "BM" + le(0, 8) + le(14 + 40 + int(rest.size()), 4) + le(header, 4);
    text += le(width, 4) + le(height, 4) + le(1, 2) + le(bits, 2) + le(compression, 4) + le(0, 20);
    return bytes_of(text + rest + data);
}

/// Index i is the grey i · step.
std::string greys(int count, int step) {
    std::string palette;
    for (int i = 0; i < count; ++i) palette += std::string(3, char(i * step)) + '\0';
    return palette;
}

Image shown(const Bytes& bytes) { return decode_image(bytes, "\"p\""); }

std::vector<int> grey_of(const Bytes& bytes) {
    const Array grey = shown(bytes).grey;
    std::vector<int> result;
    for (int64_t i = 0; i < grey.count(); ++i) result.push_back(int(grey.number(i)));
    return result;
}

std::string said(const Bytes& bytes) {
    try {
        shown(bytes);
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was wrong";
}

/// 6 x 4: a run and pixels one by one, padded; a move to the right and up; a row that ends early; the top
/// row.
const std::string rle8_data(
    "\x03\x05\0\x03\x07\x08\x09\0\0\0"
    "\0\x02\x02\x01"
    "\x02\x04\0\0"
    "\x06\x01\0\x01",
    22);

TEST(Bmp, ReadsRunsOf8Bits) {
    EXPECT_THAT(grey_of(bmp(6, 4, 8, 1, greys(10, 20), rle8_data)),
                ElementsAre(20, 20, 20, 20, 20, 20,  //
                            0, 0, 80, 80, 0, 0,      //
                            0, 0, 0, 0, 0, 0,        //
                            100, 100, 100, 140, 160, 180));
}

TEST(Bmp, ReadsRunsOf4Bits) {
    // A run that alternates, five pixels one by one in 3 bytes and one of padding, and the end.
    const std::string data("\x05\x12\0\0\0\x05\x34\x56\x70\0\0\x01", 12);
    EXPECT_THAT(grey_of(bmp(5, 2, 4, 2, greys(16, 10), data)),
                ElementsAre(30, 40, 50, 60, 70, 10, 20, 10, 20, 10));
}

TEST(Bmp, RunsThatEndEarlyOrGoTooFarAreRefused) {
    const std::string palette = greys(10, 20);
    // With its last pixel the picture is whole.
    const size_t whole = rle8_data.size() - 2;
    for (size_t size = 0; size < whole; ++size)
        EXPECT_THAT(said(bmp(6, 4, 8, 1, palette, rle8_data.substr(0, size))), HasSubstr("cut short"))
            << size;
    EXPECT_EQ(said(bmp(6, 4, 8, 1, palette, rle8_data.substr(0, whole))), "nothing was wrong");
    EXPECT_THAT(said(bmp(6, 4, 8, 1, palette, "\x07\x01")),
                HasSubstr("damaged (a run of pixels goes beyond"));
    EXPECT_THAT(said(bmp(6, 4, 8, 1, palette, std::string("\0\x02\0\xff\x01\x01", 6))), HasSubstr("damaged"));
}

TEST(Bmp, ReadsColourMasksWithAndWithoutAlpha) {
    // 5, 6 and 5 bits; full channels are 255.
    const std::string of_565 = le(0xF800, 4) + le(0x07E0, 4) + le(0x001F, 4);
    const Interleaved colours =
        decode_bmp(bmp(2, 1, 16, 3, of_565, le(0xF81F, 2) + le(0x0410, 2)), "\"p\"", {});
    EXPECT_EQ(colours.channels, 3);
    EXPECT_THAT(colours.samples, ElementsAre(255, 0, 255, 0, 130, 132));
    // The same with alpha, in a header of 40 bytes with four masks, of version 3, 4 and 5.
    const std::string of_8888 = le(0xFF, 4) + le(0xFF00, 4) + le(0xFF0000, 4) + le(0xFF000000LL, 4);
    const std::string pixels = le(0xFF302010LL, 4) + le(0x80000000LL, 4);
    for (const int header : {40, 56, 108, 124}) {
        const std::string more(size_t(std::max(header - 56, 0)), '\0');
        const Bytes bytes = bmp(2, 1, 32, header == 40 ? 6 : 3, of_8888 + more, pixels, header);
        EXPECT_THAT(decode_bmp(bytes, "\"p\"", {}).samples, ElementsAre(16, 32, 48, 255, 0, 0, 0, 128))
            << header;
        // Half of a white paper shows through black.
        EXPECT_EQ(grey_of(bytes)[1], 127) << header;
    }
    // This alpha is not filled in.
    const Bytes empty = bmp(1, 1, 32, 6, of_8888, le(0x302010, 4));
    EXPECT_THAT(decode_bmp(empty, "\"p\"", {}).samples, ElementsAre(16, 32, 48, 255));
    // Without masks the fourth byte means nothing.
    EXPECT_THAT(decode_bmp(bmp(1, 1, 32, 0, "", le(0x80102030LL, 4)), "\"p\"", {}).samples,
                ElementsAre(16, 32, 48));
    // 10 bits keep their upper 8.
    const std::string of_10 = le(0x3FF00000, 4) + le(0xFFC00, 4) + le(0x3FF, 4);
    EXPECT_THAT(decode_bmp(bmp(1, 1, 32, 3, of_10, le(0x3FF << 20 | 4 << 10, 4)), "\"p\"", {}).samples,
                ElementsAre(255, 1, 0));
    EXPECT_THAT(said(bmp(1, 1, 16, 3, le(0xF801, 4) + le(0, 8), le(0, 4))), HasSubstr("mask has gaps"));
}

TEST(Bmp, ReadsEveryDepth) {
    EXPECT_THAT(grey_of(bmp(3, 2, 1, 0, greys(2, 255), std::string("\x40\0\0\0\xa0\0\0\0", 8))),
                ElementsAre(255, 0, 255, 0, 255, 0));
    EXPECT_THAT(grey_of(bmp(3, 1, 2, 0, greys(4, 80), std::string("\x6c\0\0\0", 4))),
                ElementsAre(80, 160, 240));
    EXPECT_THAT(grey_of(bmp(3, 1, 4, 0, greys(16, 10), std::string("\x12\x30\0\0", 4))),
                ElementsAre(10, 20, 30));
    EXPECT_THAT(grey_of(bmp(3, 1, 8, 0, greys(4, 10), std::string("\x01\x03\x09\0", 4))),
                ElementsAre(10, 30, 0));  // there is no tenth colour
    EXPECT_THAT(grey_of(bmp(2, 1, 16, 0, "", le(0x7FFF, 2) + le(0, 2))), ElementsAre(255, 0));
    EXPECT_THAT(grey_of(bmp(2, -1, 24, 0, "", std::string("\x05\x05\x05\x06\x06\x06\0\0", 8))),
                ElementsAre(5, 6));
    // OS/2: a header of 12 bytes and colours of 3.
    const std::string os2 = "BM" + le(0, 8) + le(14 + 12 + 6, 4) + le(12, 4) + le(2, 2) + le(1, 2) +
                            le(1, 2) + le(1, 2) + std::string("\x0a\x0a\x0a\xc8\xc8\xc8", 6) +
                            std::string("\x40\0\0\0", 4);
    EXPECT_THAT(grey_of(bytes_of(os2)), ElementsAre(10, 200));
}

TEST(Bmp, NamesWhatIsNotRead) {
    EXPECT_EQ(said(bmp(1, 1, 0, 4, "", "xxxx")),
              "\"p\" is a BMP with a JPEG inside, which is not read; save it as PNG.");
    EXPECT_THAT(said(bmp(1, 1, 0, 5, "", "xxxx")), HasSubstr("a BMP with a PNG inside"));
    EXPECT_THAT(said(bmp(1, 1, 8, 2, greys(2, 1), "xxxx")),
                HasSubstr("a BMP of 8 bits a pixel with compression 2, which is not read"));
    EXPECT_THAT(said(bmp(1, 1, 24, 4, std::string(24, '\0'), "xxxx", 64)), HasSubstr("runs of 24 bits"));
    EXPECT_THAT(said(bmp(1, 1, 8, 0, "", "xxxx", 39)),
                HasSubstr("damaged (its header says that it has 39 bytes"));
}

}  // namespace
}  // namespace upsweep::media
