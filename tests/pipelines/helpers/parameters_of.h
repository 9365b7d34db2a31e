// Parameters in one line.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "pipelines/algorithm.h"

namespace upsweep::test {

inline Parameters parameters_of(const Algorithm& algorithm, Extent extent,
                                std::vector<OptionValue> options = {}, MachineShape machine = {}) {
    Parameters parameters;
    parameters.extent = extent;
    parameters.types = algorithm.types.front();
    parameters.machine = machine;
    parameters.options = std::move(options);
    return with_defaults(algorithm, parameters);
}

inline int64_t expected_count(const Algorithm& algorithm, const Parameters& parameters,
                              std::string_view count) {
    for (const Expectation& expectation : algorithm.expectations(parameters))
        if (expectation.count == count) return expectation.value;
    return -1;
}

}  // namespace upsweep::test
