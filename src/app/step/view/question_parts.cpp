// Parts of a question's card.
#include "app/step/view/question_parts.h"

#include <utility>

namespace upsweep::app {

FieldEnd draw_answer_field(Frame& frame, std::string_view id, Rect rect, std::string& text,
                           std::string_view hint, std::string_view complaint, AnswerField& field) {
    if (std::exchange(field.wanted, false)) frame.items.wants_keyboard = true;
    text_field(frame, id, rect, text, hint, complaint);
    return field_end(field.typing);
}

std::optional<int64_t> draw_answer_buttons(Frame& frame, std::string_view id,
                                           const questions::Question& question, const std::string& text,
                                           const std::function<Rect(int64_t)>& place) {
    const AnswerButtons choices = answer_buttons(question);
    std::optional<int64_t> clicked;
    for (int64_t i = 0; i < choices.count; ++i) {
        const Rect rect = place(i);
        if (rect.empty()) break;
        const int64_t number = question.form == questions::Form::yes_no ? 1 - i : choices.first + i;
        const std::string label = button_label(question, number);
        if (button(frame, std::string(id) + "." + label, rect, label,
                   {.chosen = is_chosen(question, text, number)}))
            clicked = number;
    }
    return clicked;
}

std::vector<Run> item_runs(const questions::Question& question, size_t item) {
    return marked_runs({Face::sans, 1.05F}, {Role::t1},
                       std::string(1, char('A' + item)) + "   " + question.items[item]);
}

}  // namespace upsweep::app
