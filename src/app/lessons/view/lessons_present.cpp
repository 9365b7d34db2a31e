// A lesson presented to a class: its page in large type, its scene beside it.
#include <algorithm>

#include "app/lessons/view/lessons_view.h"
#include "app/step/view/show_stage.h"
#include "stage/page.h"

namespace upsweep::app {
namespace {

constexpr float text_share = 0.42F;  ///< of the width; the scene has the rest

}  // namespace

std::optional<stage::Page> LessonsView::page() const {
    if (screen_ == Screen::course) return course_.plan_page();
    if (screen_ != Screen::lesson) return std::nullopt;
    stage::Page page;
    if (model_.lesson() == nullptr) {
        page.subject = model_.error().empty() ? "Lessons" : "This lesson cannot be opened";
        page.fault = !model_.error().empty();
        page.sentence = model_.error();
        return page;
    }
    page.subject = model_.lesson()->title;
    page.place = model_.page_number() + 1;
    page.count = model_.page_count();
    return page;
}

void LessonsView::draw_presented(Frame& frame) {
    if (screen_ == Screen::course) return course_.draw_plan_item(frame);
    if (model_.lesson() == nullptr) return;
    if (on_exercise()) return exercise_.draw_presented(frame, frame.area, *model_.page().exercise);
    if (frame.items.activate && frame.items.focus.empty()) press_enter();
    choose_words();
    Rect scene = frame.area;
    const Rect text = scene.cut_left(snap(scene.width() * text_share));
    {
        const Pane pane(frame, "lessons.text", text, Role::bg1);
        draw_body(frame, text, frame.em(1.55F), false, true);
    }
    const Rect words = draw_words(frame, scene);
    scene.max.y = words.min.y;
    const Pane pane(frame, "lessons.scene", scene, Role::bg0);
    if (model_.page().race) return draw_race(frame, scene);
    if (model_.page().playground) return draw_playground(frame, scene);
    if (model_.comparison() != nullptr) return draw_compared(frame, scene, true);
    draw_page_stage(frame, scene, true);
}

/// Under the scene: the open question with its answers, else what the step does. Gives where it is.
Rect LessonsView::draw_words(Frame& frame, Rect scene) {
    const float margin = frame.em(1.2F), width = scene.width() - 2 * margin;
    const bool asks = model_.waits();
    const auto caption = marked_runs({Face::sans, 1.1F}, {Role::t1}, this->caption());
    const float wanted = asks ? lesson::short_question_height(frame, width, model_)
                              : paragraph_height(frame, width, caption, 1.3F);
    const float high = std::max(frame.em(4.4F), wanted + frame.em(1));
    const Rect rect = scene.cut_bottom(std::min(high, scene.height() * 0.55F));
    Pane pane(frame, "lessons.ask", rect, Role::bg0, true);
    const ImVec2 corner(rect.min.x + margin, pane.origin().y + frame.em(0.4F));
    if (asks)
        pane.set_height(lesson::draw_short_question(frame, corner, width, model_, field_) + frame.em(0.6F));
    else
        draw_paragraph(frame, corner, width, caption, 1.3F);
    return rect;
}

void LessonsView::present_on() {
    const auto item = static_cast<std::ptrdiff_t>(course_model_.item());
    if (screen_ == Screen::course) return course_model_.go_to_item(item + 1);
    if (on_exercise() && exercise_.step_on()) return;
    next();
}

void LessonsView::present_back() {
    const auto item = static_cast<std::ptrdiff_t>(course_model_.item());
    if (screen_ == Screen::course) return course_model_.go_to_item(item - 1);
    if (on_exercise() && exercise_.step_back()) return;
    turn(model_.page_number() - 1);
}

std::int64_t LessonsView::moment() const {
    if (screen_ == Screen::course) return -1 - static_cast<std::int64_t>(course_model_.item());
    const replay::StepPosition* at = model_.lesson() == nullptr ? nullptr : model_.position();
    if (on_exercise()) at = exercise_.position();
    const std::int64_t step = at != nullptr ? at->step() : 0;
    constexpr std::int64_t most_pages = 1000;
    return step * most_pages + model_.page_number();
}

}  // namespace upsweep::app
