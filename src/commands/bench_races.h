// Measuring for `upsweep bench`.
#pragma once

#include <vector>

#include "bench/export.h"
#include "bench/machine.h"

namespace upsweep::commands {

/// Appends one race's rows to the report of all. A copy that the report has at this size is left out.
void run_race(const bench::RaceSettings& settings, const bench::BackendsHere& here, bench::Report& all);

/// One race after another, in one report; says how busy other programs kept the machine, unless so many runs
/// were asked for. With `first_calls` the rows' first calls are each the median of three fresh processes.
bench::Report run_races(const std::vector<bench::RaceSettings>& races, const bench::BackendsHere& here,
                        bool first_calls);

}  // namespace upsweep::commands
