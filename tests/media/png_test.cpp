// PNG: samples of 16 bits, checksums, what is transparent, and the way the camera was held.
#include "media/png.h"

#include <cmath>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "media/helpers/picture_bytes.h"
#include "media/image.h"

namespace upsweep::media {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Image read(const Bytes& bytes, Samples samples = Samples::scaled, bool keep_colour = false) {
    ImageLimits limits;
    limits.keep_colour = keep_colour;
    return decode_image(bytes, "\"p\"", limits, samples);
}

std::string refusal(const Bytes& bytes) {
    try {
        read(bytes);
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing was wrong";
}

std::vector<int> numbers(const Array& array) {
    std::vector<int> result;
    for (int64_t i = 0; i < array.count(); ++i) result.push_back(int(array.number(i)));
    return result;
}

Bytes random_bytes(size_t count) {
    std::mt19937 random(5);
    Bytes bytes(count);
    for (std::byte& byte : bytes) byte = static_cast<std::byte>(random() & 255);
    return bytes;
}

Bytes joined(const Bytes& a, const Bytes& b) {
    Bytes both = a;
    both.insert(both.end(), b.begin(), b.end());
    return both;
}

/// Samples of 2 bytes, with two more behind every `channels` of them: opaque.
Bytes with_full_alpha(const Bytes& samples, size_t channels) {
    Bytes result;
    for (size_t at = 0; at < samples.size(); at += 2 * channels) {
        result.insert(result.end(), samples.begin() + ptrdiff_t(at),
                      samples.begin() + ptrdiff_t(at + 2 * channels));
        result.insert(result.end(), 2, std::byte{255});
    }
    return result;
}

TEST(Png, SixteenBitsAreTheNumbersThatAPnmHas) {
    for (const int channels : {1, 3}) {
        const Bytes samples = random_bytes(size_t(7 * 5 * 2 * channels));
        const Bytes pnm = joined(bytes_of(channels == 1 ? "P5 7 5 65535\n" : "P6 7 5 65535\n"), samples);
        const Bytes plain = png_of(7, 5, 16, channels == 1 ? 0 : 2, samples);
        const Bytes opaque =
            png_of(7, 5, 16, channels == 1 ? 4 : 6, with_full_alpha(samples, size_t(channels)));
        for (const Bytes& png : {plain, opaque}) {
            for (const Samples kind : {Samples::raw, Samples::scaled}) {
                EXPECT_EQ(read(png, kind).grey, read(pnm, kind).grey) << channels;
                EXPECT_EQ(read(png, kind).origin, read(pnm, kind).origin) << channels;
            }
            EXPECT_EQ(read(png, Samples::scaled, true).colour, read(pnm, Samples::scaled, true).colour);
        }
        EXPECT_EQ(read(plain, Samples::raw).grey.type(), ScalarType::u32);
    }
}

TEST(Png, ShowsWhitePaperThroughWhatIsTransparent) {
    // Grey and alpha: black ink at 255, half and none; a grey of 100 at 51.
    const Bytes grey = bytes_of(std::string("\0\xff\0\x80\0\0\x64\x33", 8));
    const Image image = read(png_of(4, 1, 8, 4, grey));
    EXPECT_THAT(numbers(image.grey), ElementsAre(0, 127, 255, 224));
    EXPECT_EQ(image.origin, "8-bit grey on white");
    // Red at one fifth, as grey and as colours.
    const Image red =
        read(png_of(1, 1, 8, 6, bytes_of(std::string("\xff\0\0\x33", 4))), Samples::scaled, true);
    ASSERT_EQ(red.colour.size(), 3U);
    EXPECT_EQ(red.colour[0].number(0), 255);
    EXPECT_EQ(red.colour[1].number(0), 204);
    EXPECT_EQ(red.grey.number(0), luma(255, 204, 204));
    // A palette whose second colour is clear.
    const Bytes palette = joined(png_chunk("PLTE", bytes_of(std::string("\x0a\x0a\x0a\x14\x14\x14", 6))),
                                 png_chunk("tRNS", bytes_of(std::string("\xff\0", 2))));
    EXPECT_THAT(numbers(read(png_of(2, 1, 8, 3, bytes_of(std::string("\0\x01", 2)), palette)).grey),
                ElementsAre(10, 255));
    // In 16 bits: 1000 at 32768 of 65535.
    const Bytes wide = bytes_of(std::string("\x03\xe8\x80\0", 4));
    EXPECT_THAT(numbers(read(png_of(1, 1, 16, 4, wide), Samples::raw).grey),
                ElementsAre(std::lround((1000.0 * 32768 + 65535.0 * 32767) / 65535)));
    // The same as 8 bits: 33267 of 65535.
    EXPECT_THAT(numbers(read(png_of(1, 1, 16, 4, wide)).grey), ElementsAre(129));
}

TEST(Png, NoBitOfAFileCanTurnUnseen) {
    const Bytes whole = colour_png(9, 7, some_rgb(9 * 7));
    ASSERT_EQ(refusal(whole), "nothing was wrong");
    for (size_t at = 0; at < whole.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            Bytes bytes = whole;
            bytes[at] ^= static_cast<std::byte>(1 << bit);
            ASSERT_NE(refusal(bytes), "nothing was wrong") << at << " " << bit;
        }
    Bytes flipped = whole;
    flipped[60] ^= std::byte{1};
    EXPECT_EQ(refusal(flipped),
              "\"p\" is damaged (the checksum of the chunk at byte 33 is wrong); copy or download it again.");
}

TEST(Png, ComparesTheChecksumOfThePixels) {
    // A stored block, so that a pixel can change and the chunk's checksum be made to fit.
    const Bytes samples = random_bytes(6);
    Bytes bytes = png_of(3, 2, 8, 0, samples);
    const ptrdiff_t data = 33;
    bytes[data + 8 + 7 + 1] ^= std::byte{1};
    const ptrdiff_t end = ptrdiff_t(bytes.size()) - 12;
    const Bytes inside(bytes.begin() + data + 8, bytes.begin() + end - 4);
    const Bytes chunk = png_chunk("IDAT", inside);
    std::copy(chunk.begin(), chunk.end(), bytes.begin() + data);
    EXPECT_THAT(refusal(bytes), HasSubstr("damaged (the checksum of its pixels is wrong)"));
}

TEST(Png, DataThatThePixelsDoNotNeedAreToleratedOnlyIfFew) {
    EXPECT_EQ(refusal(png_of(1, 1, 8, 0, random_bytes(20))), "nothing was wrong");
    EXPECT_THAT(refusal(png_of(1, 1, 8, 0, random_bytes(5000))), HasSubstr("more data than its pixels need"));
}

TEST(Png, OnlyChunksThatThePictureNeedsHaveToBeSound) {
    Bytes text = png_chunk("tEXt", bytes_of("a comment")), clear = png_chunk("tRNS", bytes_of("ab"));
    text.back() ^= std::byte{1};
    clear.back() ^= std::byte{1};
    const Bytes samples = random_bytes(6);
    EXPECT_EQ(refusal(png_of(3, 2, 8, 0, samples, text)), "nothing was wrong");
    EXPECT_THAT(refusal(png_of(3, 2, 8, 0, samples, clear)), HasSubstr("checksum"));
}

TEST(Png, StandsUprightHoweverTheCameraWasHeld) {
    const Bytes samples = bytes_of("\x01\x02\x03\x04\x05\x06");
    const std::vector<int> upright[] = {{1, 2, 3, 4, 5, 6}, {3, 2, 1, 6, 5, 4}, {6, 5, 4, 3, 2, 1},
                                        {4, 5, 6, 1, 2, 3}, {1, 4, 2, 5, 3, 6}, {4, 1, 5, 2, 6, 3},
                                        {6, 3, 5, 2, 4, 1}, {3, 6, 2, 5, 1, 4}};
    for (int orientation = 1; orientation <= 8; ++orientation)
        for (const bool little : {true, false})
            for (const int type : {3, 4}) {
                const Bytes exif = png_chunk("eXIf", bytes_of(exif_tiff(orientation, little, type)));
                for (const Bytes& png :
                     {png_of(3, 2, 8, 0, samples, exif), png_of(3, 2, 8, 0, samples, {}, exif)}) {
                    const Image image = read(png);
                    EXPECT_EQ(image.grey.extent(), orientation < 5 ? (Extent{3, 2}) : (Extent{2, 3}));
                    EXPECT_EQ(numbers(image.grey), upright[orientation - 1]) << orientation;
                }
            }
    // Colours turn with it.
    const Bytes exif = png_chunk("eXIf", bytes_of(exif_tiff(6, true)));
    const Image image = read(png_of(1, 2, 8, 2, samples, exif), Samples::scaled, true);
    ASSERT_EQ(image.colour.size(), 3U);
    EXPECT_THAT(numbers(image.colour[0]), ElementsAre(4, 1));
    EXPECT_EQ(image.colour[2].extent(), (Extent{2, 1}));
}

TEST(Png, AnExifChunkThatIsCutSaysNothing) {
    const std::string whole = exif_tiff(6, true);
    for (size_t size = 0; size < 22; ++size)
        EXPECT_EQ(
            read(png_of(3, 2, 8, 0, random_bytes(6), png_chunk("eXIf", bytes_of(whole.substr(0, size)))))
                .grey.extent(),
            (Extent{3, 2}))
            << size;
}

}  // namespace
}  // namespace upsweep::media
