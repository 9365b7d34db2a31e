// Putting a page together.
#include "pages/page.h"

#include <cassert>
#include <span>

#include <fmt/format.h>

#include "canvas/svg.h"
#include "core/embedded.h"
#include "replay/sentence.h"

namespace upsweep::embedded {
std::span<const EmbeddedFile> page_files();
}

namespace upsweep::pages {

using canvas::xml_text;

namespace {

/// JSON inside a script element: no text of it may end the element, or begin a comment.
std::string in_script(std::string json) {
    for (std::size_t at = 0; (at = json.find('<', at)) != std::string::npos; at += 2)
        if (json.compare(at, 2, "</") == 0)
            json.replace(at, 2, "<\\/");
        else if (json.compare(at, 2, "<!") == 0)
            json.replace(at, 2, "<\\u0021");
    return json;
}

std::string data_of(const Page& page) {
    std::string json = "{\"films\":[";
    for (std::size_t i = 0; i < page.films.size(); ++i) json += (i == 0 ? "" : ",") + json_of(page.films[i]);
    json += "],\"pages\":[";
    for (std::size_t i = 0; i < page.texts.size(); ++i) {
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
    std::string head = fmt::format(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
        "<link rel=\"icon\" href=\"data:,\">\n<style>\n",
        xml_text(page.title));
    head += canvas::font_faces();
    head += fmt::format(
        ":root{{color-scheme:light;{0}}}\n@media "
        "(prefers-color-scheme:dark){{:root{{color-scheme:dark;{1}}}}}\n"
        ":root[data-theme=light]{{color-scheme:light;{0}}}\n:root[data-theme=dark]{{color-scheme:dark;{1}}}"
        "\n",
        light, dark);
    head += fmt::format(".stage {}\n", canvas::svg_text_rules);
    head += asset("page.css");
    return head + "</style>\n</head>\n";
}

std::string button(const char* id, const char* label, const char* name, const char* more = "") {
    return fmt::format("<button type=\"button\" id=\"{}\" aria-label=\"{}\"{}>{}</button>\n", id, name, more,
                       label);
}

std::string bar() {
    return "<div class=\"bar\" role=\"group\" aria-label=\"Steps\">\n" +
           button("first", "Start", "Start: to the first step") +
           button("back", "Back", "Back: one step back") + button("play", "Play", "Play or pause") +
           button("next", "Next", "Next: one step on") + button("last", "End", "End: to the last step") +
           "<input type=\"range\" id=\"scrub\" min=\"0\" step=\"1\" value=\"0\" aria-label=\"Step\">\n"
           "<output id=\"count\" for=\"scrub\"></output>\n" +
           button("predict", "Predict", "Predict: hide what comes", " aria-pressed=\"false\"") +
           button("reveal", "Reveal", "Reveal the step", " class=\"primary\" hidden") +
           button("theme", "Light or dark", "Theme: light or dark") + "</div>\n";
}

std::string show_of(const Page& page) {
    const PageText& first = page.texts.front();
    const Film& film = page.films[first.film];
    return fmt::format(
        "<section class=\"show\" aria-label=\"Run\">\n"
        "<p class=\"sentence\" id=\"sentence\" aria-live=\"polite\">{}</p>\n"
        "<div class=\"stage\" id=\"stage\">{}</div>\n{}"
        "<div class=\"code\"><h2 id=\"file\">Code</h2><pre id=\"code\" tabindex=\"0\" role=\"region\" "
        "aria-labelledby=\"file\"></pre></div>\n</section>\n",
        xml_text(replay::plain(film.steps[first.at].sentence)), svg_of(film, first.at), bar());
}

std::string texts_of(const Page& page) {
    std::string html =
        "<div class=\"words\">\n<div class=\"bar pages\" role=\"group\" aria-label=\"Pages\">\n" +
        button("before", "Page before", "To the page before") +
        button("after", "Next page", "To the next page") + "<output id=\"page\"></output>\n</div>\n";
    for (std::size_t i = 0; i < page.texts.size(); ++i)
        html += fmt::format("<article data-page=\"{}\">\n{}</article>\n", i, page.texts[i].html);
    return html + "</div>\n";
}

std::string foot_of(const Page& page, bool lesson) {
    std::string html = fmt::format(
        "<footer>\n<p>Keys: ← and → one step, Home and End, Space plays, P predicts, R reveals, T changes "
        "the "
        "theme{}.</p>\n",
        lesson ? ", [ and ] turn the page" : "");
    for (const Film& film : page.films)
        if (!film.command.empty() && !lesson)
            html += fmt::format("<p>The same in Upsweep: <code>{}</code></p>\n", xml_text(film.command));
    return html + "<noscript><p>Without scripts the page shows one step only.</p></noscript>\n</footer>\n";
}

}  // namespace

std::string_view asset(std::string_view name) {
    for (const EmbeddedFile& file : embedded::page_files())
        if (file.name == name) return file.contents;
    assert(false && "an asset that the build has not embedded");
    return {};
}

std::string html_of(const Page& page) {
    const bool lesson = !page.texts.front().html.empty();
    std::string html = head_of(page);
    html += fmt::format("<body>\n<main class=\"{}\">\n<header><h1>{}</h1><p>{}</p></header>\n",
                        lesson ? "lesson" : "scene", xml_text(page.title), xml_text(page.subtitle));
    if (lesson) html += texts_of(page);
    html += show_of(page);
    html += foot_of(page, lesson);
    html += fmt::format(
        "</main>\n<script type=\"application/json\" id=\"data\">{}</script>\n<script>\n{}</script>\n",
        data_of(page), asset("page.js"));
    return html + "</body>\n</html>\n";
}

std::string scene_page(const std::shared_ptr<const scenes::RunScene>& run, const FilmOptions& options,
                       const std::optional<Heading>& heading) {
    Page page;
    page.films.push_back(make_film(run, options));
    Film& film = page.films.front();
    page.title = heading ? heading->title : film.title;
    page.subtitle = heading ? heading->subtitle : film.source;
    if (heading) film.command.clear();
    page.texts.push_back({.at = film.start});
    return html_of(page);
}

}  // namespace upsweep::pages
