// Passes: what a phase writes between two barriers. The timeline's "next pass", the diagram's rows and the
// lessons' "after pass 2 of Up-sweep" all mean these. And where blocks have finished a phase: what "next
// phase" goes to, and what its sentence speaks of.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pipelines/algorithm.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// Phase and barrier interval: steps of a block with the same key are of one pass.
using PassKey = std::pair<uint32_t, uint32_t>;
PassKey pass_of(const Step& step);

/// Whether a step writes memory that others than its lane can see: global or shared.
bool writes_memory(const Trace& trace, int64_t step);
/// Whether it reads or writes such memory.
bool touches_memory(const Trace& trace, int64_t step);

/// Whether a step only counts, tests, calls, returns or works out where something is: it touches no memory
/// that others than its lane can see, orders nothing, and passes nothing from lane to lane. Unless the size
/// of step is a statement, such steps are folded into those that they lead to.
bool is_bookkeeping(const Trace& trace, int64_t step);
/// The last step up to `step`, of its block in its phase, that does more; -1 before the first.
int64_t last_that_matters(const Trace& trace, int64_t step);

/// One pass of one block, in positions of Trace::steps: from its first step to one behind its last write.
struct Pass {
    int64_t begin = 0, end = 0;
    PassKey key;
};

/// The passes of a phase in the first block that runs it; intervals without a write do not count.
std::vector<Pass> passes_of(const Trace& trace, uint32_t phase);

/// A phase by the beginning of its name, as people write it: "Up-sweep" of "Up-sweep: every pass …". Throws
/// Error with the names that there are.
uint32_t find_phase(const Trace& trace, const std::string& name);

/// Positions, in steps done and ascending: behind the last step that any warp of a block has in a phase. A
/// phase that a loop comes back to ends each time. Phases in which a block touches no memory that others than
/// a lane can see do not count. O(steps + accesses).
std::vector<int64_t> phase_ends(const Trace& trace);

/// The steps, other blocks' among them, in which a block has been in its pass up to `last`, a position in
/// Trace::steps: the barrier interval. Where it has touched no memory in it, or where steps are phases and it
/// has not written any, the whole phase. Looks back over a limited number of steps.
StepRange own_pass(const Trace& trace, int64_t last, StepSize grain);

}  // namespace upsweep::replay
