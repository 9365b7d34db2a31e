// What a step means among blocks, in terms of roles: "Block 3 takes 25 from block 2, adds its own 13 and
// passes on 38."
#pragma once

#include <string>

#include "replay/data/blocks.h"
#include "replay/data/picture.h"
#include "replay/data/tiles.h"

namespace upsweep::replay {

/// Of the present steps, where they tell other blocks something, learn something from them, wait for them or
/// take a number; empty otherwise. Numbers are between back quotes, as in sentence_of.
std::string block_sentence(const emulator::Trace& trace, const StagedLaunch& staged,
                           const BlocksPicture& blocks, const LaunchTiles& tiles, const StepPicture& picture);

}  // namespace upsweep::replay
