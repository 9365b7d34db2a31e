// The awkward cases that `verify` walks: sizes on both sides of every warp, segment and tile; every type; the
// corners of the options.
#pragma once

#include <vector>

#include "pipelines/algorithm.h"

namespace upsweep::commands {

/// `sizes` are n of one row, or n x n for algorithms on matrices; empty: the awkward sizes.
std::vector<Parameters> awkward_cases(const Algorithm& algorithm, const std::vector<std::int64_t>& sizes,
                                      MachineShape machine);

/// "scan_blelloch n=63 u8→u32 padding=1".
std::string name_of_case(const Algorithm& algorithm, const Parameters& parameters);

}  // namespace upsweep::commands
