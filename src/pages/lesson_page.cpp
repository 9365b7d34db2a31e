// Lessons as pages.
#include "pages/lesson_page.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "canvas/svg.h"
#include "core/error.h"
#include "core/quotes.h"
#include "pages/lesson_words.h"
#include "pages/page.h"
#include "replay/sentence.h"

namespace upsweep::pages {

using canvas::xml_text;
using lessons::PreparedPage;
using lessons::PreparedQuestion;

namespace {

const lessons::Lesson& find_lesson(const std::string& slug) {
    std::vector<std::string> names;
    for (const lessons::Lesson& lesson : lessons::all_lessons()) {
        if (lesson.slug == slug) return lesson;
        names.push_back(lesson.slug);
    }
    throw UsageError(
        fmt::format("There is no lesson {}; there are: {}.", in_quotes(slug), fmt::join(names, ", ")));
}

/// Buttons, each with its reason, which stays hidden until the button is pressed.
std::string question_html(const PreparedQuestion& question) {
    std::string html = fmt::format(
        "<section class=\"question\" data-right=\"{}\" "
        "aria-label=\"Question\">\n<h2>Predict</h2>\n<p>{}</p>\n"
        "<div class=\"choices\">\n",
        xml_text(question.answer), html_of(question.ask));
    for (const lessons::Choice& choice : question.choices)
        html += fmt::format(
            "<button type=\"button\" class=\"choice\" data-right=\"{}\">{}</button><span hidden>{}</span>\n",
            choice.right ? "yes" : "no", xml_text(choice.value), html_of(choice.reason));
    html +=
        "<button type=\"button\" class=\"look\">Reveal the step</button>\n</div>\n"
        "<p class=\"said\" aria-live=\"polite\"></p>\n";
    if (!question.why.empty()) html += fmt::format("<p class=\"why\" hidden>{}</p>\n", html_of(question.why));
    return html + "</section>\n";
}

std::size_t number_of(const PreparedPage& page) { return static_cast<std::size_t>(page.scene_number); }

/// Places that the lesson speaks of in one of its scenes.
std::vector<std::int64_t> places_in(const lessons::PreparedLesson& lesson, std::size_t number) {
    std::vector<std::int64_t> places;
    for (const PreparedPage& page : lesson.pages) {
        if (number_of(page) != number) continue;
        places.push_back(page.step);
        if (page.question) places.push_back(page.question->after);
    }
    return places;
}

// ---- The sheet to print

std::string picture_html(const scenes::RunScene& run, replay::StepPosition& at, const PreparedPage& page,
                         std::size_t number, const stage::Drawing& how) {
    at.set_grain(stage::opening_step(run));
    at.seek(page.step);
    stage::StageState state;
    const std::string svg =
        canvas::to_svg(stage::draw_alone(at, how, state), {.theme = how.theme,
                                                           .background = false,
                                                           .ids = "p" + std::to_string(number) + "-",
                                                           .title = stage::title_of(at)});
    return fmt::format("<figure>\n{}<figcaption>{}, step {} of {}: {}</figcaption>\n</figure>\n", svg,
                       xml_text(stage::name_of(run)), at.step(), at.step_count(),
                       xml_text(replay::plain(stage::sentence_alone(at))));
}

std::string asked_html(const PreparedQuestion& question, int number) {
    std::string html =
        fmt::format("<section class=\"question\">\n<h3>Question {}</h3>\n<p>{}</p>\n<ul class=\"choices\">\n",
                    number, html_of(question.ask));
    for (const lessons::Choice& choice : question.choices)
        html += fmt::format("<li><code>{}</code></li>\n", xml_text(choice.value));
    return html + "</ul>\n</section>\n";
}

std::string answer_html(const PreparedQuestion& question, int number) {
    std::string html =
        fmt::format("<dt>Question {}: <code>{}</code></dt>\n", number, xml_text(question.answer));
    if (!question.why.empty()) html += fmt::format("<dd>{}</dd>\n", html_of(question.why));
    for (const lessons::Choice& choice : question.choices)
        if (!choice.right)
            html +=
                fmt::format("<dd><code>{}</code>: {}</dd>\n", xml_text(choice.value), html_of(choice.reason));
    return html;
}

}  // namespace

RunLesson run_lesson(const std::string& slug) {
    RunLesson made;
    made.lesson = lessons::prepare(find_lesson(slug));
    made.runs = made.lesson.runs;
    return made;
}

std::string lesson_page(const RunLesson& lesson, const FilmOptions& options) {
    Page page;
    page.title = lesson.lesson.title;
    page.subtitle = lesson.lesson.chapter;
    for (std::size_t i = 0; i < lesson.runs.size(); ++i) {
        FilmOptions one = options;
        one.ids = "c" + std::to_string(i);
        one.also = places_in(lesson.lesson, i);
        page.films.push_back(make_film(lesson.runs[i], one));
    }
    for (const PreparedPage& prepared : lesson.lesson.pages) {
        const Film& film = page.films[number_of(prepared)];
        PageText text{
            .html = "<h2 class=\"title\">" + xml_text(prepared.title) + "</h2>\n" + html_of(prepared.blocks),
            .film = number_of(prepared),
            .at = film.at(prepared.step)};
        if (prepared.question) {
            text.html += question_html(*prepared.question);
            text.answer = film.at(prepared.question->after);
        }
        page.texts.push_back(std::move(text));
    }
    return html_of(page);
}

std::string handout(const RunLesson& lesson, const stage::Drawing& how) {
    const std::string title = xml_text(lesson.lesson.title);
    std::string html = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta "
        "charset=\"utf-8\">\n<title>{}</title>\n<style>\n{}{}"
        "</style>\n</head>\n<body>\n<h1>{}</h1>\n<p class=\"name\">{} · Name:</p>\n",
        title, canvas::font_faces(), asset("handout.css"), title, xml_text(lesson.lesson.chapter));
    std::vector<std::unique_ptr<replay::StepPosition>> positions;
    for (const auto& run : lesson.runs) positions.push_back(std::make_unique<replay::StepPosition>(run));
    std::string answers;
    int questions = 0;
    for (std::size_t i = 0; i < lesson.lesson.pages.size(); ++i) {
        const PreparedPage& page = lesson.lesson.pages[i];
        html += fmt::format(
            "<h2>{}</h2>\n{}", xml_text(page.title),
            picture_html(*lesson.runs[number_of(page)], *positions[number_of(page)], page, i, how));
        html += html_of(page.blocks);
        if (!page.question) continue;
        html += asked_html(*page.question, ++questions);
        answers += answer_html(*page.question, questions);
    }
    return html +
           fmt::format(
               "<section class=\"answers\">\n<h2>Answers</h2>\n<dl>\n{}</dl>\n</section>\n</body>\n</html>\n",
               answers);
}

}  // namespace upsweep::pages
