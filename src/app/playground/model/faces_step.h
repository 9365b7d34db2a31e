// A window of the faces' task as a scene for Step. No ImGui.
#pragma once

#include "app/playground/model/playground_task.h"

namespace upsweep::app {

/// Whether the catalog has the entry that the scene is of.
bool has_cascade_entry();

/// The catalog's toy cascade on a part of 16 x 12 around `window` (in pixels of `level`, u8), so small that
/// the window is that of the toy; opened where this window's first filter reads its corners. Only with the
/// entry.
StepThrough step_through_window(const Array& level, const vision::Region& window);

}  // namespace upsweep::app
