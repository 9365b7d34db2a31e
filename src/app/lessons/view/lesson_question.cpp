// The question's card: answers to choose, and the reason of the one that was tried last.
#include <algorithm>

#include "app/lessons/view/lessons_view.h"
#include "app/ui/canvas_painter.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"
#include "stage/cells.h"

namespace upsweep::app::lesson {

using namespace replay;

namespace {

constexpr float answer_width = 5.2F, narrowest_answer = 3.6F, answer_height = 2.7F, why_em = 3,
                pad_em = 0.9F;  // E

// One answer as a cell: to be chosen, or right or wrong once it was tried.
void draw_answer(Frame& frame, Rect rect, const lessons::Choice& choice, bool tried, LessonModel& model,
                 std::size_t number) {
    const bool open = !tried && !model.answers().settled();
    Interaction state;
    if (open) state = interact(frame, "lessons.answer." + choice.value, rect);
    stage::Cell cell;
    cell.state = !tried         ? stage::CellState::idle
                 : choice.right ? stage::CellState::right
                                : stage::CellState::wrong;
    if (!tried && !open) cell.state = stage::CellState::earlier;
    if (!tried && choice.right && model.answers().looked) cell.state = stage::CellState::to_predict;
    cell.value = choice.value;
    cell.value_em = 1.45F;
    canvas::Canvas canvas(box_of(rect), frame.em());
    stage::draw_cell(canvas, box_of(rect), cell);
    paint(frame, canvas.finish());
    if (open && state.hovered)
        frame.list()->AddRect(rect.min, rect.max, frame.colour(Role::ink), frame.em(0.25F), 0, frame.px(2));
    if (state.focused) draw_focus(frame, rect, frame.em(0.25F));
    if (state.clicked) model.answer(number);
}

// Answers side by side, each at its place whatever was tried; as many in a row as the width takes.
struct AnswerGrid {
    std::size_t count, columns;
    float width, gap;

