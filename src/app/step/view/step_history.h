// The history of a cell, in the stage's place: its writes and its tree, to be clicked.
#pragma once

#include "app/host/view.h"
#include "app/step/model/cell_inquiry.h"

namespace upsweep::app::step {

/// Controls: "history.close", and those of stage/history.h.
void draw_history_panel(Frame& frame, Rect rect, const StepModel& model, CellInquiry& inquiry);

}  // namespace upsweep::app::step
