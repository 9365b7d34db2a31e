// What the present step does to memory: cells touched, and flows from the cells read to the cell written.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "replay/data/diagram.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// One cell that the range of steps reads, writes, or both.
struct CellTouch {
    int64_t cell = 0;
    bool read = false, written = false;
    bool delayed = false;    ///< weak memory: stored, but it only reaches the others later
    uint64_t was = 0;        ///< raw bits before the first write of the range
    bool had_value = false;  ///< it was defined before that write
    int lane = 0, warp = 0;  ///< who touched it last
    int64_t access = 0;      ///< its first access in the range
};

struct ArrayTouches {
    ArrayId array = 0;
    std::vector<CellTouch> cells;  ///< ascending
    const CellTouch* find(int64_t cell) const;
};

/// One write and where its value came from.
struct Flow {
    ArrayId array = 0;
    int64_t cell = 0;
    int64_t step = 0, access = 0;
    int lane = 0, warp = 0;
    bool operation = false;
    char symbol = ' ';
    bool keeps = false;         ///< the cell's own old value is a source
    bool running = false;       ///< a source is the cell whose value a register still held: a running sum
    std::vector<Leaf> sources;  ///< other cells
};

struct StepPicture {
    StepRange range;     ///< the steps that are "this step": one, or a barrier interval
    int64_t focus = -1;  ///< the step that code pane and sentence speak of; -1 before the first
    ArrayId followed = 0;
    int partner = -1;                  ///< another array that values move to or from in the range; -1: none
    int64_t partner_shift = 0;         ///< the partner's element that belongs to cell 0
    std::vector<ArrayTouches> arrays;  ///< global and shared arrays touched
    std::vector<Flow> flows;           ///< writes to global and shared arrays, in the trace's order
    std::vector<Flow> earlier;         ///< flows from cell to cell of the followed array, of the step before
    const ArrayTouches* touches(ArrayId array) const;
};

/// The first of `shown` cells to have in view so that what is touched can be seen, or where that is too far
/// apart, what is written: `first` as long as it will do, else aligned where possible.
int64_t view_of(const ArrayTouches* touches, int64_t first, int64_t shown, int64_t align);

/// How far the partner is moved against the followed array in a flow between the two; nothing if it is not
/// one.
std::optional<int64_t> shift_of(const Flow& flow, ArrayId followed, int partner);

/// The flow of one write.
Flow flow_of(const Trace& trace, int64_t step, int64_t access);

/// Reads the accesses of `range`, those of one block alone if it is given. `earlier` are the steps to show as
/// "step before".
StepPicture make_picture(const Trace& trace, StepRange range, ArrayId followed,
                         const std::vector<int64_t>& earlier, std::optional<uint32_t> block = std::nullopt);

/// Where one thread runs: a running sum comes from the cell written before and what was added to it, not from
/// all elements since the beginning. Takes the sources from the diagram of the followed array.
void show_running_sums(const Trace& trace, const Diagram& diagram, StepPicture& picture);

/// What the picture touches in the followed array, and of a running sum the cells that it comes from.
ArrayTouches touched_with_sources(const StepPicture& picture);

/// The step of a range (and of a block, if it is given) to speak of: the last that writes `followed`, else
/// the last that writes memory that others than a lane see, else the last that reads some, else the last.
int64_t focus_of(const Trace& trace, StepRange range, ArrayId followed,
                 std::optional<uint32_t> block = std::nullopt);

}  // namespace upsweep::replay
