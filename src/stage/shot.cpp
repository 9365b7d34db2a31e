// The stage as SVG, without a window.
#include "stage/shot.h"

#include <memory>

#include "canvas/paragraph.h"
#include "canvas/svg.h"
#include "core/error.h"
#include "core/quotes.h"
#include "core/write_file.h"
#include "media/file.h"
#include "scenes/run_scene.h"
#include "stage/page.h"
#include "stage/stage.h"

namespace upsweep::stage {
namespace {

constexpr float usual_em = 16,
                roomy_em = 62;  // E in pixels at scale 1; the width in E from which there is room

scenes::Scene scene_of(const ShotOptions& options) {
    if (options.scene) return *options.scene;
    if (!options.open) return scenes::initial_scene(scenes::first_kernel());
    if (scenes::is_program_name(*options.open)) return scenes::scene_of_file(*options.open);
    scenes::Scene scene;
    scene.trace_file = *options.open;
    return scene;
}

/// At the wanted step, else at the first finding, where there is one.
void seek(replay::StepPosition& at, const ShotOptions& options) {
    if (options.step && (*options.step < 0 || *options.step > at.step_count()))
        throw UsageError(no_such_place("step", *options.step, "Step", 0, at.step_count()));
    if (options.step) return at.seek(*options.step);
    at.seek(at.run().scene.step);
    const int finding = at.index().next_finding(at.step());
    if (finding >= 0) at.seek(at.index().findings()[static_cast<std::size_t>(finding)].step + 1);
}

/// What the picture shows, for those who read the page's text.
std::string title_of(const replay::StepPosition& at) {
    std::string title = subject_of(at.run()) + ", step " + std::to_string(at.step()) + " of " +
                        std::to_string(at.step_count()) + ": ";
    for (const canvas::Run& run_of_text : canvas::marked_runs(canvas::type::body, {}, at.sentence()))
        title += run_of_text.text;
    return title;
}

canvas::Picture staged(const replay::StepPosition& at, const ShotOptions& options, canvas::Box area) {
    const float em = usual_em * options.scale;
    StageOptions how;
    how.distance = options.distance;
    how.roomy = area.width() >= roomy_em * em;
    StageState state;
    return draw_stage(area, em, at, how, state);
}

/// The whole page, with the stage in its middle.
canvas::Picture presented(const replay::StepPosition& at, const ShotOptions& options, canvas::Box area) {
    const float em = page_em(area.width(), area.height());
    canvas::Canvas canvas(area, em);
    StageOptions how;
    how.distance = options.distance;
    how.presenting = true;
    const canvas::Box room = draw_page(canvas, page_of(at, how.distance.value_or(distance_of(at.grain()))));
    canvas::Picture page = canvas.finish();
    StageState state;
    canvas::Picture stage = draw_stage(room, em, at, how, state);
    page.shapes.insert(page.shapes.end(), stage.shapes.begin(), stage.shapes.end());
    page.hits.insert(page.hits.end(), stage.hits.begin(), stage.hits.end());
    return page;
}

}  // namespace

void check_size(const ShotOptions& options) {
    if (options.width < 320 || options.height < 200 || options.width > 16384 || options.height > 16384)
        throw UsageError("A picture is 320 × 200 to 16384 × 16384 pixels; " + std::to_string(options.width) +
                         " × " + std::to_string(options.height) + " is not.");
    // Also of what is no number.
    if (!(options.scale >= lowest_scale && options.scale <= highest_scale))
        throw UsageError("The scale goes from 0.75 to 4.");
}

std::string no_such_place(std::string_view noun, std::int64_t place, std::string_view title,
                          std::int64_t first, std::int64_t last) {
    return "There is no " + std::string(noun) + " " + std::to_string(place) + " in the " +
           std::string(title) + " view; it goes from " + std::to_string(first) + " to " +
           std::to_string(last) + ".";
}

bool is_svg(const std::string& file) { return media::ending_of(file) == ".svg"; }

void write_stage(const ShotOptions& options) {
    check_size(options);
    if (options.view != "step")
        throw UsageError("Only the Step view's stage is written as SVG; end the name of a picture of " +
                         in_quotes(options.view) + " in .png.");
    const InputFiles inputs = options.open ? InputFiles{*options.open} : InputFiles{};
    check_output(options.file, inputs);
    auto run = std::make_shared<const scenes::RunScene>(scenes::run_scene(scene_of(options)));
    replay::StepPosition at(std::move(run));
    if (at.run().algorithm != nullptr) at.set_grain(at.run().algorithm->opening.step);
    seek(at, options);
    const float width = static_cast<float>(options.width), height = static_cast<float>(options.height);
    const canvas::Picture picture = options.present ? presented(at, options, {{0, 0}, {width, height}})
                                                    : staged(at, options, {{0, 0}, {width, height}});
    const auto theme =
        options.theme.value_or(options.present ? canvas::ThemeKind::presenter : canvas::ThemeKind::dark);
    write_file(options.file, canvas::to_svg(picture, {.theme = theme, .faces = true, .title = title_of(at)}),
               inputs);
}

}  // namespace upsweep::stage
