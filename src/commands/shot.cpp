// `upsweep shot`: a picture of a view, off-screen.
#include "stage/shot.h"

#include <algorithm>
#include <charconv>
#include <memory>

#include <CLI/CLI.hpp>

#include "commands/scene_options.h"
#include "commands/settings.h"
#include "core/error.h"
#include "core/quotes.h"
#include "scenes/run_program.h"
#include "scenes/scene_file.h"
#ifdef UPSWEEP_WITH_APP
#include "app/shell/shot.h"
#endif

namespace upsweep::commands {
namespace {

// "1280x800" to width and height.
void parse_size(const std::string& text, stage::ShotOptions& options) {
    const char* const end = text.data() + text.size();
    const auto width = std::from_chars(text.data(), end, options.width);
    const bool crossed = width.ec == std::errc{} && width.ptr != end && *width.ptr == 'x';
    const auto height = std::from_chars(crossed ? width.ptr + 1 : end, end, options.height);
    if (!crossed || height.ec != std::errc{} || height.ptr != end)
        throw UsageError("A size is written as 1280x800, not " + in_quotes(text) + ".");
}

void take_shot(const stage::ShotOptions& options) {
    if (stage::is_svg(options.file)) return stage::write_stage(options);
#ifdef UPSWEEP_WITH_APP
    app::take_shot(options);
#else
    throw BackendMissing(
        "This build has no window to take pictures of. It can write the Step view's stage: "
        "upsweep shot step -o FILE.svg.");
#endif
}

struct Request {
    stage::ShotOptions options;
    SceneOptions scene;
    std::string size = "1280x800", theme = "dark", distance = {}, code = {};
};

/// Whether more is said of the scene than its algorithm and where it stands.
bool says_more(const SceneOptions& scene) {
    return scenes::is_scene_name(scene.words.algorithm) || scenes::is_program_name(scene.words.algorithm) ||
           std::any_of(scene.said.begin(), scene.said.end(),
                       [](const CLI::Option* option) { return option->count() > 0; });
}

/// What the Step view itself opens an algorithm with.
scenes::Scene opening_scene(const scenes::SceneWords& words) {
    scenes::Scene scene = scenes::initial_scene(words.algorithm);
    scene.step = words.step.value_or(0);
    if (!words.launch.empty() || words.step) scene.launch = words.launch;
    return scene;
}

/// The Step view's scene, where one is named. Throws UsageError for scene options that belong to none.
void take_scene(Request& request) {
    stage::ShotOptions& options = request.options;
    options.step = request.scene.words.step;
    if (options.predict && (options.view != "step" || stage::is_svg(options.file)))
        throw UsageError("--predict is of pictures of the Step view; write upsweep shot step -o FILE.png.");
    if (request.scene.words.algorithm.empty()) {
        for (const CLI::Option* option : request.scene.said)
            if (option->count() > 0)
                throw UsageError(option->get_name() +
                                 " belongs to a scene; name its algorithm too: upsweep shot step ALGORITHM.");
        return;
    }
    if (options.view != "step")
        throw UsageError("Only the Step view shows " + in_quotes(request.scene.words.algorithm) +
                         "; write upsweep shot step, or leave the algorithm out.");
    options.scene = says_more(request.scene) ? scene_of(request.scene) : opening_scene(request.scene.words);
    if (!options.step && options.scene->step > 0) options.step = options.scene->step;
}

/// The options of `upsweep step` that say what its scene is.
void add_step_scene(CLI::App& command, const std::shared_ptr<Request>& request) {
    add_scene_options(command, std::shared_ptr<SceneOptions>(request, &request->scene));
    command.get_option("ALGORITHM")
        ->required(false)
        ->description("of step: a slug (see list), a scene's file, NAME.toml, or your own program, NAME.cu");
    command.get_option("--step")->description(
        "go there first: in step to this step, from 0; in lessons to this page, from 1; the others have "
        "none");
    // A picture's run has the window's limits.
    for (const char* limit : {"--max-steps", "--max-memory"})
        command.remove_option(command.get_option(limit));
}

}  // namespace

void add_shot_command(CLI::App& app) {
    auto request = std::make_shared<Request>();
    CLI::App* command = app.add_subcommand("shot", "Draw a view into a picture, without a display");
    command
        ->add_option("view", request->options.view,
                     "step, race, playground, lessons, or states (the sheet of states and arrows)")
        ->required();
    command
        ->add_option("-o,--output", request->options.file,
                     "PNG to write; or SVG, with the stage of step alone")
        ->required();
    command->add_option("--size", request->size, "pixels")->capture_default_str();
    command->add_option("--scale", request->options.scale, "user scale, 0.75 to 4")->capture_default_str();
    command->add_option("--theme", request->theme, "dark, light or presenter")->capture_default_str();
    command->add_option("--distance", request->distance,
                        "of step: plan, blocks, block or lanes; else as the size of step goes");
    command->add_option("--code", request->code, "of step: the code short, full or in words");
    command
        ->add_option_function<std::string>(
            "--predict", [request](const std::string& how) { request->options.predict = how == "revealed"; },
            "of step: what the next step does is asked; or revealed, with its answer")
        ->expected(0, 1)
        ->check(CLI::IsMember({"asked", "revealed"}))
        ->type_name("asked|revealed");
    add_step_scene(*command, request);
    CLI::Option* open = command->add_option(
        "--open", request->options.open,
        "open this file in the view first: a picture in playground, a trace, scene or .cu file in step, a "
        "recording in race");
    open->excludes(command->get_option("ALGORITHM"));
    command->callback([request] {
        parse_size(request->size, request->options);
        take_scene(*request);
        if (!request->distance.empty()) request->options.distance = stage::parse_distance(request->distance);
        if (!request->code.empty()) request->options.code = replay::parse_code_form(request->code);
        request->options.theme = canvas::parse_theme(request->theme);
        take_shot(request->options);
    });
}

}  // namespace upsweep::commands
