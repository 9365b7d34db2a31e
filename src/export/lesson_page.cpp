// Lessons as pages.
#include "export/lesson_page.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "canvas/svg.h"
#include "core/ranges.h"
#include "core/words.h"
#include "emulator/trace/trace.h"
#include "exercises/mark.h"
#include "export/page.h"
#include "lessons/beside.h"
#include "lessons/markdown.h"
#include "replay/position/trace_clock.h"
#include "replay/words/sentence.h"

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
    while (!text.empty()) html += xml_text(take_line(text)) + "\n";
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
    const Exercise* found = find_by(exercises::all_exercises(), &Exercise::slug, slug);
    if (found == nullptr)
        return "<p class=\"notes\">This page is an exercise: do it in the program, which marks it.</p>\n";
    const std::string task =
        html_of(lessons::parse_markdown("exercises/" + found->file, found->task_line, found->task));
    return "<section class=\"exercise\">\n" + task + checks_html(*found) + text_html(*found, paper) +
           marking_html(*found) + (paper == Paper::screen ? hints_html(*found) : "") + "</section>\n";
}

using canvas::xml_text;
using lessons::PreparedPage;

namespace {

size_t number_of(const PreparedPage& page) { return size_t(page.scene_number); }

/// Places that the lesson speaks of in one of its scenes.
std::vector<int64_t> places_in(const lessons::PreparedLesson& lesson, size_t number) {
    std::vector<int64_t> places;
    for (const PreparedPage& page : lesson.pages) {
        if (number_of(page) != number) continue;
        places.push_back(page.step);
        if (page.question) places.push_back(page.question->after);
    }
    return places;
}

/// The stage at a position as a part of a page; `variables`: colours as the page's own.
std::string svg_of(const replay::StepPosition& at, stage::Drawing how, const lessons::Look& look,
                   bool variables, std::string ids) {
    how.zoom = look.zoom;
    stage::StageState state;
    return canvas::to_svg(stage::draw_alone(at, how, state), {.theme = how.theme,
                                                              .variables = variables,
                                                              .background = false,
                                                              .ids = std::move(ids),
                                                              .title = stage::title_of(at)});
}

// ---- The sheet to print

std::string picture_html(const scenes::RunScene& run, replay::StepPosition& at, const PreparedPage& page,
                         size_t number, const stage::Drawing& how) {
    const stage::Zoom opening = stage::zoom_of(stage::opening_step(run));
    at.set_grain(stage::step_of(page.look.zoom.value_or(opening)));
    at.seek(page.step);
    return fmt::format("<figure>\n{}<figcaption>{}, step {} of {}: {}</figcaption>\n</figure>\n",
                       svg_of(at, how, page.look, false, fmt::format("p{}-", number)),
                       xml_text(stage::name_of(run)), at.step(), at.step_count(),
                       xml_text(replay::plain(stage::sentence_alone(at))));
}

// ---- Pictures in the text

/// What a page shows that no film of its scene has.
struct Pictures {
    const RunLesson& lesson;
    stage::Drawing how;
    bool variables = false;  ///< colours as the page's own
    int made = 0;

    std::string of(size_t number, int64_t step, const lessons::Look& look, Extent size) {
        replay::StepPosition at(lesson.runs[number]);
        at.set_grain(look.zoom ? stage::step_of(*look.zoom) : StepSize::barrier);
        at.seek(step);
        stage::Drawing one = how;
        one.width = int(size.width);
        one.height = int(size.height);
        return svg_of(at, one, look, variables, fmt::format("f{}-", ++made));
    }

    std::string figure(const lessons::Figure& figure) {
        return of(size_t(figure.scene_number), figure.step, figure.look, {900, 420});
    }

