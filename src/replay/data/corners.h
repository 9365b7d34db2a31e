// Sums of rectangles from the corners of an integral image: which elements of the table a value is made of,
// each added or taken away. Found in the origins, so for any kernel that does it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "replay/data/held.h"
#include "replay/structure/staging.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// One corner: D is the rectangle's last element, C lies left of the rectangle in D's row, B above it in D's
/// column, A both.
struct Corner {
    char letter = 'D';
    bool added = true;  ///< else taken away
    int64_t element = 0;
    int64_t access = 0;  ///< the read, position in Trace::accesses
    uint64_t bits = 0;
    std::string value;
};

struct CornerSum {
    int table = -1;               ///< ArrayId
    std::vector<Corner> corners;  ///< A, B, C, D as far as they are there; at the first row or column fewer
    std::string sum;              ///< empty where the trace does not say what the corners are multiplied by
    int picture = -1;             ///< ArrayId of what the table sums up; -1: not known
    ElementBox window;            ///< the rectangle in it
};

/// One value made of one or several rectangles' sums.
struct CornersPicture {
    std::vector<CornerSum> sums;  ///< the newest first
    int64_t step = -1;
    int array = -1;  ///< what was written: ArrayId of a global or shared array; -1: a register
    int64_t element = 0;
    std::string value;
    int lane = 0, warp = 0;
    bool nothing() const { return sums.empty(); }
};

/// The last such value that the steps of `range` wrote, preferring those that left the registers. With `lane`
/// only what that one wrote. Of a launch with a table, entries that were copied into shared memory count too.
CornersPicture make_corners(const Trace& trace, const StagedLaunch& staged, const HeldValues& held,
                            StepRange range, int lane = -1);

/// Whether the launch takes sums of rectangles from corners of a table that it does not write itself.
bool takes_corners(const Trace& trace, const StagedLaunch& staged);

}  // namespace upsweep::replay
