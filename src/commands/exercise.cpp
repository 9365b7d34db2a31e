// `upsweep exercise`: marks a student's file by running it.
#include <memory>
#include <string>

#include <fmt/format.h>

#include "commands/command_line.h"
#include "commands/exercise_text.h"
#include "commands/messages.h"
#include "core/error.h"
#include "core/json.h"
#include "core/quotes.h"
#include "core/write_file.h"
#include "exercises/mark.h"
#include "exercises/marks_json.h"
#include "export/page.h"
#include "media/file.h"
#include "scenes/run_scene.h"

namespace upsweep::commands {
namespace {

using exercises::Exercise;
using exercises::Marks;
using exercises::Row;
using exercises::State;

struct ExerciseRequest {
    std::string slug, file, page, folder;
    bool json = false, list = false, starter = false, solution = false, task = false, instructor = false;
};

void print_list(const ExerciseRequest& request) {
    Json all = Json::array();
    const std::vector<Exercise> own =
        request.folder.empty() ? std::vector<Exercise>() : exercises::exercises_in(request.folder);
    for (const Exercise& exercise : request.folder.empty() ? exercises::all_exercises() : own) {
        if (request.json)
            all.push_back({{"slug", exercise.slug},
                           {"title", exercise.title},
                           {"kind", exercise.kind == exercises::Kind::write ? "write" : "break"},
                           {"rules", exercise.rules.size()},
                           {"hints", exercise.hints.size()}});
        else
            fmt::print("{:20} {}\n", exercise.slug, exercise.title);
    }
    if (request.json) print(all);
}

void print_rows(const Exercise& exercise, const Marks& marks) {
    fmt::print("{}: {}\n\n", exercise.slug, exercise.title);
    for (const Row& row : marks.rows) {
        const char* sign = row.state == State::met ? "✓" : row.state == State::failed ? "✗" : "·";
        fmt::print("{} {:24} {:>9}  {}\n", sign, row.title, row.figure,
                   row.state == State::open && row.sentence.empty() ? "not checked yet" : row.sentence);
    }
    for (const emulator::Diagnostic& diagnostic : marks.diagnostics)
        fmt::print("\n{}\n", to_string(diagnostic));
    if (!marks.tried.empty()) fmt::print("\n{}\n", marks.tried);
}

void print_json(const Exercise& exercise, const Marks& marks) {
    Json document = exercises::marks_json(exercise, marks);
    if (const std::string link = link_of_failure(marks, scenes::usual_link_base); !link.empty())
        document["link"] = link;
    print(document);
}

/// Of the first rule that fails the run, at the step to look at.
void write_page([[maybe_unused]] const ExerciseRequest& request, [[maybe_unused]] const Exercise& exercise,
                [[maybe_unused]] const Marks& marks) {
    const Row* failed = exercises::first_failed(marks);
    if (failed == nullptr || !failed->scene) {
        fmt::print(stderr, "{} is not written: {}\n", in_quotes(request.page),
                   marks.passed ? "no rule fails." : "the rule that fails has no step to look at.");
        return;
    }
    const auto run = std::make_shared<const scenes::RunScene>(
        scenes::run_scene(*failed->scene, nullptr, nullptr, {.steps = *failed->scene->program()->max_steps}));
    exports::FilmOptions options;
    options.also = {failed->scene->step};
    const exports::Heading heading{exercise.title + ": " + failed->title, failed->sentence};
    write_file(request.page, exports::scene_page(run, options, heading), {request.file});
}

void check(const ExerciseRequest& request) {
    const int wishes = int(request.list) + int(request.starter) + int(request.solution) + int(request.task) +
                       int(!request.file.empty());
    if (wishes == 1 && (request.list || !request.slug.empty())) return;
    throw UsageError(
        "Use one form: upsweep exercise --list, upsweep exercise SLUG FILE.cu, or upsweep exercise SLUG "
        "with "
        "--task, --starter or --solution.");
}

/// For those who mark. A build for students has none.
void print_solution(const ExerciseRequest& request, const Exercise& chosen) {
    if (chosen.solution.empty())
        throw Error(request.folder.empty()
                        ? "This build is for students, so it has no solutions; take the one for instructors."
                        : "The folder has no solution of this exercise.");
    if (!request.instructor) throw UsageError("A solution is for those who mark: add --instructor.");
    fmt::print("{}", chosen.solution);
}

void exercise(const ExerciseRequest& request) {
    check(request);
    if (request.list) return print_list(request);
    const Exercise chosen = exercises::exercise_of(request.slug, request.folder);
    if (request.starter) return fmt::print("{}", chosen.starter);
    if (request.solution) return print_solution(request, chosen);
    if (request.task) return fmt::print("{}\n{}", chosen.title, chosen.task);
    if (!request.page.empty()) {
        if (!request.page.ends_with(".html"))
            throw UsageError("-o writes a page; let its name end in .html.");
        check_output(request.page, {request.file});
    }
    const Marks marks = exercises::mark(chosen, media::read_text(request.file, largest_answer));
    if (request.json)
        print_json(chosen, marks);
    else
        print_rows(chosen, marks);
    if (!request.page.empty()) write_page(request, chosen, marks);
    if (marks.passed) return;
    const Row* failed = exercises::first_failed(marks);
    throw Error("{} does not pass {} yet; look at {}.", in_quotes(request.file), chosen.slug,
                failed == nullptr ? "the rules" : in_quotes(failed->title));
}

}  // namespace

void add_exercise_command(Command program) {
    const auto [command, request] = program.add_command(
        "exercise",
        "Mark a student's answer to an exercise by running it: exit with 0 if it passes, else with 1",
        exercise);
    command.option("SLUG", request.slug, "which exercise; --list names them");
    command.option("FILE", request.file,
                   "the student's .cu file, or a .toml file where the exercise is to break a kernel");
    command.flag("--list", request.list, "the exercises, in the order of the lessons");
    command.flag("--task", request.task, "print the task");
    command.flag("--starter", request.starter, "print the starter text");
    command.flag("--solution", request.solution,
                 "print a solution, with --instructor; a build for students has none");
    command.flag("--instructor", request.instructor, "who asks is one of those who mark");
    command.option("--exercises", request.folder,
                   "a folder with exercises of your own, instead of those in the program");
    command.flag("--json", request.json, "as JSON");
    command.option("-o,--output", request.page,
                   "write the run of the first rule that fails as an HTML page, at the step that shows it");
}

}  // namespace upsweep::commands
