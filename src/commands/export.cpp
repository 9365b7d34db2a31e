// `upsweep export`: a page that steps through a scene, or a lesson, in any browser.
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "commands/command_line.h"
#include "commands/page_options.h"
#include "commands/scene_options.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"
#include "export/course_page.h"
#include "export/lesson_page.h"
#include "export/page.h"

namespace upsweep::commands {
namespace {

struct ExportRequest {
    SceneOptions scene;
    PageOptions page;
    std::string lesson;
    bool course = false;
};

void export_lesson([[maybe_unused]] const ExportRequest& request) {
    const exports::RunLesson lesson = exports::run_lesson(request.lesson);
    write_file(request.page.file,
               exports::lesson_page(lesson, film_options(request.page, StepSize::barrier)));
}

/// Every lesson and what leads to it, into a folder.
void export_course([[maybe_unused]] const ExportRequest& request) {
    const std::filesystem::path folder = request.page.file;
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (!std::filesystem::is_directory(folder))
        throw Error("The folder " + in_quotes(request.page.file) +
                    " cannot be made; name one that you can write to.");
    exports::make_course(lessons::all_lessons(), lessons::class_plans(),
                         film_options(request.page, StepSize::barrier), [&](const exports::CourseFile& file) {
                             write_file(folder / file.name, file.html);
                             std::printf("%s\n", (folder / file.name).string().c_str());
                         });
}

void export_scene(const ExportRequest& request) {
    const InputFiles inputs = inputs_of(request.scene);
    check_output(request.page.file, inputs);
    const auto run = run_scene(request.scene, shown_scene(request.scene));
    const exports::FilmOptions options = film_options(request.page, stage::opening_step(*run));
    write_file(request.page.file, exports::scene_page(run, options), inputs);
}

void export_page(const ExportRequest& request) {
    const std::string& named = request.scene.words.algorithm;
    const int things = (named.empty() ? 0 : 1) + (request.lesson.empty() ? 0 : 1) + (request.course ? 1 : 0);
    if (things != 1)
        throw UsageError(
            "Name one thing to show: upsweep export ALGORITHM, a scene's file, a .cu file, "
            "--lesson NAME or --course.");
    if (request.course && request.page.file.empty())
        throw UsageError("Name the folder for the pages: upsweep export --course -o course/.");
    if (!request.course)
        check_page_file(request.page,
                        "upsweep export " + (named.empty() ? "--lesson " + request.lesson : named));
    if (!named.empty()) return export_scene(request);
    if (const std::string said = request.scene.first_said(); !said.empty())
        throw UsageError(said + " belongs to a scene, and a lesson has its own scenes; leave it out.");
    if (request.course) return export_course(request);
    check_output(request.page.file, {request.lesson});
    export_lesson(request);
}

}  // namespace

void add_export_command(Command program) {
    const auto [command, request] = program.add_command(
        "export", "Write one page of HTML that steps through a scene, or a lesson, in any browser, offline",
        export_page);
    add_scene_options(command, request.scene);
    command.find("ALGORITHM")
        .required(false)
        .help("a slug (see list), a scene's file, NAME.toml, or your own program, NAME.cu");
    command.option(
        "--lesson", request.lesson,
        "a lesson with its pages and questions instead of a scene: its slug, or its file, NAME.md");
    command.flag("--course", request.course,
                 "all lessons with an index, the class plan and the glossary, into the folder after -o");
    add_page_options(command, request.page);
}

}  // namespace upsweep::commands
