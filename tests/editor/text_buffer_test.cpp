// Lines, line ends and characters of a text, kept to the byte.
#include "editor/text_buffer.h"

#include <gtest/gtest.h>

#include <string>

namespace upsweep::editor {
namespace {

TEST(TextBuffer, KeepsLineEndsAsTheyAre) {
    for (const std::string text :
         {"", "\n", "a", "a\n", "a\r\nb\r\n", "a\rb\n", "a\r", "\r\n\r\r\n", "a\n\xff\xfe\n"})
        EXPECT_EQ(TextBuffer(text).text(), text);
    const TextBuffer buffer("one\r\ntwo\rthree\n\r");
    ASSERT_EQ(buffer.line_count(), 3U);
    EXPECT_EQ(buffer.line(0), "one");
    EXPECT_EQ(buffer.line(1), "two\rthree");
    EXPECT_EQ(buffer.line(2), "\r");
    EXPECT_EQ(buffer.line_end(), "\r\n");
    EXPECT_EQ(TextBuffer("a\nb\r\n").line_end(), "\n");
    EXPECT_EQ(TextBuffer("a").line_end(), "\n");
}

TEST(TextBuffer, LetsCaretsStandBetweenCharactersOnly) {
    const TextBuffer buffer("a\xe6\xbc\xa2z\r\nx");
    EXPECT_EQ(buffer.clamped({0, 2}), (Position{0, 1}));
    EXPECT_EQ(buffer.clamped({0, 3}), (Position{0, 1}));
    EXPECT_EQ(buffer.clamped({0, 4}), (Position{0, 4}));
    EXPECT_EQ(buffer.clamped({0, 6}), (Position{0, 5})) << "behind the \\r";
    EXPECT_EQ(buffer.clamped({7, 0}), (Position{1, 1}));
    EXPECT_EQ(buffer.next({0, 1}), (Position{0, 4}));
    EXPECT_EQ(buffer.next({0, 5}), (Position{1, 0}));
    EXPECT_EQ(buffer.next({1, 1}), (Position{1, 1}));
    EXPECT_EQ(buffer.previous({1, 0}), (Position{0, 5}));
    EXPECT_EQ(buffer.previous({0, 4}), (Position{0, 1}));
    EXPECT_EQ(buffer.previous({0, 0}), (Position{0, 0}));
}

TEST(TextBuffer, TakesBytesThatAreNoUtf8OneByOne) {
    const TextBuffer buffer("\xe6\xbc|\xff\xbc\xf0\x9f\x98");
    for (size_t byte = 0; byte <= 8; ++byte) EXPECT_TRUE(buffer.holds({0, byte})) << byte;
}

TEST(TextBuffer, TakesBackAnEditThatSplitsALineEnd) {
    TextBuffer buffer("a\r\nb");
    const Edit back = buffer.replace({{{0, 2}, {0, 2}}, "x"});
    EXPECT_EQ(buffer.text(), "a\rx\nb");
    EXPECT_EQ(buffer.line(0), "a\rx");
    buffer.replace(back);
    EXPECT_EQ(buffer.text(), "a\r\nb");
    EXPECT_EQ(buffer.line(0), "a");
}

TEST(TextBuffer, TakesInMegabytesAtOnceAndLinesInTheirMidst) {
    std::string pasted;
    for (int line = 0; line < 200'000; ++line) pasted += "    tile[t] = input[first + t];\n";
    TextBuffer buffer("first\nlast");
    const Edit back = buffer.replace({{{1, 0}, {1, 0}}, pasted});
    ASSERT_EQ(buffer.line_count(), 200'002U);
    // Were all later lines moved for each of these, this test would take minutes.
    std::string expected = "first\n" + pasted + "last";
    for (size_t i = 0; i < 20'000; ++i) buffer.replace({{{100'000 + i, 0}, {100'000 + i, 0}}, "x\n"});
    EXPECT_EQ(buffer.line_count(), 220'002U);
    EXPECT_EQ(buffer.line(119'999), "x");
    EXPECT_EQ(buffer.line(120'000), "    tile[t] = input[first + t];");
    buffer.replace({{{100'000, 0}, {120'000, 0}}, ""});
    EXPECT_EQ(buffer.text(), expected);
    buffer.replace(back);
    EXPECT_EQ(buffer.text(), "first\nlast");
}

}  // namespace
}  // namespace upsweep::editor
