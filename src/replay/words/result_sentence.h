// The outcome of a run: the result's name, and whether it equals the reference. And of a launch.
#pragma once

#include <string>

#include "replay/structure/index.h"
#include "replay/structure/staging.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {

/// "Done: `output` is the inclusive prefix sum of `input`, equal to the reference in all 8 cells." Of a run
/// that was compared with a reference; what differs is said. Empty of one that stopped before its end, and of
/// a trace without an algorithm.
std::string result_sentence(const scenes::RunScene& run);

/// "Launch 1 of 4 is done: the four blocks of scan rows have made `row_sums` from `input`." Empty of a launch
/// that wrote no data.
std::string launch_sentence(const emulator::Trace& trace, const TraceIndex& index,
                            const StagedLaunch& staged);

}  // namespace upsweep::replay
