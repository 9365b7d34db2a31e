// A cell of an array in one of its states: colour and mark, never colour alone.
#pragma once

#include <string_view>

#include "canvas/canvas.h"

namespace upsweep::stage {

using namespace canvas;  // the stage is written in the canvas's words

enum class CellState {
    idle,
    earlier,  ///< dimmed: not part of this step
    read,
    written,
    read_written,
    waiting,
    conflict,
    wrong,
    out_of_range,  ///< drawn beside the array's end
    right,
    to_predict,
    to_come,  ///< an outline without a value
};

struct Cell {
    CellState state = CellState::idle;
    std::string_view value = {};
    /// Written: the old value ("was 7" or "←7"). Conflict: the degree ("×2"). Wrong: the expected value.
    std::string_view note = {};
    float value_em = 1.45F;
    bool strong = false;  ///< value in bold; written and to_predict are bold anyway
};

void draw_cell(Canvas& canvas, Box rect, const Cell& cell);

/// Fill, line and text colour of a state, for pills, nodes and code.
struct StateInks {
    Ink fill, line, text;
};
StateInks state_inks(CellState state);

/// The ground of the present row, with a bar of ink at its left.
void draw_lit_row(Canvas& canvas, const Box& box);

/// A node of the space-time diagram: small rounded box with a value.
void draw_node(Canvas& canvas, Box rect, CellState state, std::string_view value, float value_em = 1.0F);

}  // namespace upsweep::stage