    AnswerGrid(const Frame& frame, float room, std::size_t answers) : count(answers), gap(frame.em(0.6F)) {
        const auto fit = static_cast<std::size_t>((room + gap) / (frame.em(narrowest_answer) + gap));
        columns = std::clamp<std::size_t>(fit, 1, std::max<std::size_t>(1, count));
        const auto n = static_cast<float>(columns);
        width = std::min(frame.em(answer_width), (room - (n - 1) * gap) / n);
    }
    float height(const Frame& frame) const {
        const auto rows = static_cast<float>((count + columns - 1) / columns);
        return rows * frame.em(answer_height + 0.6F) + frame.em(0.2F);
    }
};

float draw_answers(Frame& frame, ImVec2 at, float width, LessonModel& model) {
    const auto& choices = model.page().question->choices;
    const AnswerGrid grid(frame, width, choices.size());
    const std::vector<std::size_t> before = model.answers().tried;  // a click changes what was tried
    for (std::size_t i = 0; i < choices.size(); ++i) {
        const auto column = static_cast<float>(i % grid.columns), row = static_cast<float>(i / grid.columns);
        const ImVec2 corner(at.x + column * (grid.width + grid.gap),
                            at.y + row * frame.em(answer_height + 0.6F));
        const bool tried = std::find(before.begin(), before.end(), i) != before.end();
        draw_answer(frame, Rect::sized(corner, grid.width, frame.em(answer_height)), choices[i], tried, model,
                    i);
    }
    return grid.height(frame);
}

std::vector<lessons::Inline> with_lead(std::string lead, std::vector<lessons::Inline> rest) {
    rest.insert(rest.begin(), {std::move(lead), lessons::Style::strong});
    return rest;
}

// What stands under the answers: that the step waits for one, the reason of the one that was tried last, or,
// for a question settled by looking, the right one's without its praise.
std::vector<lessons::Inline> reason_of(const LessonModel& model) {
    const auto& choices = model.page().question->choices;
    const Answers& answers = model.answers();
    if (model.nudged())
        return with_lead("The next pass shows it.", {{" Choose an answer first, or reveal the step."}});
    if (answers.looked) {
        const auto right =
            std::find_if(choices.begin(), choices.end(), [](const auto& c) { return c.right; });
        auto reason = right->reason;
        if (!reason.empty() && reason.front().style == lessons::Style::strong) reason.erase(reason.begin());
        return with_lead("Looked up.", std::move(reason));
    }
    return answers.tried.empty() ? std::vector<lessons::Inline>{} : choices[answers.tried.back()].reason;
}

float draw_reason(Frame& frame, ImVec2 at, float width, const LessonModel& model) {
    const auto reason = reason_of(model);
    if (reason.empty()) return 0;
    return draw_paragraph(frame, at, width, runs_of(reason, type::body, Role::t1)) + frame.em(0.5F);
}

float tallest_reason(const Frame& frame, float width, const lessons::PreparedQuestion& question) {
    float height = 0;
    for (const lessons::Choice& choice : question.choices)
        height =
            std::max(height, paragraph_height(frame, width, runs_of(choice.reason, type::body, Role::t1)));
    return height + frame.em(0.5F);
}

float why_height(const Frame& frame, float width, const lessons::PreparedQuestion& question) {
    if (question.why.empty()) return 0;
    return frame.em(1.3F) +
           paragraph_height(frame, width - frame.em(why_em), runs_of(question.why, type::body, Role::t1));
}

float draw_why(Frame& frame, ImVec2 at, float width, const lessons::PreparedQuestion& question) {
    frame.list()->AddRectFilled({at.x, snap(at.y)}, {at.x + width, snap(at.y) + snap(frame.px())},
                                frame.colour(Role::line2));
    const float y = at.y + frame.em(0.7F), x = at.x + frame.em(why_em);
    draw_text(frame, {at.x, y + frame.em(0.72F)}, type::strong, frame.colour(Role::t1), "Why");
    const auto runs = runs_of(question.why, type::body, Role::t1);
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
    at.y += draw_paragraph(frame, at, width, runs_of(question.ask, type::lesson, Role::t1), 1.45F) +
            frame.em(0.7F);
    at.y += draw_answers(frame, at, width, model);
    at.y += draw_reason(frame, at, width, model);
    if (model.answers().settled() && !question.why.empty()) at.y += draw_why(frame, at, width, question);
    return at.y - top_left.y;
}

}  // namespace

float draw_short_question(Frame& frame, ImVec2 top_left, float width, LessonModel& model) {
    const auto ask = runs_of(model.page().question->ask, type::body, Role::t1);
    ImVec2 at = top_left;
    at.y += draw_paragraph(frame, at, width, ask) + frame.em(0.4F);
    at.y += draw_answers(frame, at, width, model);
    at.y += draw_reason(frame, at, width, model);
    return at.y - top_left.y;
}

float short_question_height(const Frame& frame, float width, const LessonModel& model) {
    const auto ask = runs_of(model.page().question->ask, type::body, Role::t1);
    const auto reason = runs_of(reason_of(model), type::body, Role::t1);
    return paragraph_height(frame, width, ask) + frame.em(0.4F) +
           AnswerGrid(frame, width, model.page().question->choices.size()).height(frame) +
           (reason.empty() ? 0 : paragraph_height(frame, width, reason) + frame.em(0.5F));
}

float question_height(const Frame& frame, float width, const LessonModel& model) {
    const lessons::PreparedQuestion& question = *model.page().question;
    const auto ask = runs_of(question.ask, type::lesson, Role::t1);
    const float answers = AnswerGrid(frame, width, question.choices.size()).height(frame);
    const float reason = tallest_reason(frame, width, question);
    const float why = model.answers().settled() ? why_height(frame, width, question) : 0;
    return frame.em(2 * pad_em + 2.7F) + paragraph_height(frame, width, ask, 1.45F) + answers + reason + why;
}

float draw_question(Frame& frame, ImVec2 top_left, float width, LessonModel& model) {
    const float out = frame.em(1.2F), pad = frame.em(pad_em);
    ImDrawList& list = *frame.list();
    // The card goes under its content, whose height is known only after it.
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    const float needed = draw_content(frame, {top_left.x, top_left.y + pad}, width, model) + 2 * pad;
    const float height = std::max(needed, question_height(frame, width, model));
    list.ChannelsSetCurrent(0);
    const Rect card =
        Rect(top_left.x - out, top_left.y, top_left.x + width + out, top_left.y + height).snapped();
    list.AddRectFilled(card.min, card.max, frame.colour(Role::bg2), frame.em(0.5F));
    list.AddRect(card.min, card.max, frame.colour(Role::line2), frame.em(0.5F), 0, snap(frame.px()));
    list.ChannelsMerge();
    return height;
}

}  // namespace upsweep::app::lesson
