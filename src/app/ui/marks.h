// Marks and icons, drawn as shapes: they need no font and scale with E.
#pragma once

#include "app/ui/frame.h"

namespace upsweep::app::marks {

// Each fills the square it is given with `colour`.
void triangle_up(Frame& frame, Rect box, const Colour& colour);
void hourglass(Frame& frame, Rect box, const Colour& colour);
void cross(Frame& frame, Rect box, const Colour& colour);
void verdict(Frame& frame, Rect box, bool right);  ///< a tick or a cross, in its own colour
void tick(Frame& frame, Rect box, const Colour& colour);
void chevron_down(Frame& frame, Rect box, const Colour& colour);
void chevron_right(Frame& frame, Rect box, const Colour& colour);
void barrier(Frame& frame, Rect box, const Colour& colour);  ///< two bars
void finding(Frame& frame, Rect box, const Colour& colour);  ///< triangle with "!"
void fault(Frame& frame, Rect box, const Colour& colour);    ///< octagon with a bar
void play(Frame& frame, Rect box, const Colour& colour);
void pause(Frame& frame, Rect box, const Colour& colour);
void step_on(Frame& frame, Rect box, const Colour& colour);
void step_back(Frame& frame, Rect box, const Colour& colour);
void to_start(Frame& frame, Rect box, const Colour& colour);
void to_end(Frame& frame, Rect box, const Colour& colour);
void half_disc(Frame& frame, Rect box, const Colour& colour);  ///< theme
void question(Frame& frame, Rect box, const Colour& colour);   ///< help
void screen(Frame& frame, Rect box, const Colour& colour);     ///< with a foot: present
void menu(Frame& frame, Rect box, const Colour& colour);       ///< three lines
void stop(Frame& frame, Rect box, const Colour& colour);       ///< square
void lock(Frame& frame, Rect box, const Colour& colour);       ///< not open yet
void back_to(Frame& frame, Rect box, const Colour& colour);    ///< an arrow round to where it began: reset

void file(Frame& frame, Rect box, const Colour& colour);  ///< a sheet with a folded corner

}  // namespace upsweep::app::marks
