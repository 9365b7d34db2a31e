// What the lanes of one instruction touch, by kind of memory, so that its cost is known.
#pragma once

#include "emulator/machine/memory.h"
#include "emulator/trace/access_cost.h"

namespace upsweep::emulator {

/// The cells of shared and of global memory that the lanes of one instruction touch.
struct TouchedCells {
    explicit TouchedCells(int bytes) { in_shared.size = in_global.size = bytes; }

    void add(Space space, int lane, ArrayId id, int64_t offset) {
        if (space == Space::shared) in_shared.add(lane, id, offset);
        if (space == Space::global) in_global.add(lane, id, offset);
    }
    /// Calls f(access, space) for each space that was touched.
    template <typename F>
    void for_each(F f) const {
        if (in_shared.lanes != 0) f(in_shared, Space::shared);
        if (in_global.lanes != 0) f(in_global, Space::global);
    }

    WarpAccess in_shared, in_global;
};

}  // namespace upsweep::emulator
