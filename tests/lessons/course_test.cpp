// The course: chapters, targets, the class plan's file, the glossary.
#include "lessons/course.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/error.h"
#include "lessons/class_plan.h"
#include "lessons/course_glossary.h"

namespace upsweep::lessons {
namespace {

using testing::HasSubstr;

Lesson lesson(const std::string& slug, const std::string& chapter, int minutes, size_t pages) {
    Lesson made;
    made.slug = slug;
    made.title = "Title of " + slug;
    made.chapter = chapter;
    made.minutes = minutes;
    made.pages.resize(pages);
    return made;
}

std::vector<Lesson> three_lessons() {
    std::vector<Lesson> lessons{lesson("one", "A", 5, 3), lesson("two", "A", 70, 2),
                                lesson("three", "B", 9, 4)};
    lessons[1].pages[1].exercise = "try-it";
    return lessons;
}

TEST(Course, FindsChaptersMinutesAndExercises) {
    const auto lessons = three_lessons();
    const auto chapters = chapters_of(lessons);
    ASSERT_EQ(chapters.size(), 2U);
    EXPECT_EQ(chapters[0].title, "A");
    EXPECT_EQ(chapters[0].count, 2U);
    EXPECT_EQ(chapters[1].first, 2U);
    EXPECT_EQ(minutes_of(lessons), 84);
    EXPECT_EQ(find_lesson(lessons, "three"), 2U);
    EXPECT_EQ(find_lesson(lessons, "four"), std::nullopt);
    const auto exercises = exercises_of(lessons);
    ASSERT_EQ(exercises.size(), 1U);
    EXPECT_EQ(exercises[0].slug, "try-it");
    EXPECT_EQ(exercises[0].lesson, 1U);
    EXPECT_EQ(exercises[0].page, 1U);
}

TEST(Course, SaysTimes) {
    EXPECT_EQ(in_hours(34), "34 min");
    EXPECT_EQ(in_hours(60), "1 h");
    EXPECT_EQ(in_hours(164), "2 h 44 min");
    EXPECT_EQ(clock_time(6), "0:06");
    EXPECT_EQ(clock_time(90), "1:30");
}

TEST(Place, OfEachDestinationIsSaid) {
    const auto lessons = three_lessons();
    EXPECT_EQ(words_of(scenes::parse_destination("lesson:one#2"), lessons), "Title of one, page 2");
    EXPECT_EQ(place_of(scenes::parse_destination("lesson:one#2"), lessons), (LessonPlace{0, 1}));
    EXPECT_EQ(words_of(scenes::parse_destination("lesson:one"), lessons), "Title of one");
    EXPECT_EQ(place_of(scenes::parse_destination("exercise:try-it"), lessons), (LessonPlace{1, 1}));
    EXPECT_EQ(words_of(scenes::parse_destination("exercise:try-it"), lessons), "Title of two, exercise");
    EXPECT_EQ(words_of(scenes::parse_destination("race:Integral images"), lessons), "Race: Integral images");
    EXPECT_EQ(words_of(scenes::parse_destination("race?preset=bugetti-10"), lessons),
              "Bugetti 2025, Figure 10: CUDA C++, PyCUDA and Numba in one plot");
    EXPECT_EQ(words_of(scenes::parse_destination("playground:12"), lessons),
              "Playground: box filter, radius 12");
    EXPECT_EQ(words_of(scenes::parse_destination("playground"), lessons), "Playground");
    EXPECT_EQ(words_of(scenes::parse_destination("lessons"), lessons), course_title);
    EXPECT_EQ(words_of(scenes::parse_destination("step:/home/ada/reduce.cu"), lessons), "Step: reduce.cu");
    EXPECT_EQ(words_of(scenes::parse_destination("playground:box_filter"), lessons),
              "Playground: box filter");
}

TEST(Place, ThatIsNotThereSaysWhy) {
    const auto lessons = three_lessons();
    EXPECT_EQ(why_missing(scenes::parse_destination("lesson:one#3"), lessons), "");
    EXPECT_THAT(why_missing(scenes::parse_destination("lesson:one#4"), lessons),
                HasSubstr("has 3 pages, so it has no page 4"));
    EXPECT_THAT(why_missing(scenes::parse_destination("lesson:four"), lessons),
                HasSubstr("There is no lesson \"four\""));
    EXPECT_THAT(why_missing(scenes::parse_destination("exercise:x"), lessons),
                HasSubstr("No lesson has the exercise \"x\""));
}

const std::string plan =
    "[[plan]]\nminutes = 9\naudience = \"For all.\"\n\n"
    "[[plan.item]]\nminutes = 4\ntitle = \"First\"\nkind = \"talk\"\ntarget = \"lesson:one#2\"\nsay = "
    "\"Words.\"\n\n"
    "[[plan.item]]\nminutes = 5\ntitle = \"Second\"\nkind = \"guess\"\n"
    "scene = { algorithm = \"scan_blelloch\", n = 16 }\nask = \"Which?\"\nkeys = \"Right\"\n";

TEST(ClassPlan, ReadsItemsAndTheirMinutes) {
    const auto lessons = three_lessons();
    const auto plans = parse_class_plans("p.toml", plan, lessons);
    ASSERT_EQ(plans.size(), 1U);
    EXPECT_EQ(plans[0].minutes, 9);
    ASSERT_EQ(plans[0].items.size(), 2U);
    EXPECT_EQ(plans[0].start_of(1), 4);
    EXPECT_EQ(name_of(plans[0].items[1].kind), "guess first");
    EXPECT_EQ(words_of(plans[0].items[1].target, lessons), "Step: Work-efficient scan, n = 16");
    const std::string text = to_text(plans[0], lessons);
    EXPECT_THAT(text, HasSubstr(" 0:04  Second (5 min, guess first)"));
    EXPECT_THAT(text, HasSubstr("Open: Title of one, page 2"));
    EXPECT_THAT(text, HasSubstr("Ask:  Which?"));
    EXPECT_THAT(text, HasSubstr(" 0:09  end"));
}

TEST(ClassPlan, TheShorterOneComesFirst) {
    const auto lessons = three_lessons();
    std::string shorter(plan);
    shorter.replace(shorter.find("minutes = 9"), 11, "minutes = 7");
    shorter.replace(shorter.find("minutes = 5"), 11, "minutes = 3");
    const auto plans = parse_class_plans("p.toml", std::string(plan) + shorter, lessons);
    ASSERT_EQ(plans.size(), 2U);
    EXPECT_EQ(plans[0].minutes, 7);
    EXPECT_EQ(plans[1].minutes, 9);
}

std::string complaint_about(std::string text, const std::string& from, const std::string& to) {
    text.replace(text.find(from), from.size(), to);
    const auto lessons = three_lessons();
    try {
        parse_class_plans("p.toml", text, lessons);
    } catch (const Error& error) {
        return error.what();
    }
    return "nothing";
}

TEST(ClassPlan, SaysWithFileAndLineWhatIsWrong) {
    EXPECT_THAT(complaint_about(plan, "#2", "#7"),
                HasSubstr("p.toml, line 9: The lesson \"one\" has 3 pages"));
    EXPECT_THAT(complaint_about(plan, "lesson:one", "lesson:won"),
                HasSubstr("p.toml, line 9: There is no lesson \"won\""));
    EXPECT_THAT(complaint_about(plan, "lesson:one#2", "page 2"),
                HasSubstr("p.toml, line 9: A destination is lesson:"));
    EXPECT_THAT(complaint_about(plan, "minutes = 9", "minutes = 10"),
                HasSubstr("p.toml, line 2: the plan says 10 minutes, and its items take 9."));
    EXPECT_THAT(complaint_about(plan, "\"guess\"", "\"dance\""),
                HasSubstr("p.toml, line 15: `kind` is talk, vote"));
    EXPECT_THAT(complaint_about(plan, "scan_blelloch", "scan_x"),
                HasSubstr("p.toml, line 16: There is no algorithm"));
    EXPECT_THAT(complaint_about(plan, "ask = \"Which?\"", ""), HasSubstr("something to `say` or to `ask`"));
    EXPECT_THAT(complaint_about(plan, "keys", "key"), HasSubstr("`key` is not a known key here"));
    EXPECT_THAT(complaint_about(plan, "[[plan]]", "[[plan"), HasSubstr("p.toml, line 1"));
}

TEST(ClassPlan, OfTheCourseLastsFiftyAndNinetyMinutes) {
    const auto& plans = class_plans();
    ASSERT_EQ(plans.size(), 2U);
    EXPECT_EQ(plans[0].minutes, 50);
    EXPECT_EQ(plans[1].minutes, 90);
    for (const ClassPlan& one : plans)
        for (const PlanItem& item : one.items) {
            EXPECT_FALSE(item.say.empty()) << item.title;
            EXPECT_FALSE(item.ask.empty()) << item.title;
        }
}

// A link that leads nowhere is found with file and line.
TEST(ClassPlan, OfTheCourseLeadsToPagesThatAreThere) {
    constexpr size_t whole_course = 18;
    if (all_lessons().size() < whole_course) GTEST_SKIP() << "the course has not all its lessons yet";
    EXPECT_NO_THROW(parse_class_plans("lessons/class-plan.toml", class_plan_text(), all_lessons()));
}

Term term(const std::string& name, std::vector<std::string> also, const std::string& says) {
    Term made;
    made.name = name;
    made.also = std::move(also);
    made.says = {{says, Style::plain, ""}};
    return made;
}

TEST(Glossary, FindsWholeWordsAndTheLongestOfThem) {
    auto lessons = three_lessons();
    lessons[0].pages[2].terms = {term("warp", {"warps"}, "Lanes that go together."),
                                 term("scan", {}, "Sums.")};
    lessons[2].pages[0].terms = {term("inclusive scan", {}, "With its own."),
                                 term("Warp", {}, "Never told.")};
    const Glossary glossary(lessons);
    ASSERT_EQ(glossary.entries().size(), 3U);
    EXPECT_EQ(glossary.entries()[0].name, "inclusive scan");
    EXPECT_EQ(glossary.entries()[2].says_plainly(), "Lanes that go together.");
    EXPECT_EQ(glossary.entries()[2].first, (LessonPlace{0, 2}));
    const std::string text = "An inclusive scan by Warps; rescan, scan_loop and re-scan are none, a scan is.";
    const auto uses = glossary.uses_in(text);
    ASSERT_EQ(uses.size(), 3U);
    EXPECT_EQ(text.substr(uses[0].begin, uses[0].length), "inclusive scan");
    EXPECT_EQ(uses[0].entry, 0U);
    EXPECT_EQ(text.substr(uses[1].begin, uses[1].length), "Warps");
    EXPECT_EQ(text.substr(uses[2].begin, uses[2].length), "scan");
    EXPECT_EQ(uses[2].begin, text.rfind("scan"));
    EXPECT_TRUE(Glossary().uses_in(text).empty());
}

/// A second definition would never be shown, and might say something else.
TEST(Glossary, NoWordIsExplainedTwiceInTheCourse) {
    const auto small = [](std::string word) {
        for (char& c : word)
            if (c >= 'A' && c <= 'Z') c = char(c - 'A' + 'a');
        return word;
    };
    std::map<std::string, std::string> known;
    for (const Lesson& one : all_lessons())
        for (const Page& page : one.pages)
            for (const Term& term : page.terms) {
                std::vector<std::string> forms = term.also;
                forms.push_back(term.name);
                for (const std::string& form : forms) {
                    const auto [place, fresh] = known.emplace(small(form), one.slug);
                    EXPECT_TRUE(fresh) << form << " in " << one.slug << " and " << place->second;
                }
            }
    EXPECT_GT(known.size(), 100U);
}

std::vector<std::string> headings_of(const Lesson& one) {
    std::vector<std::string> headings;
    for (const Page& page : one.pages)
        for (const Block& block : page.blocks)
            if (block.kind == Block::Kind::heading) headings.push_back(block.inlines.front().text);
    return headings;
}

TEST(CourseLessons, HaveTheirPagesQuestionsExerciseAndSources) {
    ASSERT_EQ(all_lessons().size(), 19U);
    for (const Lesson& one : all_lessons()) {
        EXPECT_GE(one.pages.size(), 6U) << one.file;
        EXPECT_LE(one.pages.size(), 10U) << one.file;
        const auto asks = [](const Page& page) { return page.question.has_value(); };
        EXPECT_GE(std::count_if(one.pages.begin(), one.pages.end(), asks), 3) << one.file;
        const auto exercises = [](const Page& page) { return page.exercise.has_value(); };
        EXPECT_GE(std::count_if(one.pages.begin(), one.pages.end(), exercises), 1) << one.file;
        EXPECT_FALSE(one.aim.empty()) << one.file;
        EXPECT_THAT(headings_of(one), testing::IsSupersetOf({"What the model leaves out", "Sources"}))
            << one.file;
    }
}

// In the texts, questions, notes and captions: whatever leads to a lesson.
TEST(CourseLessons, LeadToPagesThatAreThere) {
    constexpr std::string_view begin = "](lesson:";
    int links = 0;
    for (const Lesson& one : all_lessons()) {
        const std::string_view text = one.text;
        for (auto at = text.find(begin); at != std::string_view::npos; at = text.find(begin, at + 1)) {
            const std::string_view target = text.substr(at + 2, text.find(')', at) - at - 2);
            EXPECT_EQ(why_missing(scenes::parse_destination(std::string(target)), all_lessons()), "")
                << one.file;
            ++links;
        }
    }
    EXPECT_GE(links, 30);
}

TEST(CoursePicture, OfEveryLessonShowsMoreThanItsGround) {
    for (const Lesson& one : all_lessons()) {
        const canvas::Picture picture = course_picture(one);
        EXPECT_GT(picture.shapes.size(), 8U) << one.file;
    }
}

}  // namespace
}  // namespace upsweep::lessons
