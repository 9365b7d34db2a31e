// What a program's own clock runs over: the host code between the calls that start and stop it.
#pragma once

#include <string>
#include <vector>

#include "model/why.h"

namespace upsweep::model {

/// Lines between the clock's start and its stop, around the program's last timed launch. All are empty where
/// the program takes no time.
struct TimedRegion {
    std::vector<CodeLine> uploads, downloads;
    std::vector<CodeLine> checks;  ///< that compare the result
    std::vector<CodeLine> cold;    ///< the first launch of the program, if it is timed; else empty
};

/// Reads the text by its words: cudaEventRecord, now(), clock() and the like, in pairs. Comments and kernels
/// are left out. `file` is what the lines are of.
TimedRegion timed_region(const std::string& text, const std::string& file);

/// The lines of host code that launch a kernel, and those that copy.
std::vector<CodeLine> launch_lines(const std::string& text, const std::string& file);
std::vector<CodeLine> copy_lines(const std::string& text, const std::string& file);

}  // namespace upsweep::model
