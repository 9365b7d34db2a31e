// The course as pages: the content of the index, and that every link leads to an existing file or page.
#include "pages/course_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>

#include "core/error.h"

namespace upsweep::pages {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string own_lesson(const std::string& title, const std::string& link) {
    return "+++\ntitle = \"" + title +
           "\"\nchapter = \"First & last\"\naim = \"Say what it is.\"\nminutes = 7\n[scene]\nalgorithm = "
           "\"scan_blelloch\"\nn = 4\n+++\n# One\n\nA barrier stands here, see [that](lesson:" +
           link +
           ").\n\n```scene\nat = \"after Load\"\n```\n\n```term\nname = \"barrier\"\nsays = \"All "
           "`wait`.\"\n```\n"
           "# Two\n\n```scene\nat = \"end\"\n```\n\nThe end.\n";
}

std::vector<lessons::Lesson> two_lessons() {
    std::vector<lessons::Lesson> lessons{lessons::parse_lesson("a.md", own_lesson("Sum <up>", "b#2")),
                                         lessons::parse_lesson("b.md", own_lesson("And down", "a"))};
    lessons[1].chapter = "Second";
    return lessons;
}

std::vector<lessons::ClassPlan> a_plan(const std::string& target) {
    return lessons::parse_class_plans(
        "p.toml",
        "[[plan]]\nminutes = 9\naudience = \"For all.\"\n[[plan.item]]\nminutes = 9\n"
        "title = \"Show <it>\"\nkind = \"show\"\ntarget = \"" +
            target + "\"\nsay = \"Look.\"\nask = \"Why?\"\n");
}

TEST(CoursePages, TheIndexHasChaptersPicturesMinutesAndLinks) {
    const std::string html = course_index(two_lessons());
    EXPECT_THAT(html, HasSubstr("<h1>From a sum to a face</h1>"));
    EXPECT_THAT(html, HasSubstr("2 lessons, 14 min."));
    EXPECT_THAT(html, HasSubstr("First &amp; last"));
    EXPECT_THAT(html, HasSubstr("href=\"a.html\""));
    EXPECT_THAT(html, HasSubstr("href=\"b.html\""));
    EXPECT_THAT(html, HasSubstr("Sum &lt;up&gt;"));
    EXPECT_THAT(html, HasSubstr("7 min, 2 pages"));
    EXPECT_THAT(html, HasSubstr("Say what it is."));
    const std::regex picture("<svg[^>]*>");
    EXPECT_EQ(std::distance(std::sregex_iterator(html.begin(), html.end(), picture), std::sregex_iterator()),
              2);
    EXPECT_THAT(html, HasSubstr("href=\"class-plan.html\""));
    EXPECT_THAT(html, HasSubstr("href=\"glossary.html\""));
}

TEST(CoursePages, NeedNothingButEachOtherAndEveryLinkLeadsSomewhere) {
    std::map<std::string, std::string> files;
    make_course(two_lessons(), a_plan("lesson:b#2"), {}, [&](const CourseFile& file) {
        EXPECT_TRUE(files.emplace(file.name, file.html).second) << file.name;
    });
    EXPECT_EQ(files.size(), 5U);
    const std::regex link("(?:href|src)=\"([^\"]*)\"");
    for (const auto& [name, html] : files) {
        const std::string body = html.substr(html.find("<body"));
        EXPECT_THAT(html, Not(HasSubstr("@import"))) << name;
        for (auto it = std::sregex_iterator(body.begin(), body.end(), link); it != std::sregex_iterator();
             ++it) {
            const std::string to = (*it)[1];
            if (to.starts_with('#')) {
                EXPECT_THAT(html, HasSubstr("id=\"" + to.substr(1) + "\"")) << name;
                continue;
            }
            const std::string file = to.substr(0, to.find('#'));
            EXPECT_TRUE(files.count(file) == 1) << name << " leads to " << to;
            if (to.find("#page=") == std::string::npos) continue;
            const int page = std::stoi(to.substr(to.find("#page=") + 6));
            EXPECT_THAT(files[file], HasSubstr("data-page=\"" + std::to_string(page - 1) + "\"")) << to;
        }
    }
    EXPECT_THAT(files["a.html"], HasSubstr("href=\"b.html#page=2\"")) << "a link between lessons";
    EXPECT_THAT(files["b.html"], HasSubstr("href=\"index.html\"")) << "the way back";
}

TEST(CoursePages, ThePlanAndTheGlossaryNameTheirPages) {
    const auto lessons = two_lessons();
    const std::string plan = course_plan_page(a_plan("lesson:b#2"), lessons);
    EXPECT_THAT(plan, HasSubstr("<a href=\"b.html#page=2\">And down, page 2</a>"));
    EXPECT_THAT(plan, HasSubstr("Show &lt;it&gt;"));
    EXPECT_THAT(plan, HasSubstr("0:09"));
    EXPECT_THAT(plan, HasSubstr("<p>Look.</p>\n<p><strong>Ask:</strong> Why?</p>"));
    const std::string glossary = course_glossary_page(lessons);
    EXPECT_THAT(glossary, HasSubstr("<dt>barrier</dt>"));
    EXPECT_THAT(glossary, HasSubstr("All <code>wait</code>."));
    EXPECT_THAT(glossary, HasSubstr("href=\"a.html#page=1\""));
}

TEST(CoursePages, TheHandoutHoldsThePlansPagesAlone) {
    const auto lessons = two_lessons();
    const stage::Drawing how{.width = 960, .height = 560, .theme = canvas::ThemeKind::light};
    const std::string html = class_handout(a_plan("lesson:b#2").front(), lessons, how);
    EXPECT_THAT(html, HasSubstr("A class of 9 minutes"));
    EXPECT_THAT(html, HasSubstr("<h2>Two</h2>"));
    EXPECT_THAT(html, Not(HasSubstr("<h2>One</h2>")));
    EXPECT_THROW(class_handout(a_plan("race").front(), lessons, how), UsageError);
}

}  // namespace
}  // namespace upsweep::pages
