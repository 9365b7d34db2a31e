// How a lesson's question is answered: cells or sentences to choose, a field to type in, things to put in
// order. The same for the card under the text and for beside a scene.
#pragma once

#include <vector>

#include "app/lessons/model/lesson_model.h"
#include "app/step/view/step_asking.h"

namespace upsweep::app::lesson {

/// Draws from `at` downwards, `width` pixels wide; returns the height, which is answers_height().
float draw_answers(Frame& frame, ImVec2 at, float width, LessonModel& model, AnswerField& field);
float answers_height(const Frame& frame, float width, const LessonModel& model);

/// What is under the answers: that the step waits for one, the reason of the one that was tried last, or,
/// of a question settled by looking, the right one's without its praise.
std::vector<lessons::Inline> reason_of(const LessonModel& model);

/// A digit was pressed: the answer, item, lane … of that number. False if there is no such one.
bool press_digit(LessonModel& model, int digit);

}  // namespace upsweep::app::lesson
