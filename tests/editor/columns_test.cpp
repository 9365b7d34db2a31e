// Columns on the screen and bytes of a line, both ways.
#include "editor/motions.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/helpers/sample.h"
#include "editor/helpers/random_text.h"

namespace upsweep::editor {
namespace {

TEST(Columns, LetTabsReachToTheirStops) {
    const std::string line = "a\tb\t\tc";
    const std::vector<size_t> columns{0, 1, 4, 5, 8, 12, 13};
    for (size_t byte = 0; byte < columns.size(); ++byte)
        EXPECT_EQ(column_of(line, byte, 4), columns[byte]) << byte;
    EXPECT_EQ(column_of(line, 99, 4), 13U);
    EXPECT_EQ(column_of("\t", 1, 8), 8U);
}

TEST(Columns, FindTheNearestPlaceUnderTheMouse) {
    const std::string line = "a\tb";
    EXPECT_EQ(byte_at(line, -3, 4), 0U);
    EXPECT_EQ(byte_at(line, 0.4, 4), 0U);
    EXPECT_EQ(byte_at(line, 0.6, 4), 1U);
    EXPECT_EQ(byte_at(line, 2.4, 4), 1U) << "the tab is three columns wide: its middle is at 2.5";
    EXPECT_EQ(byte_at(line, 2.6, 4), 2U);
    EXPECT_EQ(byte_at(line, 99, 4), 3U);
    EXPECT_EQ(byte_at("", 5, 4), 0U);
}

TEST(Columns, KeepAMarkWithTheCharacterItStandsOver) {
    const std::string line = "e\xcc\x81x";
    EXPECT_EQ(byte_at(line, 0.4, 4), 0U);
    EXPECT_EQ(byte_at(line, 0.6, 4), 3U) << "behind the mark, not between it and the letter";
    EXPECT_EQ(byte_at(line, 1.6, 4), 4U);
}

TEST(Columns, ShowWhatCannotBeShownAsEscapes) {
    const std::vector<Glyph> shown = glyphs("a\xff\r\xe2\x80\xae\xe6\xbc\xa2\xcc\x81\t|", 4);
    std::string text;
    std::vector<size_t> columns;
    for (const Glyph& glyph : shown) {
        text += glyph.text + ",";
        columns.push_back(glyph.column);
    }
    EXPECT_EQ(text, "a,\\xff,\\x0d,\\u202e,\xe6\xbc\xa2,\xcc\x81,,|,");
    EXPECT_EQ(columns, (std::vector<size_t>{0, 1, 5, 9, 15, 17, 17, 20}));
    EXPECT_TRUE(shown[1].escape);
    EXPECT_FALSE(shown[4].escape);
    EXPECT_EQ(shown[4].width, 2U);
    EXPECT_EQ(shown[5].width, 0U);
}

TEST(Columns, LeadFromEachCaretToItselfAndBack) {
    std::mt19937 random(static_cast<std::mt19937::result_type>(test::sample_seed()));
    for (int round = 0; round < 5'000; ++round) {
        const TextBuffer buffer(random_text(random, 12));
        const std::string_view line = buffer.line(0);
        const size_t tab = 1 + below(random, 8);
        size_t bytes = 0, columns = 0;
        for (const Glyph& glyph : glyphs(line, tab)) {
            ASSERT_EQ(glyph.byte, bytes);
            ASSERT_EQ(glyph.column, columns);
            ASSERT_TRUE(buffer.holds({0, bytes}));
            ASSERT_EQ(column_of(line, bytes, tab), columns);
            // A mark is over the character before it and has no separate place under the mouse.
            if (glyph.width > 0) {
                ASSERT_EQ(byte_at(line, double(columns), tab), bytes);
            }
            bytes += glyph.bytes;
            columns += glyph.width;
        }
        ASSERT_EQ(bytes, line.size());
        ASSERT_EQ(column_of(line, bytes, tab), columns);
    }
}

}  // namespace
}  // namespace upsweep::editor
