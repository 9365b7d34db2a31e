// The page has no marker: it says how the program marks.
#include "export/lesson_exercise.h"

#include <algorithm>

#include <fmt/format.h>

#include "canvas/svg.h"
#include "exercises/mark.h"
#include "export/lesson_words.h"
#include "lessons/markdown.h"

namespace upsweep::exports {

using canvas::xml_text;
using exercises::Exercise;
using exercises::Kind;

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
        const std::size_t end = std::min(text.find('\n'), text.size());
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
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Exercise& one) { return one.slug == slug; });
    if (found == all.end())
        return "<p class=\"notes\">This page is an exercise: do it in the program, which marks it.</p>\n";
    const std::string task =
        html_of(lessons::parse_markdown("exercises/" + found->file, found->task_line, found->task));
    return "<section class=\"exercise\">\n" + task + checks_html(*found) + text_html(*found, paper) +
           marking_html(*found) + (paper == Paper::screen ? hints_html(*found) : "") + "</section>\n";
}

}  // namespace upsweep::exports
