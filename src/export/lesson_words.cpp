// One element a block; questions by kind; an exercise's page, which has no marker: it says how the program
// marks.
#include "export/lesson_words.h"

#include <algorithm>

#include <fmt/format.h>

#include "canvas/svg.h"
#include "core/ranges.h"
#include "exercises/mark.h"
#include "lessons/markdown.h"

namespace upsweep::exports {

using canvas::xml_text;
using lessons::Block;
using lessons::PreparedQuestion;
using lessons::Style;
using QuestionKind = lessons::Question::Kind;
using exercises::Exercise;
using exercises::Kind;

namespace {

std::string excerpt_of(const lessons::Excerpt& excerpt) {
    std::string html = fmt::format("<pre aria-label=\"{}\">", xml_text(excerpt.file));
    for (size_t i = 0; i < excerpt.lines.size(); ++i) {
        const int number = excerpt.first_line + int(i);
        const char* lit = number == excerpt.lit_line ? " lit" : "";
        html += fmt::format("<span class=\"row{}\"><span class=\"number\">{}</span>{}\n</span>", lit, number,
                            xml_text(excerpt.lines[i]));
    }
    html += "</pre>\n";
    for (size_t i = 0; i < excerpt.notes.size(); ++i)
        if (!excerpt.notes[i].empty())
            html += fmt::format("<p class=\"notes\">Line {}: {}</p>\n", excerpt.first_line + int(i),
                                xml_text(excerpt.notes[i]));
    return html;
}

std::string code_of(const Block& block) {
    std::string text;
    for (const lessons::Inline& piece : block.inlines) text += piece.text;
    std::string html = "<pre>";
    // Lines apart: a line end is nothing that XML's text may hold.
    for (size_t at = 0; at <= text.size();) {
        const size_t end = std::min(text.find('\n', at), text.size());
        html += xml_text(std::string_view(text).substr(at, end - at)) + "\n";
        at = end + 1;
    }
    return html + "</pre>\n";
}

/// The list that a block is an item of; empty for other blocks.
const char* list_of(Block::Kind kind) {
    return kind == Block::Kind::bullet ? "ul" : kind == Block::Kind::numbered ? "ol" : "";
}

/// Around what leads somewhere.
std::string linked(std::string html, const std::string& target, const WordOptions& options) {
    if (target.empty()) return html;
    const lessons::Link link = lessons::parse_link(target);
    if (!link.to) return fmt::format("<a href=\"{}\">{}</a>", xml_text(link.web), html);
    const auto* page = std::get_if<scenes::LessonPage>(&*link.to);
    if (page == nullptr || !options.linked) return html;
    return fmt::format("<a href=\"{}.html{}\">{}</a>", xml_text(page->lesson),
                       page->page > 0 ? fmt::format("#page={}", page->page) : "", html);
}

}  // namespace

std::string html_of(std::span<const lessons::Inline> words, const WordOptions& options) {
    std::string html;
    for (const lessons::Inline& piece : words) {
        const char* tag = piece.style == Style::code       ? "code"
                          : piece.style == Style::strong   ? "strong"
                          : piece.style == Style::emphasis ? "em"
                                                           : nullptr;
        const std::string text = xml_text(piece.text);
        html += linked(tag == nullptr ? text : fmt::format("<{0}>{1}</{0}>", tag, text), piece.link, options);
    }
    return html;
}

std::string marked_html(std::string_view text) {
    std::string html;
    bool code = false, strong = false;
    for (size_t at = 0; at < text.size();) {
        if (text[at] == '`') {
            html += code ? "</code>" : "<code>";
            code = !code;
            ++at;
        } else if (!code && text.substr(at, 2) == "**") {
            html += strong ? "</strong>" : "<strong>";
            strong = !strong;
            at += 2;
        } else {
            const size_t end = std::min(text.find_first_of("`*", at + 1), text.size());
            html += xml_text(text.substr(at, end - at));
            at = end;
        }
    }
    return html + (code ? "</code>" : "") + (strong ? "</strong>" : "");
}

std::string html_of(std::span<const Block> blocks, const WordOptions& options) {
    std::string html, open;
    for (const Block& block : blocks) {
        const std::string list = list_of(block.kind);
        if (list != open) {
            if (!open.empty()) html += "</" + open + ">\n";
            if (!list.empty()) html += "<" + list + ">\n";
            open = list;
        }
        switch (block.kind) {
            case Block::Kind::heading:
                html += "<h2>" + html_of(block.inlines, options) + "</h2>\n";
                break;
            case Block::Kind::code:
                html += code_of(block);
                break;
            case Block::Kind::excerpt:
                html += excerpt_of(block.excerpt);
                break;
            case Block::Kind::figure:
                html += "<figure class=\"small\">\n" +
                        (options.picture ? options.picture(*block.figure) : "") + "<figcaption>" +
                        html_of(block.figure->words, options) + "</figcaption>\n</figure>\n";
                break;
            case Block::Kind::paragraph:
                html += "<p>" + html_of(block.inlines, options) + "</p>\n";
                break;
            default:
                html += "<li>" + html_of(block.inlines, options) + "</li>\n";
        }
    }
    return open.empty() ? html : html + "</" + open + ">\n";
}

// ---- Questions

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
    for (size_t i = 0; i < question.items.size(); ++i)
        html += fmt::format("{}{}. {}", i == 0 ? "" : "; ", i + 1, html_of(question.items[i]));
    return html;
}

