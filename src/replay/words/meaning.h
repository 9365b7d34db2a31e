// What a step means beyond its own writes, in terms of roles: "Block 3 takes 25 from block 2, adds its own 13
// and passes on 38."; the sum of a rectangle from four corners; the outcome of a launch and of a run.
#pragma once

#include <string>

#include "replay/data/blocks.h"
#include "replay/data/corners.h"
#include "replay/data/picture.h"
#include "replay/data/tiles.h"
#include "replay/structure/index.h"
#include "replay/structure/staging.h"
#include "scenes/run_scene.h"

namespace upsweep::replay {

/// Of the present steps, where they tell other blocks something, learn something from them, wait for them or
/// take a number; empty otherwise. Numbers are between back quotes, as in sentence_of.
std::string block_sentence(const Trace& trace, const StagedLaunch& staged, const BlocksPicture& blocks,
                           const LaunchTiles& tiles, const StepPicture& picture);

/// "The window around row `4`, column `3` of `output` adds up to `193 − 22 − 63 + 9 = 117`, from its corners
/// in `table`; the mean of its `25` pixels is `5`." Of a row "Cell `1` of `output` adds up
/// to `…`, from four corners in `table`." Empty where a value is made of several rectangles, or the
/// trace does not say what the corners add up to.
std::string corner_sentence(const Trace& trace, const StagedLaunch& staged, const CornersPicture& corners);

/// "Done: `output` is the inclusive prefix sum of `input`, equal to the reference in all 8 cells." Of a run
/// that was compared with a reference; what differs is said. Empty of one that stopped before its end, and of
/// a trace without an algorithm.
std::string result_sentence(const scenes::RunScene& run);

/// "Launch 1 of 4 is done: the four blocks of scan rows have made `row_sums` from `input`." Empty of a launch
/// that wrote no data.
std::string launch_sentence(const Trace& trace, const TraceIndex& index, const StagedLaunch& staged);

}  // namespace upsweep::replay
