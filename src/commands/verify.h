// `upsweep verify`: runs cases on a backend and compares each result with the reference.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "backends/backend.h"

namespace upsweep::commands {

/// The awkward cases that it walks: sizes on both sides of every warp, segment and tile; every type; the
/// corners of the options.
struct Cases {
    std::vector<Parameters> walked;
    /// Of other than the initial options, where a buffer would have over 100 000 elements (a histogram's bins
    /// make them) and the emulator take minutes: they are walked on a smaller picture.
    int smaller = 0;
};

/// `sizes` are n of one row, or n x n for algorithms on matrices; empty: the awkward sizes.
/// With `all` every case has its size: for machines that are fast.
Cases awkward_cases(const Algorithm& algorithm, const std::vector<int64_t>& sizes, MachineShape machine,
                    bool all = false);

/// "scan_blelloch n=63 u8→u32 padding=1".
std::string name_of_case(const Algorithm& algorithm, const Parameters& parameters);

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
                   const std::vector<Parameters>& cases, uint64_t seed);

/// A row for each entry (`slugs`, or all), place (`on`: cpu, gpu, emulator; default cpu), type and side
/// (`sizes`, or 4104, 4105, 8192): whether u32 box sums are right, and what f32 loses. Throws Error if a
/// table is wrong.
void verify_white(const std::vector<std::string>& slugs, const std::vector<int64_t>& sizes,
                  const std::vector<std::string>& on);

/// Runs every case of the conformance suite on the emulator and compares it with the GPU if `on` names it
/// and there is one, else with the stored results, and says which. `store` names a file for the GPU's
/// results. Throws Error if any result differs.
void verify_conformance(const std::vector<std::string>& on, const std::string& store);

}  // namespace upsweep::commands
