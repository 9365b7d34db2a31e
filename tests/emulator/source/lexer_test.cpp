#include "emulator/source/lexer.h"

#include <gtest/gtest.h>

#include <bit>
#include <string>
#include <vector>

#include "emulator/arithmetic/arithmetic.h"
#include "emulator/source/literals.h"

namespace upsweep::emulator {

TEST(Lexer, EveryTokenKnowsItsPlace) {
    const LexedFile file = lex(3, "int a;\n  /* two\nlines */ b += 0x1F; // end\n\tc\\\n d");
    const std::vector<Token>& tokens = file.tokens;
    ASSERT_EQ(tokens.size(), 10u);
    EXPECT_EQ(tokens[1].text, "a");
    EXPECT_EQ(tokens[1].where, (SourceRange{3, 1, 5, 1, 6}));
    EXPECT_EQ(tokens[3].text, "b");
    EXPECT_EQ(tokens[3].where, (SourceRange{3, 3, 10, 3, 11}));
    EXPECT_TRUE(tokens[3].first_on_line);
    EXPECT_EQ(tokens[4].text, "+=");
    EXPECT_EQ(tokens[5].where, (SourceRange{3, 3, 15, 3, 19}));
    EXPECT_EQ(tokens[7].where, (SourceRange{3, 4, 2, 4, 3}));
    EXPECT_EQ(tokens[8].text, "d");
    EXPECT_FALSE(tokens[8].first_on_line);
    EXPECT_EQ(tokens[9].kind, TokenKind::end);
}

TEST(Lexer, TellsKindsApart) {
    const LexedFile file = lex(0, R"__(x1 1.5e-3f .5 0x1p-3 'a' '\'' "a\"b" R"(x")" a->b...<<=§ 'x)__");
    std::string kinds;
    for (const Token& token : file.tokens)
        kinds += std::to_string(int(token.kind)) + std::string(token.text) + " ";
    EXPECT_EQ(kinds,
              "1x1 21.5e-3f 2.5 20x1p-3 3'a' 3'\\'' 4\"a\\\"b\" 4R\"(x\")\" 1a 5-> 1b 5... 5<<= 6§ 6' 1x 0 ");
}

TEST(Lexer, RuledCommentsAreMarks) {
    const LexedFile file = lex(
        0, "// ---- Load: two a thread ----\nx; // --- no\n// -----------\n    // ---- Up-sweep ------ \n");
    ASSERT_EQ(file.phases.size(), 2u);
    EXPECT_EQ(file.phases[0].name, "Load");
    EXPECT_EQ(file.phases[0].title, "Load: two a thread");
    EXPECT_EQ(file.phases[0].line, 1);
    EXPECT_EQ(file.phases[1].name, "Up-sweep");
    EXPECT_EQ(file.phases[1].line, 4);
}

/// An f is a digit before the exponent and a suffix behind it.
TEST(Literals, HexadecimalFloatsTakeASuffixBehindTheExponent) {
    const auto literal = parse_number("0x1.8p1f");
    ASSERT_TRUE(literal.has_value());
    EXPECT_EQ(literal->type, ScalarType::f32);
    EXPECT_EQ(literal->bits, std::bit_cast<uint32_t>(3.0f));
    EXPECT_EQ(parse_number("0x1.fp0")->bits, std::bit_cast<uint64_t>(1.9375));
}

TEST(Literals, HaveTheTypeThatCppGivesThem) {
    const auto expect = [](std::string_view text, ScalarType type, uint64_t bits) {
        const auto literal = parse_number(text);
        ASSERT_TRUE(literal.has_value()) << text;
        EXPECT_EQ(literal->type, type) << text;
        EXPECT_EQ(literal->bits, bits) << text;
    };
    expect("2147483647", ScalarType::i32, 2147483647);
    expect("2147483648", ScalarType::i64, 2147483648);
    expect("0x80000000", ScalarType::u32, 0x80000000);
    expect("0xffffffffffffffff", ScalarType::u64, ~uint64_t{0});
    expect("1u", ScalarType::u32, 1);
    expect("1ull", ScalarType::u64, 1);
    expect("1'000'000", ScalarType::i32, 1000000);
    expect("0b101", ScalarType::i32, 5);
    expect("010", ScalarType::i32, 8);
    expect("0x1f", ScalarType::i32, 31);
    expect("0.1f", ScalarType::f32, std::bit_cast<uint32_t>(0.1f));
    expect("0.1", ScalarType::f64, std::bit_cast<uint64_t>(0.1));
    expect("0x1p-3", ScalarType::f64, std::bit_cast<uint64_t>(0.125));
    for (const char* bad : {"1x", "0x", "0b", "1.5q", "18446744073709551616", "09", "1uu", "1.f.", "0b12"})
        EXPECT_FALSE(parse_number(bad).has_value()) << bad;
    EXPECT_EQ(parse_character("'\\n'")->bits, 10u);
    EXPECT_EQ(parse_character("'\\x41'")->bits, 65u);
    EXPECT_EQ(parse_character("'\\0'")->bits, 0u);
    EXPECT_FALSE(parse_character("'ab'").has_value());
    EXPECT_EQ(parse_string("\"a\\tb\\\"\""), "a\tb\"");
    // Texts side by side are one, and each has its own escapes.
    EXPECT_EQ(parse_string("\"\\x4\"\"1\""),
              "\x04"
              "1");
    EXPECT_EQ(parse_string("\"a\"R\"-(b\"\\n)-\"\"c\""), "ab\"\\nc");
    EXPECT_EQ(parse_string("\"\"\"\"").size(), 0u);
}

}  // namespace upsweep::emulator
