// Runs a file of this folder as a student would, on every machine that it is written for.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "emulator/emulator.h"

namespace upsweep::courses {

/// A launch, in the words of `upsweep run`.
struct Course {
    std::string file, kernel;
    std::string grid = "1", block = "32";
    std::vector<std::string> arguments;
    std::int64_t shared = 0;
    std::vector<int> warps = {2, 4, 8, 16, 32};
    bool all_resident = false;  ///< blocks wait for each other: each needs a place
};

using Numbers = std::vector<double>;

/// One run: its buffers by parameter (empty for numbers) before and after, and what it was on.
struct CourseRun {
    std::vector<Numbers> before, after;
    emulator::Trace trace;
    std::string machine;  ///< "warp 8, random:2"
};

/// Every warp size × in order, reversed, round robin, unkind, two random ones. Checks that each run is
/// complete and free of faults.
std::vector<CourseRun> run_everywhere(const Course& course);

/// 0, 1, …
Numbers iota(std::int64_t count, double first = 0);

}  // namespace upsweep::courses
