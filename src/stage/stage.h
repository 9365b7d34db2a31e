// The stage: space–time diagram over tape over banks, or matrices as grids. Lays out any position of any
// trace as a picture; the Step view and the lessons show it, `shot` writes it as SVG. It needs no window.
//
// The picture's places (canvas::Hit) have names, by which the pointer and tests find them:
//   cell.ARRAY.ELEMENT   a cell; ARRAY is array_key(): the array's name, of a shared array with its block:
//   "temp@2" follow.ARRAY         the name of the followed array, where the block has another one to follow
//   block.NUMBER         the card of a block
//   deadlock.cure        room for the button of StageOptions::deadlock_cure (not live)
//   overview             the strip of the whole array, to be dragged
//   banks.action         room for the button of StageOptions::banks_action (not live: the window puts it
//   there) diagram              the space–time diagram (not live)
//   operation.N          operation N of the plan, bar.N its bar among the streams
//   block.N              the block with number N
//   lane.N               the name of a lane (not live), variable.NAME.N what it keeps there (not live)
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "canvas/canvas.h"
#include "emulator/trace/waiting.h"
#include "replay/trace.h"
#include "stage/cells.h"

namespace upsweep::emulator {
struct ArrayInfo;
struct Trace;
}  // namespace upsweep::emulator

namespace upsweep::replay {
class StepPosition;
struct LaneLaunch;
struct RaceNotes;
}  // namespace upsweep::replay

