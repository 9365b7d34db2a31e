// The real window: GLFW, its events, and a loop that sleeps when nothing moves.
#pragma once

#include <string>

namespace upsweep::app {

struct WindowOptions {
    std::string open = {};          ///< a file, or a destination as scenes::parse_destination reads it
    bool present = false;           ///< begins presenting
    bool notes = false;             ///< with a second window for the speaker
    bool frame_times = false;       ///< print how long the first frame took, and the others
    std::string keep_picture = {};  ///< PNG of the last frame, written when the window closes
};

/// Opens the window and runs until it is closed. Throws BackendMissing where there is no display or no OpenGL
/// 3.3.
void run_window(const WindowOptions& options);

}  // namespace upsweep::app
