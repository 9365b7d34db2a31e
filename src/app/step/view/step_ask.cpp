// Ways to look at a scene in the Step view: compared, asked for, or with an order that is picked.
#include <algorithm>

#include "app/step/view/step_view.h"

namespace upsweep::app {

bool StepView::close_predict() {
    const bool active = asking_.predict.active();
    asking_.predict.leave();
    return active;
}

void StepView::turn_compare() {
    asking_.predict.leave();
    order_.leave();
    over_.inquiry.close();
    step::toggle_compare(services_, model_, compare_);
}

void StepView::turn_predict() {
    order_.leave();
    if (compare_.shown()) turn_compare();
    over_.inquiry.close();
    asking_.predict.toggle();
}

void StepView::turn_order() {
    if (order_.active()) return order_.leave();
    asking_.predict.leave();
    if (compare_.shown()) turn_compare();
    services_.notices.clear("order");
    if (const std::string why = order_.begin(); !why.empty()) services_.notices.add(why, "order");
}

void StepView::ask_about(const std::optional<replay::CellPlace>& cell) {
    if (!cell || asking_.predict.active()) return;
    over_.close_files();
    panes_.tab = 0;
    over_.inquiry.ask(cell->first, cell->second);
}

void StepView::turn_history() {
    if (over_.inquiry.shown()) return over_.inquiry.close();
    if (model_.position() == nullptr || asking_.predict.active()) return;
    services_.notices.clear("history");
    constexpr std::string_view prefix = "step.";
    if (focus_.starts_with(prefix))
        if (const auto cell = stage::cell_of(*model_.position(), focus_.substr(prefix.size())))
            return ask_about(cell);
    over_.close_files();
    if (!over_.inquiry.ask_here())
        services_.notices.add("This step writes no cell; right-click one, or reach it with Tab and press H.",
                              "history");
}

void StepView::ask(bool revealed) {
    if (model_.position() == nullptr || model_.loading() || wanted_.step) {
        wanted_.question = revealed;
        return;
    }
    if (!asking_.predict.active()) asking_.predict.toggle();
    if (!revealed || asking_.predict.state() != Predict::State::asking) return;
    asking_.predict.text() = asking_.predict.question().key_text;
    asking_.predict.enter();
}

void StepView::show_awaited(stage::StageOptions& options) {
    look_.asked.clear();
    if (const auto awaited = model_.awaited()) look_.asked.push_back(*awaited);
    options.marks = look_.asked;
}

void StepView::draw_question(Frame& frame, Rect& rest, stage::StageOptions& options, bool presented) {
    if (!asking_.predict.active()) return show_awaited(options);
    const float wanted = step::predict_height(frame, rest.width(), asking_.predict);
    step::draw_predict(frame, rest.cut_bottom(std::min(wanted, rest.height())), asking_.predict, asking_.card,
                       presented);
    look_.asked = asking_.predict.marks();
    options.marks = look_.asked;
    options.to_come = !asking_.predict.hides_to_come();
    options.banks = asking_.predict.state() != Predict::State::asking;
}

}  // namespace upsweep::app
