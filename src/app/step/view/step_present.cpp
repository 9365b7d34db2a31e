// The Step view presented to a class: a page with the stage and nothing else.
#include "app/step/view/show_stage.h"
#include "app/step/view/step_view.h"
#include "stage/page.h"

namespace upsweep::app {

std::optional<stage::Page> StepView::page() const {
    if (model_.position() != nullptr) return stage::page_of(*model_.position(), model_.shown_distance());
    stage::Page page;
    page.subject = model_.error().empty() ? "Step" : "This does not run";
    page.fault = !model_.error().empty();
    page.sentence = model_.error();
    return page;
}

void StepView::draw_presented(Frame& frame) {
    const Pane pane(frame, "step.presented", frame.area, Role::bg0);
    frame.items.add("step.stage", frame.area);
    turn_wheel();
    if (model_.position() != nullptr) {
        stage::StageOptions options = stage_options();
        options.presenting = true;
        Rect rest = frame.area;
        draw_question(frame, rest, options, false);  // without the score
        obey(show_stage(frame, rest, "step", *model_.position(), options, stage_));
    }
    draw_loading(frame, frame.area);
}

void StepView::presenting(bool on) {
    if (on) presented_from_ = model_.shown_distance();
}

bool StepView::look_back() {
    return model_.position() != nullptr && model_.shown_distance() > presented_from_ && model_.look_farther();
}

}  // namespace upsweep::app
