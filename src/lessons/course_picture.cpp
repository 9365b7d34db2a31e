// One page's stage.
#include "lessons/course_picture.h"

#include <algorithm>
#include <memory>

#include "canvas/fit.h"
#include "lessons/moment.h"
#include "replay/position/position.h"
#include "scenes/run_scene.h"
#include "stage/stage.h"

namespace upsweep::lessons {
namespace {

constexpr float em = 16, width_em = 46, height_em = 32;

/// The page that the lesson names; where that shows no scene of its own, the nearest before that does.
const Page& pictured(const Lesson& lesson) {
    const int last = int(lesson.pages.size()) - 1;
    const int named = std::clamp(lesson.picture - 1, 0, last);
    for (int page = named; page >= 0; --page) {
        const Page& one = lesson.pages[page];
        if (!one.race && !one.playground && !one.exercise) return one;
    }
    return lesson.pages[named];
}

}  // namespace

canvas::Picture course_picture(const Lesson& lesson, const std::atomic<bool>* cancel) {
    const Page& page = pictured(lesson);
    const auto run = std::make_shared<const scenes::RunScene>(scenes::run_scene(page.scene, cancel));
    replay::StepPosition at(run);
    at.set_grain(page.look.zoom ? stage::step_of(*page.look.zoom) : replay::Grain::barrier);
    at.seek(resolve(page.at, *run->trace));
    stage::StageOptions options;
    options.zoom = page.look.zoom;
    options.roomy = false;
    options.banks = options.legend = false;
    stage::StageState state;
    const canvas::Box all{{0, 0}, {width_em * em, height_em * em}};
    const canvas::Picture picture = stage::draw_stage(all, em, at, options, state);
    // The diagram tells more than the present row alone, where there is one with something in it.
    const canvas::Hit* diagram = picture.find("diagram");
    constexpr size_t least_shapes = 12;
    if (diagram != nullptr) {
        canvas::Picture rows = canvas::without_words(picture, diagram->box);
        if (rows.shapes.size() >= least_shapes) return rows;
    }
    return canvas::without_words(picture, all);
}

}  // namespace upsweep::lessons
