// Schedules written as lists, checked against a plan.
#pragma once

#include "core/plan.h"
#include "emulator/trace/toy_gpu.h"

namespace upsweep::emulator {

/// Throws UsageError if a list names a block or warp that no launch of the plan has.
void check_lists(const ToyGpu& gpu, const Plan& plan);

}  // namespace upsweep::emulator
