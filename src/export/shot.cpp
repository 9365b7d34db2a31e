// Pictures of the stage, without a window.
#include "export/shot.h"

#include <memory>

#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"
#include "emulator/trace/trace.h"
#include "media/file.h"
#include "replay/structure/index.h"
#include "scenes/run_scene.h"

namespace upsweep::exports {
namespace {

scenes::Scene scene_of(const ShotOptions& options) {
    if (options.to) return std::get<scenes::Scene>(*options.to);
    if (!options.open) return scenes::initial_scene(scenes::first_kernel());
    if (scenes::is_program_name(*options.open)) return scenes::scene_of_file(*options.open);
    scenes::Scene scene;
    scene.of = scenes::TraceFile{*options.open};
    return scene;
}

/// At the wanted step, else at the first finding, where there is one.
void seek(replay::StepPosition& at, const ShotOptions& options) {
    if (options.step && (*options.step < 0 || *options.step > at.step_count()))
        throw UsageError(no_such_place("step", *options.step, "Step", 0, at.step_count()));
    if (options.step) return at.seek(*options.step);
    at.seek(at.run().scene.step);
    const int finding = at.index().next_finding(at.step());
    if (finding >= 0) at.seek(at.index().findings()[finding].step + 1);
}

}  // namespace

void check_size(const ShotOptions& options) {
    if (options.width < 320 || options.height < 200 || options.width > 16384 || options.height > 16384)
        throw UsageError("A picture is 320 × 200 to 16384 × 16384 pixels; {} × {} is not.", options.width,
                         options.height);
    // Also of what is not a number.
    if (!(options.scale >= lowest_scale && options.scale <= highest_scale))
        throw UsageError("The scale goes from 0.75 to 4.");
}

std::string no_such_place(std::string_view noun, int64_t place, std::string_view title, int64_t first,
                          int64_t last) {
    return "There is no " + std::string(noun) + " " + std::to_string(place) + " in the " +
           std::string(title) + " view; it goes from " + std::to_string(first) + " to " +
           std::to_string(last) + ".";
}

bool is_stage_alone(const ShotOptions& options) {
    const std::string ending = media::ending_of(options.file);
    return options.alone || options.steps || !options.history.empty() || ending == ".svg" || ending == ".gif";
}

void write_stage(const ShotOptions& options) {
    check_size(options);
    const std::string ending = media::ending_of(options.file);
    if (options.view != "step")
        throw UsageError("Only the Step view's stage is {}; a picture of {} ends in .png.",
                         ending == ".svg" ? std::string("written as SVG") : "drawn alone or step by step",
                         in_quotes(options.view));
    const bool several = options.steps || ending == ".gif";
    if (!several && ending != ".svg" && ending != ".png")
        throw UsageError("The stage alone is written as SVG, PNG or GIF; end the name {} in one of them.",
                         in_quotes(options.file));
    if (several && !options.history.empty())
        throw UsageError("--history is one picture; leave it out, or --steps (a GIF has all of them).");
    if (several && options.step)
        throw UsageError("--step is one picture; leave it out, or --steps (a GIF has all of them).");
    const InputFiles inputs = options.open ? InputFiles{*options.open} : InputFiles{};
    if (!several) check_output(options.file, inputs);
    auto run = std::make_shared<const scenes::RunScene>(scenes::run_scene(scene_of(options)));
    const canvas::ThemeKind usual = options.present ? canvas::ThemeKind::presenter : canvas::ThemeKind::dark;
    const stage::Drawing how{options.width, options.height, options.scale, options.theme.value_or(usual),
                             options.zoom,  options.present};
    if (several) {
        // A range is every step of it, a whole run what the scene opens with; each looks as it does alone.
        const StepSize shown = options.by.value_or(stage::opening_step(*run));
        const StepSize by = options.steps ? options.by.value_or(StepSize::statement) : shown;
        const Series series{.run = run,
                            .how = how,
                            .steps = options.steps.value_or(StepsAsked{}),
                            .by = by,
                            .shown = shown,
                            .delay_ms = options.delay_ms};
        write_series(series, options.file, inputs);
        return;
    }
    replay::StepPosition at(std::move(run));
    at.set_grain(options.by.value_or(stage::opening_step(at.run())));
    seek(at, options);
    if (!options.history.empty())
        return write_history(at, replay::parse_cell(at.trace(), options.history, at.launch(), at.block()),
                             how, options.file, inputs);
    write_picture(at, how, options.file, inputs);
}

}  // namespace upsweep::exports
