// The awkward cases that `verify` walks: sizes on both sides of every warp, segment and tile; every type; the
// corners of the options.
#pragma once

#include <vector>

#include "pipelines/algorithm.h"

namespace upsweep::commands {

struct Cases {
    std::vector<Parameters> walked;
    /// Of other than the initial options, where a buffer would have over 100 000 elements (a histogram's bins
    /// make them) and the emulator take minutes: they are walked on a smaller picture.
    int smaller = 0;
};

/// `sizes` are n of one row, or n x n for algorithms on matrices; empty: the awkward sizes.
/// With `all` every case has its size: for machines that are fast.
Cases awkward_cases(const Algorithm& algorithm, const std::vector<std::int64_t>& sizes, MachineShape machine,
                    bool all = false);

/// "scan_blelloch n=63 u8→u32 padding=1".
std::string name_of_case(const Algorithm& algorithm, const Parameters& parameters);

}  // namespace upsweep::commands
