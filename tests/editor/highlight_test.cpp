// Colours: those of the emulator's lexer, kept up while the text is edited without lexing more than has
// changed.
#include "editor/highlight.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/helpers/sample.h"
#include "editor/commands.h"
#include "editor/helpers/random_text.h"
#include "emulator/source/lexer.h"

namespace upsweep::editor {
namespace {

/// A letter a byte: k keyword, t type, b built in, i identifier, n number, s string, c comment, d directive,
/// p punctuator, ? unknown, a blank for blanks.
std::string colours(Editor& editor, size_t line) {
    std::string shown(editor.buffer().line(line).size(), ' ');
    for (const Stretch& stretch : editor.highlighter().stretches(line))
        for (size_t byte = stretch.begin; byte < stretch.end; ++byte)
            shown[byte] = "iktbnscdp?"[size_t(stretch.kind)];
    return shown;
}

std::vector<std::string> all_colours(const std::string& text) {
    Editor editor(text);
    std::vector<std::string> lines;
    for (size_t line = 0; line < editor.buffer().line_count(); ++line) lines.push_back(colours(editor, line));
    return lines;
}

using HighlightLines = std::vector<std::string>;

TEST(Highlighter, TellsTheKindsOfWordsApart) {
    EXPECT_EQ(all_colours("__global__ void f(const float4* in, size_t n) // x"),
              HighlightLines{"kkkkkkkkkk tttt ipkkkkk ttttttp iip tttttt ip cccc"});
    EXPECT_EQ(all_colours("atomicAdd(&s[threadIdx.x], 0x1f'00u + 1e-3f);"),
              HighlightLines{"bbbbbbbbbppipbbbbbbbbbpipp nnnnnnnn p nnnnnpp"});
    EXPECT_EQ(all_colours("#include <cstdio>\n # define N 4\n#include \"a.h\""),
              (HighlightLines{"dddddddd ssssssss", " d dddddd i n", "dddddddd sssss"}));
    EXPECT_EQ(all_colours("a and b != 'c' \"\\\"\" @"), HighlightLines{"i kkk i pp sss ssss ?"});
}

TEST(Highlighter, CarriesWhatIsOpenOverLines) {
    EXPECT_EQ(all_colours("a /* b\n c */ d /* e */ f"), (HighlightLines{"i cccc", "ccccc i ccccccc i"}));
    EXPECT_EQ(all_colours("R\"x(a)\"\n)\" )x\" b"), (HighlightLines{"sssssss", "ssssss i"}));
    EXPECT_EQ(all_colours("// a \\\nb\nc"), (HighlightLines{"cccccc", "c", "i"}));
    EXPECT_EQ(all_colours("\"a \\\r\nb\" c"), (HighlightLines{"ssss", "ss i"}));
    EXPECT_EQ(all_colours("#define A \\\n# b\n#if 1"), (HighlightLines{"ddddddd i  ", "p i", "ddd n"}));
    EXPECT_EQ(all_colours("int a; /*\n*/ # b"), (HighlightLines{"ttt ip cc", "cc p i"})) << "no directive";
}

TEST(Highlighter, TakesAQuotationThatItsLineDoesNotEndForWhatTheLexerTakesIt) {
    EXPECT_EQ(all_colours("\"\\"), HighlightLines{"ss"});
    EXPECT_EQ(all_colours("\"\\\nint"), (HighlightLines{"ss", "sss"}));
    EXPECT_EQ(all_colours("\"a\nint"), (HighlightLines{"?i", "ttt"}));
    EXPECT_EQ(all_colours("R\"\nR\"("), (HighlightLines{"??", "sss"}));
}

std::string lines_of_code(int lines) {
    std::string text;
    for (int line = 0; line < lines; ++line) text += "int value = input[first + 4] /* sum */ * 2; // more\n";
    return text;
}

TEST(Highlighter, LexesOneLineForALetterHoweverTheTextEnds) {
    for (const std::string ending : {"/*", "\"\\", "R\"(", "'\\", "// \\", "\\"}) {
        Editor editor(lines_of_code(10'000) + ending);
        editor.highlighter().stretches(10'000);
        const size_t before = editor.highlighter().lexed_lines();
        EXPECT_EQ(before, 10'001U);
        for (int letter = 0; letter < 100; ++letter) {
            type(editor, "x");
            editor.highlighter().stretches(10'000);
        }
        EXPECT_LE(editor.highlighter().lexed_lines() - before, 100U) << ending;
    }
}

TEST(Highlighter, LexesWhatIsLookedAtWhereACommentIsOpenedAboveAll) {
    std::string text;
    for (int line = 0; line < 10'000; ++line) text += "int value = 1;\n";
    Editor editor(text + "*/");
    editor.highlighter().stretches(10'000);
    const size_t before = editor.highlighter().lexed_lines();
    type(editor, "/");
    type(editor, "*");
    EXPECT_EQ(colours(editor, 50), "cccccccccccccc");
    EXPECT_EQ(editor.highlighter().lexed_lines() - before, 51U);
    EXPECT_EQ(editor.highlighter().first_stale(), 51U);
}

TEST(Highlighter, GoesOnByPortions) {
    Editor editor("/*\n" + lines_of_code(1000));
    EXPECT_FALSE(editor.highlighter().prepare(1000, 100));
    EXPECT_EQ(editor.highlighter().first_stale(), 100U);
    EXPECT_TRUE(editor.highlighter().prepare(1000, 2000));
    EXPECT_EQ(editor.highlighter().lexed_lines(), 1001U);
}

TEST(Highlighter, LeavesOneEndlessLineAlone) {
    const auto shown = all_colours("int a;\n" + std::string(5'000'000, '(') + "\nint b;");
    EXPECT_EQ(shown[0], "ttt ip");
    EXPECT_EQ(shown[1].find_first_not_of(' '), std::string::npos);
    EXPECT_EQ(shown[2], "ttt ip");
}

/// Where tokens begin that the emulator's lexer finds in the whole text.
std::vector<Position> tokens_of_whole(const std::string& text) {
    std::vector<Position> places;
    for (const emulator::Token& token : emulator::lex(0, text).tokens)
        if (token.kind != emulator::TokenKind::end)
            places.push_back({static_cast<size_t>(token.where.line - 1), size_t(token.where.column - 1)});
    return places;
}

/// Where stretches outside comments begin, without those that continue from the line before.
std::vector<Position> tokens_of_lines(const TextBuffer& buffer, bool& plain) {
    using Inside = LineState::Inside;
    std::vector<Position> places;
    LineState state;
    for (size_t line = 0; line < buffer.line_count(); ++line) {
        const bool goes_on = state.inside != Inside::code;
        const LexedLine lexed = lex_line(buffer.line(line), state);
        for (const Stretch& stretch : lexed.stretches)
            if (stretch.kind != TextKind::comment && !(goes_on && stretch.begin == 0))
                places.push_back({line, stretch.begin});
        state = lexed.end;
        // The emulator's lexer ends these with their line.
        plain = plain && state.inside != Inside::string && state.inside != Inside::character &&
                state.inside != Inside::line_comment;
    }
    plain = plain && state.inside == Inside::code;
    return places;
}

TEST(Highlighter, FindsTheTokensThatTheEmulatorReads) {
    std::mt19937 random(static_cast<std::mt19937::result_type>(test::sample_seed()));
    int compared = 0;
    for (int round = 0; round < 20'000; ++round) {
        const std::string text = random_text(random, 25) + "\n";
        bool plain = true;
        const TextBuffer buffer(text);
        const std::vector<Position> found = tokens_of_lines(buffer, plain);
        if (!plain || text.find("R\"") != std::string::npos) continue;
        ASSERT_EQ(found, tokens_of_whole(text)) << testing::PrintToString(text);
        ++compared;
    }
    EXPECT_GT(compared, 5'000);
}

}  // namespace
}  // namespace upsweep::editor
