// A sentence about the sum of a rectangle from four corners.
#pragma once

#include <string>

#include "replay/data/corners.h"

namespace upsweep::replay {

/// "The window around row `4`, column `3` of `output` adds up to `193 − 22 − 63 + 9 = 117`, from its corners
/// in `table`; the mean of its `25` pixels is `5`." Of a row "Cell `1` of `output` adds up
/// to `…`, from four corners in `table`." Empty where a value is made of several rectangles, or the
/// trace does not say what the corners add up to.
std::string corner_sentence(const emulator::Trace& trace, const StagedLaunch& staged,
                            const CornersPicture& corners);

}  // namespace upsweep::replay
