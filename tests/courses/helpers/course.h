// Runs a file of this folder as a student would, on every machine that it is written for.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "emulator/emulator.h"
#include "emulator/trace/trace.h"

namespace upsweep::courses {

/// 2 … 32 lanes a warp: kernels whose threads meet at barriers or not at all.
std::vector<int> every_warp();
/// Powers of two from `least` on: kernels that halve the warp.
std::vector<int> powers_of_two(int least = 2);

/// A launch, in the words of `upsweep run`, and what its kernel needs of the machine.
struct Course {
    std::string file, kernel;
    std::string grid = "1", block = "32";
    std::vector<std::string> arguments;
    int64_t shared = 0;
    std::vector<int> warps = every_warp();
    bool waits_for_blocks = false;    ///< for any of them: each needs a place from the start
    bool relies_on_lockstep = false;  ///< which is reported; independent lanes may spoil the result
    int spare = 0;                    ///< barriers and fences that it could do without
};

using Numbers = std::vector<double>;

/// One run: its buffers by parameter (empty for numbers) before and after, and what it was on.
struct CourseRun {
    std::vector<Numbers> before, after;
    emulator::Trace trace;
    std::string machine;  ///< "warp 8, random:2, 2 places, lanes apart"
};

/// Every warp size of the course × in order, reversed, round robin, unkind, by hand and random with three
/// seeds, each with lanes in lockstep or apart and strong or weak memory: all four where a course has few
/// warp sizes, else one of the four in turn, so that any two of warp size, schedule and the four meet. Checks
/// that each run is complete and free of faults; where lockstep is relied on, that this is told, and leaves
/// runs with lanes apart out.
std::vector<CourseRun> run_everywhere(const Course& course);

/// 0, 1, …
Numbers iota(int64_t count, double first = 0);

}  // namespace upsweep::courses
