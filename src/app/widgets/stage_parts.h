// The parts of the stage, for stage.cpp: each draws one band of it.
#pragma once

#include <algorithm>
#include <string>

#include "app/widgets/arrows.h"
#include "app/widgets/stage.h"

namespace upsweep::app::stage {

/// One column a cell, shared by diagram, tape and banks.
struct Columns {
    float left = 0, width = 0;  ///< pixels
    std::int64_t first = 0, count = 0;
    float centre(std::int64_t cell) const { return left + (static_cast<float>(cell - first) + 0.5F) * width; }
    float right() const { return left + static_cast<float>(count) * width; }
    bool shows(std::int64_t cell) const { return cell >= first && cell < first + count; }
};

struct Context {
    Frame& frame;
    const StepPosition& at;
    const StageOptions& options;
    StageEvents& events;
    Columns columns;
    float label_left = 0;   ///< where labels begin, pixels
    bool narrow = false;    ///< one short label column
    bool foreseen = false;  ///< marks stand in the diagram's row to come, not on the tape

    const emulator::Trace& trace() const { return at.trace(); }
    const StepPicture& picture() const { return at.picture(); }
    const emulator::ArrayInfo& info(emulator::ArrayId array) const { return trace().arrays[array]; }
};

/// The mark of a cell; null if it has none.
const StageMark* mark_of(const Context& stage, std::int64_t cell);

/// The value of an element now; empty while nothing has been written there.
std::string value_now(const Context& stage, emulator::ArrayId array, std::int64_t element);

/// How a cell looks in this step: its touch, or idle, or an outline where nothing is yet.
CellState state_now(const Context& stage, emulator::ArrayId array, std::int64_t element);

/// "shared memory", "global memory".
std::string_view space_name(emulator::Space space, bool narrow);

/// A size in E at which `text` fits `width` pixels: `largest`, or the next smaller one that is baked anyway.
float fitting_em(const Frame& frame, std::string_view text, float width, float largest);

/// Rows that the diagram draws: all, or a window around the present one.
struct RowWindow {
    int first = 0, count = 0;
    float height = 0;  ///< pixels a row
};
RowWindow choose_rows(const Context& stage, float available);

void draw_diagram(Context& stage, Rect rect, const RowWindow& rows);
/// Arcs, cells, index: 10 E high (see tape_height).
void draw_tape(Context& stage, Rect rect);
float tape_height(const Frame& frame, bool arcs);
/// The whole array as a strip of lowest and highest values, with the window's place; true while dragged.
bool draw_overview(Context& stage, Rect rect, std::int64_t& first);

/// One line: what the cells' states and the arrows mean; what does not fit is left out.
void draw_legend(Frame& frame, Rect rect);

float banks_height(const Context& stage, int rows);
/// `rows` 0: one line only.
void draw_banks(Context& stage, Rect rect, int rows);
/// Rows that the banks of the followed array have in all.
int bank_rows(const Context& stage);

/// "cell 3", or "row 1, col 2" in a matrix.
std::string plain_cell(const emulator::ArrayInfo& info, std::int64_t element);

/// Matrices side by side, what this launch reads first, what it writes last.
void draw_grids(Context& stage, Rect rect);

}  // namespace upsweep::app::stage
