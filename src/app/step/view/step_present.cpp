// The Step view presented to a class: a page with the stage and nothing else.
#include "app/step/view/show_stage.h"
#include "app/step/view/step_view.h"
#include "stage/page.h"

namespace upsweep::app {

std::optional<stage::Page> StepView::page() const {
    if (compare_.shown() && compare_.both->ready()) return step::page_of_both(compare_, model_);
    if (model_.position() != nullptr) return stage::page_of(*model_.position(), model_.shown_zoom());
    stage::Page page;
    page.subject = model_.error().empty() ? "Step" : "This does not run";
    page.fault = !model_.error().empty();
    page.sentence = model_.error();
    return page;
}

// What the step does is said in the same signs as in the cells.
void StepView::choose_words() {
    const bool symbols = look_.symbols && !look_.rounding;
    if (model_.position() != nullptr) model_.position()->set_symbols(symbols);
    replay::StepPosition* right = compare_.shown() ? compare_.both->right().position() : nullptr;
    if (right != nullptr) right->set_symbols(symbols);
}

void StepView::draw_presented(Frame& frame) {
    const Pane pane(frame, "step.presented", frame.area, Role::bg0);
    frame.items.note("step.stage", frame.area);
    turn_wheel();
    choose_words();
    if (compare_.shown() && compare_.both->ready()) {
        draw_both_presented(frame, frame.area);
    } else if (model_.position() != nullptr) {
        stage::StageOptions options = stage_options();
        options.presenting = true;
        Rect rest = frame.area;
        draw_question(frame, rest, options, true);
        obey(show_stage(frame, rest, "step", *model_.position(), options, look_.stage));
    }
    draw_loading(frame, frame.area);
}

void StepView::draw_both_presented(Frame& frame, Rect rect) {
    stage::StageOptions options = stage_options();
    options.presenting = true;
    const Rect clock = rect.cut_bottom(frame.em(1.7F)).inset(frame.em(1.55F), 0);
    const std::vector<Rect> halves = step::presented_halves(frame, rect);
    const Rect& second = halves[1];
    const bool beside = second.min.x > halves[0].min.x;
    const TextStyle small{Face::sans, 1};
    const step::SideNames names{compare_captions(model_.scene(), compare_.both->right().scene()), !beside};
    draw_elided(frame, {clock.min.x, clock.min.y + frame.em(0.9F)}, clock.width(), small, Role::t2,
                step::clock_words(frame, small, clock.width(), *compare_.both, names));
    for (const bool is_left : {true, false}) {
        const StepModel& side = is_left ? model_ : compare_.both->right();
        const Rect stage =
            step::draw_presented_side(frame, halves[is_left ? 0 : 1], compare_, model_, is_left);
        options.zoom = side.zoom();
        const float scale = step::presented_scale(frame, stage, *side.position(), side.shown_zoom());
        const stage::StageEvents events =
            show_stage(frame, stage, is_left ? "step" : "compare", *side.position(), options,
                       is_left ? look_.stage : compare_.right, scale);
        if (is_left) obey(events);
    }
    const ImVec2 end = beside ? ImVec2(second.min.x, second.max.y) : ImVec2(second.max.x, second.min.y);
    frame.line(snap(second.min), snap(end), Role::line2, frame.px());
}

void StepView::presenting(bool on) {
    if (on) look_.presented_from = model_.shown_zoom();
}

bool StepView::look_back() {
    return model_.position() != nullptr && model_.shown_zoom() > look_.presented_from &&
           model_.look_farther();
}

}  // namespace upsweep::app
