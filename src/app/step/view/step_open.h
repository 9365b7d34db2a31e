// The panel that opens an own program: by its path, from those opened last, from a folder, or from a
// template.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/host/view.h"

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

}  // namespace upsweep::app::step
