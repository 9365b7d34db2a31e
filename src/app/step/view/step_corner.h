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

/// Pixels that the corner takes; 0 where the Race knows nothing of the algorithm, and on small windows.
float corner_height(const Frame& frame, const Services& services, std::string_view slug, CornerState& corner);
/// A click on the lines opens the Race there.
void draw_corner(Frame& frame, Rect rect, const Services& services, CornerState& corner);

}  // namespace upsweep::app::step
