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

/// Cells under the pointer, beside what stage::StageEvents tells of clicks.
struct CellPointer {
    using Cell = std::optional<std::pair<emulator::ArrayId, int64_t>>;
    Cell asked;  ///< clicked with the right button
    Cell held;   ///< under the pressed left button
};
/// Whether an array is the input of a scene that can be changed.
bool is_changeable_input(const replay::StepPosition& at, emulator::ArrayId array);

/// Draws a position into `rect`, `scale` times as large as the rest of the window. Names of controls begin
/// with `prefix`.
stage::StageEvents show_stage(Frame& frame, Rect rect, std::string_view prefix,
                              const replay::StepPosition& at, const stage::StageOptions& options,
                              stage::StageState& state, float scale = 1, CellPointer* pointer = nullptr);

}  // namespace upsweep::app
