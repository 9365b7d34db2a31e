// Lesson files: what is read, and one sentence with file and line for what is not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "lessons/lesson.h"

namespace upsweep::lessons {
namespace {

using testing::HasSubstr;

const std::string parse_front =
    "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"scan_blelloch\"\nn = 4\n+++\n";

std::string parse_complaint_about(const std::string& text) {
    try {
        parse_lesson("lessons/x.md", text);
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing";
}

TEST(Lesson, ReadsFrontMatterPagesAndMarks) {
    const Lesson lesson = parse_lesson(
        "lessons/x.md",
        parse_front +
            "\n# One\n\nPlain **bold** and `code`\nover two lines.\n\n- a\n- b\n\n## Head\n\n"
            "```\nint x = {1};\n```\n# Two\n```scene\nat = \"after pass 2 of Up-sweep\"\nn = 8\n```\n3. c\n");
    EXPECT_EQ(lesson.slug, "x");
    EXPECT_EQ(lesson.title, "T");
    EXPECT_EQ(lesson.chapter, "C");
    ASSERT_EQ(lesson.pages.size(), 2U);
    const auto& blocks = lesson.pages[0].blocks;
    ASSERT_EQ(blocks.size(), 5U);
    ASSERT_EQ(blocks[0].inlines.size(), 5U);
    EXPECT_EQ(blocks[0].inlines[1].style, Style::strong);
    EXPECT_EQ(blocks[0].inlines[3].text, "code");
    EXPECT_EQ(blocks[0].inlines[4].text, " over two lines.");
    EXPECT_EQ(blocks[1].kind, Block::Kind::bullet);
    EXPECT_EQ(blocks[2].inlines[0].text, "b");
    EXPECT_EQ(blocks[3].kind, Block::Kind::heading);
    EXPECT_EQ(blocks[4].kind, Block::Kind::code);
    EXPECT_EQ(lesson.pages[0].scene.catalog().parameters.extent.width, 4);
    EXPECT_EQ(lesson.pages[1].scene.catalog().parameters.extent.width, 8);
    EXPECT_EQ(lesson.pages[1].at, (Moment{Moment::Side::after, "Up-sweep", 2}));
    EXPECT_EQ(lesson.pages[1].blocks[0].number, 3);
}

TEST(Lesson, ReadsEmphasisAndEverydayWords) {
    const Lesson lesson = parse_lesson(
        "lessons/x.md",
        parse_front + "\n# One\n\nThe *next* one. Warps may [work](plain:) and *`n`* **is *big***.\n");
    std::vector<std::pair<std::string, Style>> pieces;
    for (const Inline& piece : lesson.pages.at(0).blocks.at(0).inlines) {
        pieces.emplace_back(piece.text, piece.style);
        EXPECT_EQ(piece.link, "");
    }
    EXPECT_EQ(pieces, (std::vector<std::pair<std::string, Style>>{{"The ", Style::plain},
                                                                  {"next", Style::emphasis},
                                                                  {" one. Warps may ", Style::plain},
                                                                  {"work", Style::everyday},
                                                                  {" and ", Style::plain},
                                                                  {"n", Style::code},
                                                                  {" ", Style::plain},
                                                                  {"is big", Style::strong},
                                                                  {".", Style::plain}}));
}

TEST(Lesson, RefusesALinkToNothing) {
    EXPECT_THROW(parse_lesson("lessons/x.md", parse_front + "\n# One\n\nGo [there]().\n"), Error);
}

TEST(Lesson, ReadsAQuestion) {
    const Lesson lesson =
        parse_lesson("lessons/x.md", parse_front +
                                         "# One\n```predict\nask = \"What?\"\narray = "
                                         "\"sums\"\ncell = 7\nafter = \"end\"\nright = \"Yes.\"\n"
                                         "[[wrong]]\nvalue = \"{n}\"\nreason = \"No.\"\n```\n");
    ASSERT_TRUE(lesson.pages[0].question);
    EXPECT_EQ(lesson.pages[0].question->cell, 7);
    ASSERT_EQ(lesson.pages[0].question->wrong.size(), 1U);
    EXPECT_EQ(lesson.pages[0].question->wrong[0].value, "{n}");
}

struct ParseBad {
    const char* text;
    const char* line;
    const char* what;
    bool with_front = true;
};

TEST(Lesson, RefusesWithFileAndLine) {
    const ParseBad all[] = {
        {"", "line 1", "no page"},
        {"text first\n", "line 8", "before the first page"},
        {"# P\n```scene\nat = \"somewhen\"\n```\n", "line 10", "is not a moment"},
        {"# P\n```scene\nat = \"end\"\n", "line 9", "not closed"},
        {"# P\n```scene\n\nshade = 3\n```\n", "line 11", "`shade` is not a known key here"},
        {"# P\n```scene\nn = 0\n```\n", "line 10", "has no elements"},
        {"# P\n```scene\ninput = [1, 2]\n```\n", "line 10", "2 input values do not fill 4 × 1 elements"},
        {"# P\n```scene\nat = \n```\n", "line 10", ""},
        {"# P\n```kernel\nfile = \"a.cu\"\n```\n", "line 10", "`from` is missing"},
        {"# P\n```predict\nask = \"a\"\narray = \"b\"\ncell = 1\nafter = \"end\"\nright = \"r\"\n```\n",
         "line 10", "no wrong answer"},
        {"# P\n\n| a |\n\n> quoted\n", "line 10", "not show quotations"},
        {"# P\n![a](b.png)\n", "line 9", "not show pictures"},
        {"# P\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", "line 9", "not show tables"},
        {"# P\nSome <b>bold</b> words.\n", "line 9", "not show HTML"},
        {"# P\n\n<div>\nText.\n</div>\n", "line 9", "not show HTML"},
        {"# P\n- a\n  - b\n", "line 9", "lists in lists"},
        {"no front matter", "line 1", "begins with +++", false},
        {"+++\ntitle = \"T\"\n", "line 1", "not closed by +++", false},
        // Names of tables that toml++ has assertions about.
        {"+++\n[\n+++\n", "line 2", "name of a table is alone", false},
        {"+++\n[[.\n+++\n", "line 2", "name of a table is alone", false},
        {"+++\ntitle = \"T\"\n[\x01scene]\n+++\n", "line 3", "name of a table is alone", false},
        {"# P\n```predict\n\n[[(\n```\n", "line 11", "name of a table is alone"},
        // Characters that toml++ holds for impossible outside quotes.
        {"+++\né\n+++\n", "line 2", "line cannot be read", false},
        {"+++\n[a\u3042\n+++\n", "line 2", "name of a table is alone", false},
        {"+++\na=1\ufebf\n+++\n", "line 2", "`1\ufebf` is not a number", false},
        {"+++\ntitle = 3\n+++\n", "line 2", "`title` must be a text", false},
    };
    for (const ParseBad& bad : all) {
        const std::string said = parse_complaint_about((bad.with_front ? parse_front : "") + bad.text);
        EXPECT_THAT(said, HasSubstr("lessons/x.md, " + std::string(bad.line) + ":")) << bad.text;
        EXPECT_THAT(said, HasSubstr(bad.what)) << bad.text;
    }
}

TEST(Lesson, SaysWhichEncodingAFileHasAndHowItIsSaved) {
    EXPECT_EQ(parse_complaint_about(parse_front + "# P\n\nGr\xFC\xDF"
                                                  "e.\n"),
              "lessons/x.md, line 10: the file is not UTF-8: byte 0xFC behind \"Gr\" is Latin-1 or another "
              "encoding; "
              "save it as UTF-8 in your editor (\"Save as\", encoding UTF-8), or run iconv -f LATIN1 -t "
              "UTF-8 OLD > "
              "NEW.");
    const std::string good = parse_front + "# P\nGr\u00FC\u00DFe.\n";
    EXPECT_EQ(parse_complaint_about(good), "nothing");
    std::string little, big;
    for (const char c : parse_front + "# P\nText.\n") (little += c) += '\0', (big += '\0') += c;
    const auto utf16 = [](const std::string& name) {
        return "lessons/x.md, line 1: the file is UTF-16, not UTF-8; save it as UTF-8 in your editor (\"Save "
               "as\", "
               "encoding UTF-8), or run iconv -f " +
               name + " -t UTF-8 OLD > NEW.";
    };
    EXPECT_EQ(parse_complaint_about("\xFF\xFE" + little), utf16("UTF-16LE"));
    EXPECT_EQ(parse_complaint_about(little), utf16("UTF-16LE")) << "without the mark";
    EXPECT_EQ(parse_complaint_about("\xFE\xFF" + big), utf16("UTF-16BE"));
    EXPECT_EQ(parse_complaint_about(big), utf16("UTF-16BE"));
}

TEST(Lesson, RefusesMathematicsAndTakesMoney) {
    const auto said = [](const std::string& words) {
        return parse_complaint_about(parse_front + "# P\nOne.\n" + words + "\n");
    };
    for (const char* words : {"It takes $2n - 2$ additions.", "$$\\sum x_i$$",
                              "Here $O(n \\log n)$, there `$n$`.", "- an item of $x_i*y_i$"}) {
        EXPECT_THAT(said(words),
                    HasSubstr("lessons/x.md, line 10: lessons do not show mathematics between dollars"))
            << words;
    }
    EXPECT_THAT(said("It takes $2n - 2$ additions."), HasSubstr("write $2n - 2$ as text or code"));
    for (const char* words : {"It costs $5 and $7.", "`$n$` and ``$a$``", "\\$a$ is no formula", "$ n $",
                              "`$a\nb$`", "```sh\necho $a$\n```", "US$3 or A$4", "$PATH and $HOME"})
        EXPECT_EQ(said(words), "nothing") << words;
    EXPECT_THAT(
        parse_complaint_about(parse_front + "# P\n```figure\nat = \"end\"\ncaption = \"The $n$.\"\n```\n"),
        "nothing")
        << "captions are filled in later";
}

TEST(Lesson, AMisspeltKeyIsToldWithTheOneThatWasMeant) {
    struct Slip {
        const char* text;
        const char* says;
    };
    const std::string page = "# P\n";
    for (const auto& [text, says] : {
             Slip{"+++\ntitel = \"T\"\nchapter = \"C\"\n+++\n",
                  "line 2: `titel` is not a known key here. Did you mean `title`?"},
             Slip{"+++\ntitle = \"T\"\nchapter = \"C\"\nminuts = 3\n+++\n",
                  "line 4: `minuts` is not a known key here. Did you mean `minutes`?"},
             Slip{"+++\ntitle = \"T\"\nchapter = \"C\"\n[secne]\nn = 3\n+++\n",
                  "line 4: `secne` is not a known key here. Did you mean `scene`?"},
             Slip{"+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgoritm = \"scan_loop\"\n+++\n",
                  "line 5: `algoritm` is not a known key here. Did you mean `algorithm`?"},
             Slip{"+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"scan_loop\"\nbnaks = 4\n+++\n",
                  "line 6: `bnaks` is not a known key here. Did you mean `banks`?"},
         })
        EXPECT_EQ(parse_complaint_about(text), "lessons/x.md, " + std::string(says));
    for (const auto& [text, says] : {
             Slip{"```scene\nsymbls = true\n```\n",
                  "line 10: `symbls` is not a known key here. Did you mean `symbols`?"},
             Slip{"```scene\ndistanse = \"lanes\"\n```\n",
                  "line 10: `distanse` is not a known key here. Did you mean `distance`?"},
             Slip{"```kernel\nfile = \"a.cu\"\nform = \"x\"\n```\n",
                  "line 11: `form` is not a known key here. Did you mean `from`?"},
             Slip{"```playground\nraduis = 3\n```\n",
                  "line 10: `raduis` is not a known key here. Did you mean `radius`?"},
             Slip{"```predict\nkind = \"sort\"\nask = \"a\"\nitem = [\"b\", \"c\"]\nmoments = [\"start\", "
                  "\"end\"]\n```\n",
                  "line 12: `item` is not a known key here. Did you mean `items`?"},
             Slip{"```predict\nask = \"a\"\narray = \"b\"\ncel = 1\nafter = \"end\"\nright = "
                  "\"r\"\n[[wrong]]\nvalue = \"1\"\nreason = \"x\"\n```\n",
                  "line 12: `cel` is not a known key here. Did you mean `cell`?"},
             Slip{"```predict\nask = \"a\"\narray = \"b\"\ncell = 1\nafter = \"end\"\nright = "
                  "\"r\"\n[[wrong]]\nvalue = \"1\"\nreson = \"x\"\n```\n",
                  "line 17: `reson` is not a known key here. Did you mean `reason`?"},
             Slip{"```figur\nat = \"end\"\n```\n",
                  "line 9: no block is called \"figur\"; there are exercise, scene, kernel, predict, "
                  "compare, race, playground, "
                  "figure, term, note, and for code cpp, text or no name. Did you mean `figure`?"},
             Slip{"```scene\nn = 8\noptions = { pading = 1 }\n```\n",
                  "line 11: scan_blelloch has no option \"pading\"; its options are: padding, segment, "
                  "inclusive, operator, order, any_length. Did you mean `padding`?"},
             Slip{"```scene\nqqq = 1\n```\n", "line 10: `qqq` is not a known key here."},
         })
        EXPECT_EQ(parse_complaint_about(parse_front + page + text), "lessons/x.md, " + std::string(says));
}

TEST(Lesson, EveryLessonInTheBinaryIsRead) {
    ASSERT_FALSE(all_lessons().empty());
    for (const Lesson& lesson : all_lessons()) {
        EXPECT_GE(lesson.pages.size(), 3U) << lesson.file;
        EXPECT_FALSE(lesson.title.empty());
    }
}

TEST(Moment, IsWrittenInFewWords) {
    EXPECT_EQ(parse_moment("start"), Moment());
    EXPECT_EQ(parse_moment("end").side, Moment::Side::end);
    EXPECT_EQ(parse_moment("before Clear"), (Moment{Moment::Side::before, "Clear", 0}));
    EXPECT_EQ(parse_moment("after pass 12 of Down-sweep"), (Moment{Moment::Side::after, "Down-sweep", 12}));
    for (const char* bad : {"", "later", "after ", "after pass x of y", "after pass 0 of y", "before pass 2"})
        EXPECT_THROW(parse_moment(bad), Error) << bad;
}

}  // namespace
}  // namespace upsweep::lessons
