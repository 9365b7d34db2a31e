// A picture as PDF: its parts are where its table says, and its text can be read back.
#include "canvas/pdf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "canvas/text.h"

namespace upsweep::canvas {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

Picture some_picture() {
    Canvas to({{10, 20}, {210, 120}}, 16);
    to.rectangle({{20, 30}, {60, 50}}, {Role::read_fill, 0.5F}, {{Role::read}, 1, 4, 2}, 3);
    to.push_clip({{10, 20}, {100, 100}});
    to.disc({100, 60}, 8, {Role::ink});
    to.pop_clip();
    to.curve({{20, 100}, {40, 60}, {60, 60}, {80, 100}, {{Role::written}, 2}});
    to.text({20, 110}, type::label, {Role::t1}, "8 µs → 2⁴");
    to.text({200, 40}, type::number, {Role::t1}, "42", Align::right);
    return to.finish();
}

TEST(Pdf, EveryObjectIsWhereTheTableSays) {
    const std::string pdf = to_pdf(some_picture(), {.title = "Größe"});
    EXPECT_THAT(pdf, StartsWith("%PDF-1.6\n"));
    const size_t end = pdf.rfind("startxref\n");
    ASSERT_NE(end, std::string::npos);
    const size_t table = std::strtoull(pdf.c_str() + end + 10, nullptr, 10);
    ASSERT_EQ(pdf.compare(table, 7, "xref\n0 "), 0);
    const int count = std::atoi(pdf.c_str() + table + 7);
    ASSERT_GT(count, 8);
    const size_t first = pdf.find('\n', table + 5) + 1;
    for (int number = 1; number < count; ++number) {
        const size_t start = std::strtoull(pdf.c_str() + first + size_t(number) * 20, nullptr, 10);
        const std::string head = std::to_string(number) + " 0 obj\n";
        EXPECT_EQ(pdf.compare(start, head.size(), head), 0) << number;
    }
    EXPECT_THAT(pdf, HasSubstr("/MediaBox [0 0 200.00 100.00]"));
    EXPECT_THAT(pdf, HasSubstr("/Title <FEFF0047007200F600DF0065>"));
}

/// Each stream is as long as it says.
TEST(Pdf, StreamsHaveTheirLengths) {
    const std::string pdf = to_pdf(some_picture());
    int streams = 0;
    for (size_t at = pdf.find("/Length "); at != std::string::npos; at = pdf.find("/Length ", at + 1)) {
        const size_t length = std::strtoull(pdf.c_str() + at + 8, nullptr, 10);
        const size_t begin = pdf.find("stream\n", at) + 7;
        EXPECT_EQ(pdf.compare(begin + length, 10, "\nendstream"), 0);
        ++streams;
    }
    // The page; of each of two faces the file and the characters.
    EXPECT_EQ(streams, 5);
}

TEST(Pdf, TextIsGlyphsWithTheirCharacters) {
    const std::string pdf = to_pdf(some_picture());
    std::string glyphs;
    for (const char digit : std::string("42"))
        glyphs += fmt::format("{:04X}", glyph_index(Face::mono, uint32_t(digit)));
    EXPECT_THAT(pdf, HasSubstr("<" + glyphs + "> Tj"));
    // Glyph and character: a micro sign and an arrow.
    for (const uint32_t character : {0xB5U, 0x2192U}) {
        ASSERT_NE(glyph_index(Face::sans, character), 0);
        EXPECT_THAT(pdf, HasSubstr(fmt::format("<{:04X}> <{:04X}> endbfchar",
                                               glyph_index(Face::sans, character), character)));
    }
    EXPECT_EQ(pdf, to_pdf(some_picture())) << "the same bytes for the same picture";
}

}  // namespace
}  // namespace upsweep::canvas
