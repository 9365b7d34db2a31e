// The question's card: answers to choose, and the reason of the one that was tried last.
#include <algorithm>

#include "app/lessons/view/lessons_view.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"

namespace upsweep::app::lesson {

using namespace replay;

namespace {

constexpr float why_em = 3, pad_em = 0.9F;  // E

float draw_reason(Frame& frame, ImVec2 at, float width, const LessonModel& model) {
    const auto reason = reason_of(model);
    if (reason.empty()) return 0;
    return draw_paragraph(frame, at, width, runs_of(reason, type::body, Role::t1)) + frame.em(0.5F);
}

// Room for the longest reason that is known, and for what is said of an answer that nobody foresaw.
float tallest_reason(const Frame& frame, float width, const LessonModel& model) {
    const lessons::PreparedQuestion& question = *model.page().question;
    float height = paragraph_height(frame, width, runs_of(reason_of(model), type::body, Role::t1));
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

// What the scene will show is predicted; the rest is asked.
bool predicts(const LessonModel& model) {
    const lessons::PreparedQuestion& question = *model.page().question;
    return question.after > question.before;
}

float draw_head(Frame& frame, ImVec2 at, float width, const LessonModel& model) {
    const float y = at.y + frame.em(0.7F), size = frame.em(1);
    marks::question(frame, Rect::around({at.x + size / 2, y}, size, size), frame.colour(Role::t1));
    draw_text(frame, {at.x + frame.em(1.5F), y}, {Face::sans_semibold, 1.1F}, frame.colour(Role::t1),
              predicts(model) ? "Predict" : "Question");
    const std::string number = "question " + std::to_string(model.question_number()) + " of " +
                               std::to_string(model.question_count());
    draw_text(frame, {at.x + width, y}, type::label, frame.colour(Role::t3), number, Align::right);
    return frame.em(2);
}

float draw_content(Frame& frame, ImVec2 top_left, float width, LessonModel& model, AnswerField& field) {
    const lessons::PreparedQuestion& question = *model.page().question;
    ImVec2 at = top_left;
    at.y += draw_head(frame, at, width, model);
    at.y += draw_paragraph(frame, at, width, runs_of(question.ask, type::lesson, Role::t1), 1.45F) +
            frame.em(0.7F);
    at.y += draw_answers(frame, at, width, model, field);
    at.y += draw_reason(frame, at, width, model);
    if (model.answers().settled() && !question.why.empty()) at.y += draw_why(frame, at, width, question);
    return at.y - top_left.y;
}

}  // namespace

float draw_short_question(Frame& frame, ImVec2 top_left, float width, LessonModel& model,
                          AnswerField& field) {
    const auto ask = runs_of(model.page().question->ask, type::body, Role::t1);
    ImVec2 at = top_left;
    at.y += draw_paragraph(frame, at, width, ask) + frame.em(0.4F);
    at.y += draw_answers(frame, at, width, model, field);
    at.y += draw_reason(frame, at, width, model);
    return at.y - top_left.y;
}

float short_question_height(const Frame& frame, float width, const LessonModel& model) {
    const auto ask = runs_of(model.page().question->ask, type::body, Role::t1);
    const auto reason = runs_of(reason_of(model), type::body, Role::t1);
    return paragraph_height(frame, width, ask) + frame.em(0.4F) + answers_height(frame, width, model) +
           (reason.empty() ? 0 : paragraph_height(frame, width, reason) + frame.em(0.5F));
}

float question_height(const Frame& frame, float width, const LessonModel& model) {
    const lessons::PreparedQuestion& question = *model.page().question;
    const auto ask = runs_of(question.ask, type::lesson, Role::t1);
    const float answers = answers_height(frame, width, model);
    const float reason = tallest_reason(frame, width, model);
    const float why = model.answers().settled() ? why_height(frame, width, question) : 0;
    return frame.em(2 * pad_em + 2.7F) + paragraph_height(frame, width, ask, 1.45F) + answers + reason + why;
}

float draw_question(Frame& frame, ImVec2 top_left, float width, LessonModel& model, AnswerField& field) {
    const float out = frame.em(1.2F), pad = frame.em(pad_em);
    ImDrawList& list = *frame.list();
    // The card goes under its content, whose height is known only after it.
    list.ChannelsSplit(2);
    list.ChannelsSetCurrent(1);
    const float needed = draw_content(frame, {top_left.x, top_left.y + pad}, width, model, field) + 2 * pad;
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
