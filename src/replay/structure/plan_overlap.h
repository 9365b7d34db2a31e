// Whether the modelled clock has anything to show of several streams.
#pragma once

#include "replay/structure/plan.h"

namespace upsweep::replay {

/// Whether a launch runs beside another one on the modelled clock.
bool launches_overlap(const PlanOperations& plan);

}  // namespace upsweep::replay
