// Measuring for `upsweep bench`.
#pragma once

#include "bench/export.h"
#include "bench/machine.h"

namespace upsweep::commands {

/// Appends one race's rows to the report of all. A copy that the report has at this size is left out.
void run_race(const bench::RaceSettings& settings, const bench::BackendsHere& here, bench::Report& all);

}  // namespace upsweep::commands
