// Words are found and cut whatever surrounds them.
#include "core/words.h"

#include <gtest/gtest.h>

#include <cctype>
#include <limits>

namespace upsweep {
namespace {

TEST(Words, WhiteSpaceAroundATextIsCutOff) {
    EXPECT_EQ(trimmed(" \t\v\f\r\n a b\t\n"), "a b");
    EXPECT_EQ(trimmed("a b"), "a b");
    EXPECT_EQ(trimmed(" \n "), "");
    EXPECT_EQ(trimmed(""), "");
    EXPECT_EQ(trimmed("\u00a0a "), "\u00a0a") << "bytes beyond ASCII stay";
}

TEST(Words, WhiteSpaceIsWhatTheLanguageSays) {
    for (int code = 0; code <= std::numeric_limits<unsigned char>::max(); ++code) {
        const char c = char(code);
        EXPECT_EQ(trimmed({&c, 1}).empty(), std::isspace(code) != 0) << code;
    }
}

TEST(Words, OtherBlanksMayBeNamed) {
    EXPECT_EQ(trimmed(" \va\v ", " "), "\va\v");
    EXPECT_EQ(trimmed("{a}", "{}"), "a");
}

TEST(Words, ATrimmedTextIsAPartOfTheWhole) {
    const std::string_view whole = "  word ";
    EXPECT_EQ(trimmed(whole).data(), whole.data() + 2);
}

constexpr size_t nowhere = std::string_view::npos;

TEST(Words, AWordIsFoundAsAWordOfItsOwn) {
    EXPECT_EQ(find_word("The barrier.", "barrier"), 4U);
    EXPECT_EQ(find_word("barriers barrier", "barrier"), 9U);
    EXPECT_EQ(find_word("a barrier’s end", "barrier"), 2U);
    EXPECT_EQ(find_word("sum = my_sum + sum2", "sum"), 0U);
    EXPECT_EQ(find_word("sum = my_sum + sum2", "sum", 1), nowhere);
    EXPECT_EQ(find_word("i+i", "i", 1), 2U);
    EXPECT_EQ(find_word("barriers", "barrier"), nowhere);
    EXPECT_EQ(find_word("barrier", ""), nowhere);
    EXPECT_EQ(find_word("", "barrier"), nowhere);
    EXPECT_EQ(find_word("sum", "sum", 7), nowhere);
}

TEST(Words, CapitalsMatterUnlessSaidOtherwise) {
    EXPECT_EQ(find_word("N n", "n"), 2U);
    EXPECT_EQ(find_word("N n", "n", 0, Letters::any_case), 0U);
    EXPECT_EQ(find_word("Barriers barrier", "Barrier", 0, Letters::any_case), 9U);
}

TEST(Words, LettersBeyondAsciiJoinWordsAndMarksDoNot) {
    EXPECT_EQ(find_word("éscan scané", "scan"), nowhere);
    EXPECT_EQ(find_word("λn", "n"), nowhere);
    EXPECT_EQ(find_word("2×n", "n"), 3U);
    EXPECT_EQ(find_word("“scan”", "scan"), 3U);
    EXPECT_EQ(find_word("\xffscan", "scan"), 1U) << "a byte that is no UTF-8";
}

TEST(Words, NamesBeginWithNoDigit) {
    for (const char* name : {"a", "_", "_1", "Sum2"}) EXPECT_TRUE(is_name(name)) << name;
    for (const char* name : {"", "2a", "a-b", "a b", "é"}) EXPECT_FALSE(is_name(name)) << name;
}

TEST(Words, CountNouns) {
    EXPECT_EQ(counted(0, "step"), "0 steps");
    EXPECT_EQ(counted(1, "step"), "1 step");
    EXPECT_EQ(counted(399, "step"), "399 steps");
    EXPECT_EQ(counted(1, "copy", "copies"), "1 copy");
    EXPECT_EQ(counted(2, "copy", "copies"), "2 copies");
    EXPECT_EQ(noun_of(2, "box", "boxes"), "boxes");
}

}  // namespace
}  // namespace upsweep
