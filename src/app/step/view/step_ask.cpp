// Ways to look at a scene in the Step view: compared, asked for, or with an order that is picked.
#include <algorithm>

#include "app/step/view/step_view.h"

namespace upsweep::app {

bool StepView::close_predict() {
    const bool active = predict_.active();
    predict_.leave();
    return active;
}

void StepView::turn_compare() {
    predict_.leave();
    order_.leave();
    inquiry_.close();
    step::toggle_compare(services_, model_, compare_);
}

void StepView::turn_predict() {
    order_.leave();
    if (compare_.shown()) turn_compare();
    inquiry_.close();
    predict_.toggle();
}

void StepView::turn_order() {
    if (order_.active()) return order_.leave();
    predict_.leave();
    if (compare_.shown()) turn_compare();
    services_.notices.clear("order");
    if (const std::string why = order_.begin(); !why.empty()) services_.notices.add(why, "order");
}

void StepView::ask_about(const std::optional<replay::CellPlace>& cell) {
    if (!cell || predict_.active()) return;
    open_->shown = home_.shown = false;
    tab_ = 0;
    inquiry_.ask(cell->first, cell->second);
}

void StepView::turn_history() {
    if (inquiry_.shown()) return inquiry_.close();
    if (model_.position() == nullptr || predict_.active()) return;
    services_.notices.clear("history");
    constexpr std::string_view prefix = "step.";
    if (focus_.starts_with(prefix))
        if (const auto cell = stage::cell_of(*model_.position(), focus_.substr(prefix.size())))
            return ask_about(cell);
    open_->shown = home_.shown = false;
    if (!inquiry_.ask_here())
        services_.notices.add("This step writes no cell; right-click one, or reach it with Tab and press H.",
                              "history");
}

void StepView::ask(bool revealed) {
    if (model_.position() == nullptr || model_.loading() || wanted_step_) {
        wanted_question_ = revealed;
        return;
    }
    if (!predict_.active()) predict_.toggle();
    if (!revealed || predict_.state() != Predict::State::asking) return;
    predict_.text() = predict_.question().key_text;
    predict_.enter();
}

void StepView::show_awaited(stage::StageOptions& options) {
    asked_cells_.clear();
    if (const auto awaited = model_.awaited()) asked_cells_.push_back(*awaited);
    options.marks = asked_cells_;
}

void StepView::draw_question(Frame& frame, Rect& rest, stage::StageOptions& options, bool presented) {
    if (!predict_.active()) return show_awaited(options);
    const float wanted = step::predict_height(frame, rest.width(), predict_);
    step::draw_predict(frame, rest.cut_bottom(std::min(wanted, rest.height())), predict_, predict_card_,
                       presented);
    asked_cells_ = predict_.marks();
    options.marks = asked_cells_;
    options.to_come = !predict_.hides_to_come();
    options.banks = predict_.state() != Predict::State::asking;
}

}  // namespace upsweep::app
