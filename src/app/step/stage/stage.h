// The stage: space–time diagram over tape over banks, or matrices as grids. Draws any position of any trace
// into a rectangle; the Step view and the lessons share it.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/ui/cells.h"
#include "replay/position.h"

namespace upsweep::app {

/// Overrules how a cell of the followed array is shown: to predict, right, wrong. Where the position looks
/// ahead and the diagram shows the row to come, in that row; else on the tape.
struct StageMark {
    std::int64_t cell = 0;
    CellState state = CellState::to_predict;
    std::string value;  ///< empty: "?" for to_predict, else the cell's own value
    std::string note;   ///< of wrong: what it should be
};

struct StageOptions {
    std::string_view id = "stage";  ///< prefix of the names of its controls
    float grown = 1;                ///< motion of this step's arrows, 0 … 1
    bool diagram = true, banks = true, legend = true;
    std::span<const StageMark> marks;
    std::string_view banks_action;  ///< what cures it: a button beside a conflict; empty: none
};

/// What the user did on the stage in this frame.
struct StageEvents {
    bool banks_action = false;
    std::optional<std::pair<emulator::ArrayId, std::int64_t>> cell;  ///< a cell was clicked
    std::optional<std::string> follow;                               ///< an array was chosen, by name
};

class StageView {
  public:
    /// Draws into `rect` with layers as the look orders them. Costs what is visible, not what the trace
    /// holds.
    StageEvents draw(Frame& frame, Rect rect, const replay::StepPosition& at, const StageOptions& options);

  private:
    void choose_window(const replay::StepPosition& at, std::int64_t cells, std::int64_t shown,
                       std::int64_t align);

    std::int64_t first_ = 0;       ///< first cell that the tape's window shows
    std::int64_t seen_step_ = -1;  ///< position that the window was chosen for, in which trace and array
    const void* seen_trace_ = nullptr;
    emulator::ArrayId seen_array_ = 0;
    bool dragging_ = false;
};

}  // namespace upsweep::app
