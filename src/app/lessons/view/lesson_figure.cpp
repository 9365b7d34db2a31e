// Figures: the stage, small and without what is around it.
#include "app/lessons/view/lesson_figure.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/ui/canvas_painter.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "emulator/trace/trace.h"
#include "replay/data/diagram.h"
#include "replay/data/picture.h"

namespace upsweep::app::lesson {

namespace {

constexpr double stop_seconds = 0.9, lesson_figure_arrow_seconds = 0.3;
constexpr float scale = 0.9F, least_scale = 0.6F, low_em = 10.6F, high_em = 17, button_em = 1.9F;

float height_em(const lessons::Figure& figure, const replay::StepPosition& at) {
    const auto zoom = figure.look.zoom.value_or(stage::Zoom::block);
    const bool row = at.trace().arrays[at.picture().followed].extent.height == 1;
    return zoom == stage::Zoom::block && row ? low_em : high_em;
}

/// How far the figure is: where it is, and how far its arrows have grown.
float show_moment(const lessons::Figure& figure, LessonModel& model, const Figures& figures) {
    replay::StepPosition& at = model.figure(figure);
    std::int64_t step = figure.step;
    float grown = 1;
    if (figures.playing == &figure) {
        const auto stops = model.figure_stops(figure);
        // It rests at its end as long as at two stops.
        const auto count = static_cast<std::int64_t>(stops.size()) + 1;
        const auto passed = static_cast<std::int64_t>(figures.seconds / stop_seconds) % count;
        const auto stop = static_cast<std::size_t>(std::min(passed, count - 2));
        step = stops[stop];
        const double since = std::fmod(figures.seconds, stop_seconds);
        if (stop > 0 && passed < count - 1)
            grown = static_cast<float>(std::min(1.0, since / lesson_figure_arrow_seconds));
    }
    if (at.step() != step) at.seek(step);
    return grown;
}

/// A figure cannot scroll: it is as small as all cells of a row need.
canvas::Picture whole_picture(const Frame& frame, Rect field, const replay::StepPosition& at,
                              const stage::StageOptions& options, stage::StageState& state) {
    for (float size = scale;; size -= 0.1F) {
        state.shown = 0;  // what another zoom left
        canvas::Picture picture = stage::draw_stage(box_of(field), frame.em(size), at, options, state);
        if (state.shown == 0 || state.shown >= at.diagram().cells || size <= least_scale) return picture;
    }
}

}  // namespace

const lessons::Figure* first_moving(const lessons::PreparedPage& page) {
    for (const lessons::Block& block : page.blocks)
        if (block.figure && block.figure->end > block.figure->step) return &*block.figure;
    return nullptr;
}

void toggle_play(Figures& figures, const lessons::Figure& figure) {
    figures.playing = figures.playing == &figure ? nullptr : &figure;
    figures.seconds = 0;
}

float draw_figure(Frame& frame, ImVec2 at, float width, const lessons::Figure& figure, LessonModel& model,
                  Figures& figures, Prose& prose) {
    stage::StageOptions options;
    options.grown = show_moment(figure, model, figures);
    const replay::StepPosition& position = model.figure(figure);
    options.zoom = figure.look.zoom;
    options.symbols = figure.look.symbols;
    options.diagram = options.banks = options.legend = options.roomy = false;
    const Rect field = Rect::sized(at, width, frame.em(height_em(figure, position))).snapped();
    frame.list()->AddRectFilled(field.min, field.max, frame.colour(Role::bg0), frame.em(0.5F));
    paint(frame, whole_picture(frame, field.inset(frame.em(0.3F), frame.em(0.3F)), position, options,
                               figures.stages[&figure]));
    frame.list()->AddRect(field.min, field.max, frame.colour(Role::line), frame.em(0.5F), 0,
                          snap(frame.px()));
    float room = width;
    const float top = field.max.y + frame.em(0.4F);
    if (figure.end > figure.step) {
        const bool playing = figures.playing == &figure;
        const ButtonOptions play{.chosen = playing,
                                 .icon = playing ? marks::pause : marks::play,
                                 .hint = first_moving(model.page()) == &figure ? "A" : "",
                                 .tip = "Play these steps in a loop"};
        const std::string_view label = playing ? "Stop" : "Play";
        const float wide = button_width(frame, label, play);
        const std::string id = "lessons.play." + std::to_string(figure.step);
        if (button(frame, id, {field.max.x - wide, top, field.max.x, top + frame.em(button_em)}, label, play))
            toggle_play(figures, figure);
        room -= wide + frame.em(0.8F);
    }
    const float words =
        draw_prose(frame, {at.x, top + frame.em(0.1F)}, room, figure.words, type::body, 1.4F, prose);
    return field.height() + frame.em(0.4F) +
           std::max(words + frame.em(0.2F), figure.end > figure.step ? frame.em(button_em) : 0);
}

}  // namespace upsweep::app::lesson
