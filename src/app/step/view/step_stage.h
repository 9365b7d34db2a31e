// The stage in a window: its picture, painted, and what the pointer asks of it.
#pragma once

#include "app/ui/frame.h"
#include "stage/stage.h"

namespace upsweep::app {

/// How far an arrow has grown after this share of its time, both 0 … 1: fast at first.
inline float eased(double share) {
    const double left = 1 - share;
    return float(1 - left * left * left);
}

/// The cell that was clicked with the right button.
using CellAsked = std::optional<std::pair<emulator::ArrayId, int64_t>>;

/// Draws a position into `rect`, `scale` times as large as the rest of the window. Names of controls begin
/// with `prefix`.
stage::StageEvents show_stage(Frame& frame, Rect rect, std::string_view prefix,
                              const replay::StepPosition& at, const stage::StageOptions& options,
                              stage::StageState& state, float scale = 1, CellAsked* asked = nullptr);

}  // namespace upsweep::app
