// The question's card: answers to choose, and the reason of the one that was tried last.
#include <algorithm>

#include "app/lessons/view/lessons_view.h"
#include "app/ui/controls.h"
#include "app/ui/marks.h"

namespace upsweep::app::lesson {

using namespace replay;

namespace {

constexpr float why_em = 3, pad_em = 0.9F;  // E

// Room for why an answer cannot be read; 0 without.
float complaint_height(const Frame& frame, float width, const LessonModel& model) {
    const std::string& complaint = model.answers().complaint;
    if (complaint.empty()) return 0;
    return paragraph_height(frame, width - frame.em(1.3F),
                            marked_runs(type::label, {Role::trouble}, complaint)) +
           frame.em(0.3F);
}

// What is said of the last try: why it is not an answer, else its reason.
float said_height(const Frame& frame, float width, const LessonModel& model) {
    if (!model.answers().complaint.empty()) return complaint_height(frame, width, model) + frame.em(0.2F);
    const auto reason = reason_of(model);
    if (reason.empty()) return 0;
    return paragraph_height(frame, width, runs_of(reason, type::body, Role::t1)) + frame.em(0.5F);
}

float draw_said(Frame& frame, ImVec2 at, float width, const LessonModel& model) {
    if (const std::string& complaint = model.answers().complaint; !complaint.empty())
        field_error(frame, at, width, complaint);
    else if (const auto reason = reason_of(model); !reason.empty())
        draw_paragraph(frame, at, width, runs_of(reason, type::body, Role::t1));
    return said_height(frame, width, model);
}

// Of the longest reason that is known, and of what is said now.
float tallest_said(const Frame& frame, float width, const LessonModel& model) {
    float height = said_height(frame, width, model);
    for (const lessons::Choice& choice : model.page().question->choices)
        height =
            std::max(height, paragraph_height(frame, width, runs_of(choice.reason, type::body, Role::t1)) +
                                 frame.em(0.5F));
    return height;
}

float why_height(const Frame& frame, float width, const lessons::PreparedQuestion& question) {
    if (question.why.empty()) return 0;
    return frame.em(1.3F) +
           paragraph_height(frame, width - frame.em(why_em), runs_of(question.why, type::body, Role::t1));
}

float draw_why(Frame& frame, ImVec2 at, float width, const lessons::PreparedQuestion& question) {
    frame.fill({at.x, snap(at.y), at.x + width, snap(at.y) + snap(frame.px())}, Role::line2);
    const float y = at.y + frame.em(0.7F), x = at.x + frame.em(why_em);
    draw_text(frame, {at.x, y + frame.em(0.72F)}, type::strong, Role::t1, "Why");
    const auto runs = runs_of(question.why, type::body, Role::t1);
    return frame.em(0.7F) + draw_paragraph(frame, {x, y}, at.x + width - x, runs) + frame.em(0.6F);
}

float draw_head(Frame& frame, ImVec2 at, float width, const LessonModel& model) {
    const float y = at.y + frame.em(0.7F), size = frame.em(1);
    marks::question(frame, Rect::around({at.x + size / 2, y}, size), Role::t1);
    draw_text(frame, {at.x + frame.em(1.5F), y}, {Face::sans_semibold, 1.1F}, Role::t1,
              model.asks_what_comes() ? "Predict" : "Question");
    const std::string number = "question " + std::to_string(model.question_number()) + " of " +
                               std::to_string(model.question_count());
    draw_text(frame, {at.x + width, y}, type::label, Role::t3, number, Align::right);
    return frame.em(2);
}

/// The reason of a settled question, in full.
float draw_settled(Frame& frame, ImVec2 at, float width, const LessonModel& model) {
    const lessons::PreparedQuestion& question = *model.page().question;
    return model.answers().settled() && !question.why.empty() ? draw_why(frame, at, width, question) : 0;
}

// Where the card grows upwards its answers are last: what is said is above them.
void draw_content(Frame& frame, ImVec2 top_left, float width, float bottom, LessonModel& model,
                  AnswerField& field, Grows grows) {
    const lessons::PreparedQuestion& question = *model.page().question;
    ImVec2 at = top_left;
    at.y += draw_head(frame, at, width, model);
    at.y += draw_paragraph(frame, at, width, runs_of(question.ask, page_style(frame), Role::t1), 1.42F) +
            frame.em(0.7F);
    if (grows == Grows::down) at.y += draw_answers(frame, at, width, model, field);
    at.y += draw_said(frame, at, width, model);
    at.y += draw_settled(frame, at, width, model);
    // From the card's lower end, to the pixel: what comes above them may end between two.
    if (grows == Grows::up)
        draw_answers(frame, {at.x, snap(bottom - answers_height(frame, width, model))}, width, model, field);
}

/// Of the card without what is said of an answer.
float bare_height(const Frame& frame, float width, const LessonModel& model) {
    const auto ask = runs_of(model.page().question->ask, page_style(frame), Role::t1);
    return frame.em(2 * pad_em + 2.7F) + paragraph_height(frame, width, ask, 1.42F) +
           answers_height(frame, width, model);
}

}  // namespace

float draw_short_question(Frame& frame, ImVec2 top_left, float width, LessonModel& model,
                          AnswerField& field) {
    const auto ask = runs_of(model.page().question->ask, type::body, Role::t1);
    ImVec2 at = top_left;
    at.y += draw_paragraph(frame, at, width, ask) + frame.em(0.4F);
    at.y += draw_answers(frame, at, width, model, field);
    at.y += draw_said(frame, at, width, model);
    return at.y - top_left.y;
}

float short_question_height(const Frame& frame, float width, const LessonModel& model) {
    const auto ask = runs_of(model.page().question->ask, type::body, Role::t1);
    return paragraph_height(frame, width, ask) + frame.em(0.4F) + answers_height(frame, width, model) +
           said_height(frame, width, model);
}

QuestionRoom question_room(const Frame& frame, float width, const LessonModel& model) {
    const float why = why_height(frame, width, *model.page().question);
    QuestionRoom room;
    room.bare = bare_height(frame, width, model);
    room.now = room.bare + said_height(frame, width, model) + (model.answers().settled() ? why : 0);
    room.most = room.bare + tallest_said(frame, width, model) + why;
    return room;
}

void draw_question(Frame& frame, ImVec2 top_left, float width, LessonModel& model, AnswerField& field,
                   Grows grows) {
    const float out = frame.em(1.2F), pad = frame.em(pad_em);
    const Rect card = Rect(top_left.x - out, top_left.y, top_left.x + width + out,
                           top_left.y + question_room(frame, width, model).now)
                          .snapped();
    frame.fill(card, Role::bg2, frame.em(0.5F));
    frame.outline(card, Role::line2, frame.em(0.5F), snap(frame.px()));
    frame.items.note("lessons.card", card);
    const float bottom = top_left.y + question_room(frame, width, model).now - pad;
    draw_content(frame, {top_left.x, top_left.y + pad}, width, bottom, model, field, grows);
}

}  // namespace upsweep::app::lesson