    /// The other side where a page compares, at the same time of its clock.
    std::string other_side(const PreparedPage& page) {
        if (!page.compare) return {};
        const auto number = size_t(page.compare->scene_number);
        const emulator::Trace &left = *lesson.runs[number_of(page)]->trace,
                              &right = *lesson.runs[number]->trace;
        const double now = replay::TraceClock(left, page.compare->clock).at(page.step);
        const int64_t step = page.step == 0 ? 0
                             : page.step == left.step_count()
                                 ? right.step_count()
                                 : replay::TraceClock(right, page.compare->clock).step_at(now);
        return fmt::format(
            "<figure class=\"other\">\n{}<figcaption><strong>{}</strong>, beside "
            "<strong>{}</strong></figcaption>\n</figure>\n",
            of(number, step, page.look, {1000, 560}), xml_text(page.compare->right),
            xml_text(page.compare->left));
    }
};

/// A page whose scene is not a run.
std::string elsewhere(const PreparedPage& page, Paper paper) {
    if (page.race) return "<p class=\"notes\">In the program this page shows the Race.</p>\n";
    if (page.playground) return "<p class=\"notes\">In the program this page shows the Playground.</p>\n";
    if (page.exercise) return exercise_html(*page.exercise, paper);
    return {};
}

}  // namespace

RunLesson run_lesson(const std::string& named) {
    RunLesson made;
    made.lesson = lessons::prepare(lessons::lesson_named(named));
    made.runs = made.lesson.runs;
    return made;
}

std::string lesson_page(const RunLesson& lesson, const FilmOptions& options, bool linked) {
    Page page;
    page.title = lesson.lesson.title;
    page.subtitle = lesson.lesson.chapter;
    Pictures pictures{lesson, options.how, true};
    const WordOptions words{linked, [&](const lessons::Figure& figure) { return pictures.figure(figure); }};
    // One film for each run and zoom at which a page shows it.
    std::vector<std::pair<size_t, std::optional<stage::Zoom>>> shown;
    for (const PreparedPage& prepared : lesson.lesson.pages) {
        const std::pair key(number_of(prepared), prepared.look.zoom);
        const auto known = std::find(shown.begin(), shown.end(), key) - shown.begin();
        if (known == std::ssize(shown)) {
            shown.push_back(key);
            FilmOptions one = options;
            one.ids = "c" + std::to_string(known);
            one.also = places_in(lesson.lesson, key.first);
            if (key.second) one.by = stage::step_of(*key.second), one.how.zoom = key.second;
            page.films.push_back(make_film(lesson.runs[key.first], one));
        }
        const Film& film = page.films[known];
        PageText text{.title = prepared.title,
                      .html = elsewhere(prepared, Paper::screen) + html_of(prepared.blocks, words) +
                              pictures.other_side(prepared),
                      .film = size_t(known),
                      .at = film.at(prepared.step)};
        if (prepared.question) {
            text.html += question_html(*prepared.question);
            if (prepared.question->after > prepared.question->before)
                text.answer = film.at(prepared.question->after);
        }
        page.texts.push_back(std::move(text));
    }
    return html_of(std::move(page));
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
    Pictures pictures{lesson, how};
    const WordOptions words{false, [&](const lessons::Figure& figure) { return pictures.figure(figure); }};
    std::string answers;
    int questions = 0;
    for (size_t i = 0; i < lesson.lesson.pages.size(); ++i) {
        const PreparedPage& page = lesson.lesson.pages[i];
        html += fmt::format(
            "<h2>{}</h2>\n{}", xml_text(page.title),
            picture_html(*lesson.runs[number_of(page)], *positions[number_of(page)], page, i, how));
        html += pictures.other_side(page) + elsewhere(page, Paper::print) + html_of(page.blocks, words);
        if (!page.question) continue;
        html += asked_html(*page.question, ++questions);
        answers += answer_html(*page.question, questions);
    }
    return html +
           fmt::format(
               "<section class=\"answers\">\n<h2>Answers</h2>\n<dl>\n{}</dl>\n</section>\n</body>\n</html>\n",
               answers);
}

}  // namespace upsweep::exports
