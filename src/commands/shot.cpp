// `upsweep shot`: a picture of a view, off-screen.
#include "export/shot.h"

#include <memory>

#include "commands/command_line.h"
#include "commands/scene_options.h"
#include "core/error.h"
#include "core/quotes.h"
#include "replay/trace.h"
#ifdef UPSWEEP_WITH_APP
#include "app/shell/shot.h"
#include "emulator/trace/trace.h"
#endif

namespace upsweep::commands {
namespace {

void take_shot(const exports::ShotOptions& options) {
    if (exports::is_stage_alone(options) && !options.press.empty())
        throw UsageError(
            "--press needs a picture of the window; end the name in .png and leave --alone out.");
    if (exports::is_stage_alone(options)) return exports::write_stage(options);
    if (options.by)
        throw UsageError("--by is for the stage alone; add --alone, or end the name in .svg or .gif.");
#ifdef UPSWEEP_WITH_APP
    app::take_shot(options);
#else
    throw BackendMissing(
        "This build has no window to take pictures of. It can write the Step view's stage: "
        "upsweep shot step -o FILE.svg, or --alone -o FILE.png.");
#endif
}

struct ShotRequest {
    exports::ShotOptions options;
    SceneOptions scene;
    std::string size = {}, theme = {}, zoom = {}, code = {}, steps = {}, by = {};
    std::optional<int64_t> page = {};
    std::optional<std::string> lesson = {}, task = {};
};

/// "lesson:look-back#2" instead of a view's name.
void take_destination(ShotRequest& request) {
    exports::ShotOptions& options = request.options;
    if (!scenes::is_destination(options.view)) return;
    options.to = scenes::parse_destination(options.view);
    options.view = view_of(*options.to);
    if (const auto* scene = std::get_if<scenes::Scene>(&*options.to); scene != nullptr && scene->step > 0)
        options.step = scene->step;
    if (const auto* page = std::get_if<scenes::LessonPage>(&*options.to); page != nullptr && page->page > 0)
        options.step = page->page;
}

/// The Step view's scene, where one is named. Throws UsageError for scene options that belong to none.
void take_scene(ShotRequest& request) {
    exports::ShotOptions& options = request.options;
    if (request.scene.words.step) options.step = request.scene.words.step;
    if (options.predict && (options.view != "step" || exports::is_stage_alone(options)))
        throw UsageError("--predict is for pictures of the Step view; write upsweep shot step -o FILE.png.");
    if (request.scene.words.algorithm.empty()) {
        if (const std::string said = request.scene.first_said(); !said.empty())
            throw UsageError("{} belongs to a scene; name its algorithm too: upsweep shot step ALGORITHM.",
                             said);
        return;
    }
    if (options.view != "step")
        throw UsageError("Only the Step view shows {}; write upsweep shot step, or leave the algorithm out.",
                         in_quotes(request.scene.words.algorithm));
    const scenes::Scene scene = shown_scene(request.scene);
    options.to = scene;
    if (!options.step && scene.step > 0) options.step = scene.step;
}

/// A lesson's page.
void take_lesson(ShotRequest& request) {
    exports::ShotOptions& options = request.options;
    if ((request.lesson || request.page) && options.view != "lessons")
        throw UsageError("--lesson and --page are for the Lessons view; write upsweep shot lessons.");
    if (request.lesson) options.to = scenes::LessonPage{.lesson = *request.lesson, .page = 1};
    if (!request.page) return;
    if (!options.to && !options.open)
        throw UsageError("--page needs a lesson: upsweep shot lessons --lesson SLUG --page N.");
    options.step = request.page;
}

/// A task of the Playground.
void take_task(ShotRequest& request) {
    if (!request.task) return;
    if (request.options.view != "playground")
        throw UsageError("--task is for the Playground; write upsweep shot playground --task NAME.");
    request.options.to = scenes::PlaygroundPlace{.task = *request.task};
}

/// The options of `upsweep step` that say what its scene is.
void add_step_scene(Command command, const std::shared_ptr<ShotRequest>& request) {
    add_scene_options(command, request->scene);
    command.find("ALGORITHM")
        .required(false)
        .help("for step: a slug (see list), a scene's file, NAME.toml, or your own program, NAME.cu");
    command.find("--step").help("go to this step first, from 0, or in a lesson to this page, from 1");
    // A picture's run has the window's limits.
    for (const char* limit : {"--max-steps", "--max-memory"}) command.remove(limit);
}

}  // namespace

void add_shot_command(Command program) {
    auto request = std::make_shared<ShotRequest>();
    const Command command = program.add_command("shot", "Draw a view into a picture, without a display");
    command
        .option("view", request->options.view,
                "step, race, playground, lessons, states (the sheet of states and arrows), or a place in "
                "one: lesson:look-back#2, playground:box_filter?radius=5, step:scan_blelloch?n=16")
        .required();
    command
        .option("-o,--output", request->options.file,
                "PNG to write; or SVG or GIF, with the stage of step alone")
        .required();
    command.option("--size", request->size, "pixels; default: 1280x800, with --present 1024x768");
    command.option("--scale", request->options.scale, "user scale, 0.75 to 4").shows_default();
    command.option("--theme", request->theme,
                   "dark, light or presenter; default: dark, with --present presenter");
    command.flag("--present", request->options.present, "as for a class: large, without panels");
    command.option("--zoom,--distance", request->zoom,
                   "for step: plan, blocks, block or lanes; default: the view of the size of step");
    command.option("--code", request->code, "for step: the code short, full or in words");
    command
        .option(
            "--predict", [request](const std::string& how) { request->options.predict = how == "revealed"; },
            "for step: ask what the next step does; or revealed, with its answer")
        .value_may_lack()
        .one_of({"asked", "revealed"})
        .value_name("asked|revealed");
    command.option("--press", request->options.press,
                   "then press these keys, such as C or Ctrl+Shift+P; =scan types a text");
    command.option("--history", request->options.history,
                   "for step: the values that made a cell,  sums[3] or sums:3, as SVG or PNG");
    command.flag("--alone", request->options.alone, "for step: a PNG of the stage alone");
    command.option(
        "--steps", request->steps,
        "for step: a picture of the stage for each of these steps, 0:40 or 12: up to the end, into "
        "numbered files, -o run-%03d.svg or .png, or a GIF");
    command.option(
        "--by", request->by,
        "for step's stage: the size of step that it shows and stops at, statement, barrier, phase or launch; "
        "default: it shows what the scene opens with, and --steps stops at each statement");
    command.option("--delay", request->options.delay_ms, "for a GIF: milliseconds a picture").shows_default();
    command.option("--lesson", request->lesson,
                   "for lessons: this one, by its slug or its file, NAME.md; default: the course");
    command.option("--page", request->page, "for a lesson: this page, from 1");
    command.option("--task", request->task,
                   "for playground: this row of its rail, such as box_filter or local_contrast");
    add_step_scene(command, request);
    const CommandOption open = command.option(
        "--open", request->options.open,
        "open this file in the view first: a picture in playground, a trace, scene or .cu file in step, a "
        "recording in race, a lesson (.md) in lessons");
    open.excludes(command.find("ALGORITHM"));
    command.runs([request] {
        const std::string_view usual = request->options.present ? "1024x768" : "1280x800";
        parse_size(request->size.empty() ? std::string(usual) : request->size, request->options.width,
                   request->options.height);
        take_destination(*request);
        take_scene(*request);
        take_lesson(*request);
        take_task(*request);
        if (!request->zoom.empty()) request->options.zoom = stage::parse_zoom(request->zoom);
        if (!request->steps.empty()) request->options.steps = exports::parse_steps(request->steps);
        if (!request->by.empty()) request->options.by = replay::parse_grain(request->by);
        if (!request->code.empty()) request->options.code = replay::parse_code_form(request->code);
        if (!request->theme.empty()) request->options.theme = canvas::parse_theme(request->theme);
        take_shot(request->options);
    });
}

}  // namespace upsweep::commands
