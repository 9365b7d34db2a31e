// What Predict's card and a lesson's page share of a question: buttons and field for its answer, its items.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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
