// Runs cases on a backend and compares each result with the reference.
#pragma once

#include <string>
#include <vector>

#include "backends/backend.h"

namespace upsweep::commands {

/// How one algorithm fared on one backend.
struct Tally {
    int runs = 0, wrong = 0, skipped = 0;
    std::string reason;                 ///< of the first one skipped
    std::vector<std::string> failures;  ///< a line each, of the first ten
    double seconds = 0;
};

/// Each case once, with random input from `seed`. A failure reads
/// "scan_blelloch n=63 u32→u32 padding=1: element 17 expected 12, got 9 (step 4, lane 17)".
Tally verify_cases(const backends::Backend& backend, const Algorithm& algorithm,
                   const std::vector<Parameters>& cases, std::uint64_t seed);

}  // namespace upsweep::commands
