// A lesson as a page that steps through its scenes, and as a sheet to print.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "export/film.h"
#include "lessons/prepare.h"

namespace upsweep::exports {

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
