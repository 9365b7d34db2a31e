// The marks of cells' states, drawn as shapes: they need no font and scale with E.
#pragma once

#include "canvas/canvas.h"

namespace upsweep::stage::marks {

// Each fills the square it is given.
void triangle_up_hollow(canvas::Canvas& canvas, canvas::Box box, canvas::Ink ink);
void triangle_down(canvas::Canvas& canvas, canvas::Box box, canvas::Ink ink);
void hourglass(canvas::Canvas& canvas, canvas::Box box, canvas::Ink ink);
void cross(canvas::Canvas& canvas, canvas::Box box, canvas::Ink ink);
void tick(canvas::Canvas& canvas, canvas::Box box, canvas::Ink ink);

}  // namespace upsweep::stage::marks
