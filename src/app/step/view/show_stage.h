// The stage in a window: its picture, painted, and what the pointer asks of it.
#pragma once

#include <string_view>

#include "app/ui/frame.h"
#include "stage/stage.h"

namespace upsweep::app {

/// Draws a position into `rect`, `scale` times as large as the rest of the window. Names of controls begin
/// with `prefix`.
stage::StageEvents show_stage(Frame& frame, Rect rect, std::string_view prefix,
                              const replay::StepPosition& at, const stage::StageOptions& options,
                              stage::StageState& state, float scale = 1);

}  // namespace upsweep::app
