// Putting a page together.
#include "export/page.h"

#include <cassert>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "canvas/svg.h"
#include "core/embedded.h"
#include "programs/expected.h"
#include "replay/words/sentence.h"
#include "scenes/run_scene.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> page_files();
}

namespace upsweep::exports {

using canvas::xml_text;

namespace {

/// JSON inside a script element: no text of it may end the element, or begin a comment.
std::string in_script(std::string json) {
    for (size_t at = 0; (at = json.find('<', at)) != std::string::npos; at += 2)
        if (json.compare(at, 2, "</") == 0)
            json.replace(at, 2, "<\\/");
        else if (json.compare(at, 2, "<!") == 0)
            json.replace(at, 2, "<\\u0021");
    return json;
}

std::string data_of(const Page& page) {
    std::string json = "{\"films\":[";
    for (size_t i = 0; i < page.films.size(); ++i) json += (i == 0 ? "" : ",") + json_of(page.films[i]);
    json += "],\"pages\":[";
    for (size_t i = 0; i < page.texts.size(); ++i) {
        const PageText& text = page.texts[i];
        json += fmt::format("{}{{\"film\":{},\"at\":{}", i == 0 ? "" : ",", text.film, text.at);
        if (text.answer) json += fmt::format(",\"answer\":{}", *text.answer);
        json += "}";
    }
    return in_script(json + "]}");
}

std::string head_of(const Page& page) {
    using canvas::ThemeKind;
    const std::string light = canvas::css_variables(ThemeKind::light),
                      dark = canvas::css_variables(ThemeKind::dark);
    std::string head = page_head(page.title);
    head += fmt::format(
        ":root{{color-scheme:light;{0}}}\n@media screen{{\n@media "
        "(prefers-color-scheme:dark){{:root{{color-scheme:dark;{1}}}}}\n"
        ":root[data-theme=light]{{color-scheme:light;{0}}}\n:root[data-theme=dark]{{color-scheme:dark;{1}}}"
        "\n}}\n",
        light, dark);
    head += fmt::format("{}\n", canvas::svg_text_rules);
    head += asset("page.css");
    // Without scripts, and on paper, all steps that matter are one below the other.
    return head + "</style>\n<script>document.documentElement.className = \"live\";</script>\n</head>\n";
}

std::string button(const char* id, const char* label, const char* name, const char* more = "") {
    return fmt::format("<button type=\"button\" id=\"{}\" aria-label=\"{}\"{}>{}</button>\n", id, name, more,
                       label);
}

std::string bar() {
    return "<div class=\"bar\" role=\"group\" aria-label=\"Steps\">\n" +
           button("first", "Start", "Start: to the first step") +
           button("back", "Back", "Back: one step back") + button("play", "Play", "Play or pause") +
           button("next", "Next", "Next: one step forward") + button("last", "End", "End: to the last step") +
           "<input type=\"range\" id=\"scrub\" min=\"0\" step=\"1\" value=\"0\" aria-label=\"Step\">\n"
           "<output id=\"count\" for=\"scrub\"></output>\n" +
           button("predict", "Predict", "Predict: hide what comes", " aria-pressed=\"false\"") +
           button("reveal", "Reveal", "Reveal the step", " class=\"primary\" hidden") +
           button("theme", "Light or dark", "Theme: light or dark") + "</div>\n";
}

std::string show_of() {
    return "<section class=\"show\" aria-label=\"Run\">\n"
           "<p class=\"sentence\" id=\"sentence\" aria-live=\"polite\"></p>\n"
           "<div class=\"stage\" id=\"stage\"></div>\n" +
           bar() +
           "<div class=\"code\"><h2 id=\"file\">Code</h2><pre id=\"code\" tabindex=\"0\" role=\"region\" "
           "aria-labelledby=\"file\"></pre></div>\n</section>\n";
}

std::string still_of(const Film& film, size_t number) {
    const Still& still = film.stills[number];
    return fmt::format(
        "<figure class=\"still\">\n<figcaption><strong>Step {} of {}.</strong> "
        "{}</figcaption>\n{}\n</figure>\n",
        still.done, film.step_count, xml_text(replay::plain(still.sentence)), svg_of(film, still, number));
}

/// The pictures of a scene one below the other; a lesson's are in its texts.
std::string stills_of(const Film& film) {
    std::string html;
    for (size_t i = 0; i < film.stills.size(); ++i) html += still_of(film, i);
    return html;
}

/// Every file of the films once, all its lines.
std::string listings_of(const Page& page) {
    std::string html;
    std::set<std::string> shown;
    for (const Film& film : page.films)
        for (const CodeFile& file : film.files) {
            std::string lines;
            for (const CodeLine& line : file.lines) lines += "<i>" + xml_text(line.text) + "</i>";
            if (shown.insert(file.name + '\n' + lines).second)
                html += fmt::format("<section class=\"listing\">\n<h2>{}</h2>\n<pre>{}</pre>\n</section>\n",
                                    xml_text(file.name), lines);
        }
    return html;
}

std::string texts_of(const Page& page) {
    std::string html =
        "<div class=\"words\">\n<div class=\"bar pages\" role=\"group\" aria-label=\"Pages\">\n" +
        button("before", "Previous page", "To the previous page") +
        button("after", "Next page", "To the next page") + "<output id=\"page\"></output>\n</div>\n";
    for (size_t i = 0; i < page.texts.size(); ++i)
        html +=
            fmt::format("<article data-page=\"{}\">\n<h2 class=\"title\">{}</h2>\n{}{}</article>\n", i,
                        xml_text(page.texts[i].title.value_or("")),
                        still_of(page.films[page.texts[i].film], page.texts[i].still), page.texts[i].html);
    return html + "</div>\n";
}

std::string foot_of(const Page& page, bool lesson) {
    std::string html = fmt::format(
        "<footer>\n<p class=\"keys\">Keys: ← and → one step, Home and End, Space plays, P predicts, R "
        "reveals, T changes "
        "the "
        "theme{}.</p>\n",
        lesson ? ", [ and ] turn the page" : "");
    for (const Film& film : page.films)
        if (!film.command.empty() && !lesson)
            html += fmt::format("<p>The same in Upsweep: <code>{}</code></p>\n", xml_text(film.command));
    return html +
           "<noscript><p>Scripts are off in your browser, so the page cannot step: it shows the pictures one "
           "below the other.</p></noscript>\n</footer>\n";
}

}  // namespace

std::string_view asset(std::string_view name) {
    for (const EmbeddedFile& file : embedded::page_files())
        if (file.name == name) return file.contents;
    assert(false && "an asset that the build has not embedded");
    return {};
}

std::string page_head(std::string_view title) {
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
        "<link rel=\"icon\" href=\"data:,\">\n<style>\n{}",
        xml_text(title), canvas::font_faces());
}

