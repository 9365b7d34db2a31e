// The rows of counts beside the stage: so far, in all, and the formula they have to meet.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/trace/trace.h"
#include "pipelines/algorithm.h"

namespace upsweep::replay {

struct CountLine {
    std::string name;
    std::int64_t now = 0, total = 0;
    std::string note;               ///< "= 2(n − 1)", "49 without conflicts"
    std::string_view meaning = {};  ///< one line for those whose name does not say it
    bool trouble = false;           ///< bank conflicts, or a total that misses its formula
};

/// At most `limit` rows, those of interest to a scan first; rows whose total is 0 and that no formula names
/// are left out.
std::vector<CountLine> count_lines(const emulator::Counts& now, const emulator::Counts& total,
                                   const std::vector<Expectation>& expectations, bool complete,
                                   std::size_t limit = 5);

/// What a count means, in one line: "depth" and "rounds" have one, for others it is empty.
std::string_view meaning_of(std::string_view count);

/// The field of Counts that an Expectation names; 0 for a name that it does not know.
std::int64_t count_named(const emulator::Counts& counts, std::string_view name);

}  // namespace upsweep::replay
