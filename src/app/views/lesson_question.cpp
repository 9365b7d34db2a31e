// The question's card: answers to choose, each with its reason once it was tried.
#include <algorithm>

#include "app/views/lessons_view.h"
#include "app/widgets/cells.h"
#include "app/widgets/controls.h"
#include "app/widgets/marks.h"

namespace upsweep::app::lesson {
namespace {

constexpr float answer_width = 5.2F, answer_height = 2.7F;  // E

bool was_tried(const Answers& answers, std::size_t choice) {
    return std::find(answers.tried.begin(), answers.tried.end(), choice) != answers.tried.end();
}

// One answer as a cell: to be chosen, or right or wrong once it was tried.
void draw_answer(Frame& frame, Rect rect, const lessons::Choice& choice, bool tried, LessonModel& model,
                 std::size_t number) {
    const bool open = !tried && !model.answers().solved;
    Interaction state;
    if (open) state = interact(frame, "lessons.answer." + choice.value, rect);
    Cell cell;
    cell.state = !tried ? CellState::idle : choice.right ? CellState::right : CellState::wrong;
    if (!tried && !open) cell.state = CellState::earlier;
    cell.value = choice.value;
    cell.value_em = 1.45F;
    draw_cell(frame, rect, cell);
    if (open && state.hovered)
        frame.list()->AddRect(rect.min, rect.max, frame.colour(Role::ink), frame.em(0.25F), 0, frame.px(2));
    if (state.focused) draw_focus(frame, rect, frame.em(0.25F));
    if (state.clicked) model.answer(number);
}

// Answers that were not tried yet stand side by side.
float draw_untried(Frame& frame, ImVec2 at, float width, LessonModel& model) {
    const auto& choices = model.page().question->choices;
    float x = at.x, y = at.y;
    bool any = false;
    for (std::size_t i = 0; i < choices.size(); ++i) {
        if (was_tried(model.answers(), i)) continue;
        if (x + frame.em(answer_width) > at.x + width) x = at.x, y += frame.em(answer_height + 0.6F);
        draw_answer(frame, Rect::sized({x, y}, frame.em(answer_width), frame.em(answer_height)), choices[i],
                    false, model, i);
        x += frame.em(answer_width + 0.6F);
        any = true;
    }
    return any ? y - at.y + frame.em(answer_height + 0.8F) : 0;
}

float draw_tried(Frame& frame, ImVec2 at, float width, LessonModel& model, std::size_t number) {
    const lessons::Choice& choice = model.page().question->choices[number];
    draw_answer(frame, Rect::sized(at, frame.em(answer_width), frame.em(answer_height)), choice, true, model,
                number);
    const float x = at.x + frame.em(answer_width + 0.9F);
    const auto runs = runs_of(frame, choice.reason, type::body, Role::t1);
    const float text = draw_paragraph(frame, {x, at.y}, at.x + width - x, runs);
    return std::max(text, frame.em(answer_height)) + frame.em(0.8F);
}

float draw_why(Frame& frame, ImVec2 at, float width, const lessons::PreparedQuestion& question) {
    frame.list()->AddRectFilled({at.x, snap(at.y)}, {at.x + width, snap(at.y) + snap(frame.px())},
                                frame.colour(Role::line2));
    const float y = at.y + frame.em(0.7F), x = at.x + frame.em(answer_width + 0.9F);
    draw_text(frame, {at.x, y + frame.em(0.72F)}, type::strong, frame.colour(Role::t1), "Why");
    const auto runs = runs_of(frame, question.why, type::body, Role::t1);
    return frame.em(0.7F) + draw_paragraph(frame, {x, y}, at.x + width - x, runs) + frame.em(0.6F);
}

float draw_head(Frame& frame, ImVec2 at, float width, const LessonModel& model) {
    const float y = at.y + frame.em(0.7F), size = frame.em(1);
    marks::question(frame, Rect::around({at.x + size / 2, y}, size, size), frame.colour(Role::t1));
    draw_text(frame, {at.x + frame.em(1.5F), y}, {Face::sans_semibold, 1.1F}, frame.colour(Role::t1),
              "Predict");
    const std::string number = "question " + std::to_string(model.question_number()) + " of " +
                               std::to_string(model.question_count());
    draw_text(frame, {at.x + width, y}, type::label, frame.colour(Role::t3), number, Align::right);
    return frame.em(2);
}

float draw_content(Frame& frame, ImVec2 top_left, float width, LessonModel& model) {
    const lessons::PreparedQuestion& question = *model.page().question;
    ImVec2 at = top_left;
    at.y += draw_head(frame, at, width, model);
    at.y += draw_paragraph(frame, at, width, runs_of(frame, question.ask, type::lesson, Role::t1), 1.45F) +
            frame.em(0.7F);
    // A copy: a click on an answer changes what was tried.
    const std::vector<std::size_t> tried = model.answers().tried;
    for (std::size_t number : tried) at.y += draw_tried(frame, at, width, model, number);
    if (!model.answers().solved) at.y += draw_untried(frame, at, width, model);
    if (model.answers().solved && !question.why.empty()) at.y += draw_why(frame, at, width, question);
    return at.y - top_left.y;
}

}  // namespace

float draw_question(Frame& frame, ImVec2 top_left, float width, LessonModel& model) {
    const float out = frame.em(1.2F), pad = frame.em(0.9F);
    ImDrawList& list = *frame.list();
    // The card goes under its content, whose height is known only after it.
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    const float height = draw_content(frame, {top_left.x, top_left.y + pad}, width, model) + 2 * pad;
    list.ChannelsSetCurrent(0);
    const Rect card =
        Rect(top_left.x - out, top_left.y, top_left.x + width + out, top_left.y + height).snapped();
    list.AddRectFilled(card.min, card.max, frame.colour(Role::bg2), frame.em(0.5F));
    list.AddRect(card.min, card.max, frame.colour(Role::line2), frame.em(0.5F), 0, snap(frame.px()));
    list.ChannelsMerge();
    return height;
}

}  // namespace upsweep::app::lesson
