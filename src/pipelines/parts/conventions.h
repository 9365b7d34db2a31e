// Which conventions an entry can give its table in, and which of them cost a pass more.
#pragma once

#include <string>
#include <vector>

#include "pipelines/algorithm.h"

namespace upsweep {

struct ConventionMade {
    Convention convention = Convention::none;
    std::vector<OptionValue> options;  ///< that ask for it, as far as they are not at their initial values
    std::string pass;  ///< the launch that makes it of another table: "shift table"; empty: written at once
};

/// In the order inclusive, exclusive, padded; empty where a result has none. The initial one comes with no
/// options.
std::vector<ConventionMade> conventions_of(const Algorithm& algorithm);

}  // namespace upsweep
