// Who waited for whom in a recorded run: for cells, as it was recorded, and at barriers, as the steps tell.
#pragma once

#include <vector>

#include "emulator/trace/trace_fwd.h"
#include "emulator/trace/waiting.h"

namespace upsweep::emulator {

/// All intervals of waiting: those of Trace::waits, and those at barriers, from a warp's arrival to its
/// block's last one. By launch, in the order of their ends, those that never ended last. One walk through the
/// steps.
std::vector<WaitInterval> waits_of(const Trace& trace);

}  // namespace upsweep::emulator
