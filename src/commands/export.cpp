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
#include "exercises/exercise.h"
#include "export/course_page.h"
#include "export/film.h"
#include "export/lesson_page.h"
#include "export/live_page.h"
#include "export/page.h"
#include "export/shot.h"
#include "lessons/beside.h"
#include "lessons/course.h"
#include "media/file.h"
#include "replay/trace.h"
#include "system/process.h"

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
    std::string lesson, exercise, engine;
    bool course = false, live = false;
};

/// Beside the program, where packages put it, and where tools/package does.
std::filesystem::path engine_of(const ExportRequest& request) {
    if (!request.engine.empty()) return exports::find_engine({request.engine});
    const std::filesystem::path name = exports::engine_name;
    std::vector<std::filesystem::path> places;
    std::error_code failed;
    const std::string self = system::this_program();
    if (const auto program = std::filesystem::canonical(self, failed); !self.empty() && !failed)
        for (const char* from : {"", "../share/upsweep", "../packages", "../build/packages"})
            places.push_back(program.parent_path() / from / name);
    places.push_back(std::filesystem::path("build") / "packages" / name);
    return exports::find_engine(places);
}

/// The whole program, open at the place that was asked for.
void export_live(const ExportRequest& request) {
    scenes::Destination place;
    std::string title;
    InputFiles inputs;
    if (!request.exercise.empty()) {
        const exercises::Exercise& exercise = exercises::find_exercise(request.exercise);
        place = scenes::ExercisePage{.exercise = exercise.slug};
        title = exercise.title;
    } else if (!request.lesson.empty()) {
        const auto& all = lessons::all_lessons();
        const auto number = lessons::find_lesson(all, request.lesson);
        if (!number) throw UsageError(lessons::there_is_no_lesson(request.lesson));
        place = scenes::LessonPage{.lesson = all[*number].slug, .page = 1};
        title = all[*number].title;
    } else {
        inputs = inputs_of(request.scene);
        scenes::Scene scene = shown_scene(request.scene);
        title = scene.entry() != nullptr ? std::string(find_algorithm(scene.slug()).title)
                                         : std::filesystem::path(scene.file()).filename().string();
        if (!request.page.by.empty()) (void)replay::parse_grain(request.page.by);
        if (!request.page.zoom.empty()) (void)stage::parse_zoom(request.page.zoom);
        scene.by = request.page.by;
        scene.distance = request.page.zoom;
        place = std::move(scene);
    }
    const std::filesystem::path engine = engine_of(request);
    inputs.push_back(engine);
    check_output(request.page.file, inputs);
    write_file(request.page.file, exports::live_page(engine, place, title), inputs);
}

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
    const int things = (named.empty() ? 0 : 1) + (request.lesson.empty() ? 0 : 1) +
                       (request.exercise.empty() ? 0 : 1) + (request.course ? 1 : 0);
    if (things != 1)
        throw UsageError(
            "Name one thing to show: upsweep export ALGORITHM, a scene's file, a .cu file, "
            "--lesson NAME, --exercise NAME or --course.");
    if (!request.exercise.empty() && !request.live)
        throw UsageError("An exercise's page marks, so it is a live one; add --live.");
    if (request.live && request.course)
        throw UsageError("A live page holds the whole course anyway; name one lesson for it to open at.");
    if (!request.live && !request.engine.empty()) throw UsageError("--engine belongs to --live.");
    if (request.course && request.page.file.empty())
        throw UsageError("Name the folder for the pages: upsweep export --course -o course/.");
    if (!request.course)
        check_page_file(request.page,
                        "upsweep export " + (!named.empty()            ? named
                                             : !request.lesson.empty() ? "--lesson " + request.lesson
                                                                       : "--exercise " + request.exercise));
    if (!named.empty()) return request.live ? export_live(request) : export_scene(request);
    if (const std::string said = request.scene.first_said(); !said.empty())
        throw UsageError("{} belongs to a scene, and a lesson has its own scenes; leave it out.", said);
    if (request.live) return export_live(request);
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
    command.option("--exercise", request.exercise, "an exercise, with --live: the page marks what is typed");
    command.flag("--live", request.live,
                 "the page holds the program: what it shows can be changed, and an exercise is marked there");
    command.option("--engine", request.engine,
                   "of --live: the program as a page, upsweep.html; usual: beside the program");
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
