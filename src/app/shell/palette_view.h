// Draws the command palette over the window.
#pragma once

#include "app/host/palette.h"
#include "app/platform/input.h"
#include "app/ui/frame.h"

namespace upsweep::app {

/// Takes the keys that walk the list and close it; the rest is typed into its field. True if it took the key.
bool press_in_palette(PaletteList& palette, const KeyEvent& event);

/// Draws it over `window`. Controls: "palette.field", "palette.0" … for what is listed, "palette.outside".
void draw_palette(Frame& frame, Rect window, PaletteList& palette);

}  // namespace upsweep::app
