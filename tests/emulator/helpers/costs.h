// What accesses cost, computed again from a trace's reads and writes.
#pragma once

#include <string>
#include <vector>

#include "emulator/trace/trace.h"

namespace upsweep::emulator {

/// Where a recorded run's counts and findings of costs are not what its accesses cost: turns over the banks
/// and sectors of each launch; a bank conflict at each step where an access takes more turns than its words
/// need spread evenly, and nowhere else; an uncoalesced access at each step with twice the sectors that its
/// bytes need and two more; a divergence only where a warp's lanes part, and wherever an `if` parts
/// neighbours, unless lanes run apart anyway. One sentence each, empty if all agree. For strong memory, and
/// for less than 200 findings of a kind.
std::vector<std::string> cost_differences(const Trace& trace);

}  // namespace upsweep::emulator
