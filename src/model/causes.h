// What costs the time, and what curing it alone would save.
#pragma once

#include "model/predict.h"

namespace upsweep::model {

/// Fills causes, cured and the headline.
void add_causes(Why& why, const Plan& plan, const Groups& groups, const Fit& fit, double elements,
                const MachineModel& machine);

}  // namespace upsweep::model
