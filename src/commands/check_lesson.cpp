// `upsweep check-lesson`: lesson files, read, run and computed, whether or not they are in the binary.
#include "lessons/check.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/race/model/race_experiments.h"
#include "commands/command_line.h"
#include "core/quotes.h"
#include "exercises/exercise.h"
#include "lessons/beside.h"
#include "scenes/toml_reader.h"

namespace upsweep::commands {
namespace {

/// What a page names has to be among those that there are; `lacks` begins the sentence, `has` the list.
void check_named(const std::string& file, int line, const std::string& named,
                 const std::vector<std::string>& known, const std::string& lacks, const std::string& has) {
    if (std::find(known.begin(), known.end(), named) != known.end()) return;
    scenes::refuse(file, line,
                   fmt::format("{} {}; {} {}.", lacks, in_quotes(named), has, fmt::join(known, ", ")));
}

void check_pages(const lessons::Lesson& lesson) {
    std::vector<std::string> experiments, slugs;
    for (const app::RaceExperiment& one : app::race_experiments(catalog(), {}))
        experiments.push_back(one.title);
    for (const exercises::Exercise& one : exercises::all_exercises()) slugs.push_back(one.slug);
    for (const lessons::Page& page : lesson.pages) {
        if (page.race)
            check_named(lesson.file, page.part_line, page.race->experiment, experiments,
                        "the Race has no experiment", "it has");
        if (page.exercise)
            check_named(lesson.file, page.part_line, *page.exercise, slugs, "there is no exercise",
                        "there are");
    }
}

}  // namespace

void add_check_lesson_command(Command program) {
    const Command command = program.add_command(
        "check-lesson", "Check lessons: run their scenes, compute every number, test every question's key");
    auto files = std::make_shared<std::vector<std::string>>();
    command.option("FILE", *files, "lessons: files, NAME.md, also ones that are not built in, or slugs")
        .required();
    command.runs([files] {
        for (const std::string& file : *files) {
            const lessons::Lesson lesson = lessons::lesson_named(file);
            check_pages(lesson);
            fmt::print("{}: {}\n", file, lessons::check_lesson(lesson));
        }
    });
}

}  // namespace upsweep::commands
