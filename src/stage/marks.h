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
void ring(canvas::Canvas& canvas, canvas::Box box, canvas::Ink ink);
/// A ring whose left half is filled.
void half_disc(canvas::Canvas& canvas, canvas::Box box, canvas::Ink ink);
/// A tick cut out of a disc; `on` is the ground that shows through.
void tick_disc(canvas::Canvas& canvas, canvas::Box box, canvas::Ink ink, canvas::Ink on);
/// A triangle to the right: it runs.
void play(canvas::Canvas& canvas, canvas::Box box, canvas::Ink ink);

}  // namespace upsweep::stage::marks
