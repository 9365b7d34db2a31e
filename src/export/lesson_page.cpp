// Lessons as pages.
#include "export/lesson_page.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "canvas/svg.h"
#include "emulator/trace/trace.h"
#include "export/lesson_words.h"
#include "export/page.h"
#include "lessons/beside.h"
#include "replay/position/trace_clock.h"
#include "replay/words/sentence.h"

namespace upsweep::exports {

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
