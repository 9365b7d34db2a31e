// Which block held which slot when, and when it waited: a timeline's tracks.
#pragma once

#include <cstdint>
#include <vector>

#include "replay/trace.h"

namespace upsweep::replay {

struct TrackWait {
    StepRange steps;
    int array = -1;  ///< ArrayId of the cell that a warp reads in vain
    int64_t element = 0;
};

struct TrackBlock {
    uint32_t launch = 0, block = 0;  ///< position in Trace::launches; linear in its grid
    StepRange steps;
    bool ends = true;              ///< false: the trace ends before the block does
    std::vector<TrackWait> waits;  ///< at least two steps long, ascending
};

struct SlotTrack {
    uint32_t multiprocessor = 0, slot = 0;
    std::vector<TrackBlock> blocks;  ///< ascending
};

/// By multiprocessor, then slot; only slots that a block ever took.
std::vector<SlotTrack> slot_tracks(const Trace& trace);

}  // namespace upsweep::replay
