// `upsweep check-lesson`: lesson files, read, run and computed, whether or not they are in the binary.
#include "lessons/check.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "app/race/model/race_experiments.h"
#include "commands/commands.h"
#include "core/quotes.h"
#include "exercises/exercise.h"
#include "lessons/beside.h"
#include "scenes/toml_reader.h"

namespace upsweep::commands {
namespace {

/// The pages that show the Race name experiments that there are.
void check_races(const lessons::Lesson& lesson) {
    const std::vector<app::RaceExperiment> known = app::race_experiments(catalog(), {});
    std::string titles;
    for (const app::RaceExperiment& one : known) titles += (titles.empty() ? "" : ", ") + one.title;
    for (const lessons::Page& page : lesson.pages)
        if (page.race && std::none_of(known.begin(), known.end(), [&](const app::RaceExperiment& one) {
                return one.title == page.race->experiment;
            }))
            scenes::refuse(lesson.file, page.race->line,
                           "the Race has no experiment " + in_quotes(page.race->experiment) + "; it has " +
                               titles + ".");
}

/// The pages that are exercises name some that there are.
void check_exercises(const lessons::Lesson& lesson) {
    const std::vector<exercises::Exercise>& known = exercises::all_exercises();
    std::string slugs;
    for (const exercises::Exercise& one : known) slugs += (slugs.empty() ? "" : ", ") + one.slug;
    for (const lessons::Page& page : lesson.pages)
        if (page.exercise && std::none_of(known.begin(), known.end(), [&](const exercises::Exercise& one) {
                return one.slug == *page.exercise;
            }))
            scenes::refuse(
                lesson.file, page.exercise_line,
                "there is no exercise " + in_quotes(*page.exercise) + "; there are " + slugs + ".");
}

}  // namespace

void add_check_lesson_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand(
        "check-lesson", "Read and run lessons: every number is computed and every question's key checked");
    auto files = std::make_shared<std::vector<std::string>>();
    command->add_option("FILE", *files, "lessons, NAME.md, which need not be built in")->required();
    command->callback([files] {
        for (const std::string& file : *files) {
            const lessons::Lesson lesson = lessons::with_files_beside(lessons::read_lesson(file), file);
            check_races(lesson);
            check_exercises(lesson);
            fmt::print("{}: {}\n", file, lessons::check_lesson(lesson));
        }
    });
}

}  // namespace upsweep::commands
