// What the Race knows of Step's algorithm, small, under the counts: stepping small while timing large.
#pragma once

#include "app/host/view.h"

namespace upsweep::app::step {

struct CornerState {
    std::optional<bool> open = {};  ///< none: where there is room
    std::string slug = {};          ///< whose glimpse it is
    RaceGlimpse glimpse = {};
    double fresh_until = 0;  ///< in the frame's time: a race may be running
};

/// Pixels that the corner takes; a row alone for a program of the user's own; 0 on small windows.
float corner_height(const Frame& frame, const Services& services, const scenes::Scene& scene,
                    CornerState& corner);
/// A click on the lines opens the Race there; a link asks it why the scene's kernels are slow.
void draw_corner(Frame& frame, Rect rect, const Services& services, const scenes::Scene& scene,
                 CornerState& corner);

}  // namespace upsweep::app::step
