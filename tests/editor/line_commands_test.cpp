// Commands on lines, with their selections. In these texts | is the caret, \x01 and \x02 surround what is
// selected.
#include "editor/commands.h"

#include <gtest/gtest.h>

#include <string>

#include "editor/helpers/bars.h"

namespace upsweep::editor {
namespace {

/// What the command makes of the text; undo has to give the text and its selection back, redo what it made.
std::string done(void (*command)(Editor&), const std::string& text, const Options& options = {}) {
    auto editor = with_bars(text, options);
    command(editor);
    const std::string result = bars(editor);
    if (!editor.can_undo()) return result;
    editor.undo();
    EXPECT_EQ(bars(editor), text);
    EXPECT_FALSE(editor.can_undo()) << "one command is one step";
    editor.redo();
    EXPECT_EQ(bars(editor), result);
    return result;
}

TEST(LineCommands, TabIndentsLinesOrFillsUpToTheStop) {
    EXPECT_EQ(done(indent, "ab|c"), "ab  |c");
    EXPECT_EQ(done(indent, "\tb|c"), "\tb   |c");
    EXPECT_EQ(done(indent,
                   "a\x01"
                   "b\x02"
                   "c"),
              "a   |c");
    EXPECT_EQ(done(indent,
                   "a\x01"
                   "b\n\nc\x02"),
              "    a\x01"
              "b\n\n    c\x02")
        << "blank lines stay";
    EXPECT_EQ(done(indent,
                   "\x01"
                   "a\nb\n\x02"
                   "c"),
              "\x01    a\n    b\n\x02"
              "c");
    EXPECT_EQ(done(indent,
                   "\x01"
                   "a\nb\x02",
                   {.indent_with_tabs = true}),
              "\x01\ta\n\tb\x02");
}

TEST(LineCommands, ShiftTabTakesOneLevel) {
    EXPECT_EQ(done(outdent, "      a|"), "  a|");
    EXPECT_EQ(done(outdent, "  a|"), "a|");
    EXPECT_EQ(done(outdent, "a|"), "a|");
    EXPECT_EQ(done(outdent, "\x01  \ta\n\t\tb\x02"),
              "\x01"
              "a\n\tb\x02");
    EXPECT_EQ(done(outdent, "  |    a"), "|  a") << "the caret stood in what is taken";
}

TEST(LineCommands, CommentsAreToggledAtTheLeastDepth) {
    EXPECT_EQ(done(toggle_comment, "  a|"), "  // a|");
    EXPECT_EQ(done(toggle_comment, "  // a|"), "  a|");
    EXPECT_EQ(done(toggle_comment, "  //a|"), "  a|");
    EXPECT_EQ(done(toggle_comment,
                   "  \x01"
                   "a {\n\n    b\n  }\x02"),
              "  \x01// a {\n\n  //   b\n  // }\x02");
    EXPECT_EQ(done(toggle_comment, "\x01  // a\n\n  //   b\x02"), "\x01  a\n\n    b\x02");
    EXPECT_EQ(done(toggle_comment, "\x01// a\nb\x02"), "\x01// // a\n// b\x02");
    EXPECT_EQ(done(toggle_comment, "|"), "// |");
    EXPECT_EQ(done(toggle_comment, "  // a |b"), "  a |b");
}

TEST(LineCommands, LinesMoveWithWhatIsSelected) {
    EXPECT_EQ(done(move_lines_up, "a\nb|\nc"), "b|\na\nc");
    EXPECT_EQ(done(move_lines_down, "a\nb|\nc"), "a\nc\nb|");
    EXPECT_EQ(done(move_lines_up, "a\r\nb|"), "b|\r\na");
    EXPECT_EQ(done(move_lines_down, "|a\r\nb"), "b\r\n|a");
    EXPECT_EQ(done(move_lines_down,
                   "\x01"
                   "a\nb\x02\nc\n"),
              "c\n\x01"
              "a\nb\x02\n");
    EXPECT_EQ(done(move_lines_up, "|a\nb"), "|a\nb");
    EXPECT_EQ(done(move_lines_down, "a\nb|"), "a\nb|");
}

TEST(LineCommands, LinesAreDoubledAndDeleted) {
    EXPECT_EQ(done(duplicate_lines, "a\nb|c"), "a\nbc\nb|c");
    EXPECT_EQ(done(duplicate_lines,
                   "\x01"
                   "a\nb\x02\nc"),
              "a\nb\n\x01"
              "a\nb\x02\nc");
    EXPECT_EQ(done(delete_lines, "a\nbb|b\ncccc"), "a\ncc|cc");
    EXPECT_EQ(done(delete_lines, "aaa\nbb|b"), "aa|a");
    EXPECT_EQ(done(delete_lines, "a|"), "|");
    EXPECT_EQ(done(delete_lines,
                   "a\n\x01"
                   "b\nc\x02\nd"),
              "a\nd|");
}

TEST(LineCommands, MarksStayWithTheirLines) {
    Editor editor("zero\none\ntwo\nthree");
    editor.marks().add({7, {{2, 0}, {2, 3}}});
    const auto line = [&] { return editor.marks().all().at(0).range.begin.line; };
    editor.place({2, 1});
    move_lines_up(editor);
    EXPECT_EQ(line(), 1U);
    move_lines_up(editor);
    EXPECT_EQ(line(), 0U);
    move_lines_down(editor);
    move_lines_down(editor);
    move_lines_down(editor);
    EXPECT_EQ(line(), 3U);
    duplicate_lines(editor);
    EXPECT_EQ(line(), 4U);
    toggle_comment(editor);
    EXPECT_EQ(editor.marks().all().at(0), (Mark{7, {{4, 3}, {4, 6}}}));
    EXPECT_EQ(editor.buffer().text(editor.marks().all().at(0).range), "two");
}

}  // namespace
}  // namespace upsweep::editor
