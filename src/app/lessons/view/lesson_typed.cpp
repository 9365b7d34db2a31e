// Answers that are typed: the field, buttons for what is often chosen, and the button that judges.
#include "app/lessons/view/lesson_typed.h"

#include <algorithm>
#include <string>

#include "app/lessons/view/lessons_view.h"
#include "app/step/model/typed_answer.h"
#include "app/ui/canvas_painter.h"
#include "app/ui/controls.h"

namespace upsweep::app::lesson {

using lessons::PreparedQuestion;
using stage::CellState;

namespace {

constexpr float field_em = 14, lesson_typed_control_em = 2.1F, button_gap = 0.3F;     // E
constexpr float lesson_typed_answer_width = 5.2F, lesson_typed_answer_height = 2.7F;  // of a cell

const PreparedQuestion& lesson_typed_question_of(const LessonModel& model) { return *model.page().question; }

AnswerButtons buttons_of(const LessonModel& model) {
    const PreparedQuestion& question = lesson_typed_question_of(model);
    return question.asked && model.asks() ? answer_buttons(*question.asked) : AnswerButtons{};
}

bool is_yes_no(const LessonModel& model) {
    return lesson_typed_question_of(model).asked &&
           lesson_typed_question_of(model).asked->form == questions::Form::yes_no;
}

float one_button(const Frame& frame, const LessonModel& model) {
    return frame.em(is_yes_no(model) ? 4 : 2.3F);
}

std::int64_t buttons_in_row(const Frame& frame, float width, const LessonModel& model) {
    const float gap = frame.em(button_gap);
    return std::max<std::int64_t>(
        1, static_cast<std::int64_t>((width + gap) / (one_button(frame, model) + gap)));
}

float buttons_height(const Frame& frame, float width, const LessonModel& model) {
    const std::int64_t count = buttons_of(model).count;
    if (count == 0) return 0;
    const std::int64_t in_row = buttons_in_row(frame, width, model);
    return static_cast<float>((count + in_row - 1) / in_row) *
               frame.em(lesson_typed_control_em + button_gap) +
           frame.em(0.2F);
}

void draw_buttons(Frame& frame, ImVec2 at, float width, LessonModel& model) {
    const AnswerButtons buttons = buttons_of(model);
    const std::int64_t in_row = buttons_in_row(frame, width, model);
    for (std::int64_t i = 0; i < buttons.count; ++i) {
        // Yes comes before no.
        const std::int64_t number = is_yes_no(model) ? 1 - i : buttons.first + i;
        const ImVec2 corner(
            at.x + static_cast<float>(i % in_row) * (one_button(frame, model) + frame.em(button_gap)),
            at.y + static_cast<float>(i / in_row) * frame.em(lesson_typed_control_em + button_gap));
        ButtonOptions options;
        options.chosen = model.is_chosen(number);
        const std::string label = button_label(*lesson_typed_question_of(model).asked, number);
        if (button(frame, "lessons.choice." + label,
                   Rect::sized(corner, one_button(frame, model), frame.em(lesson_typed_control_em)), label,
                   options)) {
            model.choose(number);
            if (is_yes_no(model)) model.check();
        }
    }
}

void draw_field(Frame& frame, Rect rect, LessonModel& model, AnswerField& field) {
    const PreparedQuestion& question = lesson_typed_question_of(model);
    const std::string hint = question.asked ? answer_hint(*question.asked) : "a number";
    if (field.wanted) frame.items.wants_keyboard = true;
    field.wanted = false;
    text_field(frame, "lessons.typed", rect, model.text(), hint, model.answers().complaint);
    const bool active = ImGui::IsItemActive();
    const bool left = field.typing && !active;
    field.typing = active;
    if (left && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter))) model.check();
}

}  // namespace

void paint_cell(Frame& frame, Rect rect, CellState state, const std::string& value) {
    stage::Cell cell;
    cell.state = state;
    cell.value = value;
    cell.value_em = 1.45F;
    canvas::Canvas canvas(box_of(rect), frame.em());
    stage::draw_cell(canvas, box_of(rect), cell);
    paint(frame, canvas.finish());
}

ButtonOptions check_options() { return {.hint = "Enter", .tip = "Check your answer"}; }

// The field, its unit and the button that judges; or the answer as a cell.
void draw_typed(Frame& frame, ImVec2 at, float width, LessonModel& model, AnswerField& field) {
    const PreparedQuestion& question = lesson_typed_question_of(model);
    const float high = frame.em(lesson_typed_control_em);
    if (!model.asks()) {
        const float wide = text_width(frame, {Face::mono_bold, 1.45F}, question.answer) + frame.em(3);
        const Rect cell =
            Rect::sized(at, std::min(width, std::max(wide, frame.em(lesson_typed_answer_width))),
                        frame.em(lesson_typed_answer_height));
        paint_cell(frame, cell, model.answers().solved ? CellState::right : CellState::to_predict,
                   question.answer);
        draw_text(frame, {cell.max.x + frame.em(0.7F), cell.centre().y}, type::body, Role::t2, question.unit);
        return;
    }
    draw_buttons(frame, at, width, model);
    at.y += buttons_height(frame, width, model);
    if (is_yes_no(model)) return;
    const float check = button_width(frame, "Check", check_options());
    const float unit =
        question.unit.empty() ? 0 : text_width(frame, type::body, question.unit) + frame.em(0.6F);
    const float wide = std::min(frame.em(field_em), width - check - unit - frame.em(0.6F));
    draw_field(frame, Rect::sized(at, wide, high), model, field);
    if (unit > 0)
        draw_text(frame, {at.x + wide + frame.em(0.5F), at.y + high / 2}, type::body, Role::t2,
                  question.unit);
    if (button(frame, "lessons.check", Rect::sized({at.x + wide + unit + frame.em(0.6F), at.y}, check, high),
               "Check", check_options()))
        model.check();
}

float typed_height(const Frame& frame, float width, const LessonModel& model) {
    if (!model.asks()) return frame.em(lesson_typed_answer_height + 0.8F);
    if (is_yes_no(model)) return buttons_height(frame, width, model) + frame.em(0.5F);
    return buttons_height(frame, width, model) + frame.em(lesson_typed_control_em + 0.7F);
}

}  // namespace upsweep::app::lesson
