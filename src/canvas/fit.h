// A picture made small enough for a card.
#pragma once

#include "canvas/canvas.h"

namespace upsweep::canvas {

/// The box around everything that is seen of a picture, but its text.
Box drawn_box(const Picture& picture);

/// `picture` scaled into the middle of `room`, cut to what is drawn of it, never enlarged beyond `most`. Text
/// is left out, since none could be read at that size; lines stay at least one pixel wide. It has no places.
Picture fitted(const Picture& picture, const Box& room, float most = 1);

}  // namespace upsweep::canvas
