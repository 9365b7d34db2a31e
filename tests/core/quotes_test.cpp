// Another program's text stays on one line, and its beginning and end stay readable.
#include "core/quotes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>

namespace upsweep {
namespace {

TEST(Quotes, ControlCharactersBecomeEscapes) {
    EXPECT_EQ(in_quotes("a\nb\x1b[31m\t\r.png"), "\"a\\nb\\x1b[31m\\t\\r.png\"");
    EXPECT_EQ(one_line(std::string_view("a\0b\x7f", 4)), "a\\x00b\\x7f");
    EXPECT_EQ(one_line("\u0085"), "\\x85") << "a next line of the second kind";
    EXPECT_EQ(one_line("a\u2028b\u202eb\u2066"), "a\\u2028b\\u202eb\\u2066");
}

TEST(Quotes, OtherCharactersStay) {
    EXPECT_EQ(in_quotes("größe − 2³ → 💡 \\ \".png"), "\"größe − 2³ → 💡 \\ \".png\"");
    EXPECT_EQ(in_quotes(""), "\"\"");
}

TEST(Quotes, BytesThatAreNoUtf8BecomeEscapes) {
    EXPECT_EQ(one_line("a\xff\xe2\x80"), "a\\xff\\xe2\\x80");
    EXPECT_EQ(one_line("\xc0\xaf"), "\\xc0\\xaf") << "a slash in two bytes";
    EXPECT_EQ(one_line("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair";
    EXPECT_EQ(one_line("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond Unicode";
}

TEST(Quotes, TheMiddleOfLongTextsIsLeftOut) {
    const std::string text = "begin" + std::string(500, 'x') + "end";
    const std::string line = one_line(text, 20);
    EXPECT_EQ(line, "beginxxxxx…xxxxxxend");
    EXPECT_EQ(one_line("1234567890", 10), "1234567890");
    EXPECT_EQ(one_line("12345678901", 10), "12345…8901");
    EXPECT_EQ(one_line("ééééééééééé", 10), "ééééé…éééé") << "characters, not bytes";
    EXPECT_LT(in_quotes(std::string(100'000, '\n')).size(), 300U);
}

// Whatever the bytes are, nothing in the line is left to escape.
TEST(Quotes, AnyBytesBecomeALineThatStaysAsItIs) {
    std::mt19937 random(7);
    constexpr char pieces[] = "ab\\\n\x1b\xc2\x80\xa9\xe2\x82\xac\xf0\x9f\xed\xff\x00";
    for (int i = 0; i < 20'000; ++i) {
        std::string text(random() % 12, ' ');
        for (char& c : text) c = pieces[random() % std::size(pieces)];
        const std::string line = one_line(text);
        EXPECT_EQ(one_line(line), line);
        EXPECT_TRUE(std::none_of(line.begin(), line.end(), [](char c) { return c >= 0 && c < ' '; }));
    }
}

}  // namespace
}  // namespace upsweep
