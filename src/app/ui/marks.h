// Marks and icons, drawn as shapes: they need no font and scale with E.
#pragma once

#include "app/ui/frame.h"

namespace upsweep::app::marks {

/// Fills the square it is given with `colour`.
using Mark = void(Frame& frame, Rect box, const Colour& colour);

Mark triangle_up, chevron_down, chevron_right, hourglass, cross, tick;
Mark play, pause, step_on, step_back, to_start, to_end;
Mark stop;       ///< square
Mark barrier;    ///< two bars
Mark finding;    ///< triangle with "!"
Mark fault;      ///< octagon with a bar
Mark half_disc;  ///< theme
Mark question;   ///< help
Mark screen;     ///< with a foot: present
Mark menu;       ///< three lines
Mark lock;       ///< not open yet
Mark back_to;    ///< an arrow round to where it began: reset
Mark link;       ///< two links of a chain
Mark file;       ///< a sheet with a folded corner

/// A tick or a cross, in its own colour.
void verdict(Frame& frame, Rect box, bool right);

}  // namespace upsweep::app::marks
