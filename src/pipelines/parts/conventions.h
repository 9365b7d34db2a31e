// Which conventions an entry can give its table in, which of them cost a pass more, and how to ask for one.
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

/// The parameters with all options, with the fewest changes so that the result is upright and in
/// `wanted`, as far as the entry can; with Convention::none in one whose table holds the whole picture
/// (inclusive or padded).
Parameters upright_in(const Algorithm& algorithm, Parameters parameters, Convention wanted);

}  // namespace upsweep
