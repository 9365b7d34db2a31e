// Where blocks have finished a phase: what "next phase" goes to, and what its sentence speaks of.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/trace/trace_fwd.h"
#include "pipelines/algorithm.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// Positions, in steps done and ascending: behind the last step that any warp of a block has in a phase. A
/// phase that a loop comes back to ends each time. Phases in which a block touches no memory that others than
/// a lane can see do not count. O(steps + accesses).
std::vector<int64_t> phase_ends(const Trace& trace);

/// The steps, other blocks' among them, in which a block has been in its pass up to `last`, a position in
/// Trace::steps: the barrier interval. Where it has touched no memory in it, or where steps are phases and it
/// has not written any, the whole phase. Looks back over a limited number of steps.
StepRange own_pass(const Trace& trace, int64_t last, StepSize grain);

}  // namespace upsweep::replay
