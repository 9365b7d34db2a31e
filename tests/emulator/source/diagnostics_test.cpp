// A diagnostic as text: its place, the line, and a caret under the character.
#include "emulator/source/diagnostics.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace upsweep::emulator {
namespace {

Diagnostic at(int column, int end_column, std::string line) {
    return {"k.cu", 1, column, end_column, "Here.", std::move(line)};
}

TEST(DiagnosticText, TheCaretStandsUnderItsCharacter) {
    EXPECT_EQ(to_string(at(5, 8, "a = bcd;")), "k.cu:1:5: Here.\na = bcd;\n    ^~~");
    EXPECT_EQ(to_string(at(2, 3, "\tb;")), "k.cu:1:2: Here.\n    b;\n    ^");
    EXPECT_EQ(to_string(at(8, 9, "/*\u00e9*/b;")), "k.cu:1:8: Here.\n/*\u00e9*/b;\n      ^")
        << "a letter of two bytes";
    EXPECT_EQ(to_string(at(3, 3, "ab")), "k.cu:1:3: Here.\nab\n  ^") << "behind the end";
}

TEST(DiagnosticText, ALineOfStrangeOrManyCharactersStaysShort) {
    EXPECT_EQ(to_string(at(2, 3, "\x1b;")), "k.cu:1:2: Here.\n\\x1b;\n    ^");
    const std::string line = std::string(100'000, 'x') + "oops" + std::string(100'000, 'y');
    const std::string text = to_string(at(100'001, 100'005, line));
    EXPECT_LT(text.size(), 400U);
    const size_t first = text.find('\n') + 1, second = text.find('\n', first) + 1;
    // The ellipsis is one character and three bytes.
    EXPECT_EQ(text.find("oops") - first - 2, text.find("^~~~") - second);
}

TEST(DiagnosticText, AMessageStaysShort) {
    Diagnostics diagnostics;
    diagnostics.report({}, "`" + std::string(100'000, 'x') + "\n` is not declared here.");
    const std::string message = diagnostics.found().front().message;
    EXPECT_LT(message.size(), 600U);
    EXPECT_EQ(message.find('\n'), std::string::npos);
    EXPECT_TRUE(message.ends_with("` is not declared here.")) << message;
}

}  // namespace
}  // namespace upsweep::emulator
