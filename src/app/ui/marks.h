// Marks and icons, drawn as shapes: they need no font and scale with E.
#pragma once

#include "app/ui/frame.h"

namespace upsweep::app::marks {

// Each fills the square it is given with `colour`.
void triangle_up(Frame& frame, Rect box, ImU32 colour);
void hourglass(Frame& frame, Rect box, ImU32 colour);
void cross(Frame& frame, Rect box, ImU32 colour);
void tick(Frame& frame, Rect box, ImU32 colour);
void chevron_down(Frame& frame, Rect box, ImU32 colour);
void chevron_right(Frame& frame, Rect box, ImU32 colour);
void barrier(Frame& frame, Rect box, ImU32 colour);  ///< two bars
void finding(Frame& frame, Rect box, ImU32 colour);  ///< triangle with "!"
void fault(Frame& frame, Rect box, ImU32 colour);    ///< octagon with a bar
void play(Frame& frame, Rect box, ImU32 colour);
void pause(Frame& frame, Rect box, ImU32 colour);
void step_on(Frame& frame, Rect box, ImU32 colour);
void step_back(Frame& frame, Rect box, ImU32 colour);
void to_start(Frame& frame, Rect box, ImU32 colour);
void to_end(Frame& frame, Rect box, ImU32 colour);
void half_disc(Frame& frame, Rect box, ImU32 colour);  ///< theme
void question(Frame& frame, Rect box, ImU32 colour);   ///< help
void screen(Frame& frame, Rect box, ImU32 colour);     ///< with a foot: present
void menu(Frame& frame, Rect box, ImU32 colour);       ///< three lines
void stop(Frame& frame, Rect box, ImU32 colour);       ///< square
void lock(Frame& frame, Rect box, ImU32 colour);       ///< not open yet
void back_to(Frame& frame, Rect box, ImU32 colour);    ///< an arrow round to where it began: reset

void file(Frame& frame, Rect box, ImU32 colour);  ///< a sheet with a folded corner

}  // namespace upsweep::app::marks