/// What is put in order, in its first order; or what the letters of an order are.
std::string items_html(const PreparedQuestion& question) {
    std::string html;
    for (const size_t i : question.shown) html += "<li>" + html_of(question.items[i]) + "</li>\n";
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

// ---- Exercises

namespace {

/// The text as an address that holds it: nothing has to lie beside the page.
std::string data_address(std::string_view text) {
    constexpr std::string_view plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~";
    std::string address = "data:text/plain;charset=utf-8,";
    for (const char c : text)
        if (plain.find(c) != std::string_view::npos)
            address += c;
        else
            address += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    return address;
}

/// The text line by line, as it is now between `pre`.
std::string lines_html(std::string_view text) {
    std::string html;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        html += xml_text(text.substr(0, end)) + "\n";
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return html;
}

std::string checks_html(const Exercise& exercise) {
    std::string html = "<h2>Checks</h2>\n<ul class=\"checks\">\n";
    for (const exercises::Row& row : exercises::rows_to_come(exercise))
        html +=
            fmt::format("<li><strong>{}</strong>: {}</li>\n", xml_text(row.title), xml_text(row.sentence));
    return html + "</ul>\n";
}

std::string text_html(const Exercise& exercise, Paper paper) {
    const std::string name = exercises::answer_name(exercise);
    std::string html;
    if (exercise.kind == Kind::break_it)
        html += fmt::format("<h2>The kernel (read-only)</h2>\n<pre><code>{}</code></pre>\n",
                            lines_html(exercise.kernel));
    html += "<h2>Starter code</h2>\n<div class=\"file\">\n";
    if (paper == Paper::screen)
        html += fmt::format(
            "<p class=\"take\"><a class=\"button\" download=\"{0}\" href=\"{1}\">Download {0}</a>\n"
            "<button type=\"button\" class=\"copy\">Copy</button> "
            "<span class=\"copied\" aria-live=\"polite\"></span></p>\n",
            name, data_address(exercise.starter));
    return html + fmt::format("<pre><code>{}</code></pre>\n</div>\n", lines_html(exercise.starter));
}

std::string marking_html(const Exercise& exercise) {
    const std::string command =
        fmt::format("upsweep exercise {} {}", exercise.slug, exercises::answer_name(exercise));
    const std::string_view changed = exercise.kind == Kind::write ? "Change the part between the two comments"
                                                                  : "Write your answer into it";
    return fmt::format(
        "<h2>Mark it at home</h2>\n<p>This page cannot mark your answer; Upsweep can. {}, save the file, and "
        "run</p>\n<pre><code>{}</code></pre>\n"
        "<p>It prints a row for each check and ends with status 0 if all are met. With "
        "<code>-o why.html</code> it writes the run of the first check that fails, at the step that shows "
        "it.</p>\n",
        changed, command);
}

std::string hints_html(const Exercise& exercise) {
    std::string html;
    for (const exercises::Hint& hint : exercise.hints)
        html += fmt::format(
            "<details><summary>{}: <span class=\"notes\">{}</span></summary>\n<p>{}</p></details>\n",
            xml_text(hint.title), xml_text(hint.teaser), marked_html(hint.text));
    return html.empty() ? html : "<h2>Hints</h2>\n" + html;
}

}  // namespace

std::string exercise_html(const std::string& slug, Paper paper) {
    const auto& all = exercises::all_exercises();
    const auto found = find_if(all, [&](const Exercise& one) { return one.slug == slug; });
    if (found == all.end())
        return "<p class=\"notes\">This page is an exercise: do it in the program, which marks it.</p>\n";
    const std::string task =
        html_of(lessons::parse_markdown("exercises/" + found->file, found->task_line, found->task));
    return "<section class=\"exercise\">\n" + task + checks_html(*found) + text_html(*found, paper) +
           marking_html(*found) + (paper == Paper::screen ? hints_html(*found) : "") + "</section>\n";
}

}  // namespace upsweep::exports
