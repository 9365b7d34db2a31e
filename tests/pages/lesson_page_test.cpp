// Lessons as pages and as sheets to print.
#include "pages/lesson_page.h"

#include <gmock/gmock.h>

#include "canvas/svg.h"
#include "core/error.h"
#include "pages/lesson_words.h"

namespace upsweep::pages {
namespace {

using testing::HasSubstr;
using testing::Not;

const RunLesson& lesson() {
    static const RunLesson one = run_lesson(lessons::all_lessons().front().slug);
    return one;
}

std::size_t count_of(std::string_view text, std::string_view what) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string_view::npos; at += what.size()) ++count;
    return count;
}

std::size_t questions() {
    std::size_t count = 0;
    for (const auto& page : lesson().lesson.pages) count += page.question ? 1 : 0;
    return count;
}

TEST(LessonPage, HasItsPagesAndQuestions) {
    const std::string page = lesson_page(lesson(), {});
    EXPECT_EQ(count_of(page, "<article data-page="), lesson().lesson.pages.size());
    EXPECT_EQ(count_of(page, "<section class=\"question\""), questions());
    for (const auto& one : lesson().lesson.pages)
        EXPECT_THAT(page, HasSubstr("<h2 class=\"title\">" + canvas::xml_text(one.title) + "</h2>"));
    EXPECT_LE(page.size(), 2'000'000U);
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
    EXPECT_EQ(count_of(sheet, "<figure>"), lesson().lesson.pages.size());
    EXPECT_EQ(count_of(sheet, "<section class=\"question\">"), questions());
    EXPECT_THAT(sheet, HasSubstr("break-before: page"));
    EXPECT_THAT(sheet, Not(HasSubstr("<script")));
    const std::size_t answers = sheet.find("<section class=\"answers\">");
    ASSERT_NE(answers, std::string::npos);
    const std::string asked = sheet.substr(0, answers), told = sheet.substr(answers);
    for (const auto& page : lesson().lesson.pages) {
        if (!page.question) continue;
        EXPECT_THAT(told, HasSubstr("<code>" + canvas::xml_text(page.question->answer) + "</code>"));
        const std::string why = html_of(page.question->why);
        EXPECT_THAT(told, HasSubstr(why));
        EXPECT_THAT(asked, Not(HasSubstr(why))) << "no reason stands before the last page";
        for (const lessons::Choice& choice : page.question->choices)
            EXPECT_THAT(asked, HasSubstr("<li><code>" + canvas::xml_text(choice.value) + "</code></li>"));
    }
    EXPECT_THAT(told, Not(HasSubstr("<figure>")));
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
        block(Block::Kind::paragraph, {{"a < "}, {"b", Style::strong}, {"c&", Style::code}}),
        block(Block::Kind::bullet, {{"x"}}), block(Block::Kind::bullet, {{"y"}}),
        block(Block::Kind::numbered, {{"z"}})};
    EXPECT_EQ(
        html_of(blocks),
        "<p>a &lt; <strong>b</strong><code>c&amp;</code></p>\n<ul>\n<li>x</li>\n<li>y</li>\n</ul>\n<ol>\n"
        "<li>z</li>\n</ol>\n");
}

}  // namespace
}  // namespace upsweep::pages
