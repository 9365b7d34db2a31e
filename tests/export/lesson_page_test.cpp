// Lessons as pages and as sheets to print.
#include "export/lesson_page.h"

#include <gmock/gmock.h>

#include <sstream>

#include "canvas/svg.h"
#include "core/error.h"
#include "exercises/exercise.h"

namespace upsweep::exports {
namespace {

using testing::HasSubstr;
using testing::Not;

const RunLesson& lesson() {
    static const RunLesson one = run_lesson(lessons::all_lessons().front().slug);
    return one;
}

size_t times_in(std::string_view text, std::string_view what) {
    size_t count = 0;
    for (size_t at = 0; (at = text.find(what, at)) != std::string_view::npos; at += what.size()) ++count;
    return count;
}

size_t questions() {
    size_t count = 0;
    for (const auto& page : lesson().lesson.pages) count += page.question ? 1 : 0;
    return count;
}

TEST(LessonPage, HasItsPagesAndQuestions) {
    const std::string page = lesson_page(lesson(), {});
    EXPECT_EQ(times_in(page, "<article data-page="), lesson().lesson.pages.size());
    EXPECT_EQ(times_in(page, "<section class=\"question\""), questions());
    for (const auto& one : lesson().lesson.pages)
        EXPECT_THAT(page, HasSubstr("<h2 class=\"title\">" + canvas::xml_text(one.title) + "</h2>"));
    EXPECT_LE(page.size(), 2'000'000U);
}

/// Nothing that only a script could work: choices are words, the answer opens by itself.
TEST(LessonPage, ReadsWithoutScripts) {
    const std::string page = lesson_page(lesson(), {});
    EXPECT_EQ(times_in(page, "<figure class=\"still\">"), lesson().lesson.pages.size());
    EXPECT_EQ(times_in(page, "<details class=\"answer\">"), questions());
    EXPECT_EQ(times_in(page, "<button type=\"button\" class=\"choice"), 0U);
    EXPECT_GT(times_in(page, "<span class=\"choice"), 0U);
    EXPECT_EQ(times_in(page, "<p class=\"why\" hidden>"), 0U);
    EXPECT_GT(times_in(page, "<section class=\"listing\">"), 0U);
}

TEST(LessonPage, OfAnUnknownLessonNamesThoseThatThereAre) {
    try {
        (void)run_lesson("scan");
        FAIL();
    } catch (const UsageError& error) {
        EXPECT_THAT(error.what(), HasSubstr("There is no lesson \"scan\"; there are: "));
        EXPECT_THAT(error.what(), HasSubstr(lessons::all_lessons().front().slug));
    }
}

TEST(Handout, HasAPictureAPageAndTheAnswersOnALastPageOnly) {
    const std::string sheet =
        handout(lesson(), {.width = 960, .height = 560, .theme = canvas::ThemeKind::light});
    EXPECT_EQ(times_in(sheet, "<figure>"), lesson().lesson.pages.size());
    EXPECT_EQ(times_in(sheet, "<section class=\"question\">"), questions());
    EXPECT_THAT(sheet, HasSubstr("break-before: page"));
    EXPECT_THAT(sheet, Not(HasSubstr("<script")));
    const size_t answers = sheet.find("<section class=\"answers\">");
    ASSERT_NE(answers, std::string::npos);
    const std::string asked = sheet.substr(0, answers), told = sheet.substr(answers);
    for (const auto& page : lesson().lesson.pages) {
        if (!page.question) continue;
        using Kind = lessons::Question::Kind;
        const bool words = page.question->kind == Kind::choice || page.question->kind == Kind::sort;
        if (!words) {
            EXPECT_THAT(told, HasSubstr("<code>" + canvas::xml_text(page.question->answer) + "</code>"));
        }
        const std::string why = html_of(page.question->why);
        EXPECT_THAT(told, HasSubstr(why));
        EXPECT_THAT(asked, Not(HasSubstr(why))) << "no reason stands before the last page";
        for (const lessons::Choice& choice : page.question->choices)
            if (page.question->kind == Kind::value) {
                EXPECT_THAT(asked, HasSubstr("<li><code>" + canvas::xml_text(choice.value) + "</code></li>"));
            }
    }
    EXPECT_THAT(told, Not(HasSubstr("<figure>")));
}

/// A page of every kind.
const RunLesson& all_kinds() {
    static const RunLesson one = [] {
        RunLesson made;
        made.lesson = lessons::prepare(lessons::parse_lesson(
            "lessons/x.md",
            "+++\ntitle = \"T\"\nchapter = \"C\"\n[scene]\nalgorithm = \"scan_kogge_stone\"\nn = 8\nlanes = "
            "4\n+++\n"
            "# Compare\n```scene\nat = \"after pass 1 of Double the reach\"\n```\n```compare\nleft = "
            "\"One\"\nright = \"Other\"\nalgorithm = \"scan_blelloch\"\n```\n```predict\nkind = "
            "\"holds\"\n```\n"
            "# Figure\nRead [on](https://example.org) and [more](lesson:other).\n\n```figure\nat = "
            "\"end\"\ncaption = \"The `end`.\"\n```\n```predict\nkind = \"number\"\nask = \"How "
            "many?\"\nanswer = \"{n}\"\nunit = \"cells\"\n```\n"
            "# Lanes\n```scene\nat = \"after Load\"\ndistance = \"lanes\"\n```\n```predict\nkind = "
            "\"choice\"\nask = \"Which?\"\nanswer = \"The `first`.\"\ncheck = [\"{n} = "
            "8\"]\n[[wrong]]\nvalue "
            "= \"The other.\"\nreason = \"No.\"\n```\n"
            "# Race\n```race\nexperiment = \"Integral images\"\n```\n```predict\nkind = \"sort\"\nask = "
            "\"Order?\"\nitems = [\"Load\", \"End\"]\nmoments = [\"after Load\", \"end\"]\n```\n"
            "# Play\n```playground\nradius = 3\n```\n# Do\n```exercise\nslug = \"a-b\"\n```\n"));
        made.runs = made.lesson.runs;
        return made;
    }();
    return one;
}

TEST(LessonPage, ShowsEveryKindOfPageAndQuestion) {
    const std::string page = lesson_page(all_kinds(), {});
    EXPECT_EQ(times_in(page, "<section class=\"question\""), 4U);
    EXPECT_EQ(times_in(page, "<figure class=\"other\">"), 1U) << "the other side";
    EXPECT_EQ(times_in(page, "<figure class=\"small\">"), 1U);
    EXPECT_THAT(page, HasSubstr("<strong>Other</strong>, beside <strong>One</strong>"));
    EXPECT_THAT(page, HasSubstr("<figcaption>The <code>end</code>.</figcaption>"));
    EXPECT_THAT(page, HasSubstr("<a href=\"https://example.org\">on</a>"));
    EXPECT_THAT(page, Not(HasSubstr("other.html"))) << "no page of another lesson lies beside it";
    EXPECT_THAT(lesson_page(all_kinds(), {}, true), HasSubstr("<a href=\"other.html\">more</a>"));
    EXPECT_THAT(page, HasSubstr("<input type=\"text\""));
    EXPECT_THAT(page, HasSubstr("The <code>first</code>."));
    EXPECT_THAT(page, HasSubstr("1. Load; 2. End"));
    EXPECT_THAT(page, HasSubstr("this page shows the Race"));
    EXPECT_THAT(page, HasSubstr("this page shows the Playground"));
    EXPECT_THAT(page, HasSubstr("This page is an exercise"));
}

TEST(LessonExercise, OfEveryExerciseHasTaskChecksTextAndTheCommand) {
    for (const exercises::Exercise& one : exercises::all_exercises()) {
        const std::string html = exercise_html(one.slug, Paper::screen);
        const std::string name = exercises::answer_name(one);
        EXPECT_THAT(html, HasSubstr("<code>upsweep exercise " + one.slug + " " + name + "</code>"));
        EXPECT_THAT(html, HasSubstr("download=\"" + name + "\""));
        std::istringstream starter(one.starter);
        std::string lines;
        for (std::string line; std::getline(starter, line);) lines += canvas::xml_text(line) + "\n";
        EXPECT_THAT(html, HasSubstr("<pre><code>" + lines + "</code></pre>")) << "line by line";
        EXPECT_THAT(html, HasSubstr(one.kind == exercises::Kind::write
                                        ? "Change the part between the two comments, save"
                                        : "Write your answer into it, save"));
        EXPECT_NE(one.starter, one.solution);
        for (const exercises::Rule& rule : one.rules)
            EXPECT_THAT(html, HasSubstr("<li><strong>" + canvas::xml_text(rule.title) + "</strong>"));
        EXPECT_EQ(times_in(html, "<details>"), one.hints.size());
        const std::string sheet = exercise_html(one.slug, Paper::print);
        EXPECT_THAT(sheet, HasSubstr("<pre><code>" + lines + "</code></pre>"));
        for (const char* part : {"<details>", "<button", "href="})
            EXPECT_EQ(times_in(sheet, part), 0U) << part << " is of no use on a sheet";
    }
}

// What the address holds is the starter, byte by byte.
TEST(LessonExercise, ItsFileIsTheStarter) {
    const std::string html = exercise_html("way-down", Paper::screen);
    const std::string begin = "href=\"data:text/plain;charset=utf-8,";
    const size_t at = html.find(begin) + begin.size();
    const std::string address = html.substr(at, html.find('"', at) - at);
    std::string text;
    for (size_t i = 0; i < address.size(); ++i)
        if (address[i] == '%')
            text += char(std::stoi(address.substr(i + 1, 2), nullptr, 16)), i += 2;
        else
            text += address[i];
    EXPECT_EQ(text, exercises::find_exercise("way-down").starter);
}

TEST(Handout, AsksEveryKindOfQuestion) {
    const std::string sheet =
        handout(all_kinds(), {.width = 960, .height = 560, .theme = canvas::ThemeKind::light});
    EXPECT_EQ(times_in(sheet, "<section class=\"question\">"), 4U);
    EXPECT_EQ(times_in(sheet, "<p class=\"line\">"), 3U) << "what is typed or sorted is written";
    const size_t answers = sheet.find("<section class=\"answers\">");
    EXPECT_THAT(sheet.substr(answers), HasSubstr("Question 2: <code>8</code> cells"));
    EXPECT_THAT(sheet.substr(answers), HasSubstr("Question 4: 1. Load; 2. End"));
}

TEST(LessonWords, AreElements) {
    using lessons::Block;
    using lessons::Style;
    const auto block = [](Block::Kind kind, std::vector<lessons::Inline> words) {
        Block one;
        one.kind = kind;
        one.inlines = std::move(words);
        return one;
    };
    const std::vector<Block> blocks = {
        block(Block::Kind::paragraph,
              {{"a < "}, {"b", Style::strong}, {"d", Style::emphasis}, {"c&", Style::code}}),
        block(Block::Kind::bullet, {{"x"}}), block(Block::Kind::bullet, {{"y"}}),
        block(Block::Kind::numbered, {{"z"}})};
    EXPECT_EQ(
        html_of(blocks),
        "<p>a &lt; "
        "<strong>b</strong><em>d</em><code>c&amp;</code></p>\n<ul>\n<li>x</li>\n<li>y</li>\n</ul>\n<ol>\n"
        "<li>z</li>\n</ol>\n");
}

}  // namespace
}  // namespace upsweep::exports
