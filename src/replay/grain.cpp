// Reads the names of sizes of step.
#include "replay/grain.h"

#include <algorithm>

#include "core/error.h"
#include "core/quotes.h"

namespace upsweep::replay {

StepSize parse_grain(std::string_view name) {
    const auto at = std::find(grain_names.begin(), grain_names.end(), name);
    if (at == grain_names.end())
        throw UsageError(in_quotes(name) + " is not a step size; write statement, barrier, phase or launch.");
    return static_cast<StepSize>(at - grain_names.begin());
}

}  // namespace upsweep::replay
