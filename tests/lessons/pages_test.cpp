// What pages hold beside text: how a scene is shown, two of them compared, figures, words, notes, links.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/error.h"
#include "emulator/trace/finding.h"
#include "emulator/trace/trace.h"
#include "lessons/prepare.h"

namespace upsweep::lessons {
namespace {

using testing::HasSubstr;

const std::string pages_front =
    "+++\ntitle = \"T\"\nchapter = \"C\"\naim = \"A.\"\nminutes = 5\n[scene]\nalgorithm = "
    "\"scan_kogge_stone\"\nn = 8\ninput = [3, 1, 7, 0, 4, 1, 6, 3]\noptions = { inclusive = 1 }\n+++\n";

Lesson parse(const std::string& text) { return parse_lesson("lessons/x.md", pages_front + text); }

std::string pages_complaint_about(const std::string& text) {
    try {
        prepare(parse(text));
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing";
}

std::string pages_text_of(const std::vector<Inline>& inlines) {
    std::string text;
    for (const Inline& piece : inlines) text += piece.text;
    return text;
}

TEST(Pages, ShowTheirSceneAtAZoomWithSymbols) {
    const PreparedLesson lesson =
        prepare(parse("# P\n```scene\nat = 'after \"sums[thread] = left + sums[thread]\" time 2'\ndistance = "
                      "\"lanes\"\nsymbols = true\n"
                      "blocks = \"reversed\"\nweak_memory = true\n```\n"));
    const PreparedPage& page = lesson.pages.at(0);
    EXPECT_EQ(page.look.zoom, stage::Zoom::lanes);
    EXPECT_TRUE(page.look.symbols);
    EXPECT_TRUE(page.scene.gpu.weak_memory);
    EXPECT_EQ(page.scene.gpu.schedule.blocks.kind, emulator::Order::Kind::reversed);
    // Two warps of four lanes run the line once each before any runs it again.
    const emulator::Trace& trace = *lesson.runs.at(0)->trace;
    EXPECT_EQ(trace.steps.at(size_t(page.step) - 1).warp, 1U);
}

TEST(Pages, CompareWithWhatDiffers) {
    const PreparedLesson lesson = prepare(parse(
        "# P\n```scene\nat = \"after Load\"\n```\n```compare\nclock = \"barrier\"\nleft = \"all\"\nright "
        "= \"before\"\noptions = { inclusive = 0 }\n```\n"));
    const PreparedPage& page = lesson.pages.at(0);
    ASSERT_TRUE(page.compare);
    EXPECT_EQ(page.compare->clock, replay::Clock::barrier);
    EXPECT_EQ(lesson.runs.size(), 2U);
    EXPECT_EQ(
        lesson.runs.at(size_t(page.compare->scene_number))->scene.catalog().parameters.option("inclusive"),
        0);
    EXPECT_EQ(lesson.runs.at(size_t(page.scene_number))->scene.catalog().parameters.option("inclusive"), 1);
}

TEST(Pages, AFigureHasItsOwnMomentAndTerms) {
    const PreparedLesson lesson = prepare(
        parse("# P\n```figure\nat = \"after pass 1 of Double the reach\"\nto = \"after pass 3 of Double the "
              "reach\"\ncaption = \"Cell `3` holds `{value sums 3}`.\"\nsymbols = true\n```\n"));
    const Figure& figure = *lesson.pages.at(0).blocks.at(0).figure;
    EXPECT_EQ(pages_text_of(figure.words), "Cell 3 holds 7.") << "7 + 0";
    EXPECT_GT(figure.step, 0);
    EXPECT_GT(figure.end, figure.step);
    EXPECT_TRUE(figure.look.symbols);
    EXPECT_EQ(lesson.pages.at(0).step, 0) << "the page's own moment is another";
    EXPECT_EQ(lesson.runs.size(), 1U) << "the run is the page's";
}

TEST(Pages, KeepTermsNotesAndLinks) {
    const PreparedLesson lesson = prepare(
        parse("# P\nAll [meet](lesson:other#3) at **Barriers**.\n\n```term\nname = \"barrier\"\nalso = "
              "[\"barriers\"]\nsays = \"They wait: `{n}` of them.\"\n```\n```note\nAsk about {n}.\n```\n"));
    const PreparedPage& page = lesson.pages.at(0);
    ASSERT_EQ(page.terms.size(), 1U);
    EXPECT_EQ(pages_text_of(page.terms[0].says), "They wait: 8 of them.");
    ASSERT_EQ(page.notes.size(), 1U);
    EXPECT_EQ(pages_text_of(page.notes[0].inlines), "Ask about 8.");
    ASSERT_EQ(page.blocks.size(), 1U) << "what is for the teacher is none of the page's text";
    const Inline& link = page.blocks[0].inlines.at(1);
    EXPECT_EQ(link.text, "meet");
    EXPECT_EQ(parse_link(link.link).to, scenes::Destination(scenes::LessonPage{"other", 3}));
    EXPECT_EQ(parse_link("step:").to, scenes::Destination(scenes::Scene()));
    EXPECT_EQ(parse_link("race:Integral%20images").to,
              scenes::Destination(scenes::RacePlace{.experiment = "Integral images"}));
    EXPECT_EQ(parse_link("https://example.org/a").web, "https://example.org/a");
    EXPECT_EQ(parse_link("https://example.org/a").to, std::nullopt);
}

TEST(Pages, MayBeTheRaceThePlaygroundOrAnExercise) {
    const PreparedLesson lesson = prepare(
        parse("# R\n```race\nexperiment = \"Integral images\"\nlines = [\"integral_image_oro\"]\n```\n"
              "# P\n```playground\ntask = \"box filter\"\nimage = \"spheres\"\nradius = 5\n```\n"
              "# E\n```exercise\nslug = \"way-down\"\n```\n"
              "# F\n```race\npreset = \"bugetti-6\"\n```\n"));
    EXPECT_EQ(lesson.pages.at(0).race->experiment, "Integral images");
    EXPECT_EQ(lesson.pages.at(1).playground->numbers.at("radius"), 5);
    EXPECT_EQ(lesson.pages.at(2).exercise, "way-down");
    EXPECT_EQ(lesson.pages.at(3).race->preset, "bugetti-6");
}

TEST(Pages, FurtherTermsAreComputed) {
    const PreparedLesson lesson = prepare(
        parse("# P\n```scene\nat = \"end\"\n```\n{calc 2 * ([n] - 1)} {calc [total additions] / 2} {expected "
              "additions scan_blelloch 8} {count additions scan_loop @ end} {findings} {cell output 7} "
              "{option inclusive} {height}\n"));
    EXPECT_EQ(pages_text_of(lesson.pages.at(0).blocks.at(0).inlines), "14 8.5 14 7 0 25 1 1");
}

/// A bank conflict is a finding and no fault.
TEST(Pages, FindingsAreFaultsAlone) {
    const PreparedLesson lesson = prepare(parse_lesson(
        "lessons/x.md",
        "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"scan_blelloch\"\nn = 16\nlanes = "
        "8\nbanks = 8\noptions = { padding = 0 }\n+++\n# P\n```scene\nat = \"end\"\n```\n{findings}\n"));
    EXPECT_FALSE(lesson.runs.at(0)->trace->findings.empty());
    EXPECT_EQ(pages_text_of(lesson.pages.at(0).blocks.at(0).inlines), "0");
}

/// The last block runs first; the line is looked for in block 0.
TEST(Pages, AMomentInABlockIsThatBlocks) {
    const PreparedLesson lesson = prepare(parse_lesson(
        "lessons/x.md",
        "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"scan_segmented\"\nn = 16\noptions = { "
        "section = 4 }\nmultiprocessors = 1\nresident_blocks = 1\nblocks = \"reversed\"\n+++\n# "
        "P\n```scene\nat "
        "= 'after \"sums[thread] =\" in block 0'\n```\nText.\n"));
    const emulator::Trace& trace = *lesson.runs.at(0)->trace;
    const auto step = size_t(lesson.pages.at(0).step);
    EXPECT_EQ(trace.steps.at(step - 1).block, 0U);
    EXPECT_GT(trace.steps.at(0).block + trace.steps.at(1).block, 0U) << "another block has begun before";
}

struct PagesBad {
    const char* text;
    const char* line;
    const char* what;
};

TEST(Pages, AMistakeIsOneSentenceWithItsLine) {
    const PagesBad all[] = {
        {"# P\n```scene\nat = \"before launch 9\"\n```\n", "line 12", "has 1 launch, not 9"},
        {"# P\n```scene\nat = 'after \"nowhere\"'\n```\n", "line 12",
         "no line that contains \"nowhere\" runs"},
        {"# P\n```scene\nat = 'after \"sums\" tim 2'\n```\n", "line 14", "a line is written as"},
        {"# P\n```scene\nat = \"before finding\"\n```\n", "line 12", "this run has no finding"},
        {"# P\n```scene\nat = \"before finding ghost\"\n```\n", "line 14", "no kind of finding \"ghost\""},
        {"# P\n```scene\ndistance = \"moon\"\n```\n", "line 14", "\"moon\""},
        {"# P\n```compare\nleft = \"a\"\nright = \"b\"\n```\n", "line 14", "both sides show the same run"},
        {"# P\n```compare\nclock = \"sun\"\nleft = \"a\"\nright = \"b\"\n```\n", "line 14", "\"sun\""},
        {"# P\n```compare\nleft = \"a\"\nright = \"b\"\nn = 16\ninput = \"usual\"\n```\n```scene\nat = "
         "\"end\"\n```\n",
         "line 19", "put a page's scene before its compare"},
        {"# P\n```race\nexperiment = \"a\"\n```\n```exercise\nslug = \"b\"\n```\n", "line 16", "one thing"},
        {"# P\n```race\npreset = \"bugeti-6\"\n```\n", "line 14", "\"bugeti-6\" is not a preset"},
        {"# P\n```playground\ntask = \"juggle\"\n```\n", "line 14", "no task \"juggle\"; it has box filter"},
        {"# P\n```playground\ntask = \"faces\"\nradius = 5\n```\n", "line 15", "only the box filter"},
        {"# P\n```playground\nimage = \"mona\"\n```\n", "line 14", "\"mona\""},
        {"# P\n```exercise\nslug = \"../a\"\n```\n", "line 14", "is not the name of an exercise"},
        {"# P\n```figure\nat = \"after Load\"\nto = \"start\"\ncaption = \"c\"\n```\n", "line 13",
         "comes before its `at`"},
        {"# P\nText.\n```term\nname = \"barrier\"\nsays = \"a\"\n```\n", "line 15",
         "does not contain the word"},
        {"# P\nA word.\n```term\nname = \"word\"\nsays = \"a\"\n```\n```term\nname = \"word\"\nsays = "
         "\"b\"\n```\n",
         "line 19", "explained in line 15 already"},
        {"# P\n[a](mailto:b)\n", "line 13", "a link leads to"},
        {"# P\n[a](lesson:b#x)\n", "line 13", "A destination is lesson:SLUG, lesson:SLUG#PAGE"},
        {"# P\nOne.\n\nTwo.\n\n{calc 1 +}\n", "line 17", "cannot be computed"},
        {"# P\n{expected apples scan_blelloch 8}\n", "line 13", "no formula for the \"apples\""},
        {"# P\n{expected additions scan_blelloc 8}\n", "line 13", "scan_blelloc"},
        {"# P\n{value sums 1 @ }\n", "line 13", "a moment is missing"},
        {"# P\nText.\n```notes\nFor the teacher.\n```\n", "line 14", "no block is called \"notes\""},
        {"# P\nText.\n```cpp\nint x;\n\nMore.\n# Q\n", "line 14", "the block is not closed by ```"},
    };
    for (const PagesBad& bad : all) {
        const std::string said = pages_complaint_about(bad.text);
        EXPECT_THAT(said, HasSubstr("lessons/x.md, " + std::string(bad.line) + ":")) << bad.text;
        EXPECT_THAT(said, HasSubstr(bad.what)) << bad.text;
        EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    }
}

TEST(Pages, AWholeLessonHasAnAimItsMinutesAndAQuestion) {
    const std::string question =
        "```predict\nkind = \"number\"\nask = \"How many?\"\nanswer = \"{n}\"\n```\n";
    EXPECT_EQ(check_lesson(parse("# P\n" + question + "# Q\n")),
              "2 pages, 1 question, every number computed.");
    EXPECT_THROW(check_lesson(parse("# P\n")), Error);
    Lesson without = parse("# P\n" + question);
    without.aim.clear();
    EXPECT_THROW(check_lesson(without), Error);
    without = parse("# P\n" + question);
    without.minutes = 0;
    EXPECT_THROW(check_lesson(without), Error);
}

TEST(Pages, LinksLeadToPagesThatThereAre) {
    const std::string question =
        "```predict\nkind = \"number\"\nask = \"How many?\"\nanswer = \"{n}\"\n```\n";
    const auto said = [&](const std::string& link) -> std::string {
        try {
            check_lesson(parse("# P\nSee [there](" + link + ").\n" + question + "# Q\n"));
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    };
    for (const char* good : {"lesson:look-back", "lesson:look-back#2", "lesson:x#2", "https://example.org"})
        EXPECT_EQ(said(good), "") << good;
    try {
        check_lesson(parse("# P\n" + question + "```note\nSee [there](lesson:look-forward).\n```\n# Q\n"));
        ADD_FAILURE() << "a note links to nothing";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("There is no lesson \"look-forward\""));
    }
    EXPECT_THAT(said("lesson:look-forward"), HasSubstr("line 13: There is no lesson \"look-forward\""));
    EXPECT_THAT(said("lesson:look-back#99"), HasSubstr("so it has no page 99"));
    EXPECT_THAT(said("lesson:x#3"), HasSubstr("has 2 pages, so it has no page 3"));
}

TEST(Moment, IsWrittenBackAsItIsRead) {
    for (const char* text :
         {"start", "end", "before Clear", "after pass 2 of Up-sweep", "after launch 2", "before \"a[\"x\"]\"",
          "after \"sums\" time 3", "after \"sums\" time 3 in block 1", "before \"sums\" in block 0",
          "before finding", "after finding race"})
        EXPECT_EQ(to_text(parse_moment(text)), text);
    for (const char* bad : {"after \"\"", "after \"a", "after \"a\" time 0", "after \"a\" in block x",
                            "after \"a\" b", "before finding nothing"})
        EXPECT_THROW(parse_moment(bad), Error) << bad;
}

}  // namespace
}  // namespace upsweep::lessons
