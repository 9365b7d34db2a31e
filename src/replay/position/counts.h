// The rows of counts beside the stage: so far, in all, and the formula they have to meet.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipelines/algorithm.h"
#include "replay/trace.h"

namespace upsweep::replay {

struct CountLine {
    std::string name;
    int64_t now = 0, total = 0;
    std::string note;               ///< "= 2(n − 1)", "49 without conflicts"
    std::string_view meaning = {};  ///< one line for those whose name does not say it
    bool trouble = false;           ///< bank conflicts, or a total that misses its formula
};

/// At most `limit` rows, those of interest to a scan first; rows whose total is 0 and that no formula names
/// are left out.
std::vector<CountLine> count_lines(const Counts& now, const Counts& total,
                                   const std::vector<Expectation>& expectations, bool complete,
                                   size_t limit = 5);

}  // namespace upsweep::replay
