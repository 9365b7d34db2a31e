#include "stage/alone.h"

#include <filesystem>

#include "core/ranges.h"
#include "programs/user_program.h"
#include "replay/words/sentence.h"
#include "scenes/run_scene.h"
#include "stage/page.h"

namespace upsweep::stage {
namespace {

constexpr float alone_em = 16,
                alone_roomy_em = 62;  // E in pixels at scale 1; the width in E from which there is room

/// The whole page, with the stage in its middle.
canvas::Picture draw_presented(const replay::StepPosition& at, const Drawing& how, StageState& state) {
    const float width = float(how.width), height = float(how.height);
    const float em = page_em(width, height);
    canvas::Canvas canvas({{0, 0}, {width, height}}, em);
    StageOptions options;
    options.zoom = how.zoom;
    options.presenting = true;
    const canvas::Box room = draw_page(canvas, page_of(at, how.zoom.value_or(zoom_of(at.grain()))));
    canvas::Picture page = canvas.finish();
    canvas::Picture stage = draw_stage(room, em, at, options, state);
    append(page.shapes, stage.shapes);
    append(page.hits, stage.hits);
    return page;
}

}  // namespace

canvas::Picture draw_alone(const replay::StepPosition& at, const Drawing& how, StageState& state) {
    if (how.present) return draw_presented(at, how, state);
    const float em = alone_em * how.scale, width = float(how.width);
    StageOptions options;
    options.zoom = how.zoom;
    options.roomy = width >= alone_roomy_em * em;
    return draw_stage({{0, 0}, {width, float(how.height)}}, em, at, options, state);
}

std::string name_of(const scenes::RunScene& run) {
    if (run.algorithm != nullptr) return std::string(run.algorithm->title);
    if (run.scene.program()) return programs::name_of(*run.scene.program());
    return std::filesystem::path(run.scene.file()).filename().string();
}

StepSize opening_step(const scenes::RunScene& run) {
    return run.algorithm != nullptr ? run.algorithm->opening.step : StepSize::statement;
}

std::string sentence_alone(const replay::StepPosition& at) {
    constexpr std::string_view nothing = "Nothing has run yet.";
    return at.sentence().starts_with(nothing) ? std::string(nothing) : at.sentence();
}

std::string title_of(const replay::StepPosition& at) {
    return name_of(at.run()) + ", step " + std::to_string(at.step()) + " of " +
           std::to_string(at.step_count()) + ": " + replay::plain(sentence_alone(at));
}

}  // namespace upsweep::stage
