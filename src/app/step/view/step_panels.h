// Panels over the stage. One opens an own program: by its path, from those opened last, from a folder, or
// from a template. One gives to take home: the scene as a command, as a file, as pictures, as a page.
#pragma once

#include "app/host/view.h"
#include "app/step/model/cell_inquiry.h"
#include "app/step/model/take_home.h"

namespace upsweep::app::step {

struct OpenState {
    explicit OpenState(Jobs& jobs) : looking(jobs) {}
    OwnJobs looking;  ///< for files
    bool shown = false;
    bool wants_keyboard = false;             ///< the path takes it when the panel is drawn next
    std::string path, error;                 ///< what is typed, and why the last one was not taken
    std::string folder;                      ///< whose .cu files are listed
    std::vector<std::string> files, recent;  ///< names in the folder; whole paths, the last one first
};

/// Shows the panel; the folder is read in the background.
void show_open(OpenState& state, const std::string& present);

/// Notes that a file was opened: it becomes the first of those.
void note_opened(OpenState& state, const std::string& path);

struct OpenChoice {
    std::string path = {};       ///< of a file that is there
    std::string_view text = {};  ///< of a template
};
/// Nothing chosen: both are empty.
OpenChoice draw_open(Frame& frame, Rect rect, OpenState& state);

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
