// The panel "Take home", over the stage: the scene as a command, as a file, as pictures, as a page.
#pragma once

#include <optional>

#include "app/host/view.h"
#include "app/step/model/cell_inquiry.h"
#include "app/step/model/step_model.h"
#include "app/step/model/take_home.h"

namespace upsweep::app::step {

struct HomeState {
    explicit HomeState(Jobs& jobs) : files(jobs) {}
    bool shown = false;
    TakeHome files;
    std::optional<replay::CellPlace> cell;  ///< the cell whose history can be exported, too
};

/// Shows the panel, with a name for the files.
void show_home(HomeState& state, const StepModel& model);
/// Puts the command that opens the scene at its step into the clipboard, and says so.
void copy_as_command(Services& services, const StepModel& model);
/// Draws it; a scene has to be shown.
void draw_home(Frame& frame, Rect rect, Services& services, const StepModel& model, HomeState& state);

/// The history of a cell, in the stage's place: its writes and its tree, to be clicked. Controls:
/// "history.close", and those of stage/history.h.
void draw_history_panel(Frame& frame, Rect rect, const StepModel& model, CellInquiry& inquiry);

}  // namespace upsweep::app::step
