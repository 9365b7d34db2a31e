// Answers that are typed, and what other answers share with them.
#pragma once

#include <string>

#include "app/lessons/model/lesson_model.h"
#include "app/lessons/view/lesson_answers.h"
#include "app/ui/controls.h"
#include "stage/cells.h"

namespace upsweep::app::lesson {

/// A value as a cell in this state.
void paint_cell(Frame& frame, Rect rect, stage::CellState state, const std::string& value);
/// Of the button that judges an answer.
ButtonOptions check_options();

/// The field, its unit and the button that judges; once it is settled the answer as a cell.
void draw_typed(Frame& frame, ImVec2 at, float width, LessonModel& model, AnswerField& field);
float typed_height(const Frame& frame, float width, const LessonModel& model);

}  // namespace upsweep::app::lesson
