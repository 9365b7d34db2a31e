// A presented view: its page around its picture, and over both what the pointer does.
#pragma once

#include "app/host/view.h"
#include "app/shell/present.h"

namespace upsweep::app {

/// What was clicked of the page.
enum class PageChoice : uint8_t { none, back, on };

/// Draws `view` into all of frame.area.
PageChoice draw_presented(Frame& frame, View& view);

/// The pen's strokes, the spotlight and the black screen, over everything else.
void draw_pointer(Frame& frame, Rect window, const Present& present);

}  // namespace upsweep::app
