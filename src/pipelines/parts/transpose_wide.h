// The launch of the transpose with wide accesses (kernels/transpose_wide.cu).
#pragma once

#include <string>

#include "pipelines/algorithm.h"
#include "pipelines/parts/cost.h"

namespace upsweep {

/// Transposes `from` (w x h) into `to` (h x w) in one launch. Throws UsageError for more than 2^31 - 1 tiles.
void append_wide_transpose(Plan& plan, BufferId from, BufferId to, MachineShape machine,
                           const std::string& name);

/// What it costs: one barrier a tile.
Cost wide_transpose_cost(Extent extent, MachineShape machine);

}  // namespace upsweep
