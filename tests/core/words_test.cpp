// Words are found and cut whatever stands around them.
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
        const char c = static_cast<char>(code);
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

}  // namespace
}  // namespace upsweep
