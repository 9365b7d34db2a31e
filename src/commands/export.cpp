// `upsweep export`: a page that steps through a scene, or a lesson, in any browser; `upsweep handout`: a
// lesson as a sheet to print.
#include <cstdio>
#include <filesystem>
#include <string>

#include "commands/command_line.h"
#include "commands/scene_options.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"
#include "export/course_page.h"
#include "export/film.h"
#include "export/lesson_page.h"
#include "export/page.h"
#include "export/shot.h"
#include "media/file.h"
#include "replay/trace.h"

namespace upsweep::commands {

namespace {

struct PageOptions {
    std::string file, by, zoom, size;
};

/// Adds -o, --by, --zoom and --size; `options` has to live as long as the command.
void add_page_options(Command command, PageOptions& options) {
    command.option("-o,--output", options.file, "HTML to write");
    command.option("--by", options.by,
                   "the size of step: statement, barrier, phase or launch; default: as the scene opens");
    command.option("--zoom,--distance", options.zoom,
                   "plan, blocks, block or lanes; default: the view of the size of step");
    command.option("--size", options.size, "the stage's pixels; default: 1000x640");
}

/// Throws UsageError where no file is named, saying how `command` is written, or one that ends in something
/// else than .html.
void check_page_file(const PageOptions& options, const std::string& command) {
    if (options.file.empty()) throw UsageError("Name the page's file: {} -o FILE.html.", command);
    const std::string ending = media::ending_of(options.file);
    if (ending != ".html" && ending != ".htm" && !is_stream(options.file))
        throw UsageError("A page is HTML; end the name {} in .html.", in_quotes(options.file));
}

/// Throws UsageError; `usual` is the size of step where none is given.
exports::FilmOptions film_options(const PageOptions& options, StepSize usual) {
    exports::FilmOptions film;
    if (!options.size.empty()) parse_size(options.size, film.how.width, film.how.height);
    exports::check_size({.width = film.how.width, .height = film.how.height});
    if (!options.zoom.empty()) film.how.zoom = stage::parse_zoom(options.zoom);
    film.by = options.by.empty() ? usual : replay::parse_grain(options.by);
    return film;
}

struct ExportRequest {
    SceneOptions scene;
    PageOptions page;
    std::string lesson;
    bool course = false;
};

void export_lesson(const ExportRequest& request) {
    const exports::RunLesson lesson = exports::run_lesson(request.lesson);
    write_file(request.page.file,
               exports::lesson_page(lesson, film_options(request.page, StepSize::barrier)));
}

/// Every lesson and what leads to it, into a folder.
void export_course(const ExportRequest& request) {
    const std::filesystem::path folder = request.page.file;
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (!std::filesystem::is_directory(folder))
        throw Error("The folder {} cannot be made; name one that you can write to.",
                    in_quotes(request.page.file));
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
        throw UsageError("{} belongs to a scene, and a lesson has its own scenes; leave it out.", said);
    if (request.course) return export_course(request);
    check_output(request.page.file, {request.lesson});
    export_lesson(request);
}

struct HandoutRequest {
    std::string lesson;
    PageOptions page;
};

void write_handout(const HandoutRequest& request) {
    check_page_file(request.page, "upsweep handout " + request.lesson);
    check_output(request.page.file, {request.lesson});
    stage::Drawing how{.width = 960, .height = 560, .theme = canvas::ThemeKind::light};
    write_file(request.page.file, exports::handout(exports::run_lesson(request.lesson), how));
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

void add_handout_command(Command program) {
    const auto [command, request] = program.add_command(
        "handout", "Write a lesson as a page to print: pictures, questions, and the answers on the last page",
        write_handout);
    command.option("LESSON", request.lesson, "its slug, work-efficient-scan, or its file, NAME.md")
        .required();
    command.option("-o,--output", request.page.file, "HTML to write");
}

}  // namespace upsweep::commands
