// Questions by kind.
#include "pages/lesson_questions.h"

#include <fmt/format.h>

#include "canvas/svg.h"
#include "pages/lesson_words.h"

namespace upsweep::pages {

using canvas::xml_text;
using lessons::PreparedQuestion;
using QuestionKind = lessons::Question::Kind;

namespace {

bool has_choices(const PreparedQuestion& question) {
    return question.kind == QuestionKind::value || question.kind == QuestionKind::choice;
}

/// A value is code; a sentence has marks of its own.
std::string choice_html(const PreparedQuestion& question, const std::string& value) {
    return question.kind == QuestionKind::choice ? marked_html(value)
                                                 : "<code>" + xml_text(value) + "</code>";
}

std::string answer_words(const PreparedQuestion& question) {
    if (question.kind != QuestionKind::sort) {
        const std::string unit = question.unit.empty() ? "" : " " + xml_text(question.unit);
        return choice_html(question, question.answer) + unit;
    }
    std::string html;
    for (std::size_t i = 0; i < question.items.size(); ++i)
        html += fmt::format("{}{}. {}", i == 0 ? "" : "; ", i + 1, html_of(question.items[i]));
    return html;
}

/// What is put in order, as it stands at first; or what the letters of an order are.
std::string items_html(const PreparedQuestion& question) {
    std::string html;
    for (const std::size_t i : question.shown) html += "<li>" + html_of(question.items[i]) + "</li>\n";
    if (question.asked)
        for (const std::string& item : question.asked->items) html += "<li>" + marked_html(item) + "</li>\n";
    return html.empty() ? html : "<ol class=\"items\" type=\"A\">\n" + html + "</ol>\n";
}

std::string how_html(const PreparedQuestion& question) {
    if (!question.asked || question.asked->how.empty()) return {};
    return "<p class=\"how\">Write the answer " + xml_text(question.asked->how) + ".</p>\n";
}

}  // namespace

std::string question_html(const PreparedQuestion& question) {
    const bool predicts = question.asks_what_comes();
    std::string html = fmt::format(
        "<section class=\"question\" data-right=\"{}\"{} aria-label=\"Question\">\n<h2>{}</h2>\n<p>{}</p>\n",
        xml_text(question.answer), predicts ? " data-holds=\"yes\"" : "", predicts ? "Predict" : "Question",
        html_of(question.ask));
    html += items_html(question) + how_html(question) + "<div class=\"choices\">\n";
    if (has_choices(question))
        for (const lessons::Choice& choice : question.choices)
            html += fmt::format(
                "<span class=\"choice{}\" data-right=\"{}\">{}</span><span hidden>{}</span>\n",
                question.kind == QuestionKind::choice ? " words" : "", choice.right ? "yes" : "no",
                question.kind == QuestionKind::choice ? marked_html(choice.value) : xml_text(choice.value),
                html_of(choice.reason));
    if (question.kind == QuestionKind::number)
        html += fmt::format(
            "<label class=\"number\"><input type=\"text\" inputmode=\"decimal\" aria-label=\"Your answer\">"
            "{}</label>\n<button type=\"button\" class=\"check\">Check</button>\n",
            question.unit.empty() ? "" : " " + xml_text(question.unit));
    html += fmt::format(
        "<button type=\"button\" class=\"look\">{}</button>\n</div>\n<p class=\"said\" "
        "aria-live=\"polite\"></p>\n<details class=\"answer\"><summary>Answer</summary>\n<p "
        "class=\"key\">{}</p>\n",
        predicts ? "Reveal the step" : "Show the answer", answer_words(question));
    if (!question.why.empty()) html += fmt::format("<p class=\"why\">{}</p>\n", html_of(question.why));
    return html + "</details>\n</section>\n";
}

std::string asked_html(const PreparedQuestion& question, int number) {
    std::string html = fmt::format("<section class=\"question\">\n<h3>Question {}</h3>\n<p>{}</p>\n", number,
                                   html_of(question.ask));
    html += items_html(question) + how_html(question);
    if (has_choices(question)) {
        html += "<ul class=\"choices\">\n";
        for (const lessons::Choice& choice : question.choices)
            html += fmt::format("<li>{}</li>\n", choice_html(question, choice.value));
        html += "</ul>\n";
    } else {
        html += fmt::format("<p class=\"line\">{}</p>\n", xml_text(question.unit));
    }
    return html + "</section>\n";
}

std::string answer_html(const PreparedQuestion& question, int number) {
    std::string html = fmt::format("<dt>Question {}: {}</dt>\n", number, answer_words(question));
    if (!question.why.empty()) html += fmt::format("<dd>{}</dd>\n", html_of(question.why));
    for (const lessons::Choice& choice : question.choices)
        if (!choice.right)
            html +=
                fmt::format("<dd>{}: {}</dd>\n", choice_html(question, choice.value), html_of(choice.reason));
    return html;
}

}  // namespace upsweep::pages
