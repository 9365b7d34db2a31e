// What costs the time, and what curing it alone would save.
#pragma once

#include <functional>

#include "model/predict.h"
#include "model/timed.h"

namespace upsweep::model {

/// A file's text by its name.
using Sources = std::function<std::string(const std::string&)>;

/// What is known of the program's text; of an entry of the catalog only its sources.
struct Program {
    Sources sources;
    std::vector<CodeLine> launches, copies;  ///< of the host code
    TimedRegion timed;
    double loop_seconds = 0;  ///< one core over as many numbers; 0: not known
};

/// Fills causes, cured and the headline.
void add_causes(Why& why, const Plan& plan, const Groups& groups, const Fit& fit, double elements,
                const MachineModel& machine, const Program& program);

}  // namespace upsweep::model
