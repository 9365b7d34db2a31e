// A lesson as a page that steps through its scenes, and as a sheet to print.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "export/film.h"
#include "lessons/prepare.h"

namespace upsweep::exports {

/// What else a lesson's text needs to become HTML.
struct WordOptions {
    /// The pages of other lessons lie beside this one, SLUG.html, so that links can lead there.
    bool linked = false;
    /// The picture of a figure, without its caption; none: the caption is alone.
    std::function<std::string(const lessons::Figure&)> picture = {};
};

/// Links to the web lead there, those to a lesson if the pages are linked; else the words are alone.
std::string html_of(std::span<const lessons::Inline> words, const WordOptions& options = {});
/// Paragraphs, headings as h2, lists, code, figures.
std::string html_of(std::span<const lessons::Block> blocks, const WordOptions& options = {});
/// A sentence with `code` and **strong** in it.
std::string marked_html(std::string_view text);

/// Buttons, each with its reason, which stays hidden until the button is pressed; of a number a field; of the
/// rest the question. The answer is behind a button.
std::string question_html(const lessons::PreparedQuestion& question);
/// With boxes to tick, or a line to write on.
std::string asked_html(const lessons::PreparedQuestion& question, int number);
/// The right answer, and why others are wrong.
std::string answer_html(const lessons::PreparedQuestion& question, int number);

enum class Paper : bool { screen, print };

/// The task, the checks, the text to begin with and how to mark it; on a screen that text can be downloaded
/// and copied, and hints are folded. Of a slug that the program does not have: one sentence.
std::string exercise_html(const std::string& slug, Paper paper);

/// A lesson with the runs of its scenes, by scene number.
struct RunLesson {
    lessons::PreparedLesson lesson;
    std::vector<std::shared_ptr<const scenes::RunScene>> runs;
};
/// Runs what a lesson needs; throws what lessons::lesson_named throws.
RunLesson run_lesson(const std::string& named);

/// Its pages and questions beside the stage, which a reader steps through. `linked`: the pages of other
/// lessons lie beside it, SLUG.html.
std::string lesson_page(const RunLesson& lesson, const FilmOptions& options, bool linked = false);

/// To print: text, pictures at the moments of its pages, questions with boxes to tick; the answers with their
/// reasons are on a last page of their own. Light, without a script.
std::string handout(const RunLesson& lesson, const stage::Drawing& how);

}  // namespace upsweep::exports
