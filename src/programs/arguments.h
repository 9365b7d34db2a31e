// The small lists of a launch's command line: dimensions, definitions, template arguments.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/plan.h"

namespace upsweep::programs {

/// "4", "4,2" or "4,2,1". Throws UsageError that begins with `what` ("--grid").
Dim3 parse_dim3(std::string_view text, std::string_view what);

/// "N=4", or "N" for N=1, each as after -D. Throws UsageError for what is not a name.
Definitions parse_definitions(const std::vector<std::string>& texts);

/// The kernel's name with its template's arguments: "reduce<float, 256>", and the types of its parameters
/// behind them if they are given: "reduce<float, 256>(float*)"; the name alone without any.
std::string with_template_arguments(const std::string& kernel, const std::vector<std::string>& arguments);

}  // namespace upsweep::programs