namespace upsweep::stage {

/// Overrules how a cell is shown: to predict, right, wrong. Of the followed array, where the position looks
/// ahead and the diagram shows the row to come, in that row, else on the tape; of blocks, lanes, tiles and
/// the plan wherever the cell is.
struct StageMark {
    int64_t cell = 0;
    CellState state = CellState::to_predict;
    std::string value;  ///< empty: "?" for to_predict, else the cell's own value
    std::string note;   ///< of wrong: what it should be
    int array = -1;     ///< ArrayId; -1: the followed one
};

/// From how far the stage shows what runs. Each goes with a size of step: launch, phase, barrier, statement.
enum class Zoom : uint8_t { plan, blocks, block, lanes };
Zoom zoom_of(StepSize step);
/// The one that a position is seen from unless another is chosen: that of its size of step, and where main of
/// a whole program is at a line of the host, the plan.
Zoom zoom_at(const replay::StepPosition& at);
StepSize step_of(Zoom zoom);
/// Reads "plan", "blocks", "block" or "lanes". Throws UsageError.
Zoom parse_zoom(std::string_view name);
std::string_view name_of(Zoom zoom);

struct StageOptions {
    std::optional<Zoom> zoom = {};  ///< none: as the position's size of step goes
    float grown = 1;                ///< motion of this step's arrows, 0 … 1
    bool roomy = true;              ///< the window is wide: margins and rows are wider
    bool grows = false;             ///< few cells in a large window are drawn larger
    bool symbols = false;           ///< cells show what they hold: "3…7"
    bool rounding = false;          ///< of symbols: floats show their rounding error
    bool diagram = true, banks = true, legend = true;
    bool foot = false;  ///< a line at the foot keeps room for StageState::fact
    /// What differs between two compared runs is how their banks serve the lanes: the banks alone, large.
    bool banks_alone = false;
    /// One block, close by: its passes as rows of whole cells in the place of diagram and tape, where
    /// shows_passes() says so.
    bool passes = false;
    const replay::RaceNotes* race = nullptr;  ///< of `passes`: is beside its cell
    bool presenting = false;                  ///< on a presented page: large, and only what the step is about
    bool stored = false;                      ///< of presented blocks: also what they store
    bool movable = false;  ///< waiting blocks can be dragged to another place in the order of starting
    std::span<const StageMark> marks;
    std::string_view deadlock_cure;  ///< what ends a deadlock: room for a button beside it; empty: nothing
    std::string_view banks_action;   ///< what cures it: room for a button beside a conflict; empty: none
    /// The diagram outlines what is to come; without it, it ends where the scene is, and tells nothing
    /// that is asked.
    bool to_come = true;
    /// Of a plan: how long the clock of its streams is, ticks, also over a single stream. 0: as long as the
    /// plan, and no clock over a single stream.
    double plan_ticks = 0;
};

/// A waiting block that was let go beside another one: it will start before or after it. Both blockIdx.
struct BlockDrop {
    int64_t block = 0, neighbour = 0;
    bool after = false;
};

/// What stays between pictures: which cells of a long array are in view.
struct StageState {
    int64_t first = 0, shown = 0;  ///< cells that the tape's window shows
    int64_t seen_step = -1;        ///< position that the window was chosen for, in which trace and array
    const void* seen_trace = nullptr;
    emulator::ArrayId seen_array = 0;
    int64_t first_block = 0;   ///< the first one in view
    int64_t pressed = -1;      ///< number of the waiting block under the pressed button; -1: none
    canvas::Point pressed_at;  ///< where it was pressed
    bool dragging = false;     ///< and the pointer has moved since
    std::string fact;          ///< of what is under the pointer, for the foot line
    std::shared_ptr<const replay::LaneLaunch> lanes;     ///< of the launch whose lanes were seen last
    std::shared_ptr<const emulator::Trace> lanes_trace;  ///< held, so that no other can have its address
};

/// Whether `options.passes` changes how this position is drawn: a block is looked at whose threads keep a
/// row.
bool shows_passes(const replay::StepPosition& at, const StageOptions& options);

/// The room in E that presented blocks take, all of them in view; nothing of other pictures.
canvas::Point page_room(const replay::StepPosition& at, const StageOptions& options);

/// The picture of a position in `area` pixels, where E is `em` pixels. Costs what is visible, not what the
/// trace holds.
canvas::Picture draw_stage(canvas::Box area, float em, const replay::StepPosition& at,
                           const StageOptions& options, StageState& state);

/// What the pointer's touch of a place asks for.
struct StageEvents {
    std::optional<std::pair<emulator::ArrayId, int64_t>> cell;  ///< a cell was clicked
    std::optional<std::string> follow;                          ///< an array was chosen, by name
    std::optional<int64_t> block;                               ///< the block with this number was clicked
    bool deadlock_cure = false;                                 ///< the cure was chosen
    bool banks_action = false;                                  ///< the cure was chosen
    std::optional<int64_t> seek;                                ///< steps done: an operation was chosen
    std::optional<BlockDrop> drop;  ///< a waiting block was dragged to another place
};
/// Dragging the overview moves the window in `state`.
StageEvents events_of(const canvas::Touch& touch, const canvas::Picture& picture,
                      const replay::StepPosition& at, StageState& state);
/// Where a block that is dragged would go, and the edge of the card beside it; none over no other card.
struct DropPlace {
    BlockDrop drop;
    canvas::Box card, edge;  ///< its own card now, and a thin box
};
/// Lets waiting blocks be dragged by their cards, for windows whose scene can be changed. While one is, a
/// click on it is no click.
std::optional<DropPlace> drag_block(const canvas::Touch& touch, const canvas::Picture& picture,
                                    const replay::StepPosition& at, StageState& state, StageEvents& events);
/// What a click there would do; empty if nothing.
std::string tip_of(const canvas::Touch& touch, const replay::StepPosition& at);

/// "input", "temp@2": an array's name on the stage.
std::string array_key(const emulator::ArrayInfo& info);
/// "cell.temp@2.5".
std::string cell_name(const emulator::Trace& trace, emulator::ArrayId array, int64_t element);
/// The cell of a name, among the followed array and those of the position's launch and block.
std::optional<std::pair<emulator::ArrayId, int64_t>> cell_of(const replay::StepPosition& at,
                                                             std::string_view name);

}  // namespace upsweep::stage
