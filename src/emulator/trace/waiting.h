// Who ran where and who waited for whom: blocks on their slots, intervals of waiting, and why none can go
// on.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/source/source_text.h"
#include "emulator/trace/trace_fwd.h"

namespace upsweep::emulator {

/// A block that ran, and where. The machine has `resident_blocks` slots on each multiprocessor.
struct BlockInfo {
    uint32_t block = 0;  ///< linear, in its grid
    uint32_t multiprocessor = 0;
    uint32_t slot = 0;       ///< on that multiprocessor
    int64_t first_step = 0;  ///< its first step; if it has none, when it took the slot
    int64_t end_step = 0;    ///< one past its last
};

/// A warp that waits: at a barrier for the rest of its block, or in a loop whose passes change nothing for
/// someone to change the cell that each of them reads.
struct WaitInterval {
    uint32_t operation = 0;  ///< the launch, position in Plan::operations
    uint32_t block = 0;      ///< linear
    uint32_t warp = 0;       ///< in the block
    int32_t array = -1;      ///< ArrayId of the cell; -1: a barrier
    int64_t element = 0;     ///< of that array
    int64_t first_step = 0;  ///< the arrival; of a cell the first read in vain
    /// The step that ended it: the barrier's last arrival, or the cell's last change by another warp before
    /// this one saw it (its own step that saw it, where the change came before). -1: it never ended.
    int64_t ended_by = -1;
};

/// Why a warp that should change a cell does not.
enum class Obstacle : uint8_t {
    no_writer,    ///< there is no such warp: no thread ever changes the cell
    not_started,  ///< its block has no slot yet, and none comes free
    waits,        ///< it waits itself, in a loop: its block is among Deadlock::waits
    ended,        ///< it has changed the cell, and its block has ended
    barrier,      ///< it waits at a barrier in `line`
    lanes,        ///< it waits in `line` for other lanes of its warp
    diverged,     ///< it starves: other lanes of its warp keep the turn (LanesProceed::before_volta)
};

/// Lanes of a warp that go round in a loop until a cell changes, when every warp is stuck.
struct DeadlockWait {
    uint32_t block = 0, warp = 0, lanes = 0;  ///< lanes as a mask
    ArrayId array = 0;                        ///< of the cell they wait for
    int64_t element = 0;
    bool single = false;    ///< the array is one number, called by its name alone
    uint64_t bits = 0;      ///< what the cell holds
    SourceRange where;      ///< of the read
    SourceRange statement;  ///< that it is a part of: where a function reads, the one that calls it
    /// Who would change it; or, if `changed`, who has, and would have to again.
    bool changed = false;
    uint32_t other_block = 0, other_warp = 0, other_lane = 0;
    SourceRange changed_where;      ///< the store, if `changed`
    SourceRange changed_statement;  ///< as `statement`
    Obstacle why = Obstacle::no_writer;
    int32_t line = 0;            ///< of `barrier` and `lanes`
    uint32_t missing_lanes = 0;  ///< of `lanes`, those that it waits for, as a mask
};

/// Every warp waits, so the kernel is stuck. The finding is worded from this.
struct Deadlock {
    int32_t launch = 0;  ///< position in Trace::launches
    int64_t step = -1;   ///< the last one
    std::vector<DeadlockWait> waits;
};

/// All intervals of waiting: those of Trace::waits, and those at barriers, from a warp's arrival to its
/// block's last one. By launch, in the order of their ends, those that never ended last. One walk through the
/// steps.
std::vector<WaitInterval> waits_of(const Trace& trace);

}  // namespace upsweep::emulator
