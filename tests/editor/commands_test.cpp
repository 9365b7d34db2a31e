// Caret, typing and clipboard. In these texts | is the caret, \x01 and \x02 surround the selection.
#include "editor/commands.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "editor/helpers/bars.h"
#include "editor/highlight.h"
#include "editor/motions.h"

namespace upsweep::editor {
namespace {

std::string after_motions(const std::string& text, const std::vector<Motion>& motions, bool extend = false) {
    auto editor = with_bars(text);
    for (const Motion motion : motions) move(editor, motion, extend, 2);
    return bars(editor);
}

TEST(Commands, MoveByCharactersAndWords) {
    EXPECT_EQ(after_motions("a|\xe6\xbc\xa2z", {Motion::right}), "a\xe6\xbc\xa2|z");
    EXPECT_EQ(after_motions("ab|\r\ncd", {Motion::right}), "ab\r\n|cd");
    EXPECT_EQ(after_motions("ab\r\n|cd", {Motion::left}), "ab|\r\ncd");
    EXPECT_EQ(after_motions("|  foo_1 += b", {Motion::word_right}), "  foo_1| += b");
    EXPECT_EQ(after_motions("  foo_1| += b", {Motion::word_right}), "  foo_1 +=| b");
    EXPECT_EQ(after_motions("  foo_1 += |b", {Motion::word_left, Motion::word_left}), "  |foo_1 += b");
    EXPECT_EQ(after_motions("a\n|b", {Motion::word_left}), "a|\nb");
    EXPECT_EQ(after_motions("\x01"
                            "ab\x02"
                            "c",
                            {Motion::left}),
              "|abc");
    EXPECT_EQ(after_motions("\x01"
                            "ab\x02"
                            "c",
                            {Motion::right}),
              "ab|c");
}

TEST(Commands, MoveToTheEndsOfLinesAndTexts) {
    EXPECT_EQ(after_motions("\t x|y", {Motion::line_begin}), "\t |xy");
    EXPECT_EQ(after_motions("\t |xy", {Motion::line_begin}), "|\t xy");
    EXPECT_EQ(after_motions("|\t xy", {Motion::line_begin}), "\t |xy");
    EXPECT_EQ(after_motions("a|b\r\nc", {Motion::line_end}), "ab|\r\nc");
    EXPECT_EQ(after_motions("a\nb|\nc", {Motion::text_begin}), "|a\nb\nc");
    EXPECT_EQ(after_motions("a\nb|\nc", {Motion::text_end}, true), "a\nb\x01\nc\x02");
}

TEST(Commands, MoveUpAndDownKeepTheColumnOverShortLinesAndTabs) {
    EXPECT_EQ(after_motions("long li|ne\nx\n\t\tend", {Motion::down}), "long line\nx|\n\t\tend");
    EXPECT_EQ(after_motions("long li|ne\nx\n\t\tend", {Motion::down, Motion::down}),
              "long line\nx\n\t\t|end");
    EXPECT_EQ(after_motions("ab|c", {Motion::down}), "abc|");
    EXPECT_EQ(after_motions("ab|c", {Motion::up}), "|abc");
    EXPECT_EQ(after_motions("1\n2\n3|\n4\n5\n6", {Motion::page_down}), "1\n2\n3\n4\n5|\n6");
    EXPECT_EQ(after_motions("1\n2|\n3", {Motion::page_up}), "1|\n2\n3");
}

TEST(Commands, SelectWordsAndLines) {
    Editor editor("if (first_1 >= 2)\nx");
    select_word(editor, {0, 6});
    EXPECT_EQ(bars(editor),
              "if (\x01"
              "first_1\x02 >= 2)\nx");
    select_word(editor, {0, 11});
    EXPECT_EQ(bars(editor),
              "if (\x01"
              "first_1\x02 >= 2)\nx")
        << "right behind a word";
    select_word(editor, {0, 13});
    EXPECT_EQ(bars(editor), "if (first_1 \x01>=\x02 2)\nx");
    select_line(editor, 0);
    EXPECT_EQ(copy(editor), "if (first_1 >= 2)\n");
    select_line(editor, 1);
    EXPECT_EQ(copy(editor), "x");
    select_all(editor);
    EXPECT_EQ(copy(editor), editor.buffer().text());
    go_to_line(editor, 2);
    EXPECT_EQ(editor.caret(), (Position{1, 0}));
    go_to_line(editor, 99);
    EXPECT_EQ(editor.caret(), (Position{1, 0}));
}

std::string typed(const std::string& text, const std::string& letters) {
    auto editor = with_bars(text);
    for (const char letter : letters) {
        if (letter == '\n')
            new_line(editor);
        else
            type(editor, std::string(1, letter));
    }
    return bars(editor);
}

TEST(Commands, ANewLineIsIndentedLikeTheOneBefore) {
    EXPECT_EQ(typed("\t  a|", "\nb"), "\t  a\n\t  b|");
    EXPECT_EQ(typed("  f() {|", "\n"), "  f() {\n      |");
    EXPECT_EQ(typed("  f() {|}", "\n"), "  f() {\n      |\n  }");
    EXPECT_EQ(typed("  a|b\r\nc", "\n"), "  a\r\n  |b\r\nc");
    EXPECT_EQ(typed("for (;;) {\n    if (x) {\n        y;\n        |", "}\n}"),
              "for (;;) {\n    if (x) {\n        y;\n    }\n}|");
    EXPECT_EQ(typed("\"{\"\n    |", "}"), "\"{\"\n    }|") << "a bracket in a string is none";
    EXPECT_EQ(typed("\x01"
                    "abc\x02"
                    "d",
                    "x"),
              "x|d");
}

std::string erased(const std::string& text, Motion motion) {
    auto editor = with_bars(text);
    erase(editor, motion);
    return bars(editor);
}

TEST(Commands, EraseByCharactersLevelsAndWords) {
    EXPECT_EQ(erased("a\xe6\xbc\xa2|z", Motion::left), "a|z");
    EXPECT_EQ(erased("a|\xff\xbcz", Motion::right), "a|\xbcz");
    EXPECT_EQ(erased("a|\r\nb", Motion::right), "a|b");
    EXPECT_EQ(erased("a\r\n|b", Motion::left), "a|b");
    EXPECT_EQ(erased("      |b", Motion::left), "    |b");
    EXPECT_EQ(erased("        |b", Motion::left), "    |b");
    EXPECT_EQ(erased("x     |b", Motion::left), "x    |b");
    EXPECT_EQ(erased("foo bar|", Motion::word_left), "foo |");
    EXPECT_EQ(erased("|foo bar", Motion::word_right), "| bar");
    EXPECT_EQ(erased("|", Motion::left), "|");
}

TEST(Commands, TheClipboardHoldsALineWhereNothingIsSelected) {
    auto editor = with_bars("one\r\ntw|o\r\nthree");
    EXPECT_EQ(copy(editor), "two\r\n");
    EXPECT_EQ(cut(editor), "two\r\n");
    EXPECT_EQ(bars(editor), "one\r\n|three");
    paste(editor, "a\nb\n");
    EXPECT_EQ(bars(editor), "one\r\na\r\nb\r\n|three");
    editor.undo();
    editor.undo();
    EXPECT_EQ(bars(editor), "one\r\ntw|o\r\nthree");
}

TEST(Commands, RunsOfTypingAreOneStepEach) {
    auto editor = with_bars("a|");
    for (const char letter : std::string("bcd")) type(editor, std::string(1, letter));
    erase(editor, Motion::left);
    erase(editor, Motion::left);
    EXPECT_EQ(bars(editor), "ab|");
    move(editor, Motion::left);
    type(editor, "x");
    editor.end_run();
    type(editor, "y");
    EXPECT_EQ(bars(editor), "axy|b");
    for (const std::string before : {"ax|b", "a|b", "abcd|", "a|"}) {
        editor.undo();
        EXPECT_EQ(bars(editor), before);
    }
    EXPECT_FALSE(editor.can_undo());
    for (const std::string text : {"abcd|", "ab|", "ax|b", "axy|b"}) {
        editor.redo();
        EXPECT_EQ(bars(editor), text);
    }
    EXPECT_FALSE(editor.can_redo());
}

TEST(Commands, TheTextIsModifiedWhereItIsNotTheSavedOne) {
    Editor editor("a");
    EXPECT_FALSE(editor.modified());
    type(editor, "b");
    EXPECT_TRUE(editor.modified());
    editor.mark_saved();
    EXPECT_FALSE(editor.modified());
    type(editor, "c");
    EXPECT_TRUE(editor.modified());
    editor.undo();
    EXPECT_FALSE(editor.modified()) << "typing after saving is a step of its own";
    editor.undo();
    EXPECT_TRUE(editor.modified());
    type(editor, "d");
    editor.undo();
    EXPECT_TRUE(editor.modified()) << "the saved text cannot be reached any more";
}

TEST(Brackets, CountByTokens) {
    const auto other = [](Editor& editor, Position caret) {
        const auto pair = matching_brackets(editor.highlighter(), editor.buffer(), caret);
        return pair ? pair->other : Position{99, 99};
    };
    Editor editor("f(a[0], \")\", ')', /* ) */ {\n  (b) // )\n})");
    EXPECT_EQ(other(editor, {0, 1}), (Position{2, 1}));
    EXPECT_EQ(other(editor, {0, 2}), (Position{2, 1})) << "right behind the bracket";
    EXPECT_EQ(other(editor, {2, 2}), (Position{0, 1}));
    EXPECT_EQ(other(editor, {2, 1}), (Position{0, 1})) << "the one behind the caret comes first";
    EXPECT_EQ(other(editor, {2, 0}), (Position{0, 26}));
    EXPECT_EQ(other(editor, {0, 3}), (Position{0, 5}));
    EXPECT_EQ(other(editor, {0, 9}), (Position{99, 99})) << "in a string";
    EXPECT_EQ(other(editor, {0, 0}), (Position{99, 99}));
    Editor open("((a)");
    EXPECT_EQ(other(open, {0, 0}), (Position{99, 99}));
}

/// Of the character after a place, or right before it; a word goes before a sign.
TEST(Words, ArePickedByAPlaceInThemOrRightBehind) {
    const TextBuffer buffer("sum += in[i];");
    const auto word = [&](size_t byte) { return buffer.text(word_at(buffer, {0, byte})); };
    EXPECT_EQ(word(1), "sum");
    EXPECT_EQ(word(3), "sum") << "right behind it";
    EXPECT_EQ(word(4), "+=");
    EXPECT_EQ(word(9), "in");
    EXPECT_EQ(word(11), "i");
    EXPECT_EQ(word(13), "];") << "the end of the line counts as on its last character";
    const TextBuffer ends("a b;");
    EXPECT_EQ(ends.text(word_at(ends, {0, 4})), ";") << "and not as on the word before that";
}

}  // namespace
}  // namespace upsweep::editor
