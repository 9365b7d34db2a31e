// What asks something: an answer's buttons and field, which a lesson's page has too, and the cards at the
// stage's foot: Predict's questions, who runs next.
#pragma once

#include "app/step/model/predict.h"
#include "app/step/model/typed_answer.h"
#include "app/ui/controls.h"

namespace upsweep::app {

/// What the field of an answer remembers between frames.
struct AnswerField {
    bool typing = false;  ///< it had the keyboard in the last frame
    bool wanted = false;  ///< it will have it
};
/// Draws the field, and says how it lost the keyboard.
FieldEnd draw_answer_field(Frame& frame, std::string_view id, Rect rect, std::string& text,
                           std::string_view hint, std::string_view complaint, AnswerField& field);

/// A button for each number that can be chosen, yes before no. `place` gives the room of the first, the
/// second …; where that is empty no more are drawn. Returns the number that was clicked.
std::optional<int64_t> draw_answer_buttons(Frame& frame, std::string_view id,
                                           const questions::Question& question, const std::string& text,
                                           const std::function<Rect(int64_t)>& place);

/// An item of an order, with the letter that it is answered by.
std::vector<Run> item_runs(const questions::Question& question, size_t item);

}  // namespace upsweep::app

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
float order_height(const Frame& frame, float width, const OrderGame& order);
/// Who may run, as buttons: "order.pick.3"; what was picked; "order.back", "order.look", "order.close".
void draw_order(Frame& frame, Rect rect, OrderGame& order);

}  // namespace upsweep::app::step
