// How long the rows are of an array that a kernel gets as a bare pointer: found from how its threads go
// through it.
#pragma once

#include <cstdint>
#include <map>

#include "emulator/trace/trace_fwd.h"
#include "replay/trace.h"

namespace upsweep::replay {

/// Elements a row of each global array of one row that threads below each other take rows of: by ArrayId.
/// Such threads, (x, y) and (x, y + 1) of a block, then touch elements one row apart; or side by side, where
/// those beside each other, (x, y) and (x + 1, y), take rows. Empty for launches in one dimension. O(accesses
/// of the launch).
std::map<ArrayId, int64_t> row_widths(const Trace& trace, const LaunchInfo& launch);

}  // namespace upsweep::replay
