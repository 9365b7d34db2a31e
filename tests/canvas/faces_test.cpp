// The faces in the program are whole, hold the characters that they were subset to, and little else.
#include "canvas/faces.h"

#include <gtest/gtest.h>

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#define STB_TRUETYPE_IMPLEMENTATION
#define STBTT_STATIC
#include <stb/stb_truetype.h>
#pragma GCC diagnostic pop

namespace upsweep::canvas {
namespace {

constexpr Face faces[] = {Face::sans, Face::sans_semibold, Face::sans_bold,
                          Face::mono, Face::mono_bold,     Face::sans_italic};
static_assert(std::size(faces) == face_count);

stbtt_fontinfo open(Face face) {
    stbtt_fontinfo font{};
    const auto* bytes = reinterpret_cast<const unsigned char*>(face_file(face).data());
    EXPECT_TRUE(stbtt_InitFont(&font, bytes, 0));
    return font;
}

int advance(const stbtt_fontinfo& font, int code) {
    int width = 0, bearing = 0;
    stbtt_GetCodepointHMetrics(&font, code, &width, &bearing);
    return width;
}

TEST(Faces, HoldWhatIsWritten) {
    for (const Face face : faces) {
        const stbtt_fontinfo font = open(face);
        for (const int code : {0x20, 0x41, 0x7E, 0xB2, 0xD7, 0x17F, 0x3B1, 0x2013, 0x2026, 0x2080, 0x2089,
                               0x2190, 0x2193, 0x2212, 0x221A, 0x2248, 0x2264, 0x2265})
            EXPECT_GT(stbtt_FindGlyphIndex(&font, code), 0)
                << "face " << int(face) << ", code " << std::hex << code;
        EXPECT_EQ(stbtt_FindGlyphIndex(&font, 0x416), 0) << "a Cyrillic letter was not asked for";
        EXPECT_LT(face_file(face).size(), 250'000U);
    }
}

TEST(Faces, RangesAscend) {
    uint32_t last = 0;
    for (const GlyphRange& range : glyph_ranges()) {
        EXPECT_GT(range.first, last);
        EXPECT_GE(range.last, range.first);
        last = range.last;
    }
    EXPECT_EQ(glyph_ranges().front().first, 0x20U);
    EXPECT_EQ(last, 0x2265U);
}

// The order of the files is that of the enumeration: known by the differences of the faces.
TEST(Faces, AreTheOnesThatTheyAreCalled) {
    for (const Face face : {Face::mono, Face::mono_bold})
        EXPECT_EQ(advance(open(face), '1'), advance(open(face), 'W'));
    for (const Face face : {Face::sans, Face::sans_semibold, Face::sans_bold})
        EXPECT_LT(advance(open(face), '1'), advance(open(face), 'W'));
    EXPECT_LT(advance(open(Face::sans), 'n'), advance(open(Face::sans_semibold), 'n'));
    EXPECT_LT(advance(open(Face::sans_semibold), 'n'), advance(open(Face::sans_bold), 'n'));
    // The italic slants: the top of its "l" leans to the right of the foot.
    const auto width_of_l = [](Face face) {
        const stbtt_fontinfo font = open(face);
        int left = 0, low = 0, right = 0, high = 0;
        EXPECT_TRUE(stbtt_GetCodepointBox(&font, 'l', &left, &low, &right, &high));
        return right - left;
    };
    EXPECT_GT(width_of_l(Face::sans_italic), 3 * width_of_l(Face::sans) / 2);
}

TEST(Faces, LinesAreAsHighAsSaid) {
    for (const Face face : faces) {
        const stbtt_fontinfo font = open(face);
        int ascent = 0, descent = 0, gap = 0;
        stbtt_GetFontVMetrics(&font, &ascent, &descent, &gap);
        // An em in font units, by the scale that makes it 1.
        const float em = 1 / stbtt_ScaleForMappingEmToPixels(&font, 1);
        EXPECT_NEAR(float(ascent - descent) / em, line_factor(face), 0.005F);
    }
}

}  // namespace
}  // namespace upsweep::canvas
