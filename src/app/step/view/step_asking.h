// The cards at the stage's foot that ask something of the class: Predict's questions, who runs next.
#pragma once

#include "app/step/model/order_game.h"
#include "app/step/model/predict.h"
#include "app/step/view/question_parts.h"

namespace upsweep::app::step {

/// What the card remembers between frames.
struct PredictCard {
    const questions::Question* seen = nullptr;  ///< the question whose field took the keyboard
    std::string asked;                          ///< its sentence
    AnswerField field;
};

/// Height in pixels that it takes in this width.
float predict_height(const Frame& frame, float width, const Predict& predict);
/// The question and how to answer it; after that the reason. Presented, the class answers: without what was
/// right so far, and the keys stay with the page until the user clicks the field.
void draw_predict(Frame& frame, Rect rect, Predict& predict, PredictCard& card, bool presented = false);

/// Height in pixels that it takes.
float order_height(const Frame& frame);
/// Who may run, as buttons: "order.pick.3"; what was picked; "order.back", "order.look", "order.close".
void draw_order(Frame& frame, Rect rect, OrderGame& order);

}  // namespace upsweep::app::step
