// What a run came to: the result's name, and whether it equals the reference.
#pragma once

#include <string>

#include "scenes/run_scene.h"

namespace upsweep::replay {

/// "Done: `output` is the inclusive prefix sum of `input`, equal to the reference in all 8 cells." Of a run
/// that was compared with a reference; what differs is said. Empty of one that stopped before its end, and of
/// a trace without an algorithm.
std::string result_sentence(const scenes::RunScene& run);

}  // namespace upsweep::replay
