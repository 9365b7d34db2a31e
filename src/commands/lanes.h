// Where an algorithm can run: a small registry by name. Commands that take --on know no lane but these.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/array.h"
#include "pipelines/algorithm.h"

namespace upsweep::commands {

struct LaneRun {
    Array output;
    std::vector<std::string>
        faults;  ///< what went wrong besides the values, e.g. a write past an array's end
};

struct Lane {
    std::string_view name;  ///< as --on takes it
    /// Why the lane does not run such an algorithm at all; empty if it does.
    std::string_view (*unfit)(const Algorithm& algorithm) = nullptr;
    bool is_slow = false;  ///< of large cases only those with the initial options are walked
    /// Runs once into poisoned memory between guard zones. Throws BackendMissing where there is no such
    /// machine.
    LaneRun (*run)(const Algorithm& algorithm, const Parameters& parameters, const Array& input) = nullptr;
    /// Who wrote output element `element`: "step 4, lane 17"; empty if the lane cannot tell. May be null.
    std::string (*who_wrote)(const Algorithm& algorithm, const Parameters& parameters, const Array& input,
                             std::int64_t element) = nullptr;
};

/// The lanes of this build, those that need nothing first.
std::span<const Lane> lanes();

/// Throws UsageError naming the lanes.
const Lane& find_lane(std::string_view name);

}  // namespace upsweep::commands
