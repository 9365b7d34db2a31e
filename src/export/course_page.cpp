// The course as pages.
#include "export/course_page.h"

#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "canvas/fit.h"
#include "canvas/svg.h"
#include "core/error.h"
#include "core/ranges.h"
#include "core/words.h"
#include "export/lesson_page.h"
#include "export/page.h"
#include "lessons/course.h"
#include "lessons/course_glossary.h"

namespace upsweep::exports {

using canvas::xml_text;
using lessons::ClassPlan;
using lessons::Lesson;
using lessons::PlanItem;

namespace {

constexpr float picture_wide = 296, picture_high = 208;  // pixels

std::string sheet(std::string_view title, std::string_view body) {
    using canvas::ThemeKind;
    return page_head(title) +
           fmt::format(
               ":root{{color-scheme:light;{}}}\n@media screen and "
               "(prefers-color-scheme:dark){{:root{{color-scheme:dark;{}}}}}\n{}</style>\n</head>\n<body>\n"
               "<main>\n{}</main>\n</body>\n</html>\n",
               canvas::css_variables(ThemeKind::light), canvas::css_variables(ThemeKind::dark),
               asset("course.css"), body);
}

std::string picture_of(const Lesson& lesson, size_t number) {
    const canvas::Box room{{0, 0}, {picture_wide, picture_high}};
    const canvas::Picture small = canvas::fitted(lessons::course_picture(lesson), room);
    return canvas::to_svg(small, {.variables = true,
                                  .background = false,
                                  .ids = "l" + std::to_string(number) + "-",
                                  .title = "The scene of " + lesson.title});
}

std::string card_of(const Lesson& lesson, size_t number) {
    const auto& pages = lesson.pages;
    const auto with = [&](auto&& has) { return size_t(count_if(pages, has)); };
    const size_t questions = with([](const auto& page) { return page.question.has_value(); });
    const size_t exercises = with([](const auto& page) { return page.exercise.has_value(); });
    std::string facts = fmt::format("{} min, {}", lesson.minutes, counted(int64_t(pages.size()), "page"));
    if (questions > 0) facts += ", " + counted(int64_t(questions), "question");
    if (exercises > 0) facts += ", " + counted(int64_t(exercises), "exercise");
    return fmt::format(
        "<a class=\"card\" href=\"{}\">\n{}<span class=\"words\"><span class=\"number\">{}</span>\n"
        "<strong>{}</strong>\n<span class=\"aim\">{}</span>\n<span class=\"facts\">{}</span></span>\n</a>\n",
        course_file_of(lesson), picture_of(lesson, number), number + 1, xml_text(lesson.title),
        xml_text(lesson.aim), facts);
}

RunLesson run_of(lessons::PreparedLesson lesson) {
    RunLesson run;
    run.runs = lesson.runs;
    run.lesson = std::move(lesson);
    return run;
}

constexpr std::string_view crumb = "<p class=\"crumb\"><a href=\"index.html\">Lessons</a></p>\n";

/// A lesson's page with the way to the index and to its neighbours at its head.
std::string joined(std::string html, std::span<const Lesson> lessons, size_t number) {
    std::string nav = "<nav class=\"course\"><a href=\"index.html\">Lessons</a>";
    const auto neighbour = [&](std::string_view words, size_t other) {
        nav += fmt::format(" <a href=\"{}\">{}: {}</a>", course_file_of(lessons[other]), words,
                           xml_text(lessons[other].title));
    };
    if (number > 0) neighbour("Previous", number - 1);
    if (number + 1 < lessons.size()) neighbour("Next", number + 1);
    constexpr std::string_view header = "<header>";
    if (const size_t at = html.find(header); at != std::string::npos) html.insert(at, nav + "</nav>\n");
    return html;
}

/// The link of a place in the lessons; only words for what is not a page.
std::string target_of(const scenes::Destination& target, std::span<const Lesson> lessons) {
    const std::string words = xml_text(lessons::words_of(target, lessons));
    const auto place = lessons::place_of(target, lessons);
    if (!place) return words;
    return fmt::format("<a href=\"{}#page={}\">{}</a>", course_file_of(lessons[place->lesson]),
                       place->page + 1, words);
}

std::string item_of(const ClassPlan& plan, size_t number, std::span<const Lesson> lessons) {
    const PlanItem& item = plan.items[number];
    std::string html = fmt::format(
        "<tr><th scope=\"row\">{}</th><td><strong>{}</strong> <span class=\"facts\">{} min</span>\n<p>{} "
        "{}</p>\n",
        lessons::clock_time(plan.start_of(number)), xml_text(item.title), item.minutes,
        lessons::name_of(item.kind), target_of(item.target, lessons));
    if (!item.say.empty()) html += "<p>" + xml_text(item.say) + "</p>\n";
    if (!item.ask.empty()) html += "<p><strong>Ask:</strong> " + xml_text(item.ask) + "</p>\n";
    if (!item.keys.empty()) html += "<p class=\"facts\">Keys: " + xml_text(item.keys) + "</p>\n";
    return html + "</td></tr>\n";
}

/// The pages of one lesson that a plan opens, from 0.
using PlanPages = std::vector<std::pair<size_t, std::set<int>>>;

PlanPages pages_of(const ClassPlan& plan, std::span<const Lesson> lessons) {
    PlanPages all;
    for (const PlanItem& item : plan.items) {
        const auto place = lessons::place_of(item.target, lessons);
        if (!place || !std::holds_alternative<scenes::LessonPage>(item.target)) continue;
        auto known = find_if(all, [&](const auto& one) { return one.first == place->lesson; });
        if (known == all.end()) known = all.insert(all.end(), {place->lesson, {}});
        known->second.insert(place->page);
    }
    return all;
}

}  // namespace

std::string course_file_of(const Lesson& lesson) { return lesson.slug + ".html"; }

std::string course_index(std::span<const Lesson> lessons) {
    std::string html = fmt::format(
        "<header><h1>{}</h1>\n<p>{}, {}. Every picture is made by the kernel beside it.</p>\n"
        "<nav><a href=\"{}\">Class plan</a> <a href=\"{}\">Glossary</a></nav></header>\n",
        lessons::course_title, counted(int64_t(lessons.size()), "lesson"),
        lessons::in_hours(lessons::minutes_of(lessons)), course_plan_file, course_glossary_file);
    size_t number = 0;
    for (const lessons::Chapter& chapter : lessons::chapters_of(lessons)) {
        const auto part = lessons.subspan(chapter.first, chapter.count);
        html += fmt::format(
            "<section>\n<h2><span class=\"number\">{}</span> {}</h2>\n<p class=\"facts\">{}, {}</p>\n"
            "<div class=\"cards\">\n",
            ++number, xml_text(chapter.title), counted(int64_t(chapter.count), "lesson"),
            lessons::in_hours(lessons::minutes_of(part)));
        for (size_t i = 0; i < part.size(); ++i) html += card_of(part[i], chapter.first + i);
        html += "</div>\n</section>\n";
    }
    return sheet(lessons::course_title, html);
}

std::string course_plan_page(std::span<const ClassPlan> plans, std::span<const Lesson> lessons) {
    std::string html = std::string(crumb) + "<h1>Class plan</h1>\n";
    for (const ClassPlan& plan : plans) {
        html +=
            fmt::format("<h2>{} minutes</h2>\n<p>{}</p>\n<table>\n", plan.minutes, xml_text(plan.audience));
        for (size_t i = 0; i < plan.items.size(); ++i) html += item_of(plan, i, lessons);
        html += fmt::format("<tr><th scope=\"row\">{}</th><td>end</td></tr>\n</table>\n",
                            lessons::clock_time(plan.minutes));
    }
    return sheet("Class plan", html);
}

std::string course_glossary_page(std::span<const Lesson> lessons) {
    std::string html = std::string(crumb) + "<h1>Glossary</h1>\n<dl>\n";
    const lessons::Glossary glossary(lessons);
    for (const lessons::GlossaryEntry& entry : glossary.entries()) {
        const Lesson& lesson = lessons[entry.first.lesson];
        html += fmt::format("<dt>{}</dt>\n<dd>{} <a href=\"{}#page={}\">{}, page {}</a></dd>\n",
                            xml_text(entry.name), html_of(entry.says), course_file_of(lesson),
                            entry.first.page + 1, xml_text(lesson.title), entry.first.page + 1);
    }
    return sheet("Glossary", html + "</dl>\n");
}

void make_course(std::span<const Lesson> lessons, std::span<const ClassPlan> plans,
                 const FilmOptions& options, const std::function<void(const CourseFile&)>& write) {
    write({course_index_file, course_index(lessons)});
    write({course_plan_file, course_plan_page(plans, lessons)});
    write({course_glossary_file, course_glossary_page(lessons)});
    for (size_t i = 0; i < lessons.size(); ++i)
        write({course_file_of(lessons[i]),
               joined(lesson_page(run_of(lessons::prepare(lessons[i])), options, true), lessons, i)});
}

std::string class_handout(const ClassPlan& plan, std::span<const Lesson> lessons, const stage::Drawing& how) {
    lessons::PreparedLesson all;
    all.title = fmt::format("A class of {} minutes", plan.minutes);
    all.chapter = std::string(lessons::course_title);
    for (const auto& [number, pages] : pages_of(plan, lessons)) {
        lessons::PreparedLesson one = lessons::prepare(lessons[number]);
        const auto runs = int(all.runs.size());
        append(all.runs, one.runs);
        for (const int page : pages) {
            lessons::PreparedPage taken = std::move(one.pages[page]);
            taken.scene_number += runs;
            if (taken.compare) taken.compare->scene_number += runs;
            for (lessons::Block& block : taken.blocks)
                if (block.figure) block.figure->scene_number += runs;
            all.pages.push_back(std::move(taken));
        }
    }
    if (all.pages.empty())
        throw UsageError("The plan opens no page of a lesson, so there is nothing to print.");
    return handout(run_of(std::move(all)), how);
}

}  // namespace upsweep::exports
