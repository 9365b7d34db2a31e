// What a finding says at one of the steps where it happened.
#pragma once

#include <cstdint>
#include <string>

#include "emulator/trace/trace.h"

namespace upsweep::replay {

/// The finding's sentence with the numbers of `step` (a position in Trace::steps): equal findings are merged,
/// and their own sentence tells of the first step only. Where that cannot be said anew, it says so.
std::string finding_sentence(const emulator::Trace& trace, const emulator::Finding& finding,
                             std::int64_t step);

/// "line 4, lanes 0, 2, 4 … 30"; the lanes only where they are those of this step.
std::string finding_place(const emulator::Finding& finding, std::int64_t step);

}  // namespace upsweep::replay