std::string html_of(Page page) {
    const bool lesson = page.texts.front().title.has_value();
    if (lesson) {
        for (PageText& text : page.texts) {
            Film& film = page.films[text.film];
            text.still = film.stills.size();
            film.stills.push_back(film.still(text.at));
        }
    }
    std::string html = head_of(page);
    html += fmt::format("<body>\n<main class=\"{}\">\n<header><h1>{}</h1><p>{}</p></header>\n",
                        lesson ? "lesson" : "scene", xml_text(page.title), xml_text(page.subtitle));
    html += "<svg class=\"shapes\" aria-hidden=\"true\">";
    for (const Film& film : page.films) html += shapes_of(film);
    html += "</svg>\n";
    html += lesson ? texts_of(page) : stills_of(page.films.front());
    html += show_of() + listings_of(page) + foot_of(page, lesson);
    html += fmt::format(
        "</main>\n<script type=\"application/json\" id=\"data\">{}</script>\n<script>\n{}</script>\n",
        data_of(page), asset("page.js"));
    return html + "</body>\n</html>\n";
}

std::string scene_page(const std::shared_ptr<const scenes::RunScene>& run, const FilmOptions& options,
                       const std::optional<Heading>& heading) {
    Page page;
    FilmOptions with_stills = options;
    with_stills.stills = true;
    page.films.push_back(make_film(run, with_stills));
    Film& film = page.films.front();
    page.title = heading ? heading->title : film.title;
    page.subtitle = heading ? heading->subtitle : film.source;
    if (heading) film.command.clear();
    page.texts.push_back({.at = film.start});
    return html_of(std::move(page));
}

}  // namespace upsweep::exports
