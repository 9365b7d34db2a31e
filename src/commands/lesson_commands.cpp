// `upsweep plan`: the plan of a class as text; `upsweep check-lesson`: lesson files, read, run and computed,
// whether or not they are in the binary.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/race/model/race_experiments.h"
#include "commands/command_line.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/ranges.h"
#include "exercises/exercise.h"
#include "lessons/beside.h"
#include "lessons/class_plan.h"
#include "lessons/prepare.h"
#include "scenes/toml_reader.h"

namespace upsweep::commands {

namespace {

void print_plan(int minutes) {
    std::string known;
    for (const lessons::ClassPlan& plan : lessons::class_plans()) {
        if (plan.minutes == minutes) {
            std::fputs(lessons::to_text(plan, lessons::all_lessons()).c_str(), stdout);
            return;
        }
        known += (known.empty() ? "" : " or ") + std::to_string(plan.minutes);
    }
    throw UsageError("No class plan lasts {} minutes; choose {}.", minutes, known);
}

/// What a page names has to be among those that there are; `lacks` begins the sentence, `has` the list.
void check_named(const std::string& file, int line, const std::string& named,
                 const std::vector<std::string>& known, const std::string& lacks, const std::string& has) {
    if (contains(known, named)) return;
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
            check_named(lesson.file, page.part_line, *page.exercise, slugs, "the course has no exercise",
                        "it has");
    }
}

void check_lessons(const std::vector<std::string>& files) {
    for (const std::string& file : files) {
        const lessons::Lesson lesson = lessons::lesson_named(file);
        check_pages(lesson);
        fmt::print("{}: {}\n", file, lessons::check_lesson(lesson));
    }
}

}  // namespace

void add_plan_command(Command program) {
    const Command command = program.add_command(
        "plan", "Print the plan of a class: what to show when, what to say and to ask, which keys");
    auto minutes = std::make_shared<int>(50);
    command.option("--minutes", *minutes, "how long the class is: 50 or 90").shows_default();
    command.runs([minutes] { print_plan(*minutes); });
}

void add_check_lesson_command(Command program) {
    const auto [command, files] = program.add_command(
        "check-lesson", "Check lessons: run their scenes, compute every number, test every question's key",
        check_lessons);
    command.option("FILE", files, "lessons: files, NAME.md, also ones that are not built in, or slugs")
        .required();
}

}  // namespace upsweep::commands
